import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayedRectToUser, inspect, PdfRefusal, userRectToDisplayed } from '../index.ts';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictOf } from '../pdf/values.ts';
import { samplePdf } from '../testing/sample-pdf.ts';

const expectRefused = (bytes: Uint8Array, code: string) =>
  expect(() => inspect(bytes)).toThrow(expect.objectContaining({ name: 'PdfRefusal', code }));

describe('inspect', () => {
  test.each(['table', 'stream', 'hybrid'] as const)('reads a file with a cross-reference %s', (xref) => {
    const inspection = inspect(samplePdf({ xref, pages: 3 }));
    expect(inspection.xrefKind).toBe(xref);
    expect(inspection.pageCount).toBe(3);
    expect(inspection.version).toBe('1.7');
    expect(inspection.revisions).toBe(1);
    expect(inspection.encrypted).toBe(false);
    expect(inspection.signatureFields).toEqual([]);
    expect(inspection.docMdpLevel).toBeNull();
    expect(inspection.pages(2)).toEqual({
      index: 2,
      objectNumber: 12,
      mediaBox: [0, 0, 595, 842],
      cropBox: [0, 0, 595, 842],
      rotate: 0,
      displayed: { width: 595, height: 842 },
    });
  });

  test('shows a turned and cropped page as viewers do', () => {
    const page = inspect(samplePdf({ rotate: -90, cropBox: '[10 20 310 420]' })).pages(0);
    expect(page.rotate).toBe(270);
    expect(page.cropBox).toEqual([10, 20, 310, 420]);
    expect(page.displayed).toEqual({ width: 400, height: 300 });
  });

  test('finds signature fields and where they are displayed', () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Buyer) /Rect [59.5 0 119 84.2] /P 11 0 R >>';
    const pdf = samplePdf({
      objects: [field],
      catalog: '/AcroForm << /Fields [10 0 R] >>',
      page: '/Annots [10 0 R]',
    });
    const [signatureField] = inspect(pdf).signatureFields;
    expect(signatureField?.name).toBe('Buyer');
    expect(signatureField?.page).toBe(0);
    expect(signatureField?.signed).toBe(false);
    expect(signatureField?.displayed?.posX).toBeCloseTo(10);
    expect(signatureField?.displayed?.posY).toBeCloseTo(90);
    expect(signatureField?.displayed?.width).toBeCloseTo(10);
  });

  test('reads the kind of a page tree node through a reference', () => {
    const text = samplePdf({ pages: 3, objects: ['/Pages'] }).toString('latin1');
    const pdf = Buffer.from(text.replace('/Type /Pages /Kids', '/Type 10 0 R /Kids'), 'latin1');
    expect(inspect(pdf).pages(2).index).toBe(2);
  });

  test('finds the newest of many versions of an object', () => {
    let pdf: Buffer = samplePdf({ pages: 2 });
    for (let round = 1; round <= 30; round += 1) {
      const document = new PdfDocument(pdf);
      const revision = new RevisionWriter(document);
      revision.put({ kind: 'ref', number: 5, generation: 0 }, `<< /Round ${round} >>`);
      if (round === 3) revision.put({ kind: 'ref', number: 90, generation: 0 }, '(third)');
      pdf = Buffer.concat([pdf, revision.finish()]);
    }
    const document = new PdfDocument(pdf);
    expect(inspect(pdf)).toMatchObject({ revisions: 31, pageCount: 2 });
    expect(dictOf(document.object(5)?.value)?.entries.get('Round')).toBe(30);
    expect(document.object(90)?.value).toMatchObject({ kind: 'string' });
    expect(document.object(89)).toBeNull();
    expect(document.object(1_000_000)).toBeNull();
  });

  test('names the page that does not exist', () => {
    expect(() => inspect(samplePdf()).pages(1)).toThrow('The page 2 does not exist; the file has 1.');
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 'header'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n'), 'header'],
    ['a file with junk before its header', Buffer.concat([Buffer.from('junk'), samplePdf()]), 'header'],
    ['a file cut in the middle', samplePdf().subarray(0, 400), 'startxref'],
  ])('refuses %s', (_title, bytes, code) => {
    expectRefused(bytes, code);
  });

  test('refuses a /Prev that leads back', () => {
    const first = samplePdf();
    const offset = first.lastIndexOf('xref\n0');
    const looped = samplePdf({ trailer: `/Prev ${String(offset + 12).padEnd(8)}` });
    const tableOffset = looped.lastIndexOf('xref\n0');
    const text = looped
      .toString('latin1')
      .replace(/\/Prev \d+ */, (old) => `/Prev ${tableOffset}`.padEnd(old.length));
    expect(() => inspect(Buffer.from(text, 'latin1'))).toThrow(PdfRefusal);
    expect(() => inspect(Buffer.from(text, 'latin1'))).toThrow('circle');
  });

  test('refuses cross-reference entries of 19 bytes', () => {
    const text = samplePdf().toString('latin1').replaceAll(' n \n', ' n\n').replaceAll(' f \n', ' f\n');
    expectRefused(Buffer.from(text, 'latin1'), 'xref');
  });

  test('refuses a cross-reference that leads to another object', () => {
    const text = samplePdf().toString('latin1').replace('\n2 0 obj', '\n7 0 obj');
    expectRefused(Buffer.from(text, 'latin1'), 'xref');
  });
});

const page = (rotate: 0 | 90 | 180 | 270) => ({ cropBox: [10, 20, 210, 420] as const, rotate });
const corner = { posX: 0, posY: 0, width: 10, height: 10 };

test.each([
  [0, [10, 380, 30, 420]],
  [90, [10, 20, 30, 60]],
  [180, [190, 20, 210, 60]],
  [270, [190, 380, 210, 420]],
] as const)(
  'displayedRectToUser puts the displayed top left corner of a page turned by %i where it belongs',
  (rotate, rect) => {
    expect(displayedRectToUser(page(rotate), corner)).toEqual(rect);
  },
);

test('displayedRectToUser is undone by userRectToDisplayed for any page and rectangle', () => {
  const percent = fc.double({ min: 0, max: 50, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom(0, 90, 180, 270),
      fc.tuple(percent, percent, percent, percent),
      (rotate, rect) => {
        const [posX, posY, width, height] = rect;
        const back = userRectToDisplayed(
          page(rotate),
          displayedRectToUser(page(rotate), { posX, posY, width, height }),
        );
        expect(back.posX).toBeCloseTo(posX);
        expect(back.posY).toBeCloseTo(posY);
        expect(back.width).toBeCloseTo(width);
        expect(back.height).toBeCloseTo(height);
      },
    ),
  );
});

test('displayedRectToUser names the number that is none', () => {
  expect(() => displayedRectToUser(page(0), { ...corner, posY: Number.NaN })).toThrow(
    'posY must be a number',
  );
});
