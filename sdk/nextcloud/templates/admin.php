<?php

declare(strict_types=1);

/**
 * @var array{action: string, address: string, hasKey: bool, isNotified: bool, origin: string} $_
 * @var \OCP\IL10N $l
 */
?>
<form class="section paraph" id="paraph-settings" action="<?php p($_['action']); ?>">
    <h2>Paraph</h2>
    <p class="hint"><?php
        p($l->t('In Paraph, under Developers, API keys: make a key with the scopes %1$s, and list %2$s as a page that may show signing.', [
            'workflows:write, workflows:sign-embedded',
            $_['origin'],
        ]));
    ?></p>
    <label><?php p($l->t('Address of Paraph')); ?>
        <input name="address" type="url" required value="<?php p($_['address']); ?>" placeholder="https://sign.example.com">
    </label>
    <label><?php p($l->t('API key')); ?>
        <input name="key" type="password" autocomplete="off"
            placeholder="<?php p($_['hasKey'] ? $l->t('Stored encrypted; leave it empty to keep it') : ''); ?>">
    </label>
    <label class="check">
        <input type="checkbox" name="notified" <?php p($_['isNotified'] ? 'checked' : ''); ?>>
        <?php p($l->t('Paraph can call this Nextcloud. Without it, signed files come within an hour.')); ?>
    </label>
    <p id="paraph-said" role="status"></p>
    <button type="submit" class="primary"><?php p($l->t('Save and try it')); ?></button>
</form>
