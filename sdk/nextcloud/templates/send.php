<?php

declare(strict_types=1);

/**
 * @var array{fileId: int, name: string, key: string, action: string, users: string, back: string} $_
 * @var \OCP\IL10N $l
 */
?>
<div id="app-content" class="paraph-page"><div class="paraph">
    <h2><?php p($l->t('Ask for signatures')); ?></h2>
    <p><?php p($_['name']); ?></p>
    <form id="paraph-send" action="<?php p($_['action']); ?>" data-users="<?php p($_['users']); ?>"
        data-file="<?php p($_['fileId']); ?>" data-key="<?php p($_['key']); ?>"
        data-failed="<?php p($l->t('Nextcloud does not answer. Press again: it is sent once.')); ?>">
        <fieldset>
            <legend><?php p($l->t('Who signs')); ?></legend>
            <p class="hint"><?php p($l->t('Users of this Nextcloud sign inside it; others get a link by mail.')); ?></p>
            <ol id="paraph-people"></ol>
            <button type="button" id="paraph-add"><?php p($l->t('Add a person')); ?></button>
        </fieldset>
        <datalist id="paraph-users"></datalist>
        <template id="paraph-person">
            <li>
                <label><?php p($l->t('Name or user')); ?>
                    <input name="name" list="paraph-users" autocomplete="off" required maxlength="100">
                </label>
                <label><?php p($l->t('Email')); ?> <input name="email" type="email" required></label>
                <button type="button" class="remove"><?php p($l->t('Remove')); ?></button>
            </li>
        </template>
        <label class="check">
            <input type="checkbox" name="inOrder"> <?php p($l->t('One after another, in this order')); ?>
        </label>
        <label><?php p($l->t('Message')); ?> <textarea name="message" rows="4" maxlength="3000"></textarea></label>
        <p id="paraph-said" role="status"></p>
        <button type="submit" class="primary"><?php p($l->t('Send')); ?></button>
    </form>
    <div id="paraph-sent" hidden>
        <p role="status"><?php
            p($l->t('Sent. You are told when everyone has signed; the signed file appears beside this one.'));
        ?></p>
        <a class="button" href="<?php p($_['back']); ?>"><?php p($l->t('Back to Files')); ?></a>
    </div>
</div></div>
