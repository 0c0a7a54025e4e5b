<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

/** Something that the user can mend; the message is in their language, and says how. */
final class RefusedException extends \RuntimeException
{
}
