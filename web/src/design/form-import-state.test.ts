import type { PdfFormField } from '@paraph/domain';
import { expect, test } from 'vitest';
import { type Board, changeBoard, openBoard } from './board-state.ts';
import { toWire } from './board-wire.ts';
import { boardFieldsOf, formFieldsOf, replacedFormFields, unusedFormFields } from './form-import-state.ts';

const placement = { page: 1, posX: 10, posY: 20, width: 30, height: 4, isOn: false, option: null };
const named = (name: string, more: Partial<PdfFormField> = {}): PdfFormField => ({
  name,
  kind: 'text',
  label: name,
  required: false,
  maxLength: null,
  value: null,
  options: null,
  fontSize: null,
  places: [placement],
  ...more,
});
const option = (value: string) => ({ ...placement, option: { value, label: value } });
const size = named('Size', { kind: 'radio', places: [option('s'), option('l')] });
const form = {
  fields: [
    named('City', { value: 'Porto', fontSize: 9, maxLength: 20 }),
    size,
    named('Buyer', { kind: 'signature' }),
  ],
  total: 4,
  isSigned: false,
};

function* countUp() {
  for (let number = 1; ; number += 1) yield number;
}
const keys = countUp();
const imported = (board: Board, formFields = form.fields, documentId = 7) => {
  const target = { documentId, role: 3, fields: board.fields, newKey: () => `key-${keys.next().value}` };
  return changeBoard(board, { do: 'import', fields: boardFieldsOf(formFields, target) });
};
const empty = openBoard([]);

test('the fields of a form are placed at once, and taken back at once', () => {
  const board = imported(empty);
  expect(board.fields.map(({ type, formField, value, group }) => [type, formField, value, group])).toEqual([
    ['text', 'City', 'Porto', null],
    ['radio', 'Size', null, 'Size'],
    ['radio', 'Size', null, 'Size'],
    ['signature', 'Buyer', null, null],
  ]);
  expect(toWire(board.fields)[0]).toMatchObject({
    formField: 'City',
    maxLength: 20,
    required: false,
    style: { fontSize: 9, width: 30, height: 4 },
  });
  const back = changeBoard(board, { do: 'undo' });
  expect(back.fields).toEqual([]);
  expect(changeBoard(back, { do: 'redo' }).fields).toEqual(board.fields);
});

test('a form offers what is not used yet, and the pages leave out what is', () => {
  const board = imported(empty, [size]);
  expect(unusedFormFields(form, board.fields, 7).map(({ name }) => name)).toEqual(['City', 'Buyer']);
  expect(unusedFormFields(form, board.fields, 8)).toHaveLength(3);
  expect(formFieldsOf(board.fields, 7)).toHaveLength(2);
  expect(replacedFormFields(imported(board).fields, 7)).toEqual(['City', 'Size']);
});

test('the same form in another document has groups of its own', () => {
  const board = imported(imported(empty, [size]), [size], 8);
  expect(new Set(board.fields.map(({ group }) => group))).toEqual(new Set(['Size', 'Size 2']));
});

test('a field keeps its form field when it moves, but not one for a signature, nor a copy', () => {
  const board = imported(empty);
  const at = (type: string) => board.fields.find((field) => field.type === type)?.key ?? '';
  const moved = changeBoard(board, {
    do: 'edit',
    edits: [
      { key: at('text'), change: { posX: 50 } },
      { key: at('signature'), change: { posX: 50 } },
    ],
    act: 'drag',
  });
  expect(moved.fields.map(({ formField }) => formField)).toEqual(['City', 'Size', 'Size', null]);
  const labelled = changeBoard(board, {
    do: 'edit',
    edits: [{ key: at('signature'), change: { label: 'Tenant' } }],
    act: 'label',
  });
  expect(labelled.fields.at(-1)?.formField).toBe('Buyer');
  const copied = changeBoard(board, { do: 'duplicate', key: at('text'), newKey: 'copy' });
  expect(copied.fields.at(-1)?.formField).toBeNull();
});
