import { expect, test } from 'vitest';
import { inspect } from '../index.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';

const stream = (data: string, entries = '') =>
  streamSource(entries, Buffer.from(data, 'latin1')).toString('latin1');
const form = (data: string, entries = '') =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 99 99] ${entries}`);
const cmap = (body: string) => stream(`/CIDInit /ProcSet findresource begin begincmap ${body} endcmap`);
const font = (entries: string) => `/Resources << /Font << /F1 << /Type /Font ${entries} >> >> >>`;
const composite = '/Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode 10 0 R /DescendantFonts';
const identity = '[<< /Subtype /CIDFontType2 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> >>]';
const embedded = (program: string) => `/Subtype /Type1 /BaseFont /Own /FontDescriptor << ${program} >>`;

const drawn = '/Resources << /XObject << /X 10 0 R >> >>';
/** Text in a font whose codes mean what the map says. */
const mapped = (content: string, map: string) => {
  return { content, objects: [cmap(map)], page: font(`${composite} ${identity}`) };
};

function mayShow(options: NonNullable<Parameters<typeof samplePdf>[0]>): boolean {
  return inspect(samplePdf(options)).mayShowMark(0);
}

test.each(
  Object.entries<NonNullable<Parameters<typeof samplePdf>[0]>>({
    'in plain text': {},
    'in the names of the syntax': { content: '/GS_1 gs BT /F_1 9 Tf (Ann) Tj ET' },
    'in a font without one': mapped('<00410042> Tj', '1 beginbfrange <0041> <005a> <0061> endbfrange'),
    'at codes that the page does not show': {
      content: '(AB) Tj',
      page: font('/Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [67 /underscore] >>'),
    },
    'in a font that it has and names nothing by it': {
      content: '(AB) Tj',
      objects: [stream('dup 65 /A put eexec underscore')],
      page: font(embedded('/FontFile 10 0 R')),
    },
    'in a form': { objects: [form('(plain) Tj')], page: drawn },
    'in a picture': { objects: [stream('(a_b)', '/Subtype /Image')], page: drawn },
    'in other words for its text': {
      page: '/Resources << /Properties << /P << /ActualText (plain) >> >> >>',
    },
  }),
)('a page has no underscore: %s', (_name, options) => {
  expect(mayShow(options)).toBe(false);
});

test.each(
  Object.entries<NonNullable<Parameters<typeof samplePdf>[0]>>({
    'in a string': { content: '[(yumi) 3 (sign_) (signature)] TJ' },
    'as an octal escape': { content: '(yumisign\\137s) Tj' },
    'as an octal escape that overflows': { content: '(yumisign\\537s) Tj' },
    'after a line that goes on, and in brackets': { content: '(yumi\\\r\n(sign\\)_\\(s)) Tj' },
    'in hexadecimal digits with spaces': { content: '<79 5\nF 79> Tj' },
    'as half a digit pair': {
      content: '<795> Tj',
      page: font('/Subtype /Type3 /Encoding << /Differences [80 /uni005F] >>'),
    },
    'in a string that does not end': { content: '(a_' },
    'by the name of a glyph': {
      content: '(C) Tj',
      page: font('/Subtype /TrueType /BaseFont /A /Encoding << /Differences [60 /A 67 /underscore] >>'),
    },
    'by a code of two bytes': mapped('<00410007> Tj', '2 beginbfchar <0041> <0061> <0007> <005F> endbfchar'),
    'inside a ligature': mapped('<0007> Tj', '1 beginbfchar <0007> <006e005F0073> endbfchar'),
    'in a range that counts up to it': mapped('<0045> Tj', '1 beginbfrange <0041> <0050> <005B> endbfrange'),
    'in a list of a range': mapped('<0042> Tj', '1 beginbfrange <0041> <0042> [<0061> <005f>] endbfrange'),
    'as the code itself where the font does not say what it is': mapped(
      '<005f> Tj',
      '1 beginbfchar <0041> <0061> endbfchar',
    ),
    'in a wide form': mapped('<0007> Tj', '1 beginbfchar <0007> <FF3F> endbfchar'),
    'in a font with codes of another collection': {
      content: '<0001> Tj',
      objects: [cmap('')],
      page: font(`${composite} ${identity.replace('Identity', 'Japan1')}`),
    },
    'in a font that names glyphs by itself': {
      content: '(\x07) Tj',
      objects: [stream('dup 7 /underscore put eexec')],
      page: font(embedded('/FontFile 10 0 R')),
    },
    'in a font whose names are not read': {
      content: '(\x07) Tj',
      objects: [stream('')],
      page: font(embedded('/FontFile3 10 0 R')),
    },
    'in a form inside a form': {
      objects: [form('(plain) Tj', '/Resources << /XObject << /Y 11 0 R >> >>'), form('(a_b) Tj')],
      page: drawn,
    },
    'in a form with a font of the page': {
      objects: [form('(C) Tj')],
      page: '/Resources << /XObject << /X 10 0 R >> /Font << /F1 << /Subtype /Type3 /Encoding << /Differences [67 /underscore] >> >> >> >>',
    },
    'in words for what the content shows': { content: '/Span << /ActualText <FEFF005F> >> BDC (x) Tj EMC' },
    'in words that resources have for it': {
      page: '/Resources << /Properties << /P << /ActualText (a_b) >> >> >>',
    },
    'where a picture is part of the content': { content: 'BI /W 1 /H 1 ID ( EI (ab) Tj' },
    'where a state brings its own font': {
      page: '/Resources << /ExtGState << /G << /Font [3 0 R 9] >> >> >>',
    },
    'where a filter is not read': { objects: [form('(ab) Tj', '/Filter /LZWDecode')], page: drawn },
    'where data are damaged': {
      objects: [form('(ab) Tj', '/Filter /FlateDecode')],
      page: drawn,
    },
  }),
)('an underscore is found: %s', (_name, options) => {
  expect(mayShow(options)).toBe(true);
});

test('an underscore is found in forms that contain each other', () => {
  const objects = [form('(plain) Tj', '/Resources << /XObject << /Y 11 0 R >> >>'), form('(a_b) Tj', drawn)];
  const inspection = inspect(samplePdf({ objects, page: '/Resources << /XObject << /Y 11 0 R >> >>' }));
  expect([inspection.mayShowMark(0), inspection.mayShowMark(0)]).toEqual([true, true]);
});
