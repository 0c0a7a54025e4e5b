<?php

declare(strict_types=1);

namespace OCA\Paraph\Controller;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Service\Explanation;
use OCA\Paraph\Service\RefusedException;
use OCA\Paraph\Service\Sending;
use OCP\AppFramework\Controller;
use OCP\AppFramework\Http;
use OCP\AppFramework\Http\Attribute\NoAdminRequired;
use OCP\AppFramework\Http\Attribute\NoCSRFRequired;
use OCP\AppFramework\Http\JSONResponse;
use OCP\AppFramework\Http\TemplateResponse;
use OCP\IRequest;
use OCP\IURLGenerator;
use OCP\IUserSession;
use OCP\Security\ISecureRandom;
use OCP\Util;
use Paraph\ParaphException;

/** The page that asks for signatures. */
final class RequestController extends Controller
{
    public function __construct(
        IRequest $request,
        private readonly Sending $sending,
        private readonly IUserSession $session,
        private readonly ISecureRandom $random,
        private readonly IURLGenerator $urls,
        private readonly Explanation $explanation,
    ) {
        parent::__construct(Application::ID, $request);
    }

    #[NoAdminRequired]
    #[NoCSRFRequired]
    public function form(int $fileId): TemplateResponse
    {
        Util::addStyle(Application::ID, 'paraph');
        try {
            $file = $this->sending->fileOf($this->session->getUser(), $fileId);
        } catch (RefusedException $error) {
            $status = Http::STATUS_NOT_FOUND;

            return new TemplateResponse(Application::ID, 'problem', ['message' => $error->getMessage()], status: $status);
        }
        Util::addScript(Application::ID, 'send');
        $key = $this->random->generate(20, ISecureRandom::CHAR_ALPHANUMERIC);

        return new TemplateResponse(Application::ID, 'send', [
            'fileId' => $fileId,
            'name' => $file->getName(),
            'key' => $key,
            'action' => $this->urls->linkToRoute('paraph.request.send'),
            // Whom Nextcloud lets this user find, as in its own dialog for sharing.
            'users' => $this->urls->getAbsoluteURL('/ocs/v2.php/core/autocomplete/get'),
            'back' => $this->urls->getAbsoluteURL("/index.php/f/$fileId"),
        ]);
    }

    /** @param list<array{user?: string, name?: string, email?: string}> $people */
    #[NoAdminRequired]
    public function send(int $fileId, array $people, bool $inOrder, string $message, string $key): JSONResponse
    {
        $choices = ['inOrder' => $inOrder, 'message' => $message, 'key' => $key];
        try {
            $this->sending->send($this->session->getUser(), $fileId, $people, $choices);
        } catch (RefusedException $error) {
            return new JSONResponse(['message' => $error->getMessage()], Http::STATUS_BAD_REQUEST);
        } catch (ParaphException $error) {
            return new JSONResponse(['message' => $this->explanation->of($error)], Http::STATUS_BAD_REQUEST);
        }

        return new JSONResponse([]);
    }
}
