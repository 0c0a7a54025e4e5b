import type { FaultyFile } from './mutation.ts';

const choices = ['tests/api/choices.test.ts'];
const rules = ['domain/src/choice.test.ts'];

/** Enough of a group act, each in a place of their own, and nothing is asked of the others. */
export const choiceFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/workflow.ts',
    tests: rules,
    faults: {
      'others-of-a-group-still-asked': [
        "return others.filter(({ status }) => status === 'started');",
        'return [];',
      ],
      'group-full-one-too-early': [
        'others.filter(hasDone).length + 1 < action.choice.required',
        'others.filter(hasDone).length + 2 < action.choice.required',
      ],
      'decline-of-one-ends-it-for-all': ['return others.length >= action.choice.required;', 'return false;'],
      'decline-counts-who-declined-before': [
        "(each) => each.id !== action.id && (each.status === 'started' || hasDone(each)),",
        '(each) => each.id !== action.id,',
      ],
      'who-is-released-acts-again': [
        "if (action.status === 'released') {",
        "if (action.status === 'declined') {",
      ],
    },
  },
  {
    file: 'domain/src/choice.ts',
    tests: rules,
    faults: {
      'group-of-all': ['required >= members.length', 'required > members.length'],
      'slot-for-each-of-a-group': ['return slot <= choice.required ? slot : null;', 'return slot;'],
    },
  },
  {
    file: 'server/src/workflows/store/choice-slots.ts',
    tests: choices,
    faults: {
      'place-taken-twice': [
        "const free = holders.filter(({ status }) => status !== 'signed' && status !== 'approved');",
        'const free = holders;',
      ],
      'key-stays-with-who-does-not-sign': [
        'rules: { ...field.rules, key: other.rules.key ?? null } };',
        'rules: field.rules };',
      ],
      'fixed-name-of-another': [
        "isReadOnly && (type === 'name' || type === 'email')",
        'isReadOnly && type === null',
      ],
      'unlike-places': [
        'if (shapeOf(fields) !== shapeOf(fieldsOf(record, other)))',
        'if (fields.length < 0)',
      ],
      'copy-with-fields-of-who-acted': ['[{ ...field, role_id: first.role_id }]', '[field]'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/save-slots.ts',
    tests: choices,
    faults: {
      'name-of-another-prefilled': [
        'isPrefilled ? prefilled(row.type, person) : row.value',
        'isPrefilled ? row.value : row.value',
      ],
    },
  },
  {
    file: 'server/src/workflows/drafts/set-people.ts',
    tests: choices,
    faults: {
      'group-without-people-stays': ['await renumberSlots(tx, before.workflow.id);', ''],
    },
  },
  {
    file: 'server/src/signing/finish/store-signed.ts',
    tests: choices,
    faults: {
      'place-taken-on-paper-alone': ['await saveSlotTaken(tx, current.rows.facts, current.facts);', ''],
      'input-of-others-stays': ['await deleteFieldRows(tx, spare);', ''],
    },
  },
  {
    file: 'server/src/workflows/reading/workflow-view.ts',
    tests: choices,
    faults: {
      'unknown-word-on-the-wire': [
        "return status === 'released' ? 'not_started' : status;",
        'return status as never;',
      ],
    },
  },
  {
    file: 'server/src/mail/handle-mail-event.ts',
    tests: choices,
    faults: {
      'released-without-a-word': [
        "return asMailRecipients('released', addressed(event, facts));",
        'return [];',
      ],
      'sender-not-told-of-one': ["[sender('one_declined', facts)]", '[]'],
      'decliner-gets-the-sealed-file': [
        "action.recipient_id === id && action.status !== 'declined'",
        'action.recipient_id === id',
      ],
    },
  },
];
