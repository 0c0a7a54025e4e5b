<?php

declare(strict_types=1);

namespace OCA\Paraph\Settings;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Service\Connection;
use OCP\AppFramework\Http\TemplateResponse;
use OCP\IURLGenerator;
use OCP\Settings\ISettings;
use OCP\Util;

final class Admin implements ISettings
{
    public function __construct(
        private readonly Connection $connection,
        private readonly IURLGenerator $urls,
    ) {
    }

    public function getForm(): TemplateResponse
    {
        Util::addScript(Application::ID, 'admin');
        Util::addStyle(Application::ID, 'paraph');

        return new TemplateResponse(Application::ID, 'admin', [
            'action' => $this->urls->linkToRoute('paraph.settings.save'),
            'address' => $this->connection->address(),
            'hasKey' => $this->connection->key() !== '',
            'isNotified' => $this->connection->isNotified(),
            'origin' => Connection::originOf($this->urls->getAbsoluteURL('/')),
        ], '');
    }

    public function getSection(): string
    {
        return 'connected-accounts';
    }

    public function getPriority(): int
    {
        return 50;
    }
}
