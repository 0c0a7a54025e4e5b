<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use GuzzleHttp\Psr7\HttpFactory;
use OCP\AppFramework\Services\IAppConfig;
use OCP\Security\ISecureRandom;
use Paraph\Paraph;

/** Where Paraph is, and with which key it is called. Key and secret are stored encrypted, and are never shown again. */
final class Connection
{
    public function __construct(
        private readonly IAppConfig $config,
        private readonly HttpClient $http,
        private readonly ISecureRandom $random,
    ) {
    }

    public function isSet(): bool
    {
        return $this->address() !== '';
    }

    public function address(): string
    {
        return $this->config->getAppValueString('address');
    }

    /** Whether Paraph may call this Nextcloud; without it the hourly job alone brings files back. */
    public function isNotified(): bool
    {
        return $this->config->getAppValueBool('notified', true);
    }

    public function key(): string
    {
        return $this->config->getAppValueString('api_key', '', true);
    }

    /** What notifications to this Nextcloud are signed with; made when it is first needed. */
    public function secret(): string
    {
        $secret = $this->config->getAppValueString('secret', '', true);
        if ($secret === '') {
            // Paraph takes exactly 32 characters.
            $secret = $this->random->generate(32, ISecureRandom::CHAR_ALPHANUMERIC);
            $this->config->setAppValueString('secret', $secret, true, true);
        }

        return $secret;
    }

    public function save(string $address, #[\SensitiveParameter] string $key, bool $isNotified): void
    {
        $this->config->setAppValueString('address', $address);
        $this->config->setAppValueString('api_key', $key, true, true);
        $this->config->setAppValueBool('notified', $isNotified);
    }

    public function client(): Paraph
    {
        return $this->clientOf($this->address(), $this->key());
    }

    public function clientOf(string $address, #[\SensitiveParameter] string $key): Paraph
    {
        // Somebody waits for most answers: what does not come at once is said, and tried again by the hourly job.
        return new Paraph($address, $this->http, new HttpFactory(), apiKey: $key, retries: 1, retryDelayMax: 5);
    }

    /** As browsers write it. */
    public static function originOf(string $address): string
    {
        $parts = parse_url($address);

        return "{$parts['scheme']}://{$parts['host']}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
    }
}
