<?php

declare(strict_types=1);

namespace Paraph;

/** Options of one call. */
final readonly class CallOptions
{
    /**
     * @param ?int $retries of a repeatable call
     * @param ?string $idempotencyKey for POST and PUT; default: a new key for each call. Two calls with one key act once
     * @param array<string, string> $headers
     */
    public function __construct(
        public ?int $retries = null,
        public ?string $idempotencyKey = null,
        public array $headers = [],
    ) {
    }
}
