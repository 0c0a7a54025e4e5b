import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { type FormField, formOf, readFields } from '../pdf/form-fields.ts';
import { rectOf } from '../pdf/pages.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isArray, isDict, isRef, isStream, isString, nameOf, type PdfValue } from '../pdf/values.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { signedIn } from '../testing/signed-pdf.ts';
import type { NewFormField } from './new-form-fields.ts';
import { prepareDocument } from './prepare-document.ts';

const rect = [100, 100, 300, 120] as const;
const at = { page: 0, rect } as const;
const options = [
  { value: 'ja', label: 'Yes, gladly' },
  { value: 'Näin (2)', label: 'No' },
];
const formFields: readonly NewFormField[] = [
  { ...at, kind: 'text', name: 'city', font: sampleFont, text: 'Ærøskøbing', tooltip: 'Where' },
  { ...at, kind: 'text', name: 'notes', font: sampleFont, isMultiline: true, isRequired: true },
  { ...at, kind: 'checkbox', name: 'terms', checked: true },
  { ...at, kind: 'choice', name: 'list', font: sampleFont, options, chosen: 'Näin (2)' },
  { ...at, kind: 'picture', name: 'initials', text: 'Initials of Ana', image: sampleSignatureImage(40, 20) },
  {
    kind: 'radio',
    name: 'either',
    chosen: 'Näin (2)',
    options: options.map(({ value, label }, index) => ({
      value,
      tooltip: label,
      page: index,
      rect: [10, 10, 30, 30] as const,
    })),
  },
];
const readOnly = formFields.map((field) => ({ ...field, isReadOnly: true }));

function prepared(fields: readonly NewFormField[]) {
  const pdf = samplePdf({ pages: 2 });
  const document = new PdfDocument(Buffer.concat([pdf, prepareDocument(pdf, { formFields: fields })]));
  const fieldsByName = new Map(readFields(document).map((field) => [field.name, field]));
  const get = (name: string, key: string): PdfValue =>
    document.resolve(fieldsByName.get(name)?.dict.entries.get(key));
  return { document, fields: fieldsByName, get };
}

const textOf = (value: PdfValue): string | null => (isString(value) ? decodeTextString(value.bytes) : null);

/** Reference of a widget's /AP /N. */
function normalOf(
  { document }: ReturnType<typeof prepared>,
  widget: FormField['widgets'][number] | undefined,
): PdfValue {
  const appearances = widget ? document.dict(widget.dict, 'AP') : null;
  return appearances?.entries.get('N') ?? null;
}

describe('new form fields', () => {
  test('have the type, value and flags of their kind', () => {
    const { get } = prepared(formFields);
    const summary = formFields.map(({ name }) => {
      const value = get(name, 'V');
      return [name, nameOf(get(name, 'FT')), get(name, 'Ff'), textOf(value) ?? nameOf(value)];
    });
    expect(summary).toEqual([
      ['city', 'Tx', null, 'Ærøskøbing'],
      ['notes', 'Tx', 4096 + 2, ''],
      ['terms', 'Btn', null, 'Yes'],
      ['list', 'Ch', 131_072, 'Näin (2)'],
      ['initials', 'Tx', null, 'Initials of Ana'],
      ['either', 'Btn', 32_768, '1'],
    ]);
    expect(textOf(get('city', 'TU'))).toBe('Where');
  });

  test('are read-only on request', () => {
    const { get } = prepared(readOnly);
    for (const { name } of formFields) expect(Number(get(name, 'Ff')) & 1).toBe(1);
  });

  test('name an embedded font when viewers may not fill them, and Helvetica otherwise', () => {
    const fontsOf = (fields: readonly NewFormField[]): unknown[] => {
      const { document } = prepared(fields);
      const form = formOf(document);
      const resources = form ? document.dict(form, 'DR') : null;
      const fonts = resources ? document.dict(resources, 'Font') : null;
      return [...(fonts?.entries ?? [])].map(([name, value]) => {
        const font = document.resolve(value);
        return [name, isDict(font) && nameOf(font.entries.get('Subtype'))];
      });
    };
    expect(fontsOf(readOnly)).toEqual([['Paraph', 'Type0']]);
    expect(fontsOf(formFields)).toEqual([['Helv', 'Type1']]);
    expect(fontsOf(readOnly.filter(({ kind }) => kind === 'checkbox'))).toEqual([]);
  });

  test('place each button of a radio group, and keep the values in /Opt', () => {
    const opened = prepared(formFields);
    const { document, fields, get } = opened;
    const group = fields.get('either');
    expect(group?.widgets).toHaveLength(2);
    const values = get('either', 'Opt');
    expect(isArray(values) && values.items.map(textOf)).toEqual(['ja', 'Näin (2)']);
    const names = group?.widgets.map(({ dict }) => dict.entries.has('T'));
    expect(names).toEqual([false, false]);
    const states = group?.widgets.map(({ dict }) => nameOf(dict.entries.get('AS')));
    expect(states).toEqual(['Off', '1']);
    const pages = group?.widgets.map(({ dict }) => dict.entries.get('P')) ?? [];
    expect(new Set(pages.map((page) => isRef(page) && page.number)).size).toBe(2);
    expect(group?.widgets.map(({ dict }) => textOf(dict.entries.get('TU') ?? null))).toEqual([
      'Yes, gladly',
      'No',
    ]);
    const looks = document.resolve(normalOf(opened, group?.widgets[1]));
    expect(isDict(looks) && [...looks.entries.keys()]).toEqual(['1', 'Off']);
  });

  test('are one radio group also when its buttons have names', () => {
    const { fields } = prepared(readOnly);
    expect([...fields.keys()]).toEqual(formFields.map(({ name }) => name));
    expect(fields.get('either')?.widgets.map(({ dict }) => textOf(dict.entries.get('T') ?? null))).toEqual([
      '0',
      '1',
    ]);
  });

  test('share no appearance; those of buttons are in a direct dictionary, as Poppler reads them', () => {
    const opened = prepared(readOnly);
    const seen = new Set<number>();
    for (const field of opened.fields.values())
      for (const widget of field.widgets) {
        const normal = normalOf(opened, widget);
        expect(isDict(normal)).toBe(field.type === 'Btn');
        for (const stream of isDict(normal) ? normal.entries.values() : [normal]) {
          expect(isStream(opened.document.resolve(stream))).toBe(true);
          expect(isRef(stream) && !seen.has(stream.number)).toBe(true);
          if (isRef(stream)) seen.add(stream.number);
        }
      }
    expect(seen.size).toBe(4 + 2 * 3);
  });

  test.each([
    [90, '[0 1 -1 0 200 0]'],
    [180, '[-1 0 0 -1 200 20]'],
    [270, '[0 -1 1 0 0 20]'],
  ])('are upright on a page turned by %i', (rotate, matrix) => {
    const pdf = samplePdf({ pages: 2, rotate });
    const update = Buffer.from(prepareDocument(pdf, { formFields: readOnly })).toString('latin1');
    expect(update).toContain(`/MK << /R ${rotate} >>`);
    expect(update).toContain(`/Matrix ${matrix}`);
    expect(update).toContain(rotate === 180 ? '/BBox [0 0 200 20]' : '/BBox [0 0 20 200]');
  });

  test('are written the same each time', () => {
    const pdf = samplePdf({ pages: 2 });
    const once = prepareDocument(pdf, { formFields: readOnly });
    expect(Buffer.compare(once, prepareDocument(pdf, { formFields: readOnly }))).toBe(0);
  });

  test.each<[string, NewFormField, string]>([
    [
      'a list without options',
      { ...at, kind: 'choice', name: 'a', font: sampleFont, options: [] },
      'needs options',
    ],
    [
      'a value twice',
      { kind: 'radio', name: 'a', options: [1, 2].map(() => ({ ...at, value: 'x' })) },
      'with different values',
    ],
    [
      'an option that is missing',
      { ...at, kind: 'choice', name: 'a', font: sampleFont, options, chosen: 'maybe' },
      'no option maybe',
    ],
  ])('refuse %s', (_title, field, message) => {
    expect(() => prepareDocument(samplePdf(), { formFields: [field] })).toThrow(message);
  });
});

describe('new signature fields', () => {
  const lockOf = (pdf: Buffer, name: string): readonly (string | null)[] => {
    const document = new PdfDocument(pdf);
    const field = readFields(document).find((field) => field.name === name);
    const lock = field ? document.dict(field.dict, 'Lock') : null;
    const names = lock?.entries.get('Fields');
    expect(nameOf(lock?.entries.get('Action'))).toBe('Include');
    return isArray(names) ? names.items.map(textOf) : [];
  };

  test('lock the named fields', () => {
    const pdf = samplePdf({ pages: 2 });
    const signatureFields = [{ ...at, name: 'ana', locks: ['city', 'either'] }];
    const update = prepareDocument(pdf, { formFields: readOnly, signatureFields });
    expect(lockOf(Buffer.concat([pdf, update]), 'ana')).toEqual(['city', 'either']);
  });

  test('lock fields where the file brought the signature field along', () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [1 2 30 40] /P 11 0 R >>';
    const pdf = samplePdf({
      objects: [field],
      catalog: '/AcroForm << /Fields [10 0 R] >>',
      page: '/Annots [10 0 R]',
      pages: 2,
    });
    const signatureFields = [{ ...at, name: 'Old', locks: ['city'] }];
    const whole = Buffer.concat([pdf, prepareDocument(pdf, { formFields: readOnly, signatureFields })]);
    expect(lockOf(whole, 'Old')).toEqual(['city']);
    const document = new PdfDocument(whole);
    const old = readFields(document).find(({ name }) => name === 'Old');
    expect(rectOf(document, old?.dict.entries.get('Rect'))).toEqual([1, 2, 30, 40]);
  });

  test('refuse to lock a field that the file does not have', () => {
    const signatureFields = [{ ...at, name: 'ana', locks: ['town'] }];
    expect(() => prepareDocument(samplePdf({ pages: 2 }), { formFields, signatureFields })).toThrow(
      'locks town, which is no field of the file',
    );
  });

  test('have an appearance where they are seen, also while empty', async () => {
    const pdf = samplePdf({ pages: 2 });
    const hidden = { name: 'hidden', page: 0, rect: [0, 0, 0, 0] as const };
    const update = prepareDocument(pdf, { signatureFields: [{ ...at, name: 'ana' }, hidden] });
    const opened = new PdfDocument(Buffer.concat([pdf, update]));
    const [ana, other] = readFields(opened);
    expect(ana && isStream(opened.resolve(opened.dict(ana.dict, 'AP')?.entries.get('N')))).toBe(true);
    expect(other?.dict.entries.has('AP')).toBe(false);
    const whole = Buffer.concat([pdf, update]);
    expect((await signedIn(whole, 'hidden')).length).toBeGreaterThan(whole.length);
  });
});
