import { expect, test } from 'vitest';
import { examineFile } from '../../intake/src/reading/examine-file.ts';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import { buildPdf, streamSource } from '../support/pdf-fixtures.ts';

const viewer = await openViewer();

test('anchors are found however the file spells their letters', () => {
  const cmap = (body: string) => streamSource('', Buffer.from(`begincmap ${body} endcmap`));
  const own = (descendant: number, toUnicode: number) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode ${toUnicode} 0 R
      /DescendantFonts [${descendant} 0 R] >>`;
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /FontDescriptor 103 0 R /DW 500
    /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`;
  const flags = '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 500 700] /ItalicAngle 0';
  // The codes of "paraph_date_1" are the places of its letters; two of them have a code together.
  const ligatures =
    '8 beginbfchar <0001> <0070> <0002> <0061> <0003> <0072> <0004> <00700068> <0005> <005F> <0006> <0064> <0007> <00740065> <0008> <0031> endbfchar';
  const spelled = '<0001000200030002000400050006000200070005> Tj <0008> Tj';
  const named = '/Encoding << /Type /Encoding /Differences [1 /p /a /r /h /underscore /d /t /e /one] >>';
  const font = '/Resources << /Font << /F1 102 0 R >> >>';
  const pages = [
    { content: 'BT /F1 11 Tf 72 500 Td (paraph\\137date\\1371) Tj ET' },
    { content: 'BT /F1 11 Tf 72 500 Td <70617261 7068 5 F 64 61 74 65 5f31> Tj ET' },
    { content: `BT /F1 11 Tf 72 500 Td ${spelled} ET`, entries: font },
    { content: 'q /X Do Q', entries: '/Resources << /XObject << /X 105 0 R >> >>' },
    {
      content:
        'BT /F1 11 Tf 72 500 Td (\\001\\002\\003\\002\\001\\004\\005\\006\\002\\007\\010\\005\\011) Tj ET',
      entries: `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${named} >> >> >>`,
    },
  ];
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>';
  const objects = [
    cmap(ligatures),
    descendant,
    own(101, 100),
    `${flags} /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>`,
    'null',
    streamSource(form, Buffer.from('BT /F1 11 Tf 72 500 Td (paraph_date_1) Tj ET')),
  ];
  const given = { plan: { recipients: [], steps: [] }, documentName: 'spelled.pdf', onPagesRead: () => {} };
  const answer = examineFile(viewer, buildPdf({ pages, objects }), given);
  const anchors = answer.kind === 'accepted' ? answer.findings.anchors : [];
  expect(anchors.map(({ kind, tag, place }) => [kind, tag, place.page])).toEqual(
    pages.map((_page, index) => ['date', '1', index + 1]),
  );
});
