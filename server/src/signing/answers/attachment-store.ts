import type { Expression, Insertable, Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type FileJson, fileRowOf } from '../../files/read-file-facts.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import { selectPart } from '../../platform/json-rows.ts';
import type { AttachmentRow } from '../../platform/tables.ts';

export type StoredAttachment = Selectable<AttachmentRow> & { file: FileJson | null };

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

/** What a recipient attached, as part of a statement. */
export function attachmentsOf(recipientId: Expression<number>) {
  return jsonArrayFrom(
    selectPart('attachments')
      .selectAll('attachments')
      .select(({ ref }) => fileRowOf(ref('attachments.file_id')).as('file'))
      .where('recipient_id', '=', recipientId)
      .orderBy('field_id'),
  );
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
