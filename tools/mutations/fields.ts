import type { FaultyFile } from './mutation.ts';

/** Fields whose words people could not read. */
export const fieldFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/workflows/drafts/replace-document.ts',
    tests: ['tests/api/workflow-fields.test.ts'],
    faults: {
      'replaced-file-keeps-fields-off-its-pages': [
        "if (!after) return 'page_missing';",
        'if (!after) return null;',
      ],
      'replaced-file-keeps-fields-of-another-size': ["differs('width') || differs('height')", 'false'],
      'replaced-file-of-another-workflow': [
        'record.documents.find((each) => each.id === id)',
        'record.documents[0]',
      ],
    },
  },
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
    file: 'domain/src/formula-rules.ts',
    tests: ['domain/src/field-rules.test.ts'],
    faults: {
      'formula-of-a-later-signer': ['earlier < own', 'earlier !== own'],
      'formulas-in-a-circle': ['if (at === start) return true;', ''],
    },
  },
  {
    file: 'domain/src/field-values.ts',
    tests: ['tests/api/field-values.test.ts'],
    faults: {
      'value-against-the-rules': ['findValueProblem({ ...rules, type }, value)', 'null'],
      'locked-value-may-change': ['isLocked && value !== null', 'isLocked && value === null'],
      'value-for-what-only-signing-fills': ["isReference(type) || type === 'date'", 'isReference(type)'],
      'key-of-two-anchors': ['(counts.get(field.key) ?? 0) > 1', '(counts.get(field.key) ?? 0) > 9'],
    },
  },
  {
    file: 'server/src/workflows/reading/workflow-view.ts',
    tests: ['tests/api/field-values.test.ts'],
    faults: { 'hidden-value-is-read': ['shown.has(field.id) ? field.value : null', 'field.value'] },
  },
  {
    file: 'server/src/signing/answers/preview-signing.ts',
    tests: ['tests/api/field-values.test.ts'],
    faults: {
      'formula-is-not-computed-at-finish': ['result === undefined ? field', 'result !== null ? field'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/prepare-start.ts',
    tests: ['tests/api/drawable-text.test.ts'],
    faults: { 'illegible-options-are-sent': ['checkOptions(deps, whole);', ''] },
  },
];
