import { invalid, LIMITS } from '@paraph/domain';
import { decodePng, PdfRefusal, trimPixels } from '@paraph/pades';
import { insertFile, storeBytes } from '../files/store-file.ts';
import { newKey } from '../platform/ids.ts';
import { encodePng } from '../platform/png.ts';
import { atOpenDesk } from './at-desk.ts';
import type { SigningDeps } from './signing-desk.ts';
import { insertMark } from './signing-store.ts';

export interface MarkCommand {
  kind: 'signature' | 'initials';
  method: 'draw' | 'type' | 'upload';
  text: string | null;
  font: string | null;
  /** Base64 of a PNG with alpha. */
  png: string;
}

/** Keeps a person's signature or initials, for use in any of their fields. */
export async function saveMark(deps: SigningDeps, linkId: string, command: MarkCommand): Promise<void> {
  const bytes = readPicture(command.png);
  const blob = await storeBytes(deps, bytes);
  await atOpenDesk(deps, linkId, async (tx, desk) => {
    const now = deps.clock.now();
    await insertMark(tx, {
      id: newKey(deps.ids),
      recipient_id: desk.recipient.id,
      kind: command.kind,
      method: command.method,
      text: command.text,
      font: command.font,
      file_id: await insertFile(tx, blob, { format: 'png', now }),
      created_at: now,
    });
  });
}

/** Decodes the picture within its limits and writes it anew: nothing but the pixels is kept. */
function readPicture(png: string): Uint8Array {
  const bytes = Buffer.from(png.replace(/^data:image\/png;base64,/, ''), 'base64');
  if (bytes.length === 0 || bytes.length > LIMITS.markBytesMax) {
    throw invalid({ png: `Must be a PNG of at most ${LIMITS.markBytesMax / 1024} KiB.` });
  }
  try {
    const { width, height } = LIMITS.markPixelsMax;
    const picture = decodePng(bytes, { fileBytes: LIMITS.markBytesMax, pixels: width * height });
    if (picture.width > width || picture.height > height) throw new PdfRefusal('image', 'it is too large.');
    if (trimPixels(picture) === null) throw new PdfRefusal('image', 'nothing is to be seen in it.');
    return encodePng(picture);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    const { width, height } = LIMITS.markPixelsMax;
    throw invalid({ png: `Must be a PNG of at most ${width} × ${height} pixels: ${error.message}` });
  }
}
