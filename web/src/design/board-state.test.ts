import { NO_RULES } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import {
  type Board,
  type BoardChange,
  changeBoard,
  inReadingOrder,
  openBoard,
  rolesWithoutSignature,
} from './board-state.ts';
import { toWire } from './board-wire.ts';

const placement = { posX: 10, posY: 20, width: 30, height: 8 };
const wire = {
  id: 7,
  type: 'name',
  label: 'Full name',
  documentId: 1,
  page: 1,
  value: 'Ada',
  formField: null,
  posX: 10,
  posY: 20,
  role: 3,
  required: true,
  readOnly: false,
  ...NO_RULES,
  style: {
    color: '#14213D',
    fontStyle: 'normal',
    fontSize: 11,
    bold: false,
    italic: false,
    underline: false,
    width: 30,
    height: 8,
  },
} as const;
const added = { key: 'a', type: 'signature', documentId: 1, page: 1, role: 3, ...placement } as const;

const after = (...changes: BoardChange[]): Board => changes.reduce(changeBoard, openBoard([wire]));
const only = (board: Board) => board.fields[0];

describe('the board', () => {
  test('gives the server what the server gave, to the digit', () => {
    expect(toWire(after().fields)).toEqual([wire]);
  });

  test('selects the new field, which is required unless it is a checkbox', () => {
    const board = after(
      { do: 'add', field: added },
      { do: 'add', field: { ...added, key: 'b', type: 'checkbox' } },
    );
    expect(board.fields.map(({ label, required }) => [label, required])).toEqual([
      ['Full name', true],
      ['Signature', true],
      ['Checkbox', false],
    ]);
    expect(board.chosen).toEqual(['b']);
    expect(toWire(board.fields)[1]).not.toHaveProperty('id');
  });

  test('drops the prefilled value when person or type changes', () => {
    const edit = (change: object) =>
      only(after({ do: 'edit', edits: [{ key: 'saved-7', change }], act: 'x' }));
    expect(edit({ label: 'Tenant' })?.value).toBe('Ada');
    expect(edit({ role: 4 })).toMatchObject({ role: 4, value: null, label: 'Full name' });
    expect(edit({ type: 'email' })).toMatchObject({ type: 'email', value: null, label: 'Email' });
  });

  test('keeps a label of one’s own when the kind changes', () => {
    const board = after(
      { do: 'edit', edits: [{ key: 'saved-7', change: { label: 'Tenant' } }], act: 'label' },
      { do: 'edit', edits: [{ key: 'saved-7', change: { type: 'text' } }], act: 'type' },
    );
    expect(only(board)).toMatchObject({ label: 'Tenant', type: 'text' });
  });

  test('duplicates beside, copies to pages in the same place, and removes', () => {
    const named: BoardChange = {
      do: 'edit',
      edits: [{ key: 'saved-7', change: { dataKey: 'who' } }],
      act: 'key',
    };
    const twice = after(named, { do: 'duplicate', key: 'saved-7', newKey: 'c' });
    expect(twice.fields[1]).toMatchObject({ key: 'c', dataKey: null, id: null, posX: 10, posY: 29 });
    const targets = [
      { key: 'saved-7', documentId: 1, page: 2, newKey: 'p2' },
      { key: 'saved-7', documentId: 9, page: 3, newKey: 'p3' },
      { key: 'unknown', documentId: 9, page: 3, newKey: 'p4' },
    ];
    const copied = after({ do: 'copy-to', targets });
    expect(copied.fields.map(({ documentId, page, posY }) => [documentId, page, posY])).toEqual([
      [copied.fields[0]?.documentId, 1, 20],
      [1, 2, 20],
      [9, 3, 20],
    ]);
    expect(changeBoard(copied, { do: 'undo' }).fields).toHaveLength(1);
    expect(after({ do: 'choose', keys: ['saved-7'] }, { do: 'remove', keys: ['saved-7'] })).toMatchObject({
      fields: [],
      chosen: [],
    });
  });

  test('takes the ids and grown boxes that a save brought, and keeps what was changed meanwhile', () => {
    const sent = after({ do: 'add', field: added }).fields;
    const grown = { posX: 4, style: { ...wire.style, width: 60, height: 9 } };
    const board = after(
      { do: 'add', field: added },
      { do: 'edit', edits: [{ key: 'a', change: { posX: 50 } }], act: 'nudge' },
      {
        do: 'saved',
        sent,
        fields: [
          { ...wire, ...grown, id: 8 },
          { ...wire, ...grown, id: 9 },
        ],
      },
    );
    expect(board.fields.map(({ key, id, posX, width, height }) => [key, id, posX, width, height])).toEqual([
      ['saved-7', 8, 4, 60, 9],
      ['a', 9, 50, added.width, added.height],
    ]);
  });

  test('lets a choice that is being made grow to its font size, and others only to be legible', () => {
    const choice = { ...added, type: 'radio' } as const;
    const board = after({ do: 'add', field: choice }, { do: 'add', field: { ...choice, key: 'b' } });
    const growth = (fields: Board['fields'], saved: Board['fields']) =>
      toWire(fields, saved).map(({ grow }) => grow);
    expect(growth(board.fields, [])).toEqual([undefined, 'full', 'full']);
    expect(growth(board.fields, board.fields)).toEqual([undefined, 'legible', 'legible']);
    const options = [{ value: 'Rent', label: 'The rent of three months' }];
    const edits = [{ key: 'a', change: { options } }];
    const edited = changeBoard(board, { do: 'edit', edits, act: 'options' }).fields;
    expect(growth(edited, board.fields)).toEqual([undefined, 'full', 'legible']);
    const imported = board.fields.map((field) => ({ ...field, formField: 'Deposit' }));
    expect(growth(imported, [])).toEqual([undefined, 'legible', 'legible']);
  });

  test('chooses several, edits them in one act, and removes them together', () => {
    const both = after({ do: 'add', field: added }, { do: 'toggle', key: 'saved-7' });
    expect(both.chosen).toEqual(['a', 'saved-7']);
    expect(changeBoard(both, { do: 'toggle', key: 'a' }).chosen).toEqual(['saved-7']);
    const edits = both.chosen.map((key) => ({ key, change: { posX: 1 } }));
    const moved = changeBoard(both, { do: 'edit', edits, act: 'nudge' });
    expect(moved.fields.map(({ posX }) => posX)).toEqual([1, 1]);
    expect(changeBoard(moved, { do: 'undo' }).fields.map(({ posX }) => posX)).toEqual([10, 10]);
    expect(changeBoard(moved, { do: 'remove', keys: moved.chosen })).toMatchObject({
      fields: [],
      chosen: [],
    });
  });

  test('does nothing to a field that is gone', () => {
    const board = after();
    expect(changeBoard(board, { do: 'remove', keys: ['gone'] })).toBe(board);
    expect(changeBoard(board, { do: 'edit', edits: [{ key: 'gone', change: { posX: 1 } }], act: 'x' })).toBe(
      board,
    );
  });
});

const nudge = (posX: number) =>
  ({ do: 'edit', edits: [{ key: 'saved-7', change: { posX } }], act: 'nudge' }) as const;

test('undo takes back one act at a time, steps of the same act together', () => {
  const board = after(nudge(11), nudge(12), { do: 'rest' }, nudge(13));
  const back = changeBoard(board, { do: 'undo' });
  expect(only(back)?.posX).toBe(12);
  const start = changeBoard(back, { do: 'undo' });
  expect(only(start)?.posX).toBe(10);
  expect(changeBoard(start, { do: 'undo' })).toBe(start);
});

test('undo is taken back by redo, until something else is done', () => {
  const board = after(nudge(11), { do: 'undo' });
  expect(only(changeBoard(board, { do: 'redo' }))?.posX).toBe(11);
  const other = changeBoard(changeBoard(board, nudge(15)), { do: 'redo' });
  expect(only(other)?.posX).toBe(15);
});

test('undo brings back what was removed, and lets go of what is no longer there', () => {
  const removed = after({ do: 'remove', keys: ['saved-7'] });
  expect(changeBoard(removed, { do: 'undo' }).fields).toHaveLength(1);
  const board = after({ do: 'add', field: added }, { do: 'undo' });
  expect([board.fields.length, board.chosen]).toEqual([1, []]);
});

describe('rules', () => {
  const edit = (key: string, change: object): BoardChange => ({
    do: 'edit',
    edits: [{ key, change }],
    act: 'rules',
  });
  const asked = (...comparisons: object[]) => ({ match: 'all', comparisons });
  const depends = edit('a', { showIf: asked({ key: 'saved-7', equals: 'dog' }) });
  const board = after({ do: 'add', field: { ...added, type: 'text' } }, depends);

  test('a condition follows its field through saves, and names a new one by a number of its own', () => {
    expect(toWire(board.fields)[1]?.showIf).toEqual({ fieldId: 7, equals: 'dog' });
    const saved = changeBoard(board, {
      do: 'saved',
      sent: board.fields,
      fields: [
        { ...wire, id: 8 },
        { ...wire, id: 9 },
      ],
    });
    expect(toWire(saved.fields)[1]?.showIf).toEqual({ fieldId: 8, equals: 'dog' });
    const turned = changeBoard(saved, edit('saved-7', { showIf: asked({ key: 'a', isFilled: true }) }));
    expect(toWire(turned.fields)[0]?.showIf).toEqual({ fieldId: 9, isFilled: true });
    const fresh = after(
      { do: 'add', field: { ...added, type: 'text' } },
      edit('saved-7', { showIf: asked({ key: 'a', isFilled: true }) }),
    );
    const [first, second] = toWire(fresh.fields);
    expect(first?.showIf?.fieldId).toBe(second?.id);
  });

  test('a condition of several questions is the same on the wire, and keeps what is possible of it', () => {
    const both = asked({ key: 'saved-7', equals: 'dog' }, { key: 'b', isFilled: false });
    const twice = after(
      { do: 'add', field: { ...added, type: 'text' } },
      { do: 'add', field: { ...added, key: 'b', type: 'text' } },
      edit('a', { showIf: { ...both, match: 'any' } }),
    );
    const sent = toWire(twice.fields);
    expect(sent[1]?.showIf).toEqual({
      any: [
        { fieldId: 7, equals: 'dog' },
        { fieldId: sent[2]?.id, isFilled: false },
      ],
    });
    const opened = openBoard([{ ...wire, showIf: { any: [{ fieldId: 9, equals: 'x' }] } }]);
    expect(only(opened)?.showIf).toEqual({ match: 'any', comparisons: [{ key: 'saved-9', equals: 'x' }] });
    const less = changeBoard(twice, { do: 'remove', keys: ['b'] });
    expect(toWire(less.fields)[1]?.showIf).toEqual({ fieldId: 7, equals: 'dog' });
  });

  test('a formula goes with the field that it names', () => {
    const named = after(
      { do: 'add', field: { ...added, type: 'number' } },
      edit('saved-7', { dataKey: 'rent' }),
      edit('a', { formula: 'rent * 2', readOnly: true }),
    );
    expect(toWire(named.fields)[1]).toMatchObject({ formula: 'rent * 2', readOnly: true });
    const gone = changeBoard(named, { do: 'remove', keys: ['saved-7'] });
    expect(only(gone)).toMatchObject({ formula: null, readOnly: false });
  });

  test('a condition that became impossible is dropped, and undo brings it back', () => {
    for (const change of [
      { do: 'remove', keys: ['saved-7'] },
      edit('saved-7', { role: 4 }),
      edit('saved-7', { type: 'date' }),
    ] as const) {
      const changed = changeBoard(board, change);
      expect(changed.fields.at(-1)?.showIf).toBeNull();
      expect(changeBoard(changed, { do: 'undo' }).fields.at(-1)?.showIf).not.toBeNull();
    }
    const ticked = changeBoard(board, edit('saved-7', { type: 'checkbox' }));
    expect(ticked.fields[1]?.showIf).toEqual(asked({ key: 'saved-7', isFilled: true }));
  });

  test('another type keeps the rules that it can have, and gets those that it needs', () => {
    const written = changeBoard(
      board,
      edit('a', { maxLength: 5, pattern: 'x', placeholder: 'X', readOnly: true }),
    );
    const choice = changeBoard(written, edit('a', { type: 'dropdown' })).fields[1];
    expect(choice).toMatchObject({ maxLength: null, pattern: null, placeholder: 'X', readOnly: true });
    expect(choice?.options).toHaveLength(2);
    const { key, ...rules } = NO_RULES;
    const keyed = changeBoard(written, edit('a', { dataKey: 'note' }));
    expect(toWire(keyed.fields)[1]?.key).toBe('note');
    expect(changeBoard(keyed, edit('a', { type: 'signature' })).fields[1]).toMatchObject({
      ...rules,
      dataKey: key,
      readOnly: false,
    });
  });

  test('a copied radio of a group has a value of its own', () => {
    const options = [{ value: 'yes', label: 'Yes' }];
    const group = after(edit('saved-7', { type: 'radio' }), edit('saved-7', { group: 'Pets', options }));
    const copied = changeBoard(group, { do: 'duplicate', key: 'saved-7', newKey: 'b' });
    expect(copied.fields[1]?.options).toEqual([{ value: 'yes 2', label: 'Yes' }]);
  });
});

test('reading order goes by document, page, line and column', () => {
  const field = (key: string, documentId: number, page: number, posY: number, posX: number) => ({
    ...openBoard([wire]).fields[0],
    ...added,
    key,
    documentId,
    page,
    posY,
    posX,
  });
  const fields = [
    field('d', 1, 1, 0, 0),
    field('c', 2, 2, 0, 0),
    field('b', 2, 1, 10, 50),
    field('a', 2, 1, 10, 5),
  ] as unknown as Board['fields'];
  expect(inReadingOrder(fields, [2, 1]).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
});

test('who is to sign and has no place for it is found', () => {
  const fields = [
    { type: 'signature', role: 1 },
    { type: 'text', role: 2 },
  ] as const;
  expect(rolesWithoutSignature(fields, [1, 2, 3])).toEqual([2, 3]);
});
