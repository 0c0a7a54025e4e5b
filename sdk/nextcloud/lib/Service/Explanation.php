<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCP\IL10N;
use Paraph\AuthenticationException;
use Paraph\ConnectionException;
use Paraph\NotFoundException;
use Paraph\ParaphException;
use Paraph\PermissionException;
use Paraph\RateLimitException;
use Paraph\ServerException;

/** Says in the user's language what Paraph refused, and who can mend it. */
final class Explanation
{
    public function __construct(private readonly IL10N $l)
    {
    }

    public function of(ParaphException $error): string
    {
        return match (true) {
            $error instanceof AuthenticationException => $this->l->t(
                'Paraph does not accept the API key. An administrator can enter another one in the settings.',
            ),
            $error instanceof PermissionException && $error->missingScope !== null => $this->l->t(
                'The API key lacks the scope %s. An administrator can make another key in Paraph.',
                [$error->missingScope],
            ),
            $error instanceof NotFoundException => $this->l->t(
                'Paraph does not know this document. It was deleted there, or the API key belongs to another organization.',
            ),
            $error instanceof RateLimitException => $this->l->t('Paraph is asked too often. Try again in a minute.'),
            $error instanceof ConnectionException, $error instanceof ServerException => $this->l->t(
                'Paraph cannot be reached. Try again later; nothing is lost.',
            ),
            // Its own words name the parameter and the remedy.
            default => trim("{$error->getMessage()} " . implode(' ', array_map(
                static fn (string $name, string $problem) => "$name: $problem",
                array_keys($error->violations),
                $error->violations,
            ))),
        };
    }
}
