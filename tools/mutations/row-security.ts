import type { FaultyFile } from './mutation.ts';

const walls = ['tests/api/row-security.test.ts'];

/** The second wall: what the database shows a caller. */
export const rowSecurityFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/database/named-queries.ts',
    tests: walls,
    faults: {
      'rows-of-all-in-transactions': [
        'CompiledQuery.raw(scope === null ? text :',
        'CompiledQuery.raw(true ? text :',
      ],
      'rows-of-all-in-single-statements': [
        'return scope === null ? sendNamed<Row>',
        'return true ? sendNamed<Row>',
      ],
    },
  },
  {
    file: 'server/src/http/caller-scope.ts',
    tests: walls,
    faults: { 'rows-of-all-for-callers': ['if (!config.scopesRows ||', 'if (true ||'] },
  },
  {
    file: 'server/src/database/row-scope.ts',
    tests: walls,
    faults: { 'rows-by-person-for-keys': ["${organizationId ?? 'null'}", 'null'] },
  },
  {
    file: 'server/src/organization-moves/row-security-store.ts',
    tests: walls,
    faults: {
      'rows-of-all-for-the-owner': [
        ' enable row level security, force row level security',
        ' enable row level security',
      ],
      'rows-of-a-table-have-no-policy': [
        "const OPEN: readonly string[] = ['organizations',",
        "const OPEN: readonly string[] = ['documents', 'organizations',",
      ],
    },
  },
];
