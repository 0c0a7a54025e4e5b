<?php

declare(strict_types=1);

namespace Paraph;

use Psr\Http\Message\ResponseInterface;

/**
 * What a response says: an answer, or an error.
 *
 * @internal
 */
final class Response
{
    private const CLASSES = [
        400 => ValidationException::class,
        401 => AuthenticationException::class,
        403 => PermissionException::class,
        404 => NotFoundException::class,
        409 => ConflictException::class,
        413 => DocumentException::class,
        415 => DocumentException::class,
        422 => DocumentException::class,
        429 => RateLimitException::class,
    ];

    /** @throws ParaphException */
    public static function read(Request $request, ResponseInterface $response): mixed
    {
        $status = $response->getStatusCode();
        $isSuccess = $status >= 200 && $status < 300;
        $text = (string) $response->getBody();
        if ($isSuccess && ($request->wantsBytes || $text === '')) {
            return $text;
        }
        $body = json_decode($text, true);
        if (!$isSuccess || $body === null) {
            throw self::errorOf($request, $response, $body);
        }
        if ($request->carriesOutcome && ($body[0]['result'] ?? null) === false) {
            throw self::errorOf($request, $response, $body[0], Calls::STATUSES[$body[0]['error']['code'] ?? ''] ?? $status);
        }

        return $body;
    }

    /** `status`: of an error that a successful response carries. */
    private static function errorOf(
        Request $request,
        ResponseInterface $response,
        mixed $body,
        ?int $status = null,
    ): ParaphException {
        $status ??= $response->getStatusCode();
        $given = is_array($body) && is_array($body['error'] ?? null) ? $body['error'] : [];
        $class = $status >= 500 ? ServerException::class : self::CLASSES[$status] ?? ParaphException::class;
        $code = $given['code'] ?? 'UNEXPECTED_ANSWER';
        $message = $given['message'] ?? $code;
        if (!isset($given['code'])) {
            $class = $status >= 500 || $status === 429 ? $class : ConnectionException::class;
            $message = "{$request->url} answered $status, and not in the words of Paraph; check the base URL.";
        } elseif (str_starts_with($code, 'IDEMPOTENCY_')) {
            $class = ConflictException::class;
        }

        return new $class(
            $message,
            errorCode: $code,
            status: $status,
            violations: $given['violations'] ?? [],
            requestId: $response->getHeader('x-request-id')[0] ?? null,
            retryAfter: self::retryAfter($response->getHeader('retry-after')[0] ?? null),
            missingScope: self::missingScope($response->getHeader('www-authenticate')[0] ?? ''),
        );
    }

    private static function missingScope(string $value): ?string
    {
        $isMissing = str_contains($value, 'error="insufficient_scope"');

        return $isMissing && preg_match('/\bscope="([^"]+)"/', $value, $found) === 1 ? $found[1] : null;
    }

    /** Seconds or a date (RFC 9110 §10.2.3). */
    private static function retryAfter(?string $value): ?int
    {
        if ($value === null || ctype_digit($value)) {
            return $value === null ? null : (int) $value;
        }
        $time = strtotime($value);

        return $time === false ? null : max(0, $time - time());
    }
}
