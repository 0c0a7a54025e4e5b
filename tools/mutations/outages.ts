import type { FaultyFile } from './mutation.ts';

const outages = 'tests/api/outages.test.ts';

/** What waits while the storage or the database is away, and when it goes on. */
export const outageFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/jobs/outages.ts',
    tests: [outages],
    faults: {
      'outage-uses-up-attempts': [
        `attempts = greatest(attempts - 1, 0),
      run_at`,
        'run_at',
      ],
      'nothing-wakes-what-waits': ['run_at = least(run_at, ', 'run_at = greatest(run_at, '],
    },
  },
  {
    file: 'server/src/platform/outage.ts',
    tests: ['server/src/platform/outage.test.ts'],
    faults: {
      'database-of-unknown-name-is-an-error': ['|ENOTFOUND|EAI_AGAIN|', '|'],
      'database-without-a-way-is-an-error': ['if (NO_WAY.test(code)) return', "if (code === '') return"],
      'lost-database-may-be-asked-again': [
        "? 'lost' : 'unreachable';\n  if (UN",
        "? 'unreachable' : 'unreachable';\n  if (UN",
      ],
    },
  },
  {
    file: 'server/src/jobs/runner-pool.ts',
    tests: [outages],
    faults: { 'job-begins-by-a-wrong-clock': ['isPaused() || remaining.isNone()', 'remaining.isNone()'] },
  },
  {
    file: 'server/src/app.ts',
    tests: [outages],
    faults: {
      'jobs-are-due-by-the-machine': [
        ': await keepDatabaseTime(pool, log);',
        ': { ...(await keepDatabaseTime(pool, log)), clock: systemClock };',
      ],
    },
  },
  {
    file: 'server/src/database/database-clock.ts',
    tests: ['server/src/database/database-clock.test.ts'],
    faults: {
      'clock-is-ahead-of-the-database': [
        'Math.max(offsetMs, earliest), latest',
        'Math.max(offsetMs, latest), latest',
      ],
    },
  },
  {
    file: 'server/src/http/health.ts',
    tests: ['tests/api/transport.test.ts'],
    faults: { 'ready-with-a-wrong-clock': ['if (skew !== null) throw', "if (skew === '') throw"] },
  },
  {
    file: 'server/src/mail/send-mail.ts',
    tests: [outages],
    faults: {
      'mail-fails-with-its-storage': [
        ' || outageOf(error) !== null) throw error;\n  return',
        ') throw error;\n  return',
      ],
      'completion-mailed-without-certificate': [
        'if (!isExpected || outageOf(error) !== null) {',
        'if (!isExpected) {',
      ],
    },
  },
  {
    file: 'server/src/retention/run-retention.ts',
    tests: ['tests/api/erasing-locks.test.ts'],
    faults: {
      'erasing-fails-with-the-database': ['if (outageOf(error) !== null) throw error;', 'void outageOf;'],
    },
  },
  {
    file: 'server/src/evidence/completion-certificate.ts',
    tests: [outages],
    faults: {
      'certificate-fails-with-its-storage': ['!isFault || outageOf(error) !== null', '!isFault'],
    },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: [outages],
    faults: { 'seal-fails-with-its-storage': ['  if (outage) {', '  if (!outage) {'] },
  },
  {
    file: 'operator/src/wait-out-outages.ts',
    tests: ['operator/src/wait-out-outages.test.ts'],
    faults: {
      'backup-fails-with-the-database': [
        'if (outage === null && !isLeft) throw error;',
        'if (error) throw error;',
      ],
    },
  },
  {
    file: 'server/src/jobs/worker.ts',
    tests: ['tests/api/job-presence.test.ts'],
    faults: {
      'cut-off-jobs-stay-locked': ['if (running) void freeOwn(', 'if (!running) void freeOwn('],
      'failed-job-stays-though-superseded': [
        'return removeSuperseded(deps, job.id)',
        'return Promise.resolve()',
      ],
    },
  },
  {
    file: 'server/src/jobs/presence.ts',
    tests: ['tests/api/job-presence.test.ts'],
    faults: {
      'job-of-the-dead-stays-though-superseded': ['await query(client, REMOVE_SUPERSEDED, [names]);', ''],
    },
  },
];
