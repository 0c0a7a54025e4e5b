import { describe, expect, test } from 'vitest';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import {
  augment,
  createSigningJob,
  defaultLimits,
  findTwoFaces,
  makeOneFace,
  validate,
} from '../../pades/src/index.ts';
import { anchors, authority, bytesOf, levelFixture, start } from '../../pades/src/testing/level-fixture.ts';
import { sampleFont } from '../../pades/src/testing/sample-font.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { fileOf, oneFacedFiles, twoFacedFiles } from '../../pades/src/testing/two-faced-files.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const { at, write, drawPage } = scratchFiles();
const viewer = await openViewer();

/** A file as a workflow makes it of an upload: with one face, a form, a visible signature, and its seal. */
async function sealed(upload: Buffer): Promise<Buffer> {
  const job = createSigningJob(Buffer.concat([upload, makeOneFace(upload, defaultLimits)]));
  const place = { page: 0, rect: [100, 100, 300, 150] as const };
  const form = { signatureFields: [{ name: 'One', ...place }], flattenForm: { font: sampleFont } };
  job.prepareDocument(form);
  const appearance = { image: null, name: 'Ana', timeText: 'Signed', code: 'AB-12', font: sampleFont };
  const wanted = { fieldName: 'One', name: 'Ana', appearance, signingTime: start };
  const { timestamping, revocation } = levelFixture();
  await job.sign(wanted, authority.signer('Ana'), timestamping);
  await augment(job, 'B-LTA', { timestamping, revocation, anchors });
  return bytesOf(job);
}

/** How many pixels of the first page are dark on a screen alone or in print alone, by Poppler, which prints a PDF anew. */
function popplerDifference(file: Buffer): number {
  const path = write('file.pdf', file);
  succeed('pdftocairo', '-pdf', path, at('print.pdf'));
  const pageOf = (drawn: string) => drawPage(drawn, 'pdftoppm', { isGray: true }).pixels;
  const [shown, printed] = [pageOf(path), pageOf(at('print.pdf'))];
  expect(printed.length).toBe(shown.length);
  return countUnlike(shown, printed, 128);
}

/** How many values differ by more than so much; a loop, as there are half a million of each file. */
function countUnlike(one: Uint8Array, other: Uint8Array, shades: number): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > shades) count += 1;
  return count;
}

function pdfiumDifference(file: Buffer): number {
  const document = viewer.open(file);
  if (!document) throw new Error('PDFium cannot open the file.');
  const { width, height } = document.sizeOf(0);
  const shown = document.draw(0, width, height).pixels;
  const printed = document.drawPrinted(0, width, height).pixels;
  document.close();
  return countUnlike(shown, printed, 0);
}

const uploads = {
  ...Object.fromEntries(Object.entries(twoFacedFiles).map(([name, each]) => [name, fileOf(each)])),
  ...Object.fromEntries(Object.entries(oneFacedFiles).map(([name, sample]) => [name, samplePdf(sample)])),
};

/** Letters that are drawn by another way differ by a few pixels of their edges; a sum has hundreds. */
const EDGE_PIXELS_MAX = 20;

describe('a sealed file shows the same on a screen and in print', () => {
  test('or the comparison sees that it does not', () => {
    const stamp = twoFacedFiles['an annotation for print alone'];
    expect(popplerDifference(fileOf({ sample: stamp?.sample ?? {} }))).toBeGreaterThan(5 * EDGE_PIXELS_MAX);
    const layer = twoFacedFiles['a layer for print alone'];
    expect(pdfiumDifference(fileOf({ sample: layer?.sample ?? {} }))).toBeGreaterThan(0);
  });

  test.each(Object.entries(uploads))('%s', async (_name, upload) => {
    const file = await sealed(upload);
    expect(pdfiumDifference(file)).toBe(0);
    expect(popplerDifference(file)).toBeLessThanOrEqual(EDGE_PIXELS_MAX);
    expect(findTwoFaces(file)).toEqual([]);
    const { verdict, signatures } = validate(file, { anchors });
    expect(verdict.state).toBe('as-signed');
    expect(signatures.map(({ level }) => level)).toEqual(['B-LTA']);
    succeed('qpdf', '--check', write('sealed.pdf', file));
  });
});
