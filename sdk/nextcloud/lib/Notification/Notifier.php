<?php

declare(strict_types=1);

namespace OCA\Paraph\Notification;

use OCA\Paraph\AppInfo\Application;
use OCP\IL10N;
use OCP\IURLGenerator;
use OCP\IUserManager;
use OCP\L10N\IFactory;
use OCP\Notification\INotification;
use OCP\Notification\INotifier;
use OCP\Notification\UnknownNotificationException;

/** Puts notices into the words of the user who reads them. */
final class Notifier implements INotifier
{
    public function __construct(
        private readonly IFactory $languages,
        private readonly IURLGenerator $urls,
        private readonly IUserManager $users,
    ) {
    }

    public function getID(): string
    {
        return Application::ID;
    }

    public function getName(): string
    {
        return 'Paraph';
    }

    public function prepare(INotification $notification, string $languageCode): INotification
    {
        if ($notification->getApp() !== Application::ID) {
            throw new UnknownNotificationException();
        }
        $l = $this->languages->get(Application::ID, $languageCode);
        $icon = $this->urls->imagePath(Application::ID, 'app-dark.svg');
        $notification->setIcon($this->urls->getAbsoluteURL($icon))
            ->setParsedSubject($this->subject($notification, $l));
        $link = $this->link($notification);

        return $link === null ? $notification : $notification->setLink($link);
    }

    private function subject(INotification $notification, IL10N $l): string
    {
        ['file' => $file] = $parameters = $notification->getSubjectParameters();

        return match ($notification->getSubject()) {
            'sign' => $l->t('%1$s asks you to sign %2$s', [
                $this->users->getDisplayName($parameters['sender']) ?? $parameters['sender'],
                $file,
            ]),
            'signed' => $l->t('Everyone has signed %1$s. The signed file lies beside it: %2$s', [
                $file,
                $parameters['signed'],
            ]),
            'signed-elsewhere' => $l->t(
                'Everyone has signed %1$s. It was deleted or you may not write beside it, so the signed file is in your own folder: %2$s',
                [$file, $parameters['signed']],
            ),
            'declined' => $l->t('%s was declined', [$file]),
            'canceled' => $l->t('%s was canceled', [$file]),
            'expired' => $l->t('Nobody signed %s in time', [$file]),
            'blocked' => $l->t('%s cannot be finished. See why in Paraph', [$file]),
            'storage' => $l->t('%s is signed, but cannot be stored: is there space left? It is tried again every hour', [$file]),
            'unknown' => $l->t(
                'Paraph does not know %s any more. It was deleted there, or the API key belongs to another organization',
                [$file],
            ),
            default => throw new UnknownNotificationException(),
        };
    }

    private function link(INotification $notification): ?string
    {
        if ($notification->getSubject() === 'sign') {
            return $this->urls->linkToRouteAbsolute('paraph.signing.show', ['envelopeId' => $notification->getObjectId()]);
        }
        $signedId = $notification->getSubjectParameters()['signedId'] ?? null;

        return $signedId === null ? null : $this->urls->getAbsoluteURL("/index.php/f/$signedId");
    }
}
