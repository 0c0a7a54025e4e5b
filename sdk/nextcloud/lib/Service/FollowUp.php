<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCA\Paraph\Db\SigningRequest;
use OCA\Paraph\Db\SigningRequestMapper;
use OCP\AppFramework\Utility\ITimeFactory;
use Paraph\NotFoundException;
use Paraph\ParaphException;
use Psr\Log\LoggerInterface;

/**
 * Brings Nextcloud up to what Paraph says of a request. A notification, the hourly job and the sending itself call it;
 * as it asks for the present state and not what has happened, it may be called as often as one likes.
 */
final class FollowUp
{
    private const ENDS = ['declined', 'canceled', 'expired', 'blocked'];

    /** Nothing waits for signatures for more than 90 days; what cannot be stored after 30 more stays in Paraph. */
    private const GIVEN_UP_SECONDS = 120 * 86_400;

    public function __construct(
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly SignedFile $files,
        private readonly Notices $notices,
        private readonly ITimeFactory $time,
        private readonly LoggerInterface $logger,
    ) {
    }

    /**
     * @return bool false where another process is at it, or something must be tried again
     * @throws ParaphException
     */
    public function bringUpToDate(SigningRequest $request): bool
    {
        if ($request->getState() !== SigningRequest::OPEN) {
            return true;
        }
        if (!$this->requests->claim($request, $this->time->getTime())) {
            return false;
        }
        // As the one who had it before has left it.
        $claimed = $this->requests->find($request->getEnvelopeId()) ?? $request;
        try {
            return $this->follow($claimed);
        } finally {
            if ($this->time->getTime() - $claimed->getCreatedAt() > self::GIVEN_UP_SECONDS) {
                $claimed->setState(SigningRequest::ENDED);
            }
            $claimed->setClaimedAt(0);
            $this->requests->update($claimed);
        }
    }

    private function follow(SigningRequest $request): bool
    {
        try {
            $envelope = $this->connection->client()->readEnvelope(['envelopeId' => $request->getEnvelopeId()]);
        } catch (NotFoundException $error) {
            $this->sayProblem($request, 'unknown');
            throw $error;
        }
        $this->tellSigners($request, $envelope);
        if (in_array($envelope['status'], self::ENDS, true)) {
            $this->notices->toSender($request, $envelope['status']);
            $request->setState(SigningRequest::ENDED);
        }

        return $envelope['status'] !== 'signed' || $this->bringBack($request, $envelope);
    }

    /** @param array<string, mixed> $envelope */
    private function bringBack(SigningRequest $request, array $envelope): bool
    {
        $pdf = $this->connection->client()->download($envelope['documents'][0]['file']['file']);
        try {
            [$file, $isBeside] = $this->files->store($request, $pdf);
        } catch (\Exception $error) {
            // No space, a lock, a storage that is away: whatever it is, it is tried again.
            $this->logger->warning("A signed file could not be stored: {$error->getMessage()}", ['exception' => $error]);
            $this->sayProblem($request, 'storage');

            return false;
        }
        $parameters = ['signed' => $file->getName(), 'signedId' => $file->getId()];
        $this->notices->toSender($request, $isBeside ? 'signed' : 'signed-elsewhere', $parameters);
        $request->setState(SigningRequest::ENDED);

        return true;
    }

    /**
     * Asks those users whose turn it is, each once, and takes back what is no longer asked.
     *
     * @param array<string, mixed> $envelope
     */
    private function tellSigners(SigningRequest $request, array $envelope): void
    {
        $users = $request->users();
        foreach ($users as $uid => ['email' => $email, 'told' => $wasTold]) {
            $isAsked = $this->isAsked($envelope, $email);
            if ($isAsked && !$wasTold) {
                $this->notices->toSigner($request, (string) $uid);
            } elseif (!$isAsked && $wasTold) {
                $this->notices->takeBack($request, (string) $uid);
            }
            $users[$uid]['told'] = $isAsked;
        }
        $request->setUsers($users);
    }

    /** @param array<string, mixed> $envelope */
    private function isAsked(array $envelope, string $email): bool
    {
        $actions = array_merge(...array_column($envelope['steps'], 'actions'));

        return $envelope['status'] === 'started' && array_filter($actions, static fn (array $action) =>
            $action['status'] === 'started' && strcasecmp($action['recipientEmail'], $email) === 0) !== [];
    }

    /** Says it once, however often it is tried. */
    private function sayProblem(SigningRequest $request, string $problem): void
    {
        if ($request->getProblem() !== $problem) {
            $this->notices->toSender($request, $problem);
            $request->setProblem($problem);
        }
    }
}
