<?php

declare(strict_types=1);

namespace OCA\Paraph\Controller;

use OCA\Paraph\AppInfo\Application;
use OCA\Paraph\Db\SigningRequestMapper;
use OCA\Paraph\Service\Connection;
use OCA\Paraph\Service\Explanation;
use OCP\AppFramework\Controller;
use OCP\AppFramework\Http;
use OCP\AppFramework\Http\JSONResponse;
use OCP\IL10N;
use OCP\IRequest;
use Paraph\NotFoundException;
use Paraph\ParaphException;

/** For administrators alone, as Nextcloud has it without an attribute. */
final class SettingsController extends Controller
{
    public function __construct(
        IRequest $request,
        private readonly Connection $connection,
        private readonly SigningRequestMapper $requests,
        private readonly Explanation $explanation,
        private readonly IL10N $l,
    ) {
        parent::__construct(Application::ID, $request);
    }

    /** Saves what works; an empty key leaves the former one, as long as the address stays. */
    public function save(string $address, string $key, bool $notified): JSONResponse
    {
        $address = rtrim(trim($address), '/');
        $isOther = $address !== $this->connection->address();
        if (trim($key) === '' && ($isOther || $this->connection->key() === '')) {
            return $this->refuse($this->l->t('Enter the API key. A key is sent to no other address than the one it was entered for.'));
        }
        $key = trim($key) ?: $this->connection->key();
        try {
            $paraph = $this->connection->clientOf($address, $key);
            $paraph->listEnvelopes(['limit' => 1]);
            $open = $this->requests->findOpen(0, 1);
            foreach ($open as $request) {
                $paraph->readEnvelope(['envelopeId' => $request->getEnvelopeId()]);
            }
        } catch (\InvalidArgumentException) {
            return $this->refuse($this->l->t('The address begins with https:// or http://.'));
        } catch (NotFoundException) {
            return $this->refuse(
                $this->l->t('This key cannot see documents that wait for signatures. It belongs to another organization.'),
            );
        } catch (ParaphException $error) {
            return $this->refuse($this->explanation->of($error));
        }
        $this->connection->save($address, $key, $notified);

        return new JSONResponse(['message' => $this->l->t('Saved. Paraph answers.')]);
    }

    private function refuse(string $message): JSONResponse
    {
        return new JSONResponse(['message' => $message], Http::STATUS_BAD_REQUEST);
    }
}
