import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { formOf, readFields } from '../pdf/form-fields.ts';
import { findPage } from '../pdf/pages.ts';
import { isArray, isDict, isInteger, isRef, nameOf, type PdfDict } from '../pdf/values.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { sampleForm } from '../testing/sample-form.ts';
import { type SampleOptions, samplePdf } from '../testing/sample-pdf.ts';
import { signedIn } from '../testing/signed-pdf.ts';
import { prepareDocument } from './prepare-document.ts';

const flattenForm = { font: sampleFont };

function flattened(pdf: Uint8Array, replaced: readonly string[] = []): PdfDocument {
  const update = prepareDocument(pdf, { flattenForm: { ...flattenForm, replaced } });
  return new PdfDocument(Buffer.concat([pdf, update]));
}

/** The names of the forms that the first page paints. */
function paintedOn(document: PdfDocument): string[] {
  const resources = document.dict(findPage(document, 0).dict, 'Resources');
  const forms = resources ? document.dict(resources, 'XObject') : null;
  return [...(forms?.entries.keys() ?? [])];
}

function annotationsOf(document: PdfDocument): PdfDict[] {
  const list = document.resolve(findPage(document, 0).dict.entries.get('Annots'));
  return (isArray(list) ? list.items : []).map((item) => document.resolve(item)).filter(isDict);
}

describe('flattenForm', () => {
  test.each([
    ['as they are', {}],
    ['drawn, where the file leaves them to viewers', { needAppearances: true }],
    ['drawn, where they are missing', { looks: false }],
  ])('paints the fields into the page, %s, and keeps those for signatures', (_title, options) => {
    const document = flattened(samplePdf(sampleForm(options)));
    expect(readFields(document).map(({ name }) => name)).toEqual(['Buyer']);
    expect(formOf(document)?.entries.has('NeedAppearances')).toBe(false);
    expect(annotationsOf(document)).toHaveLength(1);
    // Every widget but that of the signature shows something, even if only its border.
    expect(paintedOn(document)).toHaveLength(12);
  });

  test('paints only the boxes of texts and choices that others replace, and nothing of their buttons', () => {
    const document = flattened(samplePdf(sampleForm()), ['Name', 'Country', 'Agree', 'Size']);
    expect(paintedOn(document)).toHaveLength(12 - 4);
    const all = flattened(samplePdf(sampleForm()), ['Name', 'Notes', 'Code', 'Country', 'City', 'Number']);
    expect(paintedOn(all)).toHaveLength(12);
  });

  test('is the same for the same file', () => {
    const pdf = samplePdf(sampleForm({ looks: false }));
    const update = () => Buffer.from(prepareDocument(pdf, { flattenForm })).toString('base64');
    expect(update()).toBe(update());
  });

  test('leaves other annotations, and a file without such fields, as they are', () => {
    const note = '<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /Contents (A note) >>';
    const { objects, catalog, page } = sampleForm();
    const annotated = page.replace(/\]$/, ` ${10 + objects.length} 0 R]`);
    const document = flattened(samplePdf({ objects: [...objects, note], catalog, page: annotated }));
    const kinds = annotationsOf(document).map(({ entries }) => nameOf(entries.get('Subtype')));
    expect(kinds).toEqual(['Widget', 'Text']);
    expect(prepareDocument(samplePdf(), { flattenForm })).toHaveLength(0);
    const signature = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (A) /Rect [1 2 30 40] >>';
    const onlySignatures = { catalog: '/AcroForm << /Fields [10 0 R] >>', page: '/Annots [10 0 R]' };
    expect(
      prepareDocument(samplePdf({ objects: [signature], ...onlySignatures }), { flattenForm }),
    ).toHaveLength(0);
  });

  test('does not touch a file that is signed already', async () => {
    const signed = await signedIn(samplePdf(sampleForm()), 'Buyer');
    expect(prepareDocument(signed, { flattenForm })).toHaveLength(0);
  });

  test('keeps hidden fields out of sight, and the layer of those that have one', () => {
    const widget = (more: string) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /V (Seen) /Rect [50 500 250 520] ${more} >>`;
    const objects = [
      widget('/T (Hidden) /F 2'),
      widget('/T (Layered) /F 4 /OC 12 0 R'),
      '<< /Type /OCG /Name (L) >>',
    ];
    const document = flattened(
      samplePdf({
        objects,
        catalog: '/AcroForm << /Fields [10 0 R 11 0 R] >>',
        page: '/Annots [10 0 R 11 0 R]',
      }),
    );
    const resources = document.dict(findPage(document, 0).dict, 'Resources');
    const forms = resources ? document.dict(resources, 'XObject') : null;
    const painted = [...(forms?.entries.values() ?? [])].map((ref) => document.resolve(ref));
    expect(painted).toHaveLength(1);
    const [form] = painted;
    const layer = typeof form === 'object' && form?.kind === 'stream' ? form.dict.entries.get('OC') : null;
    expect(isRef(layer) && layer.number).toBe(12);
  });
});

const form = (fields: readonly string[], more: readonly string[] = []): SampleOptions => {
  const refs = fields.map((_field, index) => `${10 + index} 0 R`).join(' ');
  return {
    objects: [...fields, ...more],
    catalog: `/AcroForm << /Fields [${refs}] >>`,
    page: `/Annots [${refs}]`,
  };
};
const widget = (name: string, more: string, kind = '/FT /Tx') =>
  `<< /Type /Annot /Subtype /Widget ${kind} /T (${name}) /Rect [50 500 250 700] ${more} >>`;

test('flattenForm bounds its work of many fields that share one long value', () => {
  const fields = Array.from({ length: 60 }, (_none, index) => widget(`f${index}`, '/Ff 4096 /V 70 0 R'));
  const value = (words: number) => samplePdf(form(fields, [`(${'word '.repeat(words)})`]));
  expect(() => flattened(value(1_000))).toThrow('too much text');
  expect(() => flattened(value(500))).not.toThrow();
});

test('flattenForm bounds its work of fields that run in a circle, and of one whose parent is itself', () => {
  const circle = ['<< /T (A) /Kids [11 0 R] >>', '<< /T (B) /Kids [10 0 R] >>'];
  expect(() =>
    flattened(samplePdf({ ...form(circle), catalog: '/AcroForm << /Fields [10 0 R] >>' })),
  ).toThrow('circle');
  const formWidget = widget('Own', '/Parent 10 0 R');
  expect(readFields(flattened(samplePdf(form([formWidget]))))).toEqual([]);
});

test('flattenForm bounds its work of values that mean nothing for their kind', () => {
  const odd = [
    widget('Cells', '/Ff 16777216 /MaxLen 2000000000 /V (AB)'),
    widget('Start', '/TI -5 /Opt [(A)] /V [(A) 7 null]', '/FT /Ch'),
    widget('Size', '/DA (/Helv 999999999 Tf 9 g) /V (Large)'),
    widget('Colours', '/MK << /BC [1 2] /BG [-5] /R 45 >> /BS << /W -3 >> /V (x)'),
    widget('Narrow', '/V (x)').replace('[50 500 250 700]', '[50 500 50.1 500.1]'),
    widget('Far', '/V (x)').replace('[50 500 250 700]', '[-1000000 -1000000 1000000 1000000]'),
    widget('Nothing', '/V << /A 1 >> /Q (left)'),
  ];
  expect(readFields(flattened(samplePdf(form(odd))))).toEqual([]);
});

describe('flattenForm keeps a tagged file tagged', () => {
  const tagged = (kids: string, parents: string) =>
    samplePdf({
      objects: [
        '<< /Type /StructTreeRoot /K 11 0 R /ParentTree << /Nums [0 [15 0 R] 7 12 0 R] >> /ParentTreeNextKey 8 >>',
        `<< /Type /StructElem /S /Document /P 10 0 R /K [15 0 R 12 0 R] >>`,
        `<< /Type /StructElem /S /Form /P 11 0 R /K ${kids} >>`,
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Ana) /F 4 /Rect [50 500 250 520] ${parents} >>`,
        '<< /Fields [13 0 R] /NeedAppearances true >>',
        '<< /Type /StructElem /S /P /P 11 0 R /K 0 >>',
      ],
      catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R /AcroForm 14 0 R',
      page: '/StructParents 0 /Annots [13 0 R]',
    });
  const kid = '<< /Type /OBJR /Obj 13 0 R >>';
  const elementOf = (document: PdfDocument): PdfDict => {
    const element = document.resolve({ kind: 'ref', number: 12, generation: 0 });
    if (!isDict(element)) throw new Error('no element');
    return element;
  };

  test.each([
    ['as its only child', kid],
    ['among its children', `[${kid}]`],
  ])('with the widget %s: its element holds what is painted', (_title, kids) => {
    const document = flattened(tagged(kids, '/StructParent 7'));
    const list = document.resolve(elementOf(document).entries.get('K'));
    const [mark] = (isArray(list) ? list.items : []).map((item) => document.resolve(item));
    if (!isDict(mark)) throw new Error('no marked content');
    expect(nameOf(mark.entries.get('Type'))).toBe('MCR');
    const stream = document.resolve(mark.entries.get('Stm'));
    const key =
      typeof stream === 'object' && stream?.kind === 'stream'
        ? stream.dict.entries.get('StructParents')
        : null;
    expect(key).toBe(8);
    const tree = document.dict(document.dict(document.root.dict, 'StructTreeRoot') as PdfDict, 'ParentTree');
    const numbers = document.resolve(tree?.entries.get('Nums'));
    const items = isArray(numbers) ? numbers.items : [];
    const marks = document.resolve(items[items.findIndex((item) => isInteger(item) && item === 8) + 1]);
    expect(isArray(marks) && marks.items.map((item) => isRef(item) && item.number)).toEqual([12]);
  });

  test('with a field that another replaces: its element is emptied', () => {
    const pdf = tagged(kid, '/StructParent 7');
    const document = flattened(pdf, ['Name']);
    const list = document.resolve(elementOf(document).entries.get('K'));
    expect(isArray(list) && list.items).toEqual([]);
  });

  test('with a widget that the structure does not know: what is painted is an artifact', () => {
    const document = flattened(tagged('[]', ''));
    const { dict } = findPage(document, 0);
    const contents = document.resolve(dict.entries.get('Contents'));
    const last = document.resolve(isArray(contents) ? contents.items.at(-1) : null);
    const text =
      typeof last === 'object' && last?.kind === 'stream' ? document.rawStream(last) : new Uint8Array();
    expect(Buffer.from(text).toString('latin1')).toContain('/Artifact BMC');
  });
});
