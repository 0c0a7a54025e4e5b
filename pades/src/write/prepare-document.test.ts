import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspect } from '../intake/inspect.ts';
import { PdfDocument } from '../pdf/document.ts';
import { findPage } from '../pdf/pages.ts';
import { isArray } from '../pdf/values.ts';
import { flipped, readOrRefused } from '../testing/damage.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { signedIn, withFields } from '../testing/signed-pdf.ts';
import { type PrepareOptions, prepareDocument } from './prepare-document.ts';

const rect = [100, 100, 300, 160] as const;
const after = (pdf: Uint8Array, options: PrepareOptions): Buffer =>
  Buffer.concat([pdf, prepareDocument(pdf, options)]);
const textStamp = {
  kind: 'text',
  text: 'Ana Müller',
  font: sampleFont,
  fontSize: 12,
  page: 0,
  rect,
} as const;

describe('prepareDocument', () => {
  test.each(['table', 'stream', 'hybrid'] as const)(
    'adds fields to a file with a cross-reference %s',
    (xref) => {
      const pdf = after(samplePdf({ xref }), {
        signatureFields: [{ name: 'Ana', page: 0, rect, tooltip: 'Käufer' }],
      });
      const { signatureFields, revisions, xrefKind } = inspect(pdf);
      expect(signatureFields).toMatchObject([
        { name: 'Ana', page: 0, rect: [100, 100, 300, 160], signed: false },
      ]);
      expect(revisions).toBe(2);
      expect(xrefKind).toBe(xref);
    },
  );

  test('puts a field where it was drawn on the displayed page', () => {
    const displayed = { posX: 12.5, posY: 60, width: 30, height: 8 };
    for (const rotate of [0, 90, 180, 270]) {
      const pdf = after(samplePdf({ rotate, cropBox: '[20 30 420 630]' }), {
        signatureFields: [{ name: 'Ana', page: 0, displayed }],
      });
      const [field] = inspect(pdf).signatureFields;
      for (const key of ['posX', 'posY', 'width', 'height'] as const)
        expect(field?.displayed?.[key]).toBeCloseTo(displayed[key], 2);
    }
  });

  test('reuses an empty signature field of the same name in place', () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Ana) /Rect [1 2 30 40] /P 11 0 R >>';
    const pdf = samplePdf({
      objects: [field],
      catalog: '/AcroForm << /Fields [10 0 R] >>',
      page: '/Annots [10 0 R]',
    });
    const options = { signatureFields: [{ name: 'Ana', page: 0, rect }] };
    expect(prepareDocument(pdf, options)).toHaveLength(0);
    expect(inspect(after(pdf, options)).signatureFields).toHaveLength(1);
  });

  test('does nothing when there is nothing to do', () => {
    expect(prepareDocument(samplePdf(), {})).toHaveLength(0);
  });

  test('wraps the content of a page and keeps its resources', () => {
    const pdf = after(samplePdf(), {
      stamps: [textStamp, { kind: 'image', image: sampleSignatureImage(), page: 0, rect }],
    });
    const document = new PdfDocument(pdf);
    const { dict } = findPage(document, 0);
    const contents = document.resolve(dict.entries.get('Contents'));
    expect(isArray(contents) && contents.items.length).toBe(3);
    const resources = document.dict(dict, 'Resources');
    expect([...(resources?.entries.keys() ?? [])]).toEqual(['Font', 'XObject']);
  });

  test('adds pages for fields and stamps', () => {
    const page = { width: 595, height: 842, content: [] };
    const pdf = after(samplePdf({ pages: 2 }), {
      addedPages: [page, page],
      signatureFields: [{ name: 'Ana', page: 3, rect }],
      stamps: [{ ...textStamp, page: 2 }],
    });
    const inspection = inspect(pdf);
    expect(inspection.pageCount).toBe(4);
    expect(inspection.signatureFields).toMatchObject([{ name: 'Ana', page: 3 }]);
    expect(inspection.pages(3).mediaBox).toEqual([0, 0, 595, 842]);
  });

  test('can be used twice', () => {
    const once = after(samplePdf(), {
      signatureFields: [{ name: 'Ana', page: 0, rect }],
      stamps: [textStamp],
    });
    const twice = after(once, { signatureFields: [{ name: 'Ben', page: 0, rect }], stamps: [textStamp] });
    expect(inspect(twice).signatureFields.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  });

  test.each<[string, PrepareOptions, string]>([
    [
      'a page that does not exist',
      { signatureFields: [{ name: 'Ana', page: 7, rect }] },
      'The page 8 does not exist',
    ],
    ['a name with a full stop', { signatureFields: [{ name: 'a.b', page: 0, rect }] }, 'full stop'],
    [
      'one name twice',
      {
        signatureFields: [
          { name: 'a', page: 0, rect },
          { name: 'a', page: 0, rect },
        ],
      },
      'occurs twice',
    ],
    ['a rectangle upside down', { stamps: [{ ...textStamp, rect: [9, 9, 0, 0] }] }, 'rect must be'],
    ['a page without size', { addedPages: [{ width: 0, height: 5, content: [] }] }, 'must measure'],
    [
      'a font that is none',
      { stamps: [{ ...textStamp, font: Buffer.from('no font at all') }] },
      'The font cannot be used',
    ],
  ])('refuses %s', (_title, options, message) => {
    expect(() => prepareDocument(samplePdf(), options)).toThrow(message);
  });

  test('refuses to change a signed file', async () => {
    const signed = await signedIn(withFields(samplePdf(), 'Ana'), 'Ana');
    expect(() => prepareDocument(signed, { stamps: [textStamp] })).toThrow('The file is signed already');
  });

  test('refuses the name of a field of another kind', () => {
    const field = '<< /FT /Tx /T (Note) >>';
    const pdf = samplePdf({ objects: [field], catalog: '/AcroForm << /Fields [10 0 R] >>' });
    const options = { signatureFields: [{ name: 'Note', page: 0, rect }] };
    expect(() => prepareDocument(pdf, options)).toThrow('another field named Note');
  });

  test('prepares or refuses whatever is damaged in a file', async () => {
    const whole = samplePdf({
      xref: 'hybrid',
      pages: 2,
      catalog: '/AcroForm << /Fields [] >>',
      page: '/Annots []',
    });
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    const options: PrepareOptions = {
      signatureFields: [{ name: 'Ana', page: 0, rect }],
      stamps: [{ kind: 'image', image: sampleSignatureImage(40, 20), page: 1, rect }],
      addedPages: [{ width: 200, height: 200, content: [] }],
    };
    const prepare = (pdf: Buffer) =>
      expect(inspect(after(pdf, options)).signatureFields.some(({ name }) => name === 'Ana')).toBe(true);
    await fc.assert(
      fc.asyncProperty(damage, (changes) => {
        const damaged = changes.reduce((pdf, [at, mask]) => flipped(pdf, at, mask), whole);
        return readOrRefused(() => prepare(damaged));
      }),
      { numRuns: 300 },
    );
  });
});
