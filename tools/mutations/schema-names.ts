import type { FaultyFile } from './mutation.ts';

const lives = ['tests/faults/schema-names.test.ts'];

/** Schemas of other names than the usual ones. */
export const schemaNameFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/database/named-queries.ts',
    tests: lives,
    faults: { 'queue-is-looked-for-in-its-usual-schema': ['schema === QUEUE_SCHEMA ?', 'schema !== "" ?'] },
  },
  {
    file: 'server/src/database/migrate.ts',
    tests: lives,
    faults: {
      'schema-is-not-made': ["execute format('create schema", "raise notice '%', format('create schema"],
      'queue-is-made-in-its-usual-schema': [
        'makeWorkerUtils({ pgPool: pool, schema })',
        'makeWorkerUtils({ pgPool: pool })',
      ],
    },
  },
  {
    file: 'operator/src/backup/snapshot-store.ts',
    tests: lives,
    faults: {
      'backup-is-of-the-usual-schema': [
        'c.relnamespace = current_schema()::regnamespace and c.relkind',
        "c.relnamespace = 'public'::regnamespace and c.relkind",
      ],
      'backup-has-the-sequences-of-the-usual-schema': [
        'schemaname = current_schema()',
        "schemaname = 'public'",
      ],
    },
  },
  {
    file: 'operator/src/doctor/pooler.ts',
    tests: lives,
    faults: { 'pooler-leads-to-another-schema': ['own.schema !== other.schema', 'own.schema === ""'] },
  },
  {
    file: 'server/src/config/database-url.ts',
    tests: ['server/src/config/config.test.ts'],
    faults: {
      'options-of-the-address-are-lost': ["changed.searchParams.get('options') ?? ''", "''"],
      'schema-has-any-name': ['if (!SCHEMA.test(value))', 'if (false)'],
    },
  },
  {
    file: 'server/src/config/config.ts',
    tests: ['server/src/config/config.test.ts'],
    faults: { 'queue-lies-among-the-tables': ['values.databaseSchema === values.queueSchema', 'false'] },
  },
];
