import type { FaultyFile } from './mutation.ts';

const usage = ['tests/api/usage.test.ts'];

/** What organizations used, counted from events. */
export const usageFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/usage/count-usage.ts',
    tests: usage,
    faults: {
      'usage-of-transactions-that-run-is-lost': ['if (!(await isSettled(tx, seen)))', 'if (false)'],
      'usage-waits-forever-after-a-restore': [
        'await saveSeen(tx, await readHorizon(tx));\n    return',
        'return',
      ],
      'usage-counted-again': ['await saveCounted(tx, { event: end, now });', ''],
      'usage-stores-the-upload-for-each-seal': ['=> sum(documents.map(({ original }) => original))', '=> 0'],
      'usage-of-every-sealed-document-at-once': ['.filter(({ id }) => sealed.includes(id))', '.slice(0, 0)'],
    },
  },
  {
    file: 'server/src/usage/usage-store.ts',
    tests: usage,
    faults: {
      'usage-of-the-last-window-alone': [
        'sql`${row.ref(`organization_usage.${name}`)} + ${row.ref(`excluded.${name}`)}`',
        'sql`${row.ref(`excluded.${name}`)}`',
      ],
      'usage-counted-by-two': ['.selectAll().forUpdate()', '.selectAll()'],
      'usage-of-other-organizations': [".where('organization_id', '=', organizationId)", ''],
      'usage-before-the-period': [".where('month', '>=', from)", ''],
      'usage-after-the-period': [".where('month', '<=', to)", ''],
    },
  },
  {
    file: 'server/src/usage/read-usage.ts',
    tests: usage,
    faults: {
      'usage-for-members': [
        'import { requireAdministrator }',
        'import { requireMembership as requireAdministrator }',
      ],
      'usage-of-a-century': ['if (months > USAGE_MONTHS_MAX)', 'if (false)'],
    },
  },
];
