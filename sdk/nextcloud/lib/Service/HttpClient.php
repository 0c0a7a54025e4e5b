<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use GuzzleHttp\Psr7\Response;
use OCP\Http\Client\IClientService;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** Nextcloud's own client, with its proxy and certificates, as PSR-18; that has no such client before Nextcloud 34. */
final class HttpClient implements ClientInterface
{
    private const TIMEOUT_SECONDS = 60;

    public function __construct(private readonly IClientService $clients)
    {
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $headers = array_map(static fn (array $values) => implode(', ', $values), $request->getHeaders());
        $options = [
            'headers' => $headers,
            'body' => (string) $request->getBody(),
            'timeout' => self::TIMEOUT_SECONDS,
            'http_errors' => false,
            // The key would be sent along.
            'allow_redirects' => false,
            // Only an administrator says where Paraph is, and it may well be in the same network.
            'nextcloud' => ['allow_local_address' => true],
        ];
        try {
            $answer = $this->clients->newClient()->request($request->getMethod(), (string) $request->getUri(), $options);
        } catch (\Exception $error) {
            throw new UnreachableException('Paraph could not be called.', 0, $error);
        }

        return new Response($answer->getStatusCode(), $answer->getHeaders(), $answer->getBody());
    }
}
