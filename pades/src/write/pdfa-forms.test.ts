import { beforeAll, describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { formOf } from '../pdf/form-fields.ts';
import { walkPages } from '../pdf/pages.ts';
import { pdfaPartOf } from '../pdf/pdfa-part.ts';
import { valueSource } from '../pdf/source-text.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  type PdfValue,
} from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { authority } from '../testing/level-fixture.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { sampleForm } from '../testing/sample-form.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { prepareForTurns, signingOptionsOf } from '../testing/signing-in-turn.ts';
import { unpackStreams } from '../testing/unpacked-streams.ts';

// No program here judges ISO 19005-2; these are the rules of it that forms and signatures could break.

const XMP = '<rdf:Description pdfaid:part="2" pdfaid:conformance="B"/>';
const METADATA = 10;
const FORM_FROM = 16;

/** A tagged PDF/A-2b that brings a form along, whose fields have appearances or are to be drawn by viewers. */
function archived({ looks }: { looks: boolean }): Buffer {
  const form = sampleForm({ first: FORM_FROM, looks, needAppearances: !looks });
  const intent =
    '/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /DestOutputProfile 12 0 R';
  const objects = [
    streamSource('/Type /Metadata /Subtype /XML', Buffer.from(XMP)).toString('latin1'),
    `<< ${intent} >>`,
    streamSource('/N 3', Buffer.from('a profile')).toString('latin1'),
    '<< /Type /StructTreeRoot /K 14 0 R /ParentTree 15 0 R /ParentTreeNextKey 1 >>',
    '<< /Type /StructElem /S /Document /P 13 0 R >>',
    '<< /Nums [0 [14 0 R]] >>',
    ...form.objects,
  ];
  const claims = `/Metadata ${METADATA} 0 R /OutputIntents [11 0 R] /MarkInfo << /Marked true >> /StructTreeRoot 13 0 R`;
  return samplePdf({ objects, page: `/StructParents 0 ${form.page}`, catalog: `${claims} ${form.catalog}` });
}

describe.each([
  ['flattened', true, []],
  ['drawn and flattened', false, []],
  ['imported as fields', true, ['Name', 'Notes', 'Code', 'Agree', 'Country', 'City', 'Size']],
] as const)('a PDF/A-2b whose form is %s', (_title, looks, replaced) => {
  let original: Buffer;
  let before: PdfDocument;
  let after: PdfDocument;
  let added: string;

  beforeAll(async () => {
    original = archived({ looks });
    const job = createSigningJob(original);
    const stamp = { page: 0, displayed: { posX: 70, posY: 5, width: 20, height: 5 } };
    const image = sampleSignatureImage(40, 20);
    const prepared = prepareForTurns(['Ana']);
    job.prepareDocument({
      ...prepared,
      formFields: [
        ...(prepared.formFields ?? []),
        { ...stamp, kind: 'picture', name: 'Seal', text: 'Seal', image, isReadOnly: true },
        { ...stamp, kind: 'picture', name: 'Later', image, isImageHidden: true, isReadOnly: true },
      ],
      flattenForm: { font: sampleFont, replaced },
    });
    await job.sign(signingOptionsOf('Ana'), authority.signer('Ana'));
    const bytes = Buffer.from(job.source.read(0, job.source.size));
    [before, after] = [new PdfDocument(original), new PdfDocument(bytes)];
    added = unpackStreams(bytes.subarray(original.length));
  });

  const dictAt = (number: number): PdfDict | null => {
    const value = after.object(number)?.value;
    return isStream(value) ? value.dict : isDict(value) ? value : null;
  };

  test('keeps its claim, output intent and structure', () => {
    expect(pdfaPartOf(after)).toBe(2);
    for (const key of ['Metadata', 'OutputIntents', 'MarkInfo', 'StructTreeRoot'])
      expect(sourceOf(after, key), key).toBe(sourceOf(before, key));
    for (const number of [METADATA, METADATA + 1, METADATA + 2])
      expect(added, 'unchanged').not.toMatch(new RegExp(`^${number} 0 obj`, 'm'));
  });

  test('gets nothing that the standard forbids', () => {
    // ISO 19005-2 §6.1.7.2, §6.2.8, §6.2.9, §6.2.10, §6.5.1, §6.5.2, §6.4.1
    for (const word of ['/LZWDecode', '/Interpolate', '/PS', '/Transparency', '/JavaScript', '/AA', '/XFA'])
      expect(added).not.toContain(word);
    expect(formOf(after)?.entries.has('NeedAppearances')).toBe(false);
    // ISO 19005-2 §6.2.4.3: colours of a device would need an output intent of the same device; a mask alone is gray.
    const withoutMasks = added.replaceAll(/\/BitsPerComponent [28] \/ColorSpace \/DeviceGray/g, '');
    expect(withoutMasks).not.toMatch(/\/Device(RGB|CMYK|Gray)| (rg|RG|g|G|k|K) /);
  });

  test('embeds every font that is new, with its text', () => {
    const fonts = [...numbersOf(after)].filter(
      (number) => !before.object(number) && nameOf(dictAt(number)?.entries.get('Type')) === 'Font',
    );
    const composed = fonts.filter((number) => nameOf(dictAt(number)?.entries.get('Subtype')) === 'Type0');
    expect(composed.length).toBeGreaterThan(0);
    for (const number of composed) {
      const font = dictAt(number);
      expect(isStream(after.resolve(font?.entries.get('ToUnicode')))).toBe(true);
      const [inner] = itemsOf(after, font?.entries.get('DescendantFonts'));
      const descendant = after.resolve(inner);
      const descriptor = isDict(descendant) ? after.dict(descendant, 'FontDescriptor') : null;
      expect(isStream(after.resolve(descriptor?.entries.get('FontFile2')))).toBe(true);
    }
    const simple = fonts.filter((number) => !composed.includes(number));
    expect(simple.map((number) => nameOf(dictAt(number)?.entries.get('Subtype')))).toEqual(
      simple.map(() => 'CIDFontType2'),
    );
  });

  test('gets widgets that are printed, have an appearance and are in the structure', () => {
    const widgets = [...walkPages(after)].flatMap(({ dict }) =>
      itemsOf(after, dict.entries.get('Annots')).flatMap((item) => {
        const annotation = after.resolve(item);
        // The signature field that the file brings along stays as it is.
        const isNew = isRef(item) && !before.object(item.number);
        return isNew && isDict(annotation) ? [annotation] : [];
      }),
    );
    expect(widgets.length).toBeGreaterThan(8);
    for (const widget of widgets) {
      const flags = after.resolve(widget.entries.get('F'));
      // ISO 19005-2 §6.3.2: Print is set; Invisible, Hidden, ToggleNoView and NoView are not.
      expect(isInteger(flags) && flags & (4 | 1 | 2 | 256 | 32)).toBe(4);
      expect(widget.entries.has('A')).toBe(false);
      expect(widget.entries.has('StructParent')).toBe(true);
      // ISO 19005-2 §6.3.3: a button has a dictionary of states, everything else one stream.
      const appearances = after.dict(widget, 'AP');
      expect([...(appearances?.entries.keys() ?? [])]).toEqual(['N']);
      const normal = after.resolve(appearances?.entries.get('N'));
      const isButton = widget.entries.has('AS');
      expect(isButton ? isDict(normal) : isStream(normal)).toBe(true);
    }
  });
});

/** The source of an entry of the catalogue. */
function sourceOf({ root }: PdfDocument, key: string): string {
  return valueSource(root.dict.entries.get(key) ?? null);
}

function itemsOf(document: PdfDocument, value: PdfValue | undefined): readonly PdfValue[] {
  const list = document.resolve(value);
  return isArray(list) ? list.items : [];
}

function* numbersOf(document: PdfDocument): Generator<number> {
  const size = document.resolve(document.trailer.entries.get('Size'));
  for (let number = 1; isInteger(size) && number < size; number += 1) yield number;
}
