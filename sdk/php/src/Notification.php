<?php

declare(strict_types=1);

namespace Paraph;

/**
 * A notification with a verified signature.
 *
 * @phpstan-import-type NotifiedEnvelope from Types
 * @phpstan-import-type NotifiedSeal from Types
 */
final readonly class Notification
{
    /**
     * @param ?string $id the same for every delivery attempt: process each id once
     * @param ?string $event such as `workflow.signed`, one of `NotifiedEvent`; a newer server may have more
     * @param int $timestamp time of this delivery attempt, in seconds since 1970
     * @param ?NotifiedEnvelope $envelope the workflow at the moment of the event; null where it is about a seal
     * @param ?NotifiedSeal $seal the seal of the organization, of `seal.completed` and `seal.failed`
     */
    private function __construct(
        public ?string $id,
        public ?string $event,
        public int $timestamp,
        public ?array $envelope,
        public ?array $seal,
    ) {
    }

    /**
     * Verifies the raw body, in constant time.
     *
     * @param array<string, string|list<string>> $headers of the request; names in any case
     * @param string|list<string> $secret of the workflow's callback or of the webhook; a list while it is changed
     * @throws NotificationException the signature is not right, or too old
     */
    public static function verify(
        array $headers,
        string $body,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = 600,
        ?int $now = null,
    ): self {
        $values = [];
        foreach ($headers as $name => $value) {
            $values[strtolower($name)] = is_array($value) ? $value[0] ?? '' : $value;
        }
        [$id, $stamp, $prefix, $signatures] = self::standardSignature($values) ?? self::plainSignature($values)
            ?? throw new NotificationException('The notification carries no signature.');
        if (!ctype_digit($stamp)) {
            throw new NotificationException('The notification carries no time.');
        }
        $age = ($now ?? time()) - (int) $stamp;
        if (abs($age) > $tolerance) {
            throw new NotificationException("The notification is $age seconds old; check the clock, or it is a replay.");
        }
        if (!self::isGenuine("$prefix$body", $signatures, (array) $secret)) {
            throw new NotificationException('The signature is not right: another secret, or not the raw body.');
        }
        $told = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        // Where the body says it, a header that no signature covers does not count.
        $event = $told['event']['name'] ?? $values['paraph-event'] ?? null;
        $isSeal = str_starts_with($event ?? '', 'seal.');

        return new self($id, $event, (int) $stamp, $isSeal ? null : $told, $isSeal ? $told : null);
    }

    /** The secret as libraries of Standard Webhooks take it: `whsec_` and Base64. */
    public static function standardSecret(#[\SensitiveParameter] string $secret): string
    {
        return str_starts_with($secret, 'whsec_') ? $secret : 'whsec_' . base64_encode($secret);
    }

    /**
     * @param list<string> $signatures
     * @param list<string> $secrets
     */
    private static function isGenuine(string $message, array $signatures, array $secrets): bool
    {
        $isRight = false;
        foreach ($secrets as $secret) {
            // Anyone could sign with an empty key.
            if ($secret === '') {
                throw new \InvalidArgumentException('The secret is empty.');
            }
            foreach (self::keysOf($secret) as $key) {
                $expected = hash_hmac('sha256', $message, $key, true);
                foreach ($signatures as $signature) {
                    $isRight = hash_equals($expected, $signature) || $isRight;
                }
            }
        }

        return $isRight;
    }

    /**
     * A `whsec_` secret signs the Standard Webhooks header with its decoded bytes, ours with its text.
     *
     * @return list<string>
     */
    private static function keysOf(string $secret): array
    {
        $bytes = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;

        return $bytes === false || $bytes === '' ? [$secret] : [$secret, $bytes];
    }

    /**
     * Signature of Standard Webhooks over id, time and body, Base64.
     *
     * @param array<string, string> $values
     * @return null|array{string, string, string, list<string>}
     */
    private static function standardSignature(array $values): ?array
    {
        if (!isset($values['webhook-id'], $values['webhook-timestamp'], $values['webhook-signature'])) {
            return null;
        }
        ['webhook-id' => $id, 'webhook-timestamp' => $stamp, 'webhook-signature' => $line] = $values;
        $given = array_filter(explode(' ', $line), static fn (string $each) => str_starts_with($each, 'v1,'));
        $signatures = array_map(static fn (string $each) => (string) base64_decode(substr($each, 3), true), $given);

        return [$id, $stamp, "$id.$stamp.", array_values($signatures)];
    }

    /**
     * Signature `t=<seconds>,v1=<hex>` over time and body.
     *
     * @param array<string, string> $values
     * @return null|array{null, string, string, list<string>}
     */
    private static function plainSignature(array $values): ?array
    {
        $line = $values['paraph-signature'] ?? $values['yumisign-signature'] ?? null;
        if ($line === null) {
            return null;
        }
        preg_match('/(?:^|,)\s*t=(\d+)/', $line, $time);
        preg_match_all('/(?:^|,)\s*v1=((?:[0-9a-f]{2})+)/i', $line, $found);
        $stamp = $time[1] ?? '';

        return [null, $stamp, "$stamp.", array_map(hex2bin(...), $found[1])];
    }
}
