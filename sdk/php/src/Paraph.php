<?php

declare(strict_types=1);

namespace Paraph;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** The client of one instance: a method for every operation of the interface, and the download of files. */
final class Paraph
{
    use Operations;

    private readonly string $baseUrl;

    /**
     * @param ClientInterface $http any PSR-18 client; it decides on timeouts and proxies, and follows no redirects
     * @param RequestFactoryInterface&StreamFactoryInterface $factory such as `GuzzleHttp\Psr7\HttpFactory`
     * @param ?string $apiKey created under Developers → API keys
     * @param ?string $token an OAuth access token; it is not renewed
     * @param null|\Closure(?string): string $getToken the access token for each call; called again after a 401, with
     *   the refused one (`OAuthApp::renewingToken`)
     * @param int $retries after a network failure, 429, 502, 503 or 504
     * @param float $retryDelay seconds before the first retry, doubled for each further one
     * @param float $retryDelayMax a longer `Retry-After` fails the call at once
     */
    public function __construct(
        string $baseUrl,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface&StreamFactoryInterface $factory,
        private readonly ?string $apiKey = null,
        private readonly ?string $token = null,
        private readonly ?\Closure $getToken = null,
        private readonly int $retries = 2,
        private readonly float $retryDelay = 0.5,
        private readonly float $retryDelayMax = 30.0,
    ) {
        if (preg_match('#^https?://#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException("The base URL must begin with https:// or http://, not \"$baseUrl\".");
        }
        if (count(array_filter([$apiKey, $token, $getToken], static fn (mixed $each) => $each !== null)) > 1) {
            throw new \InvalidArgumentException('Give one of apiKey, token and getToken.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    /**
     * The bytes of a file by a link of a response. The credential goes to the base URL alone.
     *
     * @throws ParaphException
     */
    public function download(string $link, ?CallOptions $options = null): string
    {
        return $this->send(Request::ofDownload($link, $this->baseUrl), $options ?? new CallOptions());
    }

    /** @param array<string, mixed> $input */
    private function call(string $name, array $input, ?CallOptions $options): mixed
    {
        return $this->send(Request::of($name, $input, $this->baseUrl), $options ?? new CallOptions());
    }

    /**
     * @param array<string, mixed> $input
     * @return Page<array<string, mixed>>
     */
    private function page(string $name, array $input, ?CallOptions $options): Page
    {
        $read = fn (int $page): Page => $this->page($name, ['page' => $page] + $input, $options);

        return new Page($this->call($name, $input, $options), (int) ($input['page'] ?? 1), $read);
    }

    private function send(Request $request, CallOptions $options): mixed
    {
        $key = $request->takesKey() ? $options->idempotencyKey ?? bin2hex(random_bytes(16)) : null;
        $headers = $request->headers + ($key === null ? [] : ['idempotency-key' => $key]) + $options->headers;
        $retries = $options->retries ?? $this->retries;
        $isRenewed = false;
        $token = $this->currentToken($request, null);
        for ($attempt = 0; ; ) {
            try {
                return $this->sendOnce($request, $headers, $token);
            } catch (ParaphException $error) {
                $mayRenew = $this->getToken !== null && !$request->isAnonymous && !$isRenewed;
                if ($error instanceof AuthenticationException && $mayRenew) {
                    $isRenewed = true;
                    $token = $this->currentToken($request, $token);
                    continue;
                }
                $delay = $attempt < $retries ? $this->delayBefore($error, $request, $attempt) : null;
                if ($delay === null) {
                    throw $error;
                }
                $attempt += 1;
                usleep((int) ($delay * 1_000_000));
                $token = $this->currentToken($request, null);
            }
        }
    }

    /** @param array<string, string> $headers */
    private function sendOnce(Request $request, array $headers, ?string $token): mixed
    {
        $sent = $this->factory->createRequest($request->method, $request->url);
        if ($this->apiKey !== null && !$request->isAnonymous) {
            $headers['x-api-key'] = $this->apiKey;
        } elseif ($token !== null) {
            $headers['authorization'] = "Bearer $token";
        }
        foreach ($headers as $name => $value) {
            $sent = $sent->withHeader($name, $value);
        }
        if ($request->body !== '') {
            $sent = $sent->withBody($this->factory->createStream($request->body));
        }
        try {
            $response = $this->http->sendRequest($sent);
        } catch (ClientExceptionInterface $error) {
            $message = "{$request->method} {$request->url} could not be sent or its answer not be read.";
            throw new ConnectionException($message, 'CONNECTION_FAILED', previous: $error);
        }

        return Response::read($request, $response);
    }

    private function currentToken(Request $request, ?string $refused): ?string
    {
        if ($request->isAnonymous) {
            return null;
        }

        return $this->getToken === null ? $this->token : ($this->getToken)($refused);
    }

    /** Seconds before the next attempt; null where there is none. */
    private function delayBefore(ParaphException $error, Request $request, int $attempt): ?float
    {
        // With these statuses nothing was done; with others the request may have been processed.
        $isRefused = in_array($error->status, [429, 503], true) || $error->errorCode === 'IDEMPOTENCY_KEY_IN_USE';
        $isUnclear = in_array($error->status, [502, 504], true) || $error->errorCode === 'CONNECTION_FAILED';
        if (!$isRefused && !($isUnclear && $request->isRepeatable())) {
            return null;
        }
        if ($error->retryAfter !== null) {
            return $error->retryAfter <= $this->retryDelayMax ? (float) $error->retryAfter : null;
        }

        // Spread, so that many clients do not retry at once after an outage.
        return min($this->retryDelay * 2 ** $attempt, $this->retryDelayMax) * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }
}
