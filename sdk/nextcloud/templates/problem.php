<?php

declare(strict_types=1);

/** @var array{message: string} $_ */
?>
<div id="app-content" class="paraph-page"><div class="paraph">
    <h2>Paraph</h2>
    <p role="alert"><?php p($_['message']); ?></p>
</div></div>
