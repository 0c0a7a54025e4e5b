import { createHash } from 'node:crypto';
import { planSteps } from '@paraph/domain';
import { defaultLimits, makeOneFace } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../../../pades/src/testing/sample-pdf.ts';
import { signedIn, withFields } from '../../../pades/src/testing/signed-pdf.ts';
import {
  fileOf,
  oneFacedFiles,
  refusedFiles,
  twoFacedFiles,
} from '../../../pades/src/testing/two-faced-files.ts';
import type { IntakeAnswer } from '../intake-messages.ts';
import { examineFile } from './examine-file.ts';
import { findOtherPrint } from './one-face.ts';
import { openViewer, type Raster } from './pdfium.ts';

const viewer = await openViewer();
const plan = planSteps([{ type: 'sign', recipients: [{ name: 'Ana', email: 'ana@example.org' }] }]);

const examined = (file: Buffer): IntakeAnswer =>
  examineFile(viewer, file, { plan, documentName: 'contract.pdf', onPagesRead: () => {} });

/** What a workflow is begun with: the upload and what the intake appended. */
function accepted(file: Buffer): { whole: Buffer; notes: string[] } {
  const answer = examined(file);
  if (answer.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
  const update = Buffer.from(answer.incrementalUpdate ?? '', 'base64');
  return { whole: Buffer.concat([file, update]), notes: answer.findings.notes };
}

const digestOf = ({ pixels }: Raster): string => createHash('sha256').update(pixels).digest('hex');

/** A file that Ana has signed in one of its two fields. */
const signedOnce = (pdf: Buffer): Promise<Buffer> => signedIn(withFields(pdf, 'One', 'Two'), 'One');

/** The pages as this viewer shows and prints them. */
function facesOf(file: Buffer): { shown: string[]; printed: string[] } {
  const document = viewer.open(file);
  if (!document) throw new Error('The viewer cannot open the file.');
  const pages = [...Array(document.pageCount).keys()];
  const shown = pages.map((page) => digestOf(document.draw(page, 595, 842)));
  const printed = pages.map((page) => digestOf(document.drawPrinted(page, 595, 842)));
  document.close();
  return { shown, printed };
}

/** Here this viewer shows something else than the standard says, which other viewers follow. */
const DISPUTED: ReadonlySet<string> = new Set([
  'a layer of designers',
  'a layer that is no object',
  'a layer that shows at large zooms',
  'a layer that the catalogue does not list',
  'a link whose frame hides what is around it',
  'a second configuration of layers',
  'a transfer function',
  'an annotation in a layer for print',
  'an annotation that stays upright on a turned page',
]);

describe('a file with two faces', () => {
  test.each(Object.entries(twoFacedFiles))('is signed with the one that a screen shows: %s', (name, each) => {
    const { whole, notes } = accepted(fileOf(each));
    expect(notes).toContain('flattened');
    const { shown, printed } = facesOf(whole);
    expect(printed).toEqual(shown);
    const [before] = facesOf(fileOf(each)).shown;
    if (!DISPUTED.has(name)) expect(shown[0]).toBe(before);
  });

  test.each(Object.entries(refusedFiles))('is refused with its page: %s', (_name, each) => {
    const words = expect.stringMatching(new RegExp(`On page 1: .*${each.words}.*Print it to a new PDF`));
    expect(examined(fileOf(each))).toMatchObject({ kind: 'refused', isTwoFaced: true, reasons: [words] });
  });

  test.each(Object.entries({ ...twoFacedFiles, ...refusedFiles }))(
    'is refused where others have signed it: %s',
    async (_name, each) => {
      const signed = await signedOnce(fileOf(each));
      const answer = examined(signed);
      expect(answer).toMatchObject({ kind: 'refused', isTwoFaced: true });
      expect(JSON.stringify(answer)).toMatch(/not signed/);
      if (each.kind === 'annotation')
        expect(JSON.stringify(answer)).toMatch(/On page 1, \d+ % from the left/);
    },
  );

  test('loses the half that no screen showed', () => {
    const before = facesOf(fileOf({ sample: twoFacedFiles['a layer for print alone']?.sample ?? {} }));
    expect(before.printed).not.toEqual(before.shown);
    const { whole } = accepted(fileOf({ sample: twoFacedFiles['a layer for print alone']?.sample ?? {} }));
    expect(facesOf(whole).shown).toEqual(before.shown);
  });

  test('is refused where the viewer still prints something else', () => {
    const file = fileOf({ sample: twoFacedFiles['a layer for print alone']?.sample ?? {} });
    const document = viewer.open(file);
    const size = () => ({ width: 595, height: 842 });
    expect(document && findOtherPrint(document, new Set([0]), size)).toMatch(
      /^On page 1, 31 % from the left and 15 % from the top: The page is printed otherwise/,
    );
    expect(document && findOtherPrint(document, new Set(), size)).toBeNull();
    document?.close();
  });

  test('is refused where it does not say how an annotation looks', () => {
    const objects = ['<< /Type /Annot /Subtype /Square /F 4 /Rect [180 692 380 722] >>'];
    const answer = examined(samplePdf({ objects, page: '/Annots [10 0 R]' }));
    expect(answer).toMatchObject({
      kind: 'refused',
      reasons: [expect.stringContaining('On page 1 a Square')],
    });
  });
});

describe('a file with one face', () => {
  test.each(Object.entries(oneFacedFiles))('is accepted, and looks as before: %s', (name, sample) => {
    const file = samplePdf(sample);
    const { whole } = accepted(file);
    const { shown, printed } = facesOf(whole);
    expect(printed).toEqual(shown);
    // An icon or frame is no content: each viewer draws its own.
    if (!/note|frame/.test(name)) expect(shown).toEqual(facesOf(file).shown);
    else expect(shown).toEqual(facesOf(samplePdf()).shown);
  });

  test.each(Object.entries(oneFacedFiles))('is signed again as it is: %s', async (_name, sample) => {
    const signed = await signedOnce(samplePdf(sample));
    expect(accepted(signed).whole.equals(signed)).toBe(true);
  });

  test('is neither changed nor drawn twice without annotations, layers and pictures for print', () => {
    const drawn: number[] = [];
    const counted = {
      open: (file: Uint8Array) => {
        const document = viewer.open(file);
        return (
          document && { ...document, drawPrinted: (page: number) => Math.abs(drawn.push(page)) as never }
        );
      },
    };
    const options = { plan, documentName: 'contract.pdf', onPagesRead: () => {} };
    const answer = examineFile(counted, samplePdf({ pages: 3 }), options);
    expect(answer).toMatchObject({ kind: 'accepted', incrementalUpdate: null, findings: { notes: [] } });
    expect(drawn).toEqual([]);
    expect(makeOneFace(samplePdf({ pages: 3 }), defaultLimits)).toHaveLength(0);
  });
});
