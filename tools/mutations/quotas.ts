import type { FaultyFile } from './mutation.ts';

const quotas = ['tests/api/quotas.test.ts'];
const intake = ['intake/src/pool/intake.test.ts'];

/** What an organization may use. */
export const quotaFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/http/organization-quotas.ts',
    tests: quotas,
    faults: {
      'quota-of-envelopes-is-one-more': [
        'if (end && state.used > value)',
        'if (end && state.used > value + 1)',
      ],
      'quota-of-stored-bytes-is-ignored': [
        "if (name === 'storedBytes' && state.used >= value)",
        'if (false)',
      ],
      'quota-of-the-instance-holds-for-all': ['own?.isOwn ? own.value :', 'false ? null :'],
      'quota-of-an-organization-is-not-asked': [
        'if (!hasOwnQuota && limited.length === 0) return;',
        'if (limited.length === 0) return;',
      ],
      'quota-of-calls-is-not-counted': ['if (resetSeconds !== null)', 'if (false)'],
      'quota-of-people-counts-envelopes': [
        '...(mails > 0 ? { mails } : {})',
        '...(mails > 0 ? { mails: 1 } : {})',
      ],
    },
  },
  {
    file: 'server/src/http/quota-store.ts',
    tests: quotas,
    faults: {
      'quota-of-a-month-never-ends': [
        'when excluded.since > organization_quotas.since then 0',
        'when false then 0',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/start-draft.ts',
    tests: quotas,
    faults: {
      'quota-not-for-drafts': [
        'await countStart(tx, deps, { organizationId: record.workflow.organization_id, mails });',
        '',
      ],
    },
  },
  {
    file: 'server/src/bulk/send-rows.ts',
    tests: quotas,
    faults: {
      'quota-fails-the-rows-of-a-table': ["...(['QUOTA_REACHED', 'STORAGE_QUOTA_REACHED'] as const),", ''],
    },
  },
  {
    file: 'server/src/usage/quotas.ts',
    tests: quotas,
    faults: {
      'quota-of-this-month-begins-at-nothing': ['used: Math.max(used, started)', 'used'],
      'quota-shows-the-last-month': [
        '(since === null || since < period.start) ? 0 : used',
        'false ? 0 : used',
      ],
      'quota-measures-sealed-files-alone': ['sum += original + sealed', 'sum += sealed'],
      'quota-never-measured-again': ['now < addSeconds(since, MEASURED_SECONDS)', 'true'],
    },
  },
  {
    file: 'server/src/usage/count-usage.ts',
    tests: quotas,
    faults: { 'quota-adds-what-was-measured': ['Math.max(after, event ?? 0)', 'after'] },
  },
  {
    file: 'intake/src/pool/intake.ts',
    tests: intake,
    faults: {
      'share-of-processes-has-no-end': ['< share.most', '< 99'],
      'share-of-processes-is-never-free': [
        'const others = (this.#shares.get(share.of) ?? 0) - 1;',
        'const others = 1;',
      ],
      'share-waits-without-its-reason': ['this.#isFree(waiter) ? busy()', 'true ? busy()'],
    },
  },
];
