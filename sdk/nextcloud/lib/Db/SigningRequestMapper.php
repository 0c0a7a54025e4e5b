<?php

declare(strict_types=1);

namespace OCA\Paraph\Db;

use OCP\AppFramework\Db\DoesNotExistException;
use OCP\AppFramework\Db\QBMapper;
use OCP\DB\QueryBuilder\IQueryBuilder;
use OCP\IDBConnection;

/** @extends QBMapper<SigningRequest> */
final class SigningRequestMapper extends QBMapper
{
    /** After it whoever had claimed a request has died. */
    private const CLAIM_SECONDS = 600;

    public function __construct(IDBConnection $db)
    {
        parent::__construct($db, 'paraph_requests', SigningRequest::class);
    }

    public function find(string $envelopeId): ?SigningRequest
    {
        $query = $this->db->getQueryBuilder();
        $query->select('*')
            ->from($this->getTableName())
            ->where($query->expr()->eq('envelope_id', $query->createNamedParameter($envelopeId)));
        try {
            return $this->findEntity($query);
        } catch (DoesNotExistException) {
            return null;
        }
    }

    /** @return list<SigningRequest> open ones, the oldest first, from the one after this id on */
    public function findOpen(int $afterId, int $limit): array
    {
        $query = $this->db->getQueryBuilder();
        $query->select('*')
            ->from($this->getTableName())
            ->where($query->expr()->eq('state', $query->createNamedParameter(SigningRequest::OPEN)))
            ->andWhere($query->expr()->gt('id', $query->createNamedParameter($afterId, IQueryBuilder::PARAM_INT)))
            ->orderBy('id')
            ->setMaxResults($limit);

        return $this->findEntities($query);
    }

    /** Takes an open request for one process alone; false where another one has it. */
    public function claim(SigningRequest $request, int $now): bool
    {
        $query = $this->db->getQueryBuilder();
        $before = $query->createNamedParameter($now - self::CLAIM_SECONDS, IQueryBuilder::PARAM_INT);
        $query->update($this->getTableName())
            ->set('claimed_at', $query->createNamedParameter($now, IQueryBuilder::PARAM_INT))
            ->where($query->expr()->eq('id', $query->createNamedParameter($request->getId(), IQueryBuilder::PARAM_INT)))
            ->andWhere($query->expr()->eq('state', $query->createNamedParameter(SigningRequest::OPEN)))
            ->andWhere($query->expr()->lt('claimed_at', $before));

        return $query->executeStatement() === 1;
    }
}
