import { planSteps } from '@paraph/domain';
import { expect, test } from 'vitest';
import { letterFont } from '../../../pades/src/testing/sample-font.ts';
import { type SampleOptions, samplePdf, streamSource } from '../../../pades/src/testing/sample-pdf.ts';
import type { IntakeAnswer } from '../intake-messages.ts';
import { comparedFonts } from './check-digits.ts';
import { examineFile } from './examine-file.ts';
import { openViewer } from './pdfium.ts';

const viewer = await openViewer();
const plan = planSteps([{ type: 'sign', recipients: [{ name: 'Ana', email: 'ana@example.org' }] }]);

function examined(sample: SampleOptions): IntakeAnswer {
  const options = { plan, documentName: 'contract.pdf', onPagesRead: () => {} };
  return examineFile(viewer, samplePdf(sample), options);
}

const stream = (content: string | Buffer, entries = ''): string =>
  streamSource(entries, Buffer.from(content)).toString('latin1');

/** Page 1 says a price in Helvetica, and its sum in the font of object 10. */
const inFont = (shown: string, ...objects: string[]): SampleOptions => ({
  objects,
  content: `BT /F1 12 Tf 72 700 Td (Price of 19 goods in 2026:) Tj /F2 12 Tf 200 0 Td ${shown} Tj ET`,
  page: '/Resources << /Font << /F1 3 0 R /F2 10 0 R >> >>',
});

const DESCRIPTOR =
  '/Type /FontDescriptor /FontName /Sums /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80';
const program = (digit: string, looks: string) => {
  const font = letterFont(digit, looks);
  return streamSource(`/Length1 ${font.length}`, font).toString('latin1');
};

const simple = (digit: string, looks: string, first = digit.charCodeAt(0)): SampleOptions => {
  const last = Math.max(first, digit.charCodeAt(0));
  const widths = Array(last - first + 1).fill(600);
  return inFont(
    `(${digit})`,
    `<< /Type /Font /Subtype /TrueType /BaseFont /Sums /FirstChar ${first} /LastChar ${last} /Widths [${widths.join(' ')}] /Encoding /WinAnsiEncoding /FontDescriptor 11 0 R >>`,
    `<< ${DESCRIPTOR} /FontFile2 12 0 R >>`,
    program(digit, looks),
  );
};

const cmap = (body: string) =>
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${body} endcmap end end`;
const char = (code: string, digit: string) => `1 beginbfchar <${code}> <003${digit}> endbfchar`;
const range = (code: string, digit: string) => `1 beginbfrange <${code}> <${code}> <003${digit}> endbfrange`;
const list = (code: string, digit: string) => `1 beginbfrange <${code}> <${code}> [<003${digit}>] endbfrange`;
/** As the filter RunLengthDecode has it. */
const runs = (text: string): Buffer =>
  Buffer.concat([
    ...(text.match(/.{1,128}/gs) ?? []).flatMap((piece) => [Buffer.of(piece.length - 1), Buffer.from(piece)]),
    Buffer.of(128),
  ]);

/** A font whose glyph 1 looks like a nine, and whose table for readers says something. */
const composite = (table: string): SampleOptions =>
  inFont(
    '<0001>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Sums /Encoding /Identity-H /DescendantFonts [13 0 R] /ToUnicode 14 0 R >>',
    `<< ${DESCRIPTOR} /FontFile2 12 0 R >>`,
    program('9', '9'),
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sums /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 11 0 R /CIDToGIDMap /Identity /DW 600 >>',
    table,
  );

const helvetica = (table: string): SampleOptions =>
  inFont('(9)', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>', table);

const drawn = (looks: string): SampleOptions =>
  inFont(
    '(a)',
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [600] /Encoding << /Differences [97 /one] >> /CharProcs << /one 11 0 R >> /Resources << /Font << /F1 3 0 R >> >> /ToUnicode 12 0 R >>',
    stream(`600 0 d0 BT /F1 1000 Tf (${looks}) Tj ET`),
    stream(cmap(char('61', '1'))),
  );

test.each<[string, SampleOptions]>([
  ['an embedded font with another outline', simple('1', '9')],
  ['a table for readers that names a character', composite(stream(cmap(char('0001', '1'))))],
  ['a table with a range', composite(stream(cmap(range('0001', '1'))))],
  ['a table with a list', composite(stream(cmap(list('0001', '1'))))],
  [
    'a table that only viewers can read',
    composite(stream(runs(cmap(char('0001', '1'))), '/Filter /RunLengthDecode')),
  ],
  ['a table of a font that viewers have', helvetica(stream(cmap(char('39', '1'))))],
  ['a font of drawings', drawn('9')],
])('a digit that looks like another one is refused with its place: %s', (_name, sample) => {
  const words =
    /On page 1, \d+ % from the left and 1\d % from the top: A character looks like 9, and the text of the file says 1\./;
  const reasons = [expect.stringMatching(words)];
  expect(examined(sample)).toMatchObject({ kind: 'refused', isTwoFaced: true, reasons });
});

test.each<[string, SampleOptions]>([
  ['an embedded font', simple('9', '9')],
  ['a font without the digits that the page has in another font', simple('9', '9', 32)],
  ['a table for readers', composite(stream(cmap(char('0001', '9'))))],
  ['a table of a font that viewers have', helvetica(stream(cmap(char('39', '9'))))],
  ['a font of drawings', drawn('1')],
])('honest digits are accepted: %s', (_name, sample) => {
  expect(examined(sample)).toMatchObject({ kind: 'accepted', incrementalUpdate: null });
});

test('a swapped digit that no page shows is no reason to refuse a file', () => {
  expect(examined({ ...simple('1', '9'), content: 'BT /F1 12 Tf 72 700 Td (In 2011) Tj ET' })).toMatchObject({
    kind: 'accepted',
  });
});

test('a font is compared once, and one that differs in its table for readers again', () => {
  const honest = composite(stream(cmap(char('0001', '9'))));
  const drawn: number[] = [];
  const counted = {
    open: (file: Uint8Array, appended?: Uint8Array) => {
      drawn.push(appended?.length ?? 0);
      return viewer.open(file, appended);
    },
  };
  const options = { plan, documentName: 'contract.pdf', onPagesRead: () => {} };
  const moved = { ...honest, pages: 3 };
  comparedFonts.clear();
  for (const sample of [honest, honest, moved]) examineFile(counted, samplePdf(sample), options);
  expect(drawn).toEqual([expect.any(Number), 0, 0]);
  expect(drawn[0]).toBeGreaterThan(0);
  expect(examined(composite(stream(cmap(char('0001', '1'))))).kind).toBe('refused');
});
