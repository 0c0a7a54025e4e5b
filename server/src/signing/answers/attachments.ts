import { type AttachmentFormat, assertPresent, type FieldType } from '@paraph/domain';
import { deleteFiles } from '../../files/delete-files.ts';
import { factsOfJson } from '../../files/read-file-facts.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import { deleteAttachmentRows, listAttachmentRows, type StoredAttachment } from './attachment-store.ts';

/** A file that a signer attached in a field. */
export interface Attachment {
  fieldId: number;
  name: string;
  format: AttachmentFormat;
  size: number;
  /** In lowercase hexadecimal. */
  sha256: string;
  addedAt: Date;
  fileId: number;
}

/** The files attached in these fields. */
export async function readAttachments(
  reads: Reads,
  fields: readonly { id: number; type: FieldType }[],
): Promise<Attachment[]> {
  const ids = fields.filter(({ type }) => type === 'attachment').map(({ id }) => id);
  return (await listAttachmentRows(reads, ids)).map(toAttachment);
}

export function toAttachment({
  field_id: fieldId,
  name,
  added_at: addedAt,
  file,
}: StoredAttachment): Attachment {
  const {
    id: fileId,
    size,
    sha256,
    format,
  } = factsOfJson(assertPresent(file, `the file of field ${fieldId}`));
  return {
    fieldId,
    name,
    format: format as AttachmentFormat,
    size,
    sha256: sha256.toString('hex'),
    addedAt,
    fileId,
  };
}

/** Removes the files attached in these fields. Answers the keys of blobs without a file row. */
export async function dropAttachments(tx: Tx, fieldIds: readonly number[]): Promise<string[]> {
  return deleteFiles(tx, await deleteAttachmentRows(tx, fieldIds));
}
