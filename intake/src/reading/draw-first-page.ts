import { type IntakeAnswer, refusedFor } from '../intake-messages.ts';
import { encodePagePng } from './encode-png.ts';
import { type Viewer, ViewerError } from './pdfium.ts';

const WIDTH = 400;
const HEIGHT_MAX = 1_600;

/** The picture of page 1 with what is in its form fields. Runs only in the intake's child process, as all that reads an upload. */
export function drawFirstPage(viewer: Viewer, file: Uint8Array): IntakeAnswer {
  const document = viewer.open(file);
  if (!document) return refusedFor(UNSHOWABLE);
  try {
    const { width, height } = document.sizeOf(0);
    const scale = Math.min(WIDTH / width, HEIGHT_MAX / height);
    const picture = encodePagePng(document.drawFilled(0, pixels(width * scale), pixels(height * scale)));
    return { kind: 'picture', format: 'png', bytes: picture.toString('base64') };
  } catch (error) {
    if (error instanceof ViewerError) return refusedFor(UNSHOWABLE);
    throw error;
  } finally {
    document.close();
  }
}

const UNSHOWABLE = 'The file cannot be shown as it is.';

function pixels(length: number): number {
  return Math.max(1, Math.round(length));
}
