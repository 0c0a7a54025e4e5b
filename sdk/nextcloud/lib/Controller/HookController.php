<?php

declare(strict_types=1);

namespace OCA\Paraph\Controller;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Db\SigningRequestMapper;
use OCA\Paraph\Service\Connection;
use OCA\Paraph\Service\FollowUp;
use OCP\AppFramework\Controller;
use OCP\AppFramework\Http;
use OCP\AppFramework\Http\Attribute\NoCSRFRequired;
use OCP\AppFramework\Http\Attribute\PublicPage;
use OCP\AppFramework\Http\Response;
use OCP\IRequest;
use Paraph\Notification;
use Paraph\NotificationException;
use Paraph\ParaphException;

/** Where Paraph says that something has happened. */
final class HookController extends Controller
{
    private const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'paraph-signature'];

    public function __construct(
        IRequest $request,
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly FollowUp $followUp,
    ) {
        parent::__construct(Application::ID, $request);
    }

    #[PublicPage]
    #[NoCSRFRequired]
    public function receive(): Response
    {
        $values = array_map($this->request->getHeader(...), array_combine(self::HEADERS, self::HEADERS));
        $headers = array_filter($values, static fn (string $value) => $value !== '');
        try {
            // The raw body, as it was signed.
            $body = (string) file_get_contents('php://input');
            $told = Notification::verify($headers, $body, $this->connection->secret());
        } catch (NotificationException) {
            return new Response(Http::STATUS_BAD_REQUEST);
        }
        $request = $this->requests->find($told->envelope['id'] ?? '');
        try {
            $isDone = $request === null || $this->followUp->bringUpToDate($request);
        } catch (ParaphException) {
            $isDone = false;
        }

        // Whatever is not done is sent again, after seconds at first.
        return new Response($isDone ? Http::STATUS_NO_CONTENT : Http::STATUS_SERVICE_UNAVAILABLE);
    }
}
