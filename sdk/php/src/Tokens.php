<?php

declare(strict_types=1);

namespace Paraph;

/** Store them where only your server can read them. */
final readonly class Tokens
{
    /** @param int $expiresAt seconds since 1970 */
    public function __construct(
        public string $accessToken,
        public string $refreshToken,
        public int $expiresAt,
    ) {
    }
}
