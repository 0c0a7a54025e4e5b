import { describe, expect, test } from 'vitest';
import { sampleForm } from '../testing/sample-form.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { inspect } from './inspect.ts';

const listed = (pdf: Buffer) => inspect(pdf).formFields();
const byName = (pdf: Buffer) => new Map(listed(pdf).map((field) => [field.name, field]));

describe('formFields', () => {
  test('lists every field but those for signatures, with what it is and says', () => {
    const fields = byName(samplePdf(sampleForm()));
    expect([...fields].map(([name, { kind, values }]) => [name, kind, ...values])).toEqual([
      ['Name', 'text', 'Ana Lima'],
      ['Notes', 'text', 'First line\nSecond line'],
      ['Code', 'text', 'AB12'],
      ['Agree', 'checkbox'],
      ['Country', 'dropdown', 'es'],
      ['Fruits', 'list', 'Pear'],
      ['Help', 'button'],
      ['City', 'text'],
      ['Number', 'text', '2026-17'],
      ['Size', 'radio'],
    ]);
    expect(fields.get('Name')).toMatchObject({ tooltip: 'Your full name', fontSize: 12, isMultiline: false });
    expect(fields.get('Notes')?.isMultiline).toBe(true);
    expect(fields.get('City')).toMatchObject({ isRequired: true, isReadOnly: false, maxLength: 40 });
    expect(fields.get('Number')).toMatchObject({ isRequired: false, isReadOnly: true });
    expect(fields.get('Country')?.options).toEqual([
      { value: 'pt', label: 'Portugal' },
      { value: 'es', label: 'Spain' },
    ]);
  });

  test('says which buttons are ticked and what they stand for', () => {
    const fields = byName(samplePdf(sampleForm()));
    const widgets = (name: string) => fields.get(name)?.widgets.map(({ isOn, value }) => [isOn, value]);
    expect(widgets('Agree')).toEqual([[true, 'Yes']]);
    expect(widgets('Size')).toEqual([
      [false, 'Small'],
      [true, 'Medium'],
      [false, 'Large'],
    ]);
    expect(fields.get('Size')?.tooltip).toBe('Size of the box');
  });

  test.each([0, 90, 180, 270])(
    'finds the place on a cut page turned by %i, in percent of what is seen',
    (rotate) => {
      const pdf = samplePdf({ ...sampleForm(), rotate, cropBox: '[50 340 550 840]' });
      const widget = byName(pdf).get('Name')?.widgets[0];
      expect(widget?.page).toBe(0);
      // 0 to 200 across and 300 to 320 up in a square of 500 points.
      const expected = {
        0: [0, 36, 40, 4],
        90: [60, 0, 4, 40],
        180: [60, 60, 40, 4],
        270: [36, 60, 4, 40],
      }[rotate] as number[];
      const { posX, posY, width, height } = widget?.displayed ?? { posX: 0, posY: 0, width: 0, height: 0 };
      for (const [index, value] of [posX, posY, width, height].entries())
        expect(value).toBeCloseTo(expected[index] ?? Number.NaN);
    },
  );

  test('leaves out the places that are not seen', () => {
    const widget = (name: string, more: string) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [50 500 250 520] ${more} >>`;
    const objects = [widget('Hidden', '/F 2'), widget('Nowhere', '/F 4'), widget('Seen', '/F 4')];
    const catalog = '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R] >>';
    const fields = listed(samplePdf({ objects, catalog, page: '/Annots [10 0 R 12 0 R]' }));
    expect(fields.map(({ name, widgets }) => [name, widgets.length])).toEqual([
      ['Hidden', 0],
      ['Nowhere', 0],
      ['Seen', 1],
    ]);
  });

  test('stops at too many fields and at circles', () => {
    const fields = Array.from({ length: 10_001 }, (_none, index) => `<< /FT /Tx /T (f${index}) >>`);
    const refs = fields.map((_field, index) => `${10 + index} 0 R`).join(' ');
    const catalog = (list: string) => `/AcroForm << /Fields [${list}] >>`;
    expect(() => listed(samplePdf({ objects: fields, catalog: catalog(refs) }))).toThrow('more than 10000');
    const circle = ['<< /T (A) /Kids [11 0 R] >>', '<< /T (B) /Kids [10 0 R] >>'];
    expect(() => listed(samplePdf({ objects: circle, catalog: catalog('10 0 R') }))).toThrow('circle');
  });
});
