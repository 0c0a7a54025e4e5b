<?php

declare(strict_types=1);

namespace OCA\Paraph\Listener;

use OCA\Files\Event\LoadAdditionalScriptsEvent;
use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Service\Connection;
use OCP\AppFramework\Services\IInitialState;
use OCP\EventDispatcher\Event;
use OCP\EventDispatcher\IEventListener;
use OCP\IL10N;
use OCP\IURLGenerator;
use OCP\Util;

/**
 * Puts the action into Files, once an administrator has said where Paraph is.
 *
 * @implements IEventListener<LoadAdditionalScriptsEvent>
 */
final class AddFileAction implements IEventListener
{
    public function __construct(
        private readonly Connection $connection,
        private readonly IInitialState $state,
        private readonly IURLGenerator $urls,
        private readonly IL10N $l,
    ) {
    }

    public function handle(Event $event): void
    {
        if (!$event instanceof LoadAdditionalScriptsEvent || !$this->connection->isSet()) {
            return;
        }
        $this->state->provideInitialState('action', [
            'label' => $this->l->t('Ask for signatures'),
            'url' => $this->urls->linkToRoute('paraph.request.form', ['fileId' => 0]),
        ]);
        // Files asks for its actions once, when it starts.
        Util::addInitScript(Application::ID, 'files');
    }
}
