import { createHash } from 'node:crypto';
import type { FieldType, PdfForm } from '@paraph/domain';
import { PdfRefusal, prepareDocument } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openUnverifiedFile } from '../files/read-stored-file.ts';
import type { Appended } from '../files/serve-file.ts';
import { openFonts } from '../platform/fonts.ts';

/**
 * What follows the original of a draft's document, so that its pages look as they will when it has started: the form that
 * it brings along is drawn on them, without the fields that others replace. Stores nothing.
 *
 * @returns null if there is nothing to change, or the start will say why it cannot be
 * @throws StoredFileFault if the original is missing
 */
export async function flattenFile(
  deps: FileDeps & Pick<Deps, 'config'>,
  { fileId, form }: { fileId: number; form: PdfForm },
  fields: readonly { type: FieldType; formField: string | null }[],
): Promise<Appended | null> {
  if (form.total === 0) return null;
  const original = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!original) return null;
  // A signature is made in the form field of the file, which stays.
  const replaced = fields
    .filter(({ type }) => type !== 'signature')
    .flatMap(({ formField }) => formField ?? []);
  const opened = await openUnverifiedFile(deps, original);
  try {
    const update = prepareDocument(opened, {
      flattenForm: { font: openFonts(deps.config), replaced },
    });
    if (update.length === 0) return null;
    // The original is not read to its end here: its hash and the update name the whole as well.
    const sha256 = createHash('sha256').update(original.sha256).update(update).digest();
    return { updates: [Buffer.from(update)], sha256 };
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  } finally {
    opened.close();
  }
}
