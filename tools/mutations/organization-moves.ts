import type { FaultyFile } from './mutation.ts';

const moves = 'tests/api/organization-moves.test.ts';
const isolation = 'tests/generated/isolation.test.ts';

/** What is one organization's, and that nothing of it changes while it is frozen. */
export const organizationMoveFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/organization-moves/owned-rows-store.ts',
    tests: [isolation],
    faults: { 'archive-has-rows-of-others': ['= ${reference} and ${condition})', '= ${reference})'] },
  },
  {
    file: 'server/src/organization-moves/owned-rows-store.ts',
    tests: [moves],
    faults: {
      'archive-makes-an-owner-of-an-instance': [
        'if (other !== undefined) return',
        'if (other === null) return',
      ],
    },
  },
  {
    file: 'server/src/templates/belongings.ts',
    tests: ['tests/support/row-types.test.ts'],
    faults: {
      'path-without-a-foreign-key': ["documents: through('templates',", "documents: through('workflows',"],
    },
  },
  {
    file: 'server/src/organization-moves/freeze-organization.ts',
    tests: [moves],
    faults: {
      'freeze-does-not-wait': ['!== LOCK_NOT_AVAILABLE) throw error;', "!== '') throw error;"],
      'thaw-leaves-its-triggers': ['await patiently(database, table, (tx) => dropTrigger(tx, table));', '{}'],
      'restored-freeze-is-none': [
        'if ((await listFreezes(database)).length > 0) await provideTriggers(database);',
        '',
      ],
    },
  },
  {
    file: 'server/src/jobs/outages.ts',
    tests: [moves],
    faults: {
      'job-of-a-frozen-organization-spends-a-try': [
        'set attempts = greatest(attempts - 1, 0), updated_at = now(),',
        'set updated_at = now(),',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/scheduled-work.ts',
    tests: [moves],
    faults: {
      'frozen-workflow-stops-the-expiry-of-others': [
        '(error instanceof Refusal || isFrozen(error))) throw',
        '(error instanceof Refusal)) throw',
      ],
    },
  },
  {
    file: 'server/src/http/error-handler.ts',
    tests: [moves],
    faults: { 'frozen-is-a-failure-of-the-server': ['if (isFrozen(error)) return frozen();', ''] },
  },
  {
    file: 'operator/src/organizations/read-organization.ts',
    tests: [moves],
    faults: { 'archive-of-a-half-sealed-workflow': ['if (found[0])', 'if (found[1])'] },
  },
  {
    file: 'operator/src/organizations/export-organization.ts',
    tests: [moves],
    faults: {
      'failed-archive-leaves-a-frozen-organization': ['if (freezes && !wasFrozen)', 'if (wasFrozen)'],
    },
  },
  {
    file: 'operator/src/organizations/verify-organization.ts',
    tests: [moves],
    faults: {
      'damaged-file-of-an-archive-is-whole': [
        'if (path === null) return false;',
        'if (path === null) return true;',
      ],
      'changed-part-of-an-archive-is-read': ["&& sha256.toString('hex') === facts.sha256 ?", '?'],
    },
  },
];
