<?php

declare(strict_types=1);

namespace Paraph;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** A registered integration app: it acts for users who allowed it. The secret belongs on your server. */
final readonly class OAuthApp
{
    /** Renews early, so that a token does not expire while its request is in flight. */
    private const EARLY_SECONDS = 30;

    public function __construct(
        public string $baseUrl,
        private string $clientId,
        private string $clientSecret,
        private ClientInterface $http,
        private RequestFactoryInterface&StreamFactoryInterface $factory,
    ) {
    }

    /**
     * Where to send the user's browser. Compare `state` when it comes back (RFC 6749 §10.12).
     *
     * @param list<string> $scopes
     */
    public function authorizationUrl(
        string $redirectUri,
        array $scopes,
        string $state,
        ?string $codeChallenge = null,
    ): string {
        $query = [
            'client_id' => $this->clientId,
            'redirect_uri' => $redirectUri,
            'response_type' => 'code',
            'scope' => implode(' ', $scopes),
            'state' => $state,
        ];
        if ($codeChallenge !== null) {
            $query += ['code_challenge' => $codeChallenge, 'code_challenge_method' => 'S256'];
        }

        return rtrim($this->baseUrl, '/') . '/integration-apps/authorize?' . http_build_query($query);
    }

    /**
     * A verifier to keep until the user returns, and its challenge for the URL (RFC 7636).
     *
     * @return array{string, string}
     */
    public static function createPkcePair(): array
    {
        $encode = static fn (string $bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
        $verifier = $encode(random_bytes(32));

        return [$verifier, $encode(hash('sha256', $verifier, true))];
    }

    /** Exchanges the code for tokens. Call it once: a second exchange revokes the tokens (RFC 9700 §4.5). */
    public function exchangeCode(string $code, string $redirectUri, ?string $codeVerifier = null): Tokens
    {
        $answer = $this->client()->exchangeCode([
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
            'redirect_uri' => $redirectUri,
            'code' => $code,
        ] + ($codeVerifier === null ? [] : ['code_verifier' => $codeVerifier]));

        return new Tokens($answer['access_token'], $answer['refresh_token'], time() + $answer['expires_in']);
    }

    /**
     * A `getToken` that renews the token before it expires or after it was refused; `$onRenewed` stores the new ones.
     *
     * @param null|\Closure(Tokens): void $onRenewed
     * @return \Closure(?string): string
     */
    public function renewingToken(Tokens $tokens, ?\Closure $onRenewed = null): \Closure
    {
        return function (?string $refused) use (&$tokens, $onRenewed): string {
            if ($refused === $tokens->accessToken || $tokens->expiresAt - self::EARLY_SECONDS <= time()) {
                $answer = $this->client()->refreshAccess([
                    'client_id' => $this->clientId,
                    'client_secret' => $this->clientSecret,
                    'refresh_token' => $tokens->refreshToken,
                ]);
                $tokens = new Tokens($answer['access_token'], $tokens->refreshToken, time() + $answer['expires_in']);
                if ($onRenewed !== null) {
                    $onRenewed($tokens);
                }
            }

            return $tokens->accessToken;
        };
    }

    private function client(): Paraph
    {
        return new Paraph($this->baseUrl, $this->http, $this->factory);
    }
}
