<?php

declare(strict_types=1);

namespace OCA\Paraph\Controller;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Service\EmbeddedSigning;
use OCA\Paraph\Service\Explanation;
use OCA\Paraph\Service\RefusedException;
use OCP\AppFramework\Controller;
use OCP\AppFramework\Http;
use OCP\AppFramework\Http\Attribute\NoAdminRequired;
use OCP\AppFramework\Http\Attribute\NoCSRFRequired;
use OCP\AppFramework\Http\Attribute\UserRateLimit;
use OCP\AppFramework\Http\ContentSecurityPolicy;
use OCP\AppFramework\Http\TemplateResponse;
use OCP\IRequest;
use OCP\IUserSession;
use OCP\Util;
use Paraph\ParaphException;

/** The page in which a user signs, without leaving Nextcloud. */
final class SigningController extends Controller
{
    public function __construct(
        IRequest $request,
        private readonly EmbeddedSigning $signing,
        private readonly IUserSession $session,
        private readonly Explanation $explanation,
    ) {
        parent::__construct(Application::ID, $request);
    }

    // Paraph opens 60 frames a minute for all users together.
    #[NoAdminRequired]
    #[NoCSRFRequired]
    #[UserRateLimit(limit: 10, period: 60)]
    public function show(string $envelopeId): TemplateResponse
    {
        Util::addStyle(Application::ID, 'paraph');
        try {
            $frame = $this->signing->open($this->session->getUser(), $envelopeId);
        } catch (RefusedException $error) {
            return $this->problem($error->getMessage(), Http::STATUS_NOT_FOUND);
        } catch (ParaphException $error) {
            return $this->problem($this->explanation->of($error), Http::STATUS_SERVICE_UNAVAILABLE);
        }
        Util::addScript(Application::ID, 'sign');
        $response = new TemplateResponse(Application::ID, 'sign', $frame);
        $policy = new ContentSecurityPolicy();
        $policy->addAllowedFrameDomain($frame['origin']);
        $response->setContentSecurityPolicy($policy);

        return $response;
    }

    private function problem(string $message, int $status): TemplateResponse
    {
        return new TemplateResponse(Application::ID, 'problem', ['message' => $message], status: $status);
    }
}
