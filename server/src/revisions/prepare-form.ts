import { Refusal } from '@paraph/domain';
import { PdfRefusal, type Pixels, prepareDocument } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { openHashedBlob } from '../files/read-stored-file.ts';
import type { Tx } from '../platform/database.ts';
import { openFonts } from '../platform/fonts.ts';
import { type FormPlan, planForm } from './plan-form.ts';
import { insertRevisions } from './revision-store.ts';

/** Revision 0 of a document, without a row yet. */
export interface PreparedForm {
  update: Uint8Array;
  size: number;
  sha256: Buffer;
}

/**
 * Makes the form of a document as an incremental update of its original, whose hash is compared on the way. Slow;
 * writes nothing.
 *
 * @returns null if the original is missing or damaged
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` saying why the file cannot have this form
 */
export async function prepareForm(
  { blobs, config }: Pick<Deps, 'blobs' | 'config'>,
  original: Parameters<typeof openHashedBlob>[1],
  { plan, stampPicture }: { plan: FormPlan; stampPicture: Pixels | null },
): Promise<PreparedForm | null> {
  const opened = await openHashedBlob({ blobs }, original);
  if (!opened) return null;
  const { source, hash } = opened;
  try {
    const update = prepareDocument(source, planForm(plan, { font: openFonts(config), stampPicture }));
    return { update, size: source.size + update.length, sha256: hash.update(update).digest() };
  } catch (error) {
    throw error instanceof PdfRefusal ? notAccepted(error) : error;
  } finally {
    opened.close();
  }
}

/** Stores revision 0. The caller has locked the workflow's row or is inserting it. */
export async function insertForm(
  tx: Tx,
  { documentId, form, now }: { documentId: number; form: PreparedForm; now: Date },
): Promise<void> {
  await insertRevisions(tx, [{ ...formRow(form, now), document_id: documentId }]);
}

/** The row of revision 0, but for its document. */
export function formRow({ update, size, sha256 }: PreparedForm, now: Date) {
  const row = { number: 0, kind: 'fields' as const, action_id: null };
  return { ...row, bytes: Buffer.from(update), size, sha256, made_at: now };
}

function notAccepted({ message }: PdfRefusal): Refusal {
  const sentence = `Its fields cannot be added to the file: ${message}`;
  return new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be used. ${sentence}`, {
    violations: { document: sentence },
  });
}
