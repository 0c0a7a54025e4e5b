import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/organization-record.test.ts'];

/** What the record of an organization rests on. */
export const recordFaults: readonly FaultyFile[] = [
  {
    file: 'operator/src/commands/verify-events.ts',
    tests: ['tests/cli/verify-events.test.ts'],
    faults: {
      'changed-record-is-no-failure': ['report.findings + record.findings', 'report.findings'],
    },
  },
  {
    file: 'server/src/organization-record/verify-record.ts',
    tests,
    faults: {
      'missing-event-of-a-record-is-not-noticed': ['if (event.sequence !== sequence)', 'if (false)'],
      'changed-event-of-a-record-is-not-noticed': [
        'if (!event.hash || !next.hash?.equals(event.hash))',
        'if (!event.hash)',
      ],
      'record-cut-off-at-its-end-is-whole': [
        'end.sequence === chain.events &&',
        'end.sequence <= chain.events &&',
      ],
      'who-did-it-is-not-verified': ['return isSource(event) ? null :', 'return event.hash ? null :'],
    },
  },
  {
    file: 'server/src/organization-record/chain-events.ts',
    tests,
    faults: {
      'later-events-hide-a-gap-in-the-record': [
        'let end = isGenuine ? endOf(chain) : await lastLink(tx, id);',
        'let end = await lastLink(tx, id);',
      ],
      'two-processes-fork-a-record': [
        '      await lockChains(tx);\n      const events',
        '      const events',
      ],
    },
  },
  {
    file: 'server/src/organization-record/record-event.ts',
    tests,
    faults: {
      'secret-is-written-into-the-record': ["SECRET.test(key) ? '…' : whole[key]", 'whole[key]'],
    },
  },
  {
    file: 'server/src/organization-record/forward-record.ts',
    tests: ['tests/api/record-forwarding.test.ts'],
    faults: {
      'failed-message-of-the-record-is-skipped': [
        'await finishCollector(database, collector, { ...asItIs, ...failure, ...next });',
        'await finishCollector(database, collector, { ...asItIs, ...failure, ...next, position: last.sequence });',
      ],
      'collector-is-given-up': [
        'const failures = Math.min(attempts + 1, PAUSES);',
        'const failures = attempts > 9 ? 99 : Math.min(attempts + 1, PAUSES);\n  if (failures === 99) return false;',
      ],
      'record-is-sent-unsigned': [
        '...signatureHeaders({ webhookId, body }, { secrets, nowSeconds: toSeconds(clock.now()) }),',
        '',
      ],
      'record-reaches-addresses-inside': [
        '...policyForUsers(config),\n    });',
        '...policyForUsers(config),\n      isOperators: true,\n    });',
      ],
    },
  },
  {
    file: 'server/src/organization-record/collector-store.ts',
    tests: ['tests/api/record-forwarding.test.ts'],
    faults: {
      'two-workers-send-the-record': ['and (leased_until is null or leased_until <= clock_timestamp())', ''],
      'changed-position-is-overwritten': [".where('leased_until', '=', leased.leased_until)", ''],
      'collector-is-asked-before-it-is-due': [
        '      and (next_attempt_at is null or next_attempt_at <= ${now})\n',
        '',
      ],
    },
  },
  {
    file: 'server/src/organization-record/manage-collector.ts',
    tests: ['tests/api/record-forwarding.test.ts'],
    faults: {
      'header-of-a-collector-reaches-another-server': [
        'if (authorization === undefined) violations.auth',
        'if (false) violations.auth',
      ],
    },
  },
  {
    file: 'server/src/app.ts',
    tests,
    faults: {
      'export-of-the-record-is-for-strangers': [
        'recordRoutes(deps, { requireAdministrator })',
        'recordRoutes(deps, { requireAdministrator: async (_reads, _caller, id) => ({ organizationId: id ?? 1 }) })',
      ],
    },
  },
];
