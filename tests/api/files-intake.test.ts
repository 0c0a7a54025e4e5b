import { readdir } from 'node:fs/promises';
import { LIMITS, type Placement } from '@paraph/domain';
import { type DocMdpLevel, findTwoFaces, inspect, prepareDocument, signPdf } from '@paraph/pades';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { fileOf, refusedFiles, twoFacedFiles } from '../../pades/src/testing/two-faced-files.ts';
import { openExaminer, signers } from '../support/api-case.ts';
import {
  A4,
  activeContent,
  ballast,
  buildPdf,
  formFixture,
  fullPage,
  jpegHead,
  rewriteWithQpdf,
  streamSource,
  textLines,
} from '../support/pdf-fixtures.ts';

const { folder, intake, examineBytes, expectRefused } = await openExaminer();
await intake.warm();
const viewer = await openViewer();

describe('what can be signed', () => {
  const contract = () => buildPdf({ pages: [{ content: textLines(['A contract.']) }, {}] });

  test.each<[string, () => Buffer]>([
    ['a cross-reference table', contract],
    ['object streams', () => rewriteWithQpdf(contract(), ['--object-streams=generate'])],
    ['linearization', () => rewriteWithQpdf(contract(), ['--linearize'])],
    ['compressed streams', () => rewriteWithQpdf(contract(), ['--compress-streams=y'])],
  ])('a PDF with %s is taken as it is', async (_name, make) => {
    const file = make();
    const { examined, left } = await examineBytes(file);
    expect(examined).toMatchObject({ pages: [A4, A4], replacement: null, notes: [] });
    expect(examined.blankAreas.map(({ page }) => page)).toEqual([2, 2]);
    expect(left.equals(file)).toBe(true);
  });

  test('a page is measured as it is displayed', async () => {
    const pages = [
      { rotate: 90 as const },
      { cropBox: [50, 100, 450, 400] as const },
      { cropBox: [50, 100, 450, 400] as const, rotate: 270 as const },
      { mediaBox: [-100, -50, 500, 750] as const },
    ];
    const { examined } = await examineBytes(buildPdf({ pages }));
    expect(examined.pages).toEqual([
      { width: 842, height: 595 },
      { width: 400, height: 300 },
      { width: 300, height: 400 },
      { width: 600, height: 800 },
    ]);
  });

  test('its own empty signature fields are found, in their order, and no other place is asked for', async () => {
    const { examined } = await examineBytes(formFixture());
    expect(examined.formFields.map(({ name }) => name)).toEqual(['Landlord', 'Tenant']);
    expect(examined.formFields[0]?.place).toMatchObject({ page: 1 });
    expect(examined.formFields[0]?.place.posX).toBeCloseTo((72 / 595) * 100);
    expect(examined.blankAreas).toEqual([]);
  });

  test('a signer without a field in the form gets a blank place', async () => {
    const { examined } = await examineBytes(formFixture(), signers(3));
    expect(examined.formFields).toHaveLength(2);
    expect(examined.blankAreas).toHaveLength(1);
  });
});

test('text anchors they are found on every page, whatever piece of text they are part of', async () => {
  const split = 'BT /F1 11 Tf 72 500 Td [(yumi) -20 (sign_sig) 30 (nature_2)] TJ ET';
  const file = buildPdf({
    pages: [
      { content: textLines(['Signed for the seller: yumisign_signature_1, on paraph_date_1.']) },
      { content: split },
    ],
  });
  const { examined } = await examineBytes(file);
  expect(examined.anchors.map(({ kind, tag, place }) => [kind, tag, place.page])).toEqual([
    ['signature', '1', 1],
    ['date', '1', 1],
    ['signature', '2', 2],
  ]);
  expect(examined.blankAreas).toEqual([]);
  const second = examined.anchors[2]?.place;
  expect(second?.posX).toBeCloseTo((72 / 595) * 100, 0);
  expect(second?.posY).toBeCloseTo(((842 - 508) / 842) * 100, 0);
  expect(((second?.width ?? 0) / 100) * 595).toBeGreaterThanOrEqual(119.9);
});

test('text anchors on a turned and cropped page they are where they are seen', async () => {
  const content = 'BT /F1 11 Tf 150 300 Td (paraph_date_1) Tj ET';
  const page = { content, rotate: 90 as const, cropBox: [100, 200, 500, 800] as const };
  const { examined } = await examineBytes(buildPdf({ pages: [page] }));
  // Displayed 600 wide and 400 high; the baseline is 100 pt from the left, and text runs downwards from 50 pt.
  const place = examined.anchors[0]?.place;
  expect(((place?.posX ?? 0) / 100) * 600).toBeGreaterThan(95);
  expect(((place?.posX ?? 0) / 100) * 600).toBeLessThan(101);
  expect(((place?.posY ?? 0) / 100) * 400).toBeCloseTo(50, -1);
});

describe('places for signatures', () => {
  test('a field that grows from its anchor covers no line that it need not cover', async () => {
    const lines = ['', '', '', '', 'Seller: yumisign_signature_1', 'Further terms.', 'And more.'];
    const { examined } = await examineBytes(buildPdf({ pages: [{ content: textLines(lines) }] }), signers(1));
    const place = examined.anchors[0]?.place;
    // The line below begins 14 pt under the anchor's baseline, which is at 770 - 4 × 14 pt.
    const bottom = (((place?.posY ?? 0) + (place?.height ?? 0)) / 100) * 842;
    expect(bottom).toBeLessThan(842 - 714 + 5);
  });

  test('a blank place keeps away from the field of an anchor', async () => {
    const lines = ['yumisign_signature_1'];
    const { examined } = await examineBytes(buildPdf({ pages: [{ content: textLines(lines) }] }));
    const [anchor, blank] = [examined.anchors[0]?.place, examined.blankAreas[0]];
    expect(examined.blankAreas).toHaveLength(1);
    const bottom = (anchor?.posY ?? 100) + (anchor?.height ?? 0);
    expect(blank?.posY).toBeGreaterThan(bottom);
  });

  test('a page that is full is followed by one for the signatures, and no byte before it changes', async () => {
    const file = buildPdf({ pages: [{}, fullPage()] });
    const { examined, left } = await examineBytes(file, signers(3));
    expect(examined.pages).toEqual([A4, A4, A4]);
    expect(examined.blankAreas.map(({ page }) => page)).toEqual([3, 3, 3]);
    expect(examined.notes).toContain('signature-page-added');
    expect(left.subarray(0, file.length).equals(file)).toBe(true);
    expect(examined.replacement).toMatchObject({ size: left.length });
    expect(inspect(left).pageCount).toBe(3);
    const shown = viewer.open(left);
    expect(shown?.readText(2, ({ text }) => text)).toContain('Signatures');
    expect(shown?.readText(2, ({ text }) => text)).toContain('Kaufvertrag.pdf');
    shown?.close();
  });

  test('a hundred people get as many pages as they need', async () => {
    const { examined, left } = await examineBytes(buildPdf(), signers(100));
    expect(examined.blankAreas).toHaveLength(100);
    expect(inspect(left).pageCount).toBe(examined.pages.length);
    expect(examined.pages.length).toBeGreaterThan(4);
  });

  test('an empty form field and a link take room, though nothing is seen of them', async () => {
    const annotation = (rect: string) => `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] >>`;
    const entries = `/Annots [${annotation('0 400 595 842')}]`;
    const { examined } = await examineBytes(buildPdf({ pages: [{ entries }] }));
    for (const place of examined.blankAreas) expect(place.posY).toBeGreaterThan((442 / 842) * 100);
  });

  test('on any background and page content, a place covers background only', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPage(), fc.integer({ min: 1, max: 4 }), async (page, count) => {
        const { examined, left } = await examineBytes(buildPdf({ pages: [page] }), signers(count));
        expect(examined.blankAreas).toHaveLength(count);
        for (const [page, places] of Map.groupBy(examined.blankAreas, (place) => place.page))
          expect(coloursIn(left, places, examined.pages[page - 1])).toEqual(places.map(() => 1));
      }),
      { numRuns: 10 },
    );
  });
});

describe('what is signed', () => {
  const one = signers(1);
  const agreed = () => buildPdf({ pages: [{ content: textLines(['Agreed.']) }] });

  test('with a blank area takes further signatures, as it is', async () => {
    const { examined } = await examineBytes(await signed(agreed(), null), one);
    expect(examined.notes).toEqual(['already-signed']);
    expect(examined.blankAreas).toHaveLength(1);
    expect(examined.replacement).toBeNull();
  });

  test('without a blank area is refused: a page added to it would change what was signed', async () => {
    const file = await signed(buildPdf({ pages: [fullPage()] }), null);
    await expectRefused(file, /no blank area for further signatures/, one);
  });

  test('with anchors that ask for more than signatures is refused', async () => {
    const content = textLines(['yumisign_signature_1', '', '', '', '', '', 'yumisign_date_1']);
    await expectRefused(await signed(buildPdf({ pages: [{ content }] }), null), /more than signatures/, one);
  });

  test('and certified is refused unless its own form has a field for everyone', async () => {
    await expectRefused(await signed(agreed(), 2), /no empty signature field/, one);
    const { examined } = await examineBytes(await signed(formFixture(), 2), one);
    expect(examined.formFields.map(({ name }) => name)).toEqual(['Landlord', 'Tenant']);
  });

  test('and certified against any change is refused', async () => {
    await expectRefused(await signed(formFixture(), 1), /nothing may be added to it/, one);
  });
});

describe('what would not show the same everywhere', () => {
  const two = (name: string) => fileOf({ sample: twoFacedFiles[name]?.sample ?? {} });

  test('gets one face in an update after the upload, which the record names', async () => {
    const file = two('an annotation for print alone');
    const { examined, left } = await examineBytes(file);
    expect(examined.notes).toEqual(['flattened']);
    expect(left.subarray(0, file.length).equals(file)).toBe(true);
    expect([findTwoFaces(file).length, findTwoFaces(left)]).toEqual([1, []]);
  });

  test('gets one before its signature page', async () => {
    const picture = '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /AP << /N 100 0 R >> >>';
    const look = streamSource(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9]',
      Buffer.from('0 g 0 0 9 9 re f'),
    );
    const { examined, left } = await examineBytes(
      buildPdf({ pages: [{ entries: `/Annots [${picture}]` }], objects: [look] }),
    );
    expect(examined.notes).toEqual(['flattened', 'signature-page-added']);
    expect([findTwoFaces(left), inspect(left).pageCount]).toEqual([[], 2]);
  });

  test('is refused where it cannot have one, with a code of its own, its page and the remedy', async () => {
    const [program] = Object.values(refusedFiles);
    const sentence = /^On page 1: A program for printers .* Print it to a new PDF and send that\.$/;
    await expect(examineBytes(fileOf({ sample: program?.sample ?? {} }))).rejects.toMatchObject({
      code: 'DOCUMENT_TWO_FACED',
      violations: { document: expect.stringMatching(sentence) },
    });
  });
});

describe('what is refused', () => {
  test('something that is no PDF, whatever it is called', async () => {
    await expect(examineBytes(jpegHead())).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      violations: { document: expect.stringContaining('Must be a PDF') },
    });
    await expect(examineBytes(Buffer.from('PK\x03\x04 not a document'))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test.each(Object.entries(activeContent))('%s, by its name', async (_name, { file, named }) => {
    await expectRefused(file(), named);
  });

  test('more pages than a workflow may have, and not one fewer', async () => {
    const pages = Array.from({ length: LIMITS.workflowPagesMax }, () => ({}));
    const { examined } = await examineBytes(buildPdf({ pages }));
    expect(examined.pages).toHaveLength(LIMITS.workflowPagesMax);
    await expectRefused(buildPdf({ pages: [...pages, {}] }), /pages/);
  });

  test('a damaged file in which there are signatures: mending would break them', async () => {
    const file = buildPdf({ objects: ['<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>'] });
    await expectRefused(Buffer.concat([Buffer.from('\n'), file]), /would break the signatures/);
  });
});

test.each<[string, (file: Buffer) => Buffer]>([
  ['bytes before its header', (file) => Buffer.concat([Buffer.from('\r\n<html>\r\n'), file])],
  [
    'a wrong cross-reference',
    (file) => latin1(file, (text) => text.replace(/startxref\n\d+/, 'startxref\n7')),
  ],
  ['no pointer to its cross-reference', (file) => latin1(file, (text) => text.replace(/startxref\n\d+/, ''))],
])('what is mended: a file with %s', async (_name, damage) => {
  const { examined, left } = await examineBytes(damage(buildPdf({ pages: [{}, {}] })));
  expect(examined.notes).toEqual(['repaired']);
  expect(examined.pages).toEqual([A4, A4]);
  expect(left.subarray(0, 5).toString()).toBe('%PDF-');
  expect(inspect(left).pageCount).toBe(2);
  expect(examined.replacement?.size).toBe(left.length);
});

describe('what would harm the reader', () => {
  test('however a file is damaged, it is taken, mended or refused in words, and never fails', async () => {
    const seeds = [formFixture(), rewriteWithQpdf(formFixture(), ['--object-streams=generate'])];
    const tokens = [
      '/Kids',
      '/Count',
      'null',
      '-1',
      '99999999',
      '2 0 R',
      '[',
      '>>',
      '(',
      'stream',
      '/W [0 0 0]',
    ];
    const change = fc.tuple(fc.nat({ max: 4_000 }), fc.oneof(fc.constantFrom(...tokens), fc.string()));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (seed, changes) => {
          const file = Buffer.from(seed);
          for (const [at, text] of changes) file.write(text, at % file.length, 'latin1');
          const outcome = await examineBytes(file).catch((error: unknown) => error);
          if (outcome instanceof Error) {
            expect(outcome).toHaveProperty(
              'code',
              expect.stringMatching(/DOCUMENT_NOT_ACCEPTED|DOCUMENT_TWO_FACED|VALIDATION_ERROR/),
            );
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('after all of it an honest file is accepted, and no temporary file is left', async () => {
    const { examined } = await examineBytes(buildPdf({ objects: [streamSource('', ballast(1_000_000))] }));
    expect(examined.notes).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});

async function signed(file: Buffer, docMdp: DocMdpLevel | null): Promise<Buffer> {
  const place = { posX: 10, posY: 90, width: 10, height: 5 };
  const field = { name: 'First', page: 0, displayed: place };
  const prepared = Buffer.concat([file, prepareDocument(file, { signatureFields: [field] })]);
  const options = {
    fieldName: 'First',
    appearance: null,
    name: 'First Signer',
    signingTime: new Date('2026-05-01T10:00:00Z'),
    docMdp,
  };
  return Buffer.concat([
    prepared,
    await signPdf(prepared, options, sampleAuthority().signer('First Signer')),
  ]);
}

function latin1(file: Buffer, change: (text: string) => string): Buffer {
  return Buffer.from(change(file.toString('latin1')), 'latin1');
}

/** A page with a background, boxes, hairlines and text, perhaps turned. */
function arbitraryPage() {
  const number = (max: number) => fc.integer({ min: 0, max });
  const channel = fc.constantFrom('0', '0.5', '0.9', '1');
  const colour = fc.tuple(channel, channel, channel).map((channels) => channels.join(' '));
  const box = fc
    .tuple(number(560), number(800), number(300), number(60), colour)
    .map(([x, y, width, height, rgb]) => `${rgb} rg ${x} ${y} ${width + 1} ${height + 1} re f`);
  const hairline = fc
    .tuple(number(595), number(842), number(595), number(842))
    .map(([x0, y0, x1, y1]) => `0 G 0.1 w ${x0} ${y0} m ${x1} ${y1} l S`);
  const text = fc
    .tuple(number(560), number(830), fc.constantFrom('0 g', '1 g', '0.98 g', '3 Tr'))
    .map(([x, y, paint]) => `BT ${paint} /F1 9 Tf ${x} ${y} Td (words of a contract) Tj ET`);
  const background = fc.constantFrom('1 1 1', '1 0.97 0.86', '0.8 0.9 1', '0.1 0.1 0.2');
  const rotate = fc.constantFrom<0 | 90 | 180 | 270>(0, 90, 180, 270);
  return fc
    .tuple(background, fc.array(fc.oneof(box, hairline, text), { maxLength: 9 }), rotate)
    .map(([paper, marks, turned]) => ({
      content: `q ${paper} rg 0 0 595 842 re f Q ${marks.join(' ')}`,
      rotate: turned,
    }));
}

/** How many colours each place of a page shows, drawn twice as fine as the search draws it. */
function coloursIn(file: Buffer, places: readonly Placement[], size: { width: number; height: number } = A4) {
  const document = viewer.open(file);
  if (!document) throw new Error('the file cannot be shown');
  const [width, height] = [Math.round(size.width * 3), Math.round(size.height * 3)];
  const { pixels } = document.draw((places[0]?.page ?? 1) - 1, width, height);
  document.close();
  const view = new DataView(pixels.buffer, pixels.byteOffset);
  const at = (share: number, whole: number) => Math.round((share / 100) * whole);
  return places.map((place) => {
    const colours = new Set<number>();
    const [left, right] = [at(place.posX, width), at(place.posX + place.width, width)];
    const [top, bottom] = [at(place.posY, height), at(place.posY + place.height, height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) colours.add(view.getUint32((y * width + x) * 4, true));
    }
    return colours.size;
  });
}
