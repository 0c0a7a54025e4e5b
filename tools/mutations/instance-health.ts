import type { FaultyFile } from './mutation.ts';

/** What the owner of an instance reads of it, and what is asked for that. */
export const healthFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/instance-health/check-health.ts',
    tests: ['tests/api/instance-health.test.ts'],
    faults: {
      'health-for-everyone': [
        'if (!(await isInstanceOwner(database, caller.userId)))',
        'if (caller.userId < 0 && !isInstanceOwner)',
      ],
      'health-under-way-for-ever': ['const UNDER_WAY_SECONDS = 600;', 'const UNDER_WAY_SECONDS = 6_000;'],
      'health-examined-twice': ['if (isUnderWay) return;', ''],
      'health-without-its-remedy': ['remedy: remedy ?? null', 'remedy: null'],
    },
  },
  {
    file: 'server/src/instance-health/read-status.ts',
    tests: ['tests/api/instance-health.test.ts'],
    faults: {
      'slow-start-is-a-delay': ['const LATE_SECONDS = 60;', 'const LATE_SECONDS = 600;'],
      'refused-address-delays-mails': ['const RETRIED_MAILS_MAX = 5;', 'const RETRIED_MAILS_MAX = 4;'],
      'status-hides-an-outage': ["state: outage ? 'away' : 'well'", "state: 'well'"],
      'blocked-document-is-well': ['seals.later + blocked > 0', 'seals.later > 0'],
      'status-asked-for-each-visitor': ['now < latest.until', 'now > latest.until'],
      'slow-receiver-delays-all': ['job.waitSeconds)', 'job.oldestSeconds)'],
    },
  },
  {
    file: 'operator/src/doctor/providers.ts',
    tests: ['tests/cli/doctor.test.ts'],
    faults: { 'provider-of-members-not-asked': ['.filter(({ ok }) => !ok)', '.filter(() => false)'] },
  },
];
