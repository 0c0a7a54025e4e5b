import { LIMITS } from '@paraph/domain';
import { defaultLimits, examine } from '@paraph/pades';
import type { IntakeAnswer } from '../intake-messages.ts';
import { refusedFor } from '../intake-messages.ts';
import { checkCodedPicture } from './check-picture.ts';
import { type Viewer, ViewerError } from './pdfium.ts';

const PDF_LIMITS = {
  ...defaultLimits,
  fileBytes: LIMITS.attachmentBytesMax,
  pages: LIMITS.workflowPagesMax,
} as const;
const PDF_START = Buffer.from('%PDF-');
const OTHER_KIND = 'Must be a PDF, PNG or JPEG. Save or print it as one of these.';

/**
 * Checks an untrusted file that a signer attaches. A PDF is accepted by the rules for documents and kept as it is; of a
 * picture the coded pixels are kept. Runs only in the intake's child process.
 */
export function checkAttachment(viewer: Viewer, file: Buffer): IntakeAnswer {
  if (file.subarray(0, PDF_START.length).equals(PDF_START)) return checkPdf(viewer, file);
  if (!isPicture(file)) return refusedFor(OTHER_KIND);
  const { side, all } = LIMITS.attachmentPixelsMax;
  const limits = { widthMax: side, heightMax: side, pixelsMax: all };
  const answer = checkCodedPicture(viewer, file, limits);
  if (answer.kind !== 'refused') return answer;
  const remedy = 'Save it again in a picture program and send that.';
  return refusedFor(`Must be a whole picture of at most ${all / 1e6} million pixels. ${remedy}`);
}

function checkPdf(viewer: Viewer, file: Buffer): IntakeAnswer {
  const { refusals, pageCount } = examine(file, PDF_LIMITS);
  // Nothing is ever added to an attached file.
  const first = refusals.find(({ kind }) => kind !== 'certified-no-changes');
  if (first) return refusedFor(first.message);
  const shown = countShown(viewer, file);
  if (shown === 0 || shown !== pageCount) {
    return refusedFor('The file cannot be shown as it is. Print it to a new PDF and send that.');
  }
  return { kind: 'pdf', pages: pageCount };
}

function countShown(viewer: Viewer, file: Buffer): number {
  try {
    const document = viewer.open(file);
    const { pageCount = 0 } = document ?? {};
    document?.close();
    return pageCount;
  } catch (error) {
    if (error instanceof ViewerError) return 0;
    throw error;
  }
}

function isPicture(file: Buffer): boolean {
  const start = file.subarray(0, 4).toString('hex');
  return start === '89504e47' || start.startsWith('ffd8ff');
}
