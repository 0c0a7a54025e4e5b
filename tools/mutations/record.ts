import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/organization-record.test.ts'];

/** What the record of an organization rests on. */
export const recordFaults: readonly FaultyFile[] = [
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
