<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use Psr\Http\Client\ClientExceptionInterface;

final class UnreachableException extends \RuntimeException implements ClientExceptionInterface
{
}
