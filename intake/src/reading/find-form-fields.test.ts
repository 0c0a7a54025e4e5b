import { importFormFields, LIMITS, readPlacedFields } from '@paraph/domain';
import type { FormFieldInfo, FormFieldWidget } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { findForm } from './find-form-fields.ts';

const displayed = { posX: 10, posY: 20, width: 30, height: 2 };
const widget: FormFieldWidget = { page: 0, displayed, isOn: false, value: null, tooltip: null };
const field = (more: Partial<FormFieldInfo>): FormFieldInfo => ({
  name: 'Person.Name',
  tooltip: null,
  kind: 'text',
  isRequired: false,
  isReadOnly: false,
  isMultiline: false,
  isSpecial: false,
  maxLength: null,
  isOpen: false,
  options: [],
  values: [],
  fontSize: 0,
  widgets: [widget],
  ...more,
});
const option = (value: string, label = value) => ({ value, label });
const signature = { name: 'Buyer', page: 0, rect: null, displayed, signed: false };

const find = (fields: FormFieldInfo[], signatureFields = [signature], signatures = 0) =>
  findForm({ formFields: () => fields, signatureFields, signatures }, [{ width: 595, height: 842 }]);
const namesOf = (fields: FormFieldInfo[]) => find(fields, []).fields.map(({ name }) => name);

describe('the form of an upload', () => {
  test('offers fields with words for people and a size that fits', () => {
    const [text, sized] = find([
      field({}),
      field({ name: 'B', tooltip: ' Your\ncity ', fontSize: 14 }),
    ]).fields;
    expect(text).toMatchObject({ name: 'Person.Name', label: 'Name', fontSize: 11, places: [{ page: 1 }] });
    expect(sized).toMatchObject({ label: 'Your city', fontSize: 14 });
    const low = field({ widgets: [{ ...widget, displayed: { ...displayed, height: 1 } }] });
    expect(find([low]).fields[0]?.fontSize).toBe(5.6);
  });

  test('has radios with values of their own, and boxes that exclude each other among them', () => {
    const widgets = [
      { ...widget, value: 'Yes', tooltip: 'I agree' },
      { ...widget, value: 'Yes', isOn: true },
      { ...widget, value: 'No' },
    ];
    for (const kind of ['radio', 'checkbox'] as const) {
      const [group] = find([field({ kind, widgets })]).fields;
      expect(group?.kind).toBe('radio');
      expect(group?.places.map(({ option: one, isOn }) => [one?.value, one?.label, isOn])).toEqual([
        ['Yes', 'I agree', false],
        ['Yes 2', 'Yes 2', true],
        ['No', 'No', false],
      ]);
    }
    const same = widgets.slice(0, 2);
    expect(find([field({ kind: 'checkbox', widgets: same })]).fields[0]?.kind).toBe('checkbox');
  });

  test.each(
    Object.entries<Partial<FormFieldInfo>>({
      'a button': { kind: 'button' },
      'what is read-only': { isReadOnly: true },
      'a password': { isSpecial: true },
      'a list of several choices': { kind: 'list', isOpen: true, options: [option('a')] },
      'a list without options': { kind: 'dropdown' },
      'options that cannot be told apart': {
        kind: 'dropdown',
        options: [option('a', 'A'), option('a', 'B')],
      },
      'too many options': {
        kind: 'dropdown',
        options: Array.from({ length: 101 }, (_none, n) => option(`${n}`)),
      },
      'a value that is no option': { kind: 'dropdown', options: [option('a')], values: ['b'] },
      'a text that is too long': { values: ['x'.repeat(LIMITS.fieldValueCharactersMax + 1)] },
      'a text of control characters': { values: ['a\u0007b'] },
      'a name of control characters': { name: 'a\u0007b' },
      'a name that is too long': { name: 'x'.repeat(LIMITS.nameCharactersMax + 1) },
      'what is nowhere': { widgets: [] },
      'what leaves its page': { widgets: [{ ...widget, displayed: { ...displayed, posX: 90 } }] },
      'a radio without a value': { kind: 'radio' },
    }),
  )('does not offer %s', (_title, more) => {
    expect(namesOf([field({ name: 'Other' }), field(more)])).toEqual(['Other']);
  });

  test('does not offer fields of the same name: one would take the values of both', () => {
    expect(namesOf([field({}), field({}), field({ name: 'Other' })])).toEqual(['Other']);
  });

  test('offers as many places as a workflow has fields, and says how many there are', () => {
    const many = Array.from({ length: 700 }, (_none, index) => field({ name: `f${index}` }));
    const { fields, total } = find(many);
    expect(fields).toHaveLength(LIMITS.workflowFieldsMax);
    expect(total).toBe(701);
  });

  test('that is signed offers its empty signature fields alone', () => {
    const signed = { ...signature, name: 'First', signed: true };
    const form = find([field({})], [signature, signed], 1);
    expect(form).toMatchObject({ isSigned: true, total: 3 });
    expect(form.fields.map(({ name, kind }) => [name, kind])).toEqual([['Buyer', 'signature']]);
  });

  test('offers nothing that could not be placed', () => {
    const form = find([
      field({ values: ['Ana'], maxLength: 40 }),
      field({ name: 'List', kind: 'list', options: [option(' ', ' '), option('a')], values: [' '] }),
      field({ name: 'Radio', kind: 'radio', widgets: [{ ...widget, value: 'a' }] }),
      field({ name: 'Long', maxLength: 9_999 }),
    ]);
    expect(form.fields).toHaveLength(5);
    const documents = [
      { id: 7, pageCount: 1, form, formFields: [{ name: 'Buyer', place: { page: 1, ...displayed } }] },
    ];
    const roles = [{ id: 3, type: 'sign' as const }];
    const request = importFormFields(form.fields, { documentId: 7, role: 3 });
    expect(
      readPlacedFields(request, { documents, roles, findMissing: () => [], findOptionSize: () => null }),
    ).toHaveLength(5);
  });
});
