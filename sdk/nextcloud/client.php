<?php

declare(strict_types=1);

// Loads the client for PHP, which lies beside it in `client`, without Composer.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Paraph\\')) {
        return;
    }
    $file = __DIR__ . '/client/' . substr($class, 7) . '.php';
    require_once file_exists($file) ? $file : __DIR__ . '/client/Errors.php';
});
