<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCA\Paraph\Db\SigningRequest;
use OCA\Paraph\Db\SigningRequestMapper;
use OCP\AppFramework\Utility\ITimeFactory;
use OCP\Files\File;
use OCP\Files\IRootFolder;
use OCP\IL10N;
use OCP\IURLGenerator;
use OCP\IUser;
use OCP\IUserManager;
use Paraph\CallOptions;
use Paraph\ParaphException;
use Paraph\Upload;

/** Sends a PDF of Files to be signed. */
final class Sending
{
    public function __construct(
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly FollowUp $followUp,
        private readonly IRootFolder $root,
        private readonly IUserManager $users,
        private readonly IURLGenerator $urls,
        private readonly ITimeFactory $time,
        private readonly IL10N $l,
    ) {
    }

    /**
     * The PDF of a user.
     *
     * @throws RefusedException it is gone, or no PDF
     */
    public function fileOf(IUser $user, int $fileId): File
    {
        $file = $this->root->getUserFolder($user->getUID())->getFirstNodeById($fileId);
        if (!$file instanceof File || !$file->isReadable()) {
            throw new RefusedException($this->l->t('This file is not there any more. Go back to Files and choose it again.'));
        }
        if ($file->getMimeType() !== 'application/pdf') {
            throw new RefusedException($this->l->t('Only a PDF can be signed. Save the file as PDF first.'));
        }

        return $file;
    }

    /**
     * Sends it once, however often the button is pressed.
     *
     * @param list<array{user?: string, name?: string, email?: string}> $people
     * @param array{inOrder: bool, message: string, key: string} $choices `key`: one for each opening of the form
     * @throws RefusedException|ParaphException
     */
    public function send(IUser $sender, int $fileId, array $people, array $choices): void
    {
        $file = $this->fileOf($sender, $fileId);
        if ($people === []) {
            throw new RefusedException($this->l->t('Say who is to sign.'));
        }
        $recipients = array_map($this->recipientOf(...), $people);
        $users = [];
        foreach ($people as $i => $person) {
            if (($person['user'] ?? '') !== '') {
                $users[$person['user']] = ['email' => $recipients[$i]['email'], 'told' => false];
            }
        }
        $steps = $choices['inOrder'] ? array_chunk($recipients, 1) : [$recipients];
        $message = trim($choices['message']);
        $title = pathinfo($file->getName(), PATHINFO_FILENAME);
        $sent = $this->connection->client()->createQuickEnvelope([
            'name' => mb_strlen($title) < 2 ? $file->getName() : $title,
            'document' => Upload::fromString($file->getContent(), $file->getName()),
            'steps' => array_map(static fn (array $each) => ['type' => 'sign', 'recipients' => $each], $steps),
            'preferences' => $this->preferences(count($users) === count($recipients)),
            'metadata' => ['nextcloud-user' => $sender->getUID(), 'nextcloud-file' => (string) $fileId],
            // The mail is in the name of the member whose key it is.
            'senderMessage' => ($message === '' ? '' : "$message\n\n") . "– {$sender->getDisplayName()}",
        ], new CallOptions(idempotencyKey: hash('sha256', "{$sender->getUID()} $fileId {$choices['key']}")));
        $this->remember($sent['id'], $file, $sender, $users);
    }

    /** @param array<string, array{email: string, told: bool}> $users */
    private function remember(string $envelopeId, File $file, IUser $sender, array $users): void
    {
        $request = $this->requests->find($envelopeId);
        if ($request === null) {
            $request = new SigningRequest();
            $request->setEnvelopeId($envelopeId);
            $request->setFileId($file->getId());
            $request->setFileName($file->getName());
            $request->setSender($sender->getUID());
            $request->setUsers($users);
            $request->setState(SigningRequest::OPEN);
            $request->setClaimedAt(0);
            $request->setCreatedAt($this->time->getTime());
            $request = $this->requests->insert($request);
        }
        try {
            $this->followUp->bringUpToDate($request);
        } catch (ParaphException) {
            // It is sent; a notification or the hourly job tells the signers.
        }
    }

    /**
     * @param array{user?: string, name?: string, email?: string} $person
     * @return array{name: string, email: string, language?: string}
     */
    private function recipientOf(array $person): array
    {
        $uid = $person['user'] ?? '';
        if ($uid === '') {
            return ['name' => trim($person['name'] ?? ''), 'email' => trim($person['email'] ?? '')];
        }
        $user = $this->users->get($uid);
        if ($user === null) {
            throw new RefusedException($this->l->t('There is no user %s. Choose another one, or enter an address.', [$uid]));
        }
        $email = $user->getEMailAddress();
        if ($email === null || $email === '') {
            throw new RefusedException(
                $this->l->t('%s has no address in Nextcloud. They can enter one in their settings.', [$user->getDisplayName()]),
            );
        }

        return ['name' => $user->getDisplayName(), 'email' => $email];
    }

    /** @return list<array{name: string, value: string}> */
    private function preferences(bool $areAllUsers): array
    {
        // Whoever is told here needs no mail that asks; where one is not, Paraph mails to all.
        $values = $areAllUsers ? ['WorkflowRecipientEmbedded' => '1'] : [];
        if ($this->connection->isNotified()) {
            $values += [
                'WorkflowNotificationCallbackUrlPreference' => $this->urls->linkToRouteAbsolute('paraph.hook.receive'),
                'WorkflowNotificationCallbackUrlSecretPreference' => $this->connection->secret(),
                // With 0 a certificate that does not verify is refused.
                'WorkflowNotificationCallbackUrlSslVerificationPreference' => '0',
            ];
        }

        return array_map(
            static fn (string $name, string $value) => ['name' => $name, 'value' => $value],
            array_keys($values),
            $values,
        );
    }
}
