import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/migrating.test.ts'];

/** A migration runs while people go on working, and may be killed. */
export const migrationFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/database/migration-statements.ts',
    tests,
    faults: {
      'statement-is-repeated-after-a-kill': ['if (done?.has(position)) continue;', ''],
      'migration-gives-up-on-a-table-in-use': ['|| tries === TRIES_MAX', '|| tries > 0'],
      'at-once-is-not-marked': [
        'select $1, unnest($2::int[])`, [name, positions]',
        'select $1, unnest($2::int[])`, [name, []]',
      ],
      'unfinished-index-stays': ['`drop index concurrently if exists ${index}`', "'select 1'"],
      'marks-of-migrations-stay': ['`drop table ${MARKS}`', "'select 1'"],
      'marks-of-the-next-version-are-forgotten': [
        'delete from ${MARKS} where migration = any($1)`, [migrations]',
        'delete from ${MARKS}`',
      ],
    },
  },
  {
    file: 'server/src/database/migrate.ts',
    tests,
    faults: {
      'database-in-use-is-changed-at-once': ['isEmpty ? runAtOnce', 'marks ? runAtOnce'],
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
  {
    file: 'server/src/database/schema-version.ts',
    tests,
    faults: {
      'older-version-starts-on-what-it-cannot-use': [
        'oldest === null || isOlder(version, oldest)',
        'oldest === null',
      ],
      'no-way-back': ['if (pending.length === 0) return null;', ''],
      'unfinished-database-of-the-next-version-is-used': [
        'if (pending.length === 0) return null;',
        'return null;',
      ],
      'versions-are-compared-as-text': ['.map(Number)', '.map((each) => each.charCodeAt(0))'],
    },
  },
  {
    file: 'server/src/database/statement-locks.ts',
    tests,
    faults: {
      'plan-forgets-the-table-a-key-refers-to': ["      lock(target, 'SHARE ROW EXCLUSIVE');\n", ''],
      'plan-takes-a-written-default-for-cheap': ['VOLATILE.test(action) ||', ''],
      'plan-says-a-validation-stops-all': [
        "=== 'validate' ? 'SHARE UPDATE EXCLUSIVE'",
        "=== 'never' ? 'SHARE UPDATE EXCLUSIVE'",
      ],
      'plan-forgets-that-a-check-reads-rows': ["'none' : 'scan';\n  return", "'none' : 'none';\n  return"],
    },
  },
  {
    file: 'server/src/database/plan-migrations.ts',
    tests,
    faults: {
      'plan-names-what-has-run': ['!pending.includes(migration) ||', ''],
    },
  },
  {
    file: 'operator/src/doctor/pooler.ts',
    tests: ['tests/cli/doctor.test.ts'],
    faults: {
      'pooler-without-prepared-statements-is-well': ['preparesStatements && !(await', 'false && !(await'],
      'sessions-of-another-database-are-well': ['own.database !== other.database', 'false'],
      'pooler-without-limits-is-well': ["statement !== '0' && idle !== '0'", 'true'],
    },
  },
  {
    file: 'server/src/jobs/runner-pool.ts',
    tests: ['tests/docs/poolers.test.ts'],
    faults: {
      'jobs-are-listened-for-through-the-pooler': ['sessions.connect(callback)', 'pool.connect(callback)'],
    },
  },
  {
    file: 'server/src/jobs/runner-pool.ts',
    tests: ['tests/api/job-searches.test.ts'],
    faults: {
      'names-of-the-queue-go-through-the-pooler': [
        'searching.preparesStatements ||',
        'searching !== null ||',
      ],
    },
  },
];
