import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type { AttachmentRow, SignatureImageRow } from '../../database/rows.generated.ts';
import { factsOfJson, fileRowOf } from '../../files/read-file-facts.ts';
import { fileInsertion, type NewFileRow } from '../../files/store-file.ts';

export async function listAttachmentRows(reads: Reads, fieldIds: readonly number[]) {
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

type FileRow = Pick<Selectable<AttachmentRow>, 'file_id'>;

/** Returns the ids of their files. */
export async function deleteAttachmentRows(tx: Tx, fieldIds: readonly number[]): Promise<number[]> {
  if (fieldIds.length === 0) return [];
  const { rows } = await sql<FileRow>`
    delete from attachments where field_id = any(${fieldIds}) returning file_id`.execute(tx);
  return rows.map((row) => row.file_id);
}

const OWNED_FILES = sql`
  (select recipient_id, file_id, 'mark' as part from signature_images
    union all select recipient_id, file_id, 'attachment' from attachments) as owned`;

/** The files of all signature images and attachments of these recipients. */
export async function listOwnedFileIds(reads: Reads, recipientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<FileRow>`
    select file_id from ${OWNED_FILES} where recipient_id = any(${recipientIds})`.execute(reads);
  return rows.map((row) => row.file_id);
}

/** The recipient whose signature image or attachment a stored file is; null when it is neither. */
export async function findSignerOfFile(reads: Reads, fileId: number) {
  const { rows } = await sql<{ recipientId: number; part: 'mark' | 'attachment' }>`
    select recipient_id as "recipientId", part from ${OWNED_FILES} where file_id = ${fileId}`.execute(reads);
  return rows[0] ?? null;
}

/** What these recipients attached. */
export async function listAttachmentsOf(reads: Reads, recipientIds: readonly number[]) {
  const { rows } = await sql<Selectable<AttachmentRow>>`
    select * from attachments where recipient_id = any(${recipientIds}) order by added_at`.execute(reads);
  return rows;
}

export async function listSignatureImagesByIds(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await reads
    .selectFrom('signature_images')
    .selectAll('signature_images')
    .select(({ ref }) => fileRowOf(ref('signature_images.file_id')).as('file'))
    .where('signature_images.id', 'in', [...ids])
    .execute();
  return rows.map(({ file, ...image }) => ({ ...image, file: file && factsOfJson(file) }));
}

/** All that these recipients made, replaced ones included. */
export async function listSignatureImagesOf(reads: Reads, recipientIds: readonly number[]) {
  const { rows } = await sql<Selectable<SignatureImageRow>>`
    select * from signature_images where recipient_id = any(${recipientIds})
    order by created_at`.execute(reads);
  return rows;
}

export async function deleteSignatureImagesByIds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from signature_images where id = any(${ids})`.execute(tx);
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

/** Returns the ids of their files. */
export async function deleteSignatureImages(tx: Tx, recipientId: number): Promise<number[]> {
  const { rows } = await sql<FileRow>`
    delete from signature_images where recipient_id = ${recipientId} returning file_id`.execute(tx);
  return rows.map((row) => row.file_id);
}
