import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_TYPES, type FieldType } from './field.ts';
import { describeAnswerProblem, drawnValue, findAnswerProblems, readAnswer } from './field-answers.ts';
import { type AnsweredField, hasRule, moveCondition, NO_RULES } from './field-rules.ts';
import { type FieldRequest, readPlacedFields } from './placed-field.ts';
import { Refusal } from './refusal.ts';
import { listShownFields } from './shown-fields.ts';

const context = {
  documents: [{ id: 1, pageCount: 2 }],
  roles: [
    { id: 7, type: 'sign' as const },
    { id: 8, type: 'sign' as const },
  ],
  findMissing: (text: string) => [...text].filter((character) => character === '🐢'),
  findOptionSize: () => null,
};
const base = { documentId: 1, page: 1, posX: 10, posY: 10, role: 7, style: { width: 10, height: 5 } };
const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];

function refused(fields: readonly (Partial<FieldRequest> & { type: FieldType })[]): string[] {
  try {
    readPlacedFields(
      fields.map((field) => ({ ...base, ...field })),
      context,
    );
    return [];
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.violations ?? {});
    throw error;
  }
}

/** A value of each rule that some type accepts. */
const SAMPLES = {
  options,
  group: 'Pets',
  min: 1,
  max: 9,
  pattern: '[A-Z]+',
  maxLength: 20,
  placeholder: 'As in your passport',
  readOnly: true,
} as const;

test('formulas name fields with keys, of the same or an earlier signer, without circles', () => {
  const number = { type: 'number' as const };
  expect(
    refused([
      { ...number, key: 'a', formula: 'b' },
      { ...number, key: 'b', formula: 'c + 1' },
      { ...number, key: 'c', formula: 'a' },
      { ...number, key: 'd', formula: 'd' },
      { ...number, formula: 'e' },
      { ...number, formula: '1 +' },
      { ...number, formula: 'f', value: '1' },
      { type: 'checkbox', formula: '1' },
      { type: 'attachment', key: 'f' },
      { type: 'text', formula: 'f' },
      { type: 'text', id: 5, key: 'h', formula: '1' },
      { type: 'text', showIf: { fieldId: 5, isFilled: true } },
    ]),
  ).toEqual([
    'fields[5][formula]',
    'fields[6][value]',
    'fields[7][formula]',
    'fields[11][showIf]',
    'fields[3][formula]',
    'fields[4][formula]',
    'fields[6][formula]',
    'fields[9][formula]',
    'fields[0][formula]',
    'fields[1][formula]',
    'fields[2][formula]',
  ]);
  const input = { ...base, ...number, key: 'rent', role: 8 };
  const total = { ...base, ...number, formula: 'rent * 2' };
  const inOrder = (orders: Record<number, number>) =>
    readPlacedFields([input, total], { ...context, orderOf: (role) => orders[role] ?? null });
  expect(inOrder({ 8: 1, 7: 2 })[1]).toMatchObject({ readOnly: true, rules: { formula: 'rent * 2' } });
  for (const orders of [
    { 8: 2, 7: 1 },
    { 8: 1, 7: 1 },
  ])
    expect(() => inOrder(orders)).toThrow('not valid');
});

test('conditions of several questions: all or any of them', () => {
  const yes = (fieldId: number) => ({ fieldId, equals: 'yes' });
  const text = { type: 'text' as const };
  const others = [
    { ...text, id: 1 },
    { ...text, id: 2 },
  ];
  const asking = (showIf: object) => refused([...others, { ...text, id: 3, showIf }]);
  expect(asking({ all: [yes(1), yes(2)] })).toEqual([]);
  for (const showIf of [
    { all: [] },
    { all: [yes(1)], any: [yes(2)] },
    { any: [yes(1), yes(3)] },
    { any: [yes(1), { fieldId: 2 }] },
    { any: Array.from({ length: 21 }, () => yes(1)) },
    {},
  ]) {
    expect(asking(showIf), JSON.stringify(showIf)).toEqual(['fields[2][showIf]']);
  }
  const field = { ...NO_RULES, ...text, required: false, readOnly: false };
  const shownWith = (match: 'all' | 'any', ...values: string[]) => {
    const shown = listShownFields([
      ...values.map((value, at) => ({ ...field, id: at + 1, value })),
      { ...field, id: 3, value: null, showIf: { [match]: [yes(1), yes(2)] } },
    ]);
    return shown.some(({ id }) => id === 3);
  };
  const answers = [
    ['yes', 'yes'],
    ['yes', 'no'],
    ['no', 'no'],
  ];
  expect(answers.map((each) => shownWith('all', ...each))).toEqual([true, false, false]);
  expect(answers.map((each) => shownWith('any', ...each))).toEqual([true, true, false]);
  const moved = moveCondition({ showIf: { any: [yes(1), yes(2)] } }, new Map([[2, 20]]));
  expect(moved.showIf).toEqual({ any: [yes(20)] });
});

describe('the rules of a field', () => {
  test.each(FIELD_TYPES)('%s has the rules that it can mean, and refuses every other one', (type) => {
    const needed = hasRule(type, 'options') ? { options } : {};
    for (const [name, value] of Object.entries(SAMPLES)) {
      const expected = hasRule(type, name as keyof typeof SAMPLES) ? [] : [`fields[0][${name}]`];
      expect(refused([{ type, ...needed, [name]: value }]), name).toEqual(expected);
    }
    expect(
      refused([{ type, ...needed, options: needed.options ?? null, group: null, readOnly: false }]),
    ).toEqual([]);
  });

  test.each([
    ['a value', { type: 'text', value: 'Ana 🐢' }, ['fields[0][value]']],
    ['a stamp', { type: 'stamp', value: '🐢' }, ['fields[0][value]']],
    [
      'the words of an option',
      { type: 'radio', options: [{ value: 'a', label: '🐢' }] },
      ['fields[0][options]'],
    ],
    ['no value of an option', { type: 'radio', options: [{ value: '🐢', label: 'A' }], value: '🐢' }, []],
    ['no label, which is not drawn', { type: 'text', label: '🐢' }, []],
  ] as const)('characters that cannot be drawn are refused in %s', (_title, field, expected) => {
    const copied = 'options' in field ? { ...field, options: [...field.options] } : field;
    expect(refused([copied])).toEqual(expected);
  });

  test.each([
    ['an option is needed', [{ type: 'radio' }], ['fields[0][options]']],
    [
      'the words of an option can be seen',
      [{ type: 'radio', options: [...options, { value: 'c', label: '\u200b\u2800' }] }],
      ['fields[0][options]'],
    ],
    ['values differ', [{ type: 'dropdown', options: [...options, ...options] }], ['fields[0][options]']],
    [
      'labels are not empty',
      [{ type: 'dropdown', options: [{ value: 'a', label: ' ' }] }],
      ['fields[0][options]'],
    ],
    ['min is below max', [{ type: 'number', min: 3, max: 2 }], ['fields[0][max]']],
    ['a value fits its limits', [{ type: 'number', min: 3, value: '2' }], ['fields[0][value]']],
    ['a value is one of the options', [{ type: 'radio', options, value: 'c' }], ['fields[0][value]']],
    ['a tick is 1', [{ type: 'checkbox', value: 'true' }], ['fields[0][value]']],
    ['a value has the pattern', [{ type: 'text', pattern: '\\d+', value: 'x' }], ['fields[0][value]']],
    ['a pattern is one', [{ type: 'text', pattern: '(a+' }], ['fields[0][pattern]']],
    ['lengths are whole', [{ type: 'text', maxLength: 0.5 }], ['fields[0][maxLength]']],
    ['limits of a group need its name', [{ type: 'checkbox', groupMin: 1 }], ['fields[0][groupMin]']],
  ] as const)('%s', (_name, fields, expected) => {
    expect(refused(fields)).toEqual(expected);
  });

  test('a group has one type, the same limits, and values of its own', () => {
    const box = { type: 'checkbox', group: 'Pets' } as const;
    expect(refused([box, { ...box, groupMin: 1, groupMax: 2 }, { ...box, groupMax: 2 }])).toEqual([]);
    expect(refused([box, { type: 'radio', options, group: 'Pets' }])).toEqual(['fields[1][group]']);
    expect(refused([box, { type: 'radio', options, group: 'Pets', role: 8 }])).toEqual([]);
    expect(
      refused([
        { ...box, groupMin: 1 },
        { ...box, groupMin: 2 },
      ]),
    ).toEqual(['fields[1][groupMin]']);
    expect(refused([box, { ...box, groupMin: 3 }])).toEqual(['fields[1][groupMin]']);
    const radio = { type: 'radio', options: [{ value: 'a', label: 'A' }], group: 'Rent' } as const;
    expect(refused([radio, radio])).toEqual(['fields[1][options]']);
  });

  test.each([
    ['exactly one comparison', { fieldId: 1, equals: '1', isFilled: true }],
    ['a comparison', { fieldId: 1 }],
    ['a field that is there', { fieldId: 9, isFilled: true }],
    ['another field', { fieldId: 2, isFilled: true }],
    ['a field of the same role', { fieldId: 3, isFilled: true }],
    ['the value of a checkbox', { fieldId: 1, equals: 'true' }],
    ['a value of the options', { fieldId: 4, oneOf: ['a', 'c'] }],
    ['no date', { fieldId: 5, isFilled: true }],
    ['no text of a signature', { fieldId: 6, equals: 'x' }],
  ])('a condition needs %s', (_name, showIf) => {
    const fields = [
      { id: 1, type: 'checkbox' },
      { id: 2, type: 'text', showIf },
      { id: 3, type: 'checkbox', role: 8 },
      { id: 4, type: 'dropdown', options },
      { id: 5, type: 'date' },
      { id: 6, type: 'initials' },
    ] as const;
    expect(refused(fields)).toEqual(['fields[1][showIf]']);
  });

  test('conditions in a circle are refused at each of their fields, in a line they are not', () => {
    const on = (id: number, fieldId: number) =>
      ({ id, type: 'text', showIf: { fieldId, isFilled: true } }) as const;
    expect(refused([on(1, 2), on(2, 3), on(3, 1), on(4, 1)])).toEqual([
      'fields[0][showIf]',
      'fields[1][showIf]',
      'fields[2][showIf]',
    ]);
    expect(refused([on(1, 2), on(2, 3), { id: 3, type: 'text' }])).toEqual([]);
  });
});

let nextId = 1;
function field(more: Partial<AnsweredField> & { type: FieldType }): AnsweredField {
  nextId += 1;
  return { ...NO_RULES, id: nextId, required: true, readOnly: false, value: null, ...more };
}

function problems(...fields: AnsweredField[]): (string | null)[] {
  const answerProblems = findAnswerProblems(fields);
  return fields.map(({ id }) => answerProblems.get(id)?.rule ?? null);
}

describe('findAnswerProblems', () => {
  test.each(['\u200b', '\u00ad\ufeff', ' \u3164\u115f', '\u2800 \u2800', '\u202e\n', '\u{e0101}'])(
    'takes %j for no answer, because nothing of it can be seen',
    (value) => {
      expect(problems(field({ type: 'text', value }))).toEqual(['required']);
      expect(readAnswer(value)).toBeNull();
    },
  );

  test('keeps the invisible characters within a word', () => {
    expect(readAnswer(' می\u200cخواهم ')).toBe('می\u200cخواهم');
    expect(readAnswer('\u0301')).toBe('\u0301');
  });

  test('asks the signer for what is required and fits the rules', () => {
    const optional = { required: false };
    expect(
      problems(
        field({ type: 'text' }),
        field({ type: 'text', ...optional }),
        field({ type: 'text', readOnly: true }),
        field({ type: 'date' }),
        field({ type: 'stamp', readOnly: true }),
        field({ type: 'number', ...optional, value: '1e3' }),
        field({ type: 'number', value: '-12,50' }),
        field({ type: 'email', value: 'ana@' }),
        field({ type: 'text', value: 'x'.repeat(2_001) }),
        field({ type: 'number', min: 2, value: '1,5' }),
        field({ type: 'number', max: 2, value: '2.5' }),
        field({ type: 'text', pattern: '[A-Z]{2}', value: 'ABC' }),
        field({ type: 'text', maxLength: 2, value: '😀😀' }),
        field({ type: 'text', maxLength: 2, value: 'abc' }),
        field({ type: 'signature', value: '0192' }),
      ),
    ).toEqual([
      'required',
      null,
      null,
      null,
      null,
      'number',
      null,
      'email',
      'maxLength',
      'min',
      'max',
      'pattern',
      null,
      'maxLength',
      null,
    ]);
  });

  test('one radio of a group answers for all of them', () => {
    const radio = { type: 'radio', group: 'Rent' } as const;
    const [a, b] = options.map((option) => field({ ...radio, options: [option] }));
    if (!a || !b) throw new Error('two radios');
    expect(problems(a, b)).toEqual(['required', null]);
    expect(problems(a, { ...b, value: 'b' })).toEqual([null, null]);
    expect(problems({ ...a, required: false }, { ...b, required: false })).toEqual([null, null]);
  });

  test('counts the ticks of a group', () => {
    const box = { type: 'checkbox', group: 'Pets', required: false, groupMin: 2, groupMax: 2 } as const;
    const ticked = field({ ...box, value: '1' });
    expect(problems(field(box), field(box), ticked)).toEqual(['groupMin', null, null]);
    expect(problems(field(box), field({ ...box, value: '1' }), ticked)).toEqual([null, null, null]);
    const more = [ticked, field({ ...box, value: '1' }), field({ ...box, value: '1' })];
    expect(problems(...more)).toEqual([null, null, 'groupMax']);
  });

  test('asks nothing of a hidden field, and hides what depends on a hidden one', () => {
    const pets = field({ type: 'checkbox', required: false });
    const kind = field({ type: 'text', value: 'dog', showIf: { fieldId: pets.id, equals: '1' } });
    const breed = field({ type: 'text', showIf: { fieldId: kind.id, oneOf: ['dog', 'cat'] } });
    const reason = field({ type: 'text', showIf: { fieldId: pets.id, isFilled: false } });
    expect(problems(pets, kind, breed, reason)).toEqual([null, null, null, 'required']);
    expect(problems({ ...pets, value: '1' }, kind, breed, reason)).toEqual([null, null, 'required', null]);
  });

  test('whatever the answers: what the service reports can be answered, and says how', () => {
    const value = fc.constantFrom(null, '1', 'a', 'dog', '12', '-3,5', '', ' ', 'x@example.com');
    const any = fc.record({
      type: fc.constantFrom(...FIELD_TYPES),
      value,
      required: fc.boolean(),
      at: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (rawFields) => {
        const fields = rawFields.map(({ at, ...rules }, id) => ({
          ...field(rules),
          id,
          options: hasRule(rules.type, 'options') ? options : null,
          showIf: at < id ? { fieldId: at, isFilled: true } : null,
        }));
        for (const [id, problem] of findAnswerProblems(fields)) {
          expect(['date', 'stamp']).not.toContain(fields[id]?.type);
          expect(describeAnswerProblem(problem)).toMatch(/\.$/);
        }
        const filled = fields.map((each) => ({ ...each, required: false, value: null }));
        expect(findAnswerProblems(filled).size).toBe(0);
      }),
    );
  });
});

test('drawnValue a tick and a choice are no words of the wire', () => {
  expect(drawnValue(field({ type: 'checkbox', value: '1' }))).toEqual({ kind: 'tick' });
  expect(drawnValue(field({ type: 'checkbox' }))).toBeNull();
  expect(drawnValue(field({ type: 'dropdown', options, value: 'b' }))).toEqual({
    kind: 'text',
    text: 'Second',
  });
  expect(drawnValue(field({ type: 'radio', options, value: 'b' }))).toEqual({
    kind: 'dot',
    option: 1,
    options,
  });
  expect(drawnValue(field({ type: 'initials', value: 'x' }))).toEqual({
    kind: 'signature-image',
    imageId: 'x',
  });
});
