import type { Insertable, Selectable } from 'kysely';
import { columnsOf } from '../../database/columns.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type { AttachmentRow, SignatureImageRow } from '../../database/tables.ts';
import { factsOfJson, fileRowOf } from '../../files/read-file-facts.ts';
import { fileInsertion, type NewFileRow } from '../../files/store-file.ts';
import type { StoredAttachment, StoredSignatureImage } from '../session/session-store.ts';

const IMAGE_COLUMNS = columnsOf<SignatureImageRow>({
  id: true,
  recipient_id: true,
  kind: true,
  method: true,
  text: true,
  font: true,
  file_id: true,
  created_at: true,
});

export async function listAttachmentRows(
  reads: Reads,
  fieldIds: readonly number[],
): Promise<StoredAttachment[]> {
  if (fieldIds.length === 0) return [];
  return reads
    .selectFrom('attachments')
    .selectAll('attachments')
    .select(({ ref }) => fileRowOf(ref('attachments.file_id')).as('file'))
    .where('field_id', 'in', [...fieldIds])
    .orderBy('field_id')
    .execute();
}

export async function insertAttachment(tx: Tx, row: Insertable<AttachmentRow>): Promise<void> {
  await tx.insertInto('attachments').values(row).execute();
}

/** Returns the ids of their files. */
export async function deleteAttachmentRows(tx: Tx, fieldIds: readonly number[]): Promise<number[]> {
  if (fieldIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('attachments')
    .where('field_id', 'in', [...fieldIds])
    .returning('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** The files that these recipients attached. */
export async function listAttachmentFileIds(
  reads: Reads,
  recipientIds: readonly number[],
): Promise<number[]> {
  if (recipientIds.length === 0) return [];
  const rows = await reads
    .selectFrom('attachments')
    .select('file_id')
    .where('recipient_id', 'in', [...recipientIds])
    .execute();
  return rows.map((row) => row.file_id);
}

export async function findAttachmentByFile(
  reads: Reads,
  fileId: number,
): Promise<Pick<Selectable<AttachmentRow>, 'recipient_id'> | null> {
  const row = await reads
    .selectFrom('attachments')
    .select('recipient_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row ?? null;
}

/** What these recipients attached. */
export async function listAttachmentsOf(
  reads: Reads,
  recipientIds: readonly number[],
): Promise<Selectable<AttachmentRow>[]> {
  if (recipientIds.length === 0) return [];
  return reads
    .selectFrom('attachments')
    .selectAll()
    .where('recipient_id', 'in', [...recipientIds])
    .orderBy('added_at')
    .execute();
}

export async function listSignatureImagesByIds(
  reads: Reads,
  ids: readonly string[],
): Promise<StoredSignatureImage[]> {
  if (ids.length === 0) return [];
  const rows = await reads
    .selectFrom('signature_images')
    .selectAll('signature_images')
    .select(({ ref }) => fileRowOf(ref('signature_images.file_id')).as('file'))
    .where('signature_images.id', 'in', [...ids])
    .execute();
  return rows.map(({ file, ...image }) => ({ ...image, file: file && factsOfJson(file) }));
}

/** All signature images of a kind that a recipient made, replaced ones included. */
export async function listSignatureImagesOfKind(
  tx: Tx,
  recipientId: number,
  kind: 'signature' | 'initials',
): Promise<Selectable<SignatureImageRow>[]> {
  return tx
    .selectFrom('signature_images')
    .select(IMAGE_COLUMNS)
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', kind)
    .execute();
}

/** All that these recipients made, replaced ones included. */
export async function listSignatureImagesOf(
  reads: Reads,
  recipientIds: readonly number[],
): Promise<Selectable<SignatureImageRow>[]> {
  if (recipientIds.length === 0) return [];
  return reads
    .selectFrom('signature_images')
    .select(IMAGE_COLUMNS)
    .where('recipient_id', 'in', [...recipientIds])
    .orderBy('created_at')
    .execute();
}

export async function deleteSignatureImagesByIds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('signature_images')
    .where('id', 'in', [...ids])
    .execute();
}

/** Inserts it with its file, by one statement. */
export const insertSignatureImage = prepareStatement(
  'insert-signature-image',
  (statements, image: Omit<Insertable<SignatureImageRow>, 'file_id'>, file: NewFileRow) =>
    statements
      .with('file', (db) => fileInsertion(db, file))
      .insertInto('signature_images')
      .values(({ selectFrom }) => ({ ...image, file_id: selectFrom('file').select('file.id') })),
);

/** The files of the signature images of these recipients. */
export async function listSignatureImageFileIds(
  reads: Reads,
  recipientIds: readonly number[],
): Promise<number[]> {
  if (recipientIds.length === 0) return [];
  const rows = await reads
    .selectFrom('signature_images')
    .select('file_id')
    .where('recipient_id', 'in', [...recipientIds])
    .execute();
  return rows.map((row) => row.file_id);
}

/** Returns the ids of their files. */
export async function deleteSignatureImages(tx: Tx, recipientId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('signature_images')
    .where('recipient_id', '=', recipientId)
    .returning('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

export async function findSignatureImageByFile(
  reads: Reads,
  fileId: number,
): Promise<Pick<Selectable<SignatureImageRow>, 'recipient_id'> | null> {
  const row = await reads
    .selectFrom('signature_images')
    .select('recipient_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row ?? null;
}
