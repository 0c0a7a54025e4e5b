<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Db\SigningRequest;
use OCP\Notification\IManager;
use OCP\Notification\INotification;

/** What Nextcloud tells its users; each thing at most once at a time. */
final class Notices
{
    public function __construct(private readonly IManager $manager)
    {
    }

    public function toSigner(SigningRequest $request, string $uid): void
    {
        $parameters = ['file' => $request->getFileName(), 'sender' => $request->getSender()];
        $this->replace($this->about($request, $uid), 'sign', $parameters);
    }

    public function takeBack(SigningRequest $request, string $uid): void
    {
        $this->manager->markProcessed($this->about($request, $uid)->setSubject('sign'));
    }

    /** @param array<string, string|int> $parameters */
    public function toSender(SigningRequest $request, string $subject, array $parameters = []): void
    {
        $parameters += ['file' => $request->getFileName()];
        $this->replace($this->about($request, $request->getSender()), $subject, $parameters);
    }

    private function about(SigningRequest $request, string $uid): INotification
    {
        return $this->manager->createNotification()
            ->setApp(Application::ID)
            ->setUser($uid)
            ->setObject('request', $request->getEnvelopeId());
    }

    /** @param array<string, string|int> $parameters */
    private function replace(INotification $notification, string $subject, array $parameters): void
    {
        // Without a date it stands for every one of the same subject.
        $this->manager->markProcessed($notification->setSubject($subject));
        $this->manager->notify($notification->setSubject($subject, $parameters)->setDateTime(new \DateTime()));
    }
}
