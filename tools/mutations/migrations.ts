import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/migrating.test.ts'];

/** A migration runs while people go on working, and may be killed. */
export const migrationFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/database/migration-statements.ts',
    tests,
    faults: {
      'statement-is-repeated-after-a-kill': ['if (done.has(position)) continue;', ''],
      'migration-gives-up-on-a-table-in-use': ['|| tries === TRIES_MAX', '|| tries > 0'],
      'unfinished-index-stays': ['`drop index concurrently if exists ${index}`', "'select 1'"],
      'marks-of-migrations-stay': ['`drop table if exists ${MARKS}`', "'select 1'"],
    },
  },
  {
    file: 'server/src/database/migrate.ts',
    tests,
    faults: {
      'waiter-of-before-is-waited-for': [
        'client.query(SEND_WAITERS_AWAY)',
        "client.query('select pg_sleep(0.05)')",
      ],
      'later-file-with-a-lower-number-is-refused': [
        'allowUnorderedMigrations: true',
        'allowUnorderedMigrations: false',
      ],
    },
  },
];
