import { describe, expect, test } from 'vitest';
import { findFormFieldProblem, type PdfFormField, resolveFormField } from './form-field.ts';
import { importFormFields } from './form-import.ts';
import { readPlacedFields } from './placed-field.ts';

const widget = { page: 1, posX: 10, posY: 20, width: 30, height: 4, isOn: false, option: null };
const fieldOf = (more: Partial<PdfFormField>): PdfFormField => ({
  name: 'Person.Name',
  kind: 'text',
  label: 'Your name',
  required: true,
  maxLength: null,
  value: null,
  options: null,
  fontSize: null,
  places: [widget],
  ...more,
});
const owner = { documentId: 7, role: 3 };
const small = { value: 's', label: 'Small' };
const large = { value: 'l', label: 'Large' };
const size = fieldOf({
  name: 'Size',
  kind: 'radio',
  required: false,
  places: [
    { ...widget, option: small },
    { ...widget, posX: 50, option: large, isOn: true },
  ],
});
const all = [
  fieldOf({ value: 'Ana', maxLength: 40, fontSize: 9 }),
  fieldOf({ name: 'Agree', kind: 'checkbox', places: [{ ...widget, isOn: true }] }),
  size,
  fieldOf({ name: 'Country', kind: 'dropdown', options: [small, large], value: 'l' }),
  fieldOf({ name: 'Buyer', kind: 'signature' }),
];

test('importFormFields makes a field of each place, with the rules and the value of its kind', () => {
  const fields = importFormFields(all, owner);
  expect(
    fields.map(({ type, value, group, formField }) => [type, value ?? null, group ?? null, formField]),
  ).toEqual([
    ['text', 'Ana', null, 'Person.Name'],
    ['checkbox', '1', null, 'Agree'],
    ['radio', null, 'Size', 'Size'],
    ['radio', 'l', 'Size', 'Size'],
    ['dropdown', 'l', null, 'Country'],
    ['signature', null, null, 'Buyer'],
  ]);
  expect(fields[0]).toMatchObject({ maxLength: 40, required: true, style: { fontSize: 9 }, ...owner });
  expect(fields[3]?.options).toEqual([large]);
});

test('importFormFields makes fields that can be placed', () => {
  const form = { fields: all, total: 5, isSigned: false };
  const formFields = [{ name: 'Buyer', place: widget }];
  const documents = [{ id: 7, pageCount: 1, form, formFields }];
  const roles = [{ id: 3, type: 'sign' as const }];
  expect(
    readPlacedFields(importFormFields(all, owner), {
      documents,
      roles,
      findMissing: () => [],
      findOptionSize: () => null,
    }),
  ).toHaveLength(6);
});

describe('findFormFieldProblem', () => {
  const form = { fields: all, total: 5, isSigned: false };
  const source = { form, formFields: [{ name: 'Buyer', place: widget }] };
  const [text, , , , , signature] = importFormFields(all, owner);
  if (!text || !signature) throw new Error('nothing was imported');

  test('takes what the form has, in the place of its own kind', () => {
    expect(findFormFieldProblem(text, source)).toBeNull();
    expect(findFormFieldProblem({ ...text, posX: 50 }, source)).toBeNull();
    expect(findFormFieldProblem(signature, source)).toBeNull();
    expect(findFormFieldProblem({ ...text, formField: null }, {})).toBeNull();
  });

  test.each([
    ['a name that the form does not have', { ...text, formField: 'Other' }, source],
    ['a document without a form', text, {}],
    ['a form that is signed', text, { form: { ...form, isSigned: true } }],
    ['a text in the place of a signature', { ...text, formField: 'Buyer' }, source],
    ['a signature in the place of a text', { ...signature, formField: 'Person.Name' }, source],
    ['a signature that is elsewhere', { ...signature, posX: 11 }, source],
  ])('refuses %s', (_title, field, input) => {
    expect(findFormFieldProblem(field, input)).toMatch(/form/);
  });
});

const at = { documentId: 7, type: 'text' as const, page: 1, posX: 10, posY: 20 };
const before = { ...at, pdfFieldName: 'Person.Name' };
const signed = { ...before, type: 'signature' as const };

test('resolveFormField is what the request names, and without a name what it was', () => {
  expect(resolveFormField({ formField: 'Other' }, at, before)).toBe('Other');
  expect(resolveFormField({ formField: null }, at, before)).toBeNull();
  expect(resolveFormField({}, at, before)).toBe('Person.Name');
  expect(resolveFormField({}, at, undefined)).toBeNull();
});

test('resolveFormField stays with a field that moves, but not with one for a signature', () => {
  expect(resolveFormField({}, { ...at, posX: 50 }, before)).toBe('Person.Name');
  expect(resolveFormField({}, { ...at, type: 'signature' }, signed)).toBe('Person.Name');
  expect(resolveFormField({}, { ...at, type: 'signature', posX: 50 }, signed)).toBeNull();
});

test('resolveFormField is lost in another document, and when a signature becomes another kind', () => {
  expect(resolveFormField({}, { ...at, documentId: 8 }, before)).toBeNull();
  expect(resolveFormField({}, at, signed)).toBeNull();
});
