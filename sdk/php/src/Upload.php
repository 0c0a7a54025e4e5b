<?php

declare(strict_types=1);

namespace Paraph;

use Psr\Http\Message\StreamInterface;

/** A file to send. Streams are read at once, so that a retry can send them again. */
final readonly class Upload
{
    private function __construct(
        public string $content,
        public string $name,
        public string $type,
    ) {
    }

    public static function fromPath(string $path, ?string $name = null, string $type = 'application/pdf'): self
    {
        $content = @file_get_contents($path);
        if ($content === false) {
            throw new \InvalidArgumentException("The file $path cannot be read.");
        }

        return new self($content, $name ?? basename($path), $type);
    }

    public static function fromString(
        string $content,
        string $name = 'document.pdf',
        string $type = 'application/pdf',
    ): self {
        return new self($content, $name, $type);
    }

    /** @param StreamInterface|resource $stream */
    public static function fromStream(
        mixed $stream,
        string $name = 'document.pdf',
        string $type = 'application/pdf',
    ): self {
        $content = $stream instanceof StreamInterface ? (string) $stream : stream_get_contents($stream);
        if ($content === false) {
            throw new \InvalidArgumentException('The stream cannot be read.');
        }

        return new self($content, $name, $type);
    }
}
