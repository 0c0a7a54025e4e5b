<?php

declare(strict_types=1);

namespace OCA\Paraph\Db;

use OCP\AppFramework\Db\Entity;

/**
 * A PDF that was sent to be signed.
 *
 * @method string getEnvelopeId()
 * @method void setEnvelopeId(string $envelopeId)
 * @method int getFileId()
 * @method void setFileId(int $fileId)
 * @method string getFileName()
 * @method void setFileName(string $fileName)
 * @method string getSender()
 * @method void setSender(string $sender)
 * @method string getSigners()
 * @method void setSigners(string $signers)
 * @method string getState()
 * @method void setState(string $state)
 * @method ?string getProblem()
 * @method void setProblem(?string $problem)
 * @method int getClaimedAt()
 * @method void setClaimedAt(int $claimedAt)
 * @method int getCreatedAt()
 * @method void setCreatedAt(int $createdAt)
 */
final class SigningRequest extends Entity
{
    public const OPEN = 'open';
    public const ENDED = 'ended';

    // Without defaults: what is set to the value that it has is not written.
    protected $envelopeId;
    protected $fileId;
    protected $fileName;
    protected $sender;
    protected $signers;
    protected $state;
    protected $problem;
    protected $claimedAt;
    protected $createdAt;

    public function __construct()
    {
        foreach (['fileId', 'claimedAt', 'createdAt'] as $name) {
            $this->addType($name, 'integer');
        }
    }

    /**
     * Those of the signers who are users of this Nextcloud.
     *
     * @return array<string, array{email: string, told: bool}> by user
     */
    public function users(): array
    {
        return json_decode($this->getSigners(), true, flags: JSON_THROW_ON_ERROR);
    }

    /** @param array<string, array{email: string, told: bool}> $users */
    public function setUsers(array $users): void
    {
        $this->setSigners(json_encode((object) $users, JSON_THROW_ON_ERROR));
    }
}
