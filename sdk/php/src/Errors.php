<?php

declare(strict_types=1);

namespace Paraph;

/** Every error of a call. A newer server may have codes that this client does not know. */
class ParaphException extends \RuntimeException
{
    /**
     * @param string $errorCode of the interface, or `CONNECTION_FAILED`, `UNEXPECTED_ANSWER`
     * @param int $status HTTP status; 0 without a response
     * @param array<string, string> $violations problems by parameter in bracket notation
     * @param ?string $requestId identifies the request in the server's log
     * @param ?int $retryAfter seconds to wait before another call
     * @param ?string $missingScope the scope that the token or key lacks (RFC 6750 §3.1)
     */
    public function __construct(
        string $message,
        public readonly string $errorCode,
        public readonly int $status = 0,
        public readonly array $violations = [],
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfter = null,
        public readonly ?string $missingScope = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $status, $previous);
    }
}

/** 400: `violations` lists every invalid parameter. */
final class ValidationException extends ParaphException
{
}

/** 401: the token or key is missing, expired or unknown. */
final class AuthenticationException extends ParaphException
{
}

/** 403: not permitted; `missingScope` names a scope that the token or key lacks. */
final class PermissionException extends ParaphException
{
}

/** 404: does not exist or is not visible to the caller. */
final class NotFoundException extends ParaphException
{
}

/** 409: the present status does not permit this. */
final class ConflictException extends ParaphException
{
}

/** 413, 415, 422: the document is too large, of an unsupported type, or unusable. */
final class DocumentException extends ParaphException
{
}

/** 429 after all retries: try again after `retryAfter` seconds. */
final class RateLimitException extends ParaphException
{
}

/** 5xx after all retries. */
final class ServerException extends ParaphException
{
}

/** No response, or not of this interface. */
final class ConnectionException extends ParaphException
{
}

/** The signature of a notification is invalid or too old: respond with 400 and ignore it. */
final class NotificationException extends \RuntimeException
{
}
