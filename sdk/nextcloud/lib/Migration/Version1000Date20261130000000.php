<?php

declare(strict_types=1);

namespace OCA\Paraph\Migration;

use OCP\DB\ISchemaWrapper;
use OCP\DB\Types;
use OCP\Migration\IOutput;
use OCP\Migration\SimpleMigrationStep;

final class Version1000Date20261130000000 extends SimpleMigrationStep
{
    public function changeSchema(IOutput $output, \Closure $schemaClosure, array $options): ?ISchemaWrapper
    {
        /** @var ISchemaWrapper $schema */
        $schema = $schemaClosure();
        if ($schema->hasTable('paraph_requests')) {
            return null;
        }
        $table = $schema->createTable('paraph_requests');
        $table->addColumn('id', Types::BIGINT, ['autoincrement' => true, 'notnull' => true]);
        $table->addColumn('envelope_id', Types::STRING, ['notnull' => true, 'length' => 40]);
        $table->addColumn('file_id', Types::BIGINT, ['notnull' => true]);
        $table->addColumn('file_name', Types::STRING, ['notnull' => true, 'length' => 250]);
        $table->addColumn('sender', Types::STRING, ['notnull' => true, 'length' => 64]);
        $table->addColumn('signers', Types::TEXT, ['notnull' => true]);
        $table->addColumn('state', Types::STRING, ['notnull' => true, 'length' => 16]);
        $table->addColumn('problem', Types::STRING, ['notnull' => false, 'length' => 16]);
        $table->addColumn('claimed_at', Types::BIGINT, ['notnull' => true, 'default' => 0]);
        $table->addColumn('created_at', Types::BIGINT, ['notnull' => true]);
        $table->setPrimaryKey(['id']);
        $table->addUniqueIndex(['envelope_id'], 'paraph_requests_envelope');
        $table->addIndex(['state', 'id'], 'paraph_requests_state');

        return $schema;
    }
}
