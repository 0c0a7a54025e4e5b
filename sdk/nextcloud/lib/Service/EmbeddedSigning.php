<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCA\Paraph\Db\SigningRequestMapper;
use OCP\AppFramework\Utility\ITimeFactory;
use OCP\Authentication\TwoFactorAuth\IRegistry;
use OCP\IL10N;
use OCP\IURLGenerator;
use OCP\IUser;
use Paraph\ParaphException;

/** Opens the frame in which a user of this Nextcloud signs. */
final class EmbeddedSigning
{
    private const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];

    public function __construct(
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly IURLGenerator $urls,
        private readonly IRegistry $factors,
        private readonly ITimeFactory $time,
        private readonly IL10N $l,
    ) {
    }

    /**
     * @return array{url: string, origin: string, language: ?string, name: string} `url` opens once
     * @throws RefusedException nothing was sent to this user, or it was passed on
     * @throws ParaphException
     */
    public function open(IUser $user, string $envelopeId): array
    {
        $request = $this->requests->find($envelopeId);
        $signer = $request?->users()[$user->getUID()] ?? throw $this->notAsked();
        $paraph = $this->connection->client();
        $envelope = $paraph->readEnvelope(['envelopeId' => $envelopeId]);
        $recipients = array_filter($envelope['recipients'], static fn (array $recipient) =>
            strcasecmp($recipient['email'], $signer['email']) === 0);
        $recipient = reset($recipients) ?: throw $this->notAsked();
        $language = strtolower(substr($this->l->getLanguageCode(), 0, 2));
        $known = in_array($language, self::LANGUAGES, true) ? $language : null;
        $session = $paraph->createEmbeddedSession([
            'workspaceId' => $envelope['workspaceId'],
            'workflowId' => $envelopeId,
            'recipientId' => $recipient['id'],
            'origin' => Connection::originOf($this->urls->getAbsoluteURL('/')),
            'language' => $known,
            'authenticatedBy' => $this->knownBy($user),
        ]);
        $name = $request->getFileName();

        return ['url' => $session['url'], 'origin' => Connection::originOf($session['url']), 'language' => $known, 'name' => $name];
    }

    /**
     * How and when Nextcloud knew the user; evidence has it as the word of Nextcloud.
     *
     * @return array{method: string, at: int}
     */
    private function knownBy(IUser $user): array
    {
        $backend = preg_replace('/[^\p{L}\p{N} _-]/u', ' ', $user->getBackendClassName());
        // Codes on paper are made with each of the others, and are none of their own.
        $factors = array_diff_key($this->factors->getProviderStates($user), ['backup_codes' => false]);
        $method = mb_substr("Nextcloud account ($backend)", 0, 50) . (in_array(true, $factors, true) ? ', second factor' : '');

        return ['method' => $method, 'at' => $user->getLastLogin() ?: $this->time->getTime()];
    }

    private function notAsked(): RefusedException
    {
        return new RefusedException($this->l->t('Nobody asks you to sign this. It may have been passed on to another person.'));
    }
}
