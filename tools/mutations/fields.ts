import type { FaultyFile } from './mutation.ts';

/** Fields whose words people could not read. */
export const fieldFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/placed-field.ts',
    tests: ['tests/api/drawable-text.test.ts'],
    faults: {
      'options-without-room-for-words': [
        'isSound ? findOptionProblem(asOptionField(placed), context.findOptionSize) : null',
        'isSound ? null : null',
      ],
    },
  },
  {
    file: 'domain/src/field-rules.ts',
    tests: ['domain/src/field-rules.test.ts'],
    faults: {
      'options-without-words': ['options.some(({ label }) => isInvisible(label))', 'options.length < 0'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/start-draft.ts',
    tests: ['tests/api/drawable-text.test.ts'],
    faults: { 'illegible-options-are-sent': ['checkOptions(deps, source);', ''] },
  },
];
