<?php

declare(strict_types=1);

/**
 * @var array{url: string, origin: string, language: ?string, name: string} $_
 * @var \OCP\IL10N $l
 */
?>
<div id="app-content" class="paraph-page"><div class="paraph wide">
    <h2><?php p($_['name']); ?></h2>
    <div id="paraph-frame" data-url="<?php p($_['url']); ?>" data-title="<?php p($l->t('Sign %s', [$_['name']])); ?>"></div>
    <p id="paraph-again" hidden>
        <?php p($l->t('This page was open for too long.')); ?>
        <button type="button" class="primary"><?php p($l->t('Open it again')); ?></button>
    </p>
</div></div>
