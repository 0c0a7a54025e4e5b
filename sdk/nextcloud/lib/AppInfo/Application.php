<?php

declare(strict_types=1);

namespace OCA\Paraph\AppInfo;

use OCA\Files\Event\LoadAdditionalScriptsEvent;
use OCA\Paraph\Listener\AddFileAction;
use OCA\Paraph\Notification\Notifier;
use OCP\AppFramework\App;
use OCP\AppFramework\Bootstrap\IBootContext;
use OCP\AppFramework\Bootstrap\IBootstrap;
use OCP\AppFramework\Bootstrap\IRegistrationContext;

final class Application extends App implements IBootstrap
{
    public const ID = 'paraph';

    public function __construct()
    {
        parent::__construct(self::ID);
    }

    public function register(IRegistrationContext $context): void
    {
        require_once __DIR__ . '/../../client.php';
        $context->registerEventListener(LoadAdditionalScriptsEvent::class, AddFileAction::class);
        $context->registerNotifierService(Notifier::class);
    }

    public function boot(IBootContext $context): void
    {
    }
}
