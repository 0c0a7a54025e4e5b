import { expect, test } from 'vitest';
import { type Board, changeBoard, openBoard } from './board-state.ts';
import {
  comparisonOf,
  conditionFor,
  conditionTargets,
  conditionWith,
  dataKeyEdits,
  dataKeyFrom,
  formulaProblem,
  groupEdit,
  groupNames,
  limitEdits,
  optionsFrom,
} from './rule-state.ts';

function boardOf(...types: readonly ('checkbox' | 'radio' | 'date' | 'text')[]): Board {
  return types.reduce<Board>((board, type, index) => {
    const placement = { posX: 10, posY: 10 * index, width: 5, height: 3 };
    const field = { key: `k${index}`, type, documentId: 1, page: 1, role: 3, ...placement };
    return changeBoard(board, { do: 'add', field });
  }, openBoard([]));
}

function fieldAt({ fields }: Board, index: number) {
  const field = fields[index];
  if (field === undefined) throw new Error(`no field ${index}`);
  return field;
}

test('options are lines; what was there keeps its value', () => {
  const before = [{ value: 'd', label: 'Dog' }];
  expect(optionsFrom(' Dog \n\nCat\nCat\nd', before)).toEqual([
    { value: 'd', label: 'Dog' },
    { value: 'Cat', label: 'Cat' },
    { value: 'd 3', label: 'd' },
  ]);
});

test('a key gets the form that keys have, and is of one field', () => {
  const board = boardOf('text', 'text');
  const [first, second] = [fieldAt(board, 0), fieldAt(board, 1)];
  const said = (text: string) => dataKeyFrom(text, [{ ...first, dataKey: 'rent' }, second], second);
  expect([' 1. Ménage à louer!', 'Rent', '-', 'a'.repeat(50)].map(said)).toEqual([
    'menage_a_louer',
    'rent_2',
    null,
    'a'.repeat(40),
  ]);
});

test('groups a new member takes the limits, and a limit is set for all', () => {
  let board = boardOf('checkbox', 'checkbox', 'text');
  const edit = (...edits: ReturnType<typeof limitEdits>) => {
    board = changeBoard(board, { do: 'edit', edits, act: 'group' });
  };
  edit(groupEdit(board.fields, fieldAt(board, 0), ' Pets '));
  edit(...limitEdits(board.fields, fieldAt(board, 0), { groupMin: 1 }));
  edit(groupEdit(board.fields, fieldAt(board, 1), 'Pets'));
  expect(fieldAt(board, 1)).toMatchObject({ group: 'Pets', groupMin: 1, required: false });
  edit(...limitEdits(board.fields, fieldAt(board, 1), { groupMax: 2 }));
  expect(fieldAt(board, 0).groupMax).toBe(2);
  expect(groupNames(board.fields, fieldAt(board, 0))).toEqual(['Pets']);
  edit(groupEdit(board.fields, fieldAt(board, 0), ''));
  expect(fieldAt(board, 0)).toMatchObject({ group: null, groupMin: null, groupMax: null });
});

test('groups radios that join a group get values of their own', () => {
  const board = boardOf('radio', 'radio');
  const first = changeBoard(board, {
    do: 'edit',
    edits: [groupEdit(board.fields, fieldAt(board, 0), 'Rent')],
    act: 'group',
  });
  const { change } = groupEdit(first.fields, fieldAt(first, 1), 'Rent');
  expect(change.options?.map(({ value }) => value)).toEqual(['Option 1 2', 'Option 2 2']);
});

test('conditions name fields of the same person that have an answer', () => {
  const board = boardOf('checkbox', 'date', 'text');
  expect(conditionTargets(board.fields, fieldAt(board, 2)).map(({ key }) => key)).toEqual(['k0']);
});

test('conditions gain and lose questions one by one', () => {
  const first = { key: 'a', isFilled: true };
  const second = { key: 'b', equals: 'dog' };
  const both = conditionWith(conditionWith(null, 0, first), 1, second);
  expect(both).toEqual({ match: 'all', comparisons: [first, second] });
  expect(conditionWith({ match: 'any', comparisons: [first, second] }, 0, null)).toEqual({
    match: 'any',
    comparisons: [second],
  });
  expect(conditionWith(conditionWith(null, 0, first), 0, null)).toBeNull();
});

test('a formula that cannot be is refused, and follows when a key is renamed', () => {
  const board = boardOf('text', 'text');
  const [rent, total] = [{ ...fieldAt(board, 0), dataKey: 'rent' }, fieldAt(board, 1)];
  const said = (text: string) => formulaProblem(text, [rent, total], total);
  expect([said(''), said('rent * 12')]).toEqual([null, null]);
  expect(said('rent *')).toMatch(/missing/);
  expect(said('tent * 2')).toBe('There is no field with the key tent here.');
  const computed = { ...total, formula: 'rent + rent.extra' };
  expect(dataKeyEdits([rent, computed], rent, 'lease')).toEqual([
    { key: 'k0', change: { dataKey: 'lease' } },
    { key: 'k1', change: { formula: 'lease + rent.extra' } },
  ]);
});

test.each([
  [{ key: 'a', isFilled: true }, 'filled'],
  [{ key: 'a', isFilled: false }, 'empty'],
  [{ key: 'a', equals: 'dog' }, 'is dog'],
  [{ key: 'a', oneOf: ['dog', 'cat'] }, 'list'],
])('conditions: %j is chosen as %s and back', (condition, comparison) => {
  expect(comparisonOf(condition)).toBe(comparison);
  expect(conditionFor('a', comparison, condition)).toEqual(condition);
});
