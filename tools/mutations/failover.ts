import type { FaultyFile } from './mutation.ts';

const failover = 'tests/faults/failover.test.ts';

/** The loss of a database that has a standby. */
export const failoverFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/database/primary.ts',
    tests: [failover],
    faults: {
      'old-primary-is-used-again': ['timeline === newest', 'timeline !== null'],
      'primary-is-not-watched': ['if (state?.timeline == null) await findOnce();', ''],
      'old-primary-that-answers-is-kept': ['isOfAll ? null :', 'isOfAll && !current ? null :'],
      'connections-to-the-old-primary-stay': ["if (isOther) changes.emit('change');", ''],
      'host-is-waited-for-without-end': ['    query_timeout: ANSWER_MS_MAX,\n', ''],
      'standby-counts-as-primary': ['case when not pg_is_in_recovery()', 'case when true'],
    },
  },
  {
    file: 'server/src/database/primary-pool.ts',
    tests: [failover],
    faults: {
      'idle-connection-to-the-old-primary-is-used': ['.url === this.#primary.url()', '.url !== null'],
      'statement-waits-for-the-lost-primary': ['of [...this.#inUse])', 'of [] as pg.PoolClient[])'],
      'who-listens-at-the-lost-primary-is-not-told': ["client.emit('error',", "client.emit('left',"],
    },
  },
  {
    file: 'server/src/database/process-lock.ts',
    tests: [failover],
    faults: { 'lock-is-held-at-the-lost-primary': ["if ('primary' in options)", 'if (false)'] },
  },
  {
    file: 'operator/src/doctor/standbys.ts',
    tests: [failover],
    faults: {
      'two-primaries-not-told': ['writable.length > 1', 'writable.length > 2'],
      'standby-that-is-not-waited-for-is-well': ["(state === 'sync' || state === 'quorum')", "state !== ''"],
    },
  },
  {
    file: 'server/src/database/replica.ts',
    tests: [failover, 'tests/api/workflow-lists.test.ts'],
    faults: {
      'replica-answers-what-is-older-than-the-call': [
        'if (rows[0].isCurrent)',
        'if (!rows[0].isCurrent || rows[0].isCurrent)',
      ],
      'standby-of-a-former-primary-is-read': ['if (!rows[0]?.follows)', 'if (!rows[0])'],
      'replica-that-failed-is-asked-again-at-once': ['= monotonicMs() + AWAY_MS', '= 0'],
      'replica-that-failed-is-never-asked-again': ['monotonicMs() < isAwayUntilMs', 'isAwayUntilMs > 0'],
      'refusal-counts-as-a-failure': ['if (error instanceof Refusal) throw error;', ''],
      'replica-that-answers-nothing-is-waited-for': ['Promise.race([work, late])', 'work'],
      'lists-are-read-from-the-primary-alone': ['replica && (await replica.read(read))', 'null && replica'],
    },
  },
  {
    file: 'server/src/evidence/read-evidence.ts',
    tests: ['tests/api/workflow-lists.test.ts'],
    faults: {
      'evidence-is-read-from-the-primary-alone': ['readList(deps,', 'readList({ ...deps, replica: null },'],
    },
  },
  {
    file: 'server/src/metrics/state-gauges.ts',
    tests: ['tests/api/metrics.test.ts'],
    faults: {
      'metrics-are-read-from-the-primary-alone': ['isOfPrimary ? null : replica', 'null'],
      'clock-of-a-standby-counts-as-the-primarys': ['isOfPrimary ? null : replica', 'replica'],
    },
  },
  {
    file: 'server/src/config/database-url.ts',
    tests: ['server/src/config/config.test.ts'],
    faults: { 'standby-may-be-asked-for': ['urls.length > 1 && !', 'urls.length > 9 && !'] },
  },
];
