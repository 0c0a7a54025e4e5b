<?php

declare(strict_types=1);

namespace Paraph;

/**
 * How a call becomes a request, whatever client sends it.
 *
 * @internal
 */
final class Request
{
    /** @var array<string, string> */
    public array $headers = ['accept' => 'application/json'];
    public string $body = '';
    public bool $isAnonymous = false;
    public bool $wantsBytes = false;
    public bool $carriesOutcome = false;

    private function __construct(public readonly string $method, public readonly string $url)
    {
    }

    /**
     * The request of an operation. A line of the list: method, path, then words for input and output.
     *
     * @param array<string, mixed> $input
     */
    public static function of(string $name, array $input, string $baseUrl): self
    {
        $words = explode(' ', Calls::LINES[$name]);
        [$method, $path] = $words;
        $filled = preg_replace_callback('/\{(\w+)\}/', static function (array $match) use (&$input): string {
            $value = (string) ($input[$match[1]] ?? '');
            unset($input[$match[1]]);
            // Two dots would address another operation, even escaped (WHATWG URL §4.1).
            if (in_array($value, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("$match[1] is missing or no id.");
            }

            return rawurlencode($value);
        }, $path);
        $kind = array_values(array_intersect(['json', 'form', 'multipart', 'either'], $words))[0] ?? null;
        $query = $kind === null ? $input : array_intersect_key($input, array_flip(self::queryNames($words)));
        $pairs = self::encode($query);
        $request = new self($method, $baseUrl . $filled . ($pairs === '' ? '' : "?$pairs"));
        $request->isAnonymous = in_array('client', $words, true);
        $request->wantsBytes = in_array('bytes', $words, true);
        $request->carriesOutcome = in_array('one', $words, true);
        if ($request->wantsBytes) {
            $request->headers['accept'] = '*/*';
        }
        if ($kind !== null) {
            $request->addBody($kind, array_diff_key($input, $query));
        }

        return $request;
    }

    /** Uses only the path of the link, so that the credential is not sent to another host. */
    public static function ofDownload(string $link, string $baseUrl): self
    {
        $parts = parse_url($link);
        if (preg_match('#/api/v1/storage/.+$#', $parts['path'] ?? '', $found) !== 1) {
            throw new \InvalidArgumentException("\"$link\" is no link to a file of Paraph (/api/v1/storage/…).");
        }
        $query = isset($parts['query']) ? "?{$parts['query']}" : '';
        $request = new self('GET', $baseUrl . $found[0] . $query);
        $request->wantsBytes = true;
        $request->headers['accept'] = '*/*';

        return $request;
    }

    /** A DELETE repeated after a lost response would report its own success as "not found". */
    public function isRepeatable(): bool
    {
        return $this->method === 'GET' || $this->takesKey();
    }

    public function takesKey(): bool
    {
        return in_array($this->method, ['POST', 'PUT'], true) && !$this->isAnonymous;
    }

    /**
     * @param list<string> $words
     * @return list<string>
     */
    private static function queryNames(array $words): array
    {
        foreach ($words as $word) {
            if (str_starts_with($word, 'query:')) {
                return explode(',', substr($word, 6));
            }
        }

        return [];
    }

    /** @param array<string, mixed> $values */
    private function addBody(string $kind, array $values): void
    {
        $hasFile = array_filter($values, static fn (mixed $each) => $each instanceof Upload) !== [];
        if ($kind === 'json' || ($kind === 'either' && !$hasFile)) {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;
            $this->body = json_encode((object) $values, $flags);
            $this->headers['content-type'] = 'application/json';
        } elseif ($kind === 'form') {
            $this->body = self::encode($values);
            $this->headers['content-type'] = 'application/x-www-form-urlencoded';
        } else {
            $boundary = bin2hex(random_bytes(16));
            foreach (self::pairs($values) as [$name, $value]) {
                $this->body .= "--$boundary\r\n" . self::part($name, $value) . "\r\n";
            }
            $this->body .= "--$boundary--\r\n";
            $this->headers['content-type'] = "multipart/form-data; boundary=$boundary";
        }
    }

    private static function part(string $name, string|Upload $value): string
    {
        $head = 'content-disposition: form-data; name="' . self::quoted($name) . '"';
        if (!$value instanceof Upload) {
            return "$head\r\n\r\n$value";
        }
        $file = self::quoted($value->name);

        return "$head; filename=\"$file\"\r\ncontent-type: {$value->type}\r\n\r\n{$value->content}";
    }

    /** As browsers write names of parts and files (HTML, multipart/form-data). */
    private static function quoted(string $name): string
    {
        return strtr($name, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']);
    }

    /** @param array<string, mixed> $values */
    private static function encode(array $values): string
    {
        $pairs = [];
        foreach (self::pairs($values) as [$name, $value]) {
            $pairs[] = urlencode($name) . '=' . urlencode($value instanceof Upload ? $value->content : $value);
        }

        return implode('&', $pairs);
    }

    /**
     * Nested values in bracket notation: `['steps' => [['type' => 'sign']]]` → `steps[0][type]=sign`.
     *
     * @param array<int|string, mixed> $values
     * @return \Generator<int, array{string, string|Upload}>
     */
    private static function pairs(array $values, ?string $prefix = null): \Generator
    {
        foreach ($values as $key => $value) {
            if (preg_match('/^[^\[\]]+$/', (string) $key) !== 1) {
                throw new \InvalidArgumentException("\"$key\" cannot be sent: a key has no brackets and is not empty.");
            }
            $name = $prefix === null ? (string) $key : "{$prefix}[$key]";
            if (is_array($value) || $value instanceof \stdClass) {
                yield from self::pairs((array) $value, $name);
            } elseif ($value instanceof Upload) {
                yield [$name, $value];
            } else {
                yield [$name, is_bool($value) ? ($value ? 'true' : 'false') : (string) $value];
            }
        }
    }
}
