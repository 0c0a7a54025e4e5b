<?php

declare(strict_types=1);

namespace OCA\Paraph\BackgroundJob;

use OCA\Paraph\Db\SigningRequestMapper;
use OCA\Paraph\Service\Connection;
use OCA\Paraph\Service\FollowUp;
use OCP\AppFramework\Utility\ITimeFactory;
use OCP\BackgroundJob\TimedJob;
use Paraph\NotFoundException;
use Paraph\ParaphException;
use Psr\Log\LoggerInterface;

/** Once an hour asks for everything that is open, as a notification may have been lost. */
final class Reconcile extends TimedJob
{
    private const PAGE = 100;

    public function __construct(
        ITimeFactory $time,
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly FollowUp $followUp,
        private readonly LoggerInterface $logger,
    ) {
        parent::__construct($time);
        $this->setInterval(3_600);
    }

    protected function run($argument): void
    {
        for ($after = 0; $this->connection->isSet();) {
            $page = $this->requests->findOpen($after, self::PAGE);
            foreach ($page as $request) {
                $after = $request->getId();
                try {
                    $this->followUp->bringUpToDate($request);
                } catch (NotFoundException $error) {
                    $this->logger->warning("{$request->getEnvelopeId()}: {$error->getMessage()}");
                } catch (ParaphException $error) {
                    // It would be the same for all others.
                    $this->logger->error("Paraph does not answer: {$error->getMessage()}", ['exception' => $error]);

                    return;
                }
            }
            if (count($page) < self::PAGE) {
                return;
            }
        }
    }
}
