import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { PreviewDocumentRow, PreviewRow } from '../platform/tables.ts';

export type StoredPreview = Selectable<PreviewRow>;

export async function insertPreview(
  tx: Tx,
  preview: Insertable<PreviewRow>,
  documents: readonly Insertable<PreviewDocumentRow>[],
): Promise<void> {
  await tx.insertInto('previews').values(preview).execute();
  await tx
    .insertInto('preview_documents')
    .values([...documents])
    .execute();
}

export async function findPreview(
  reads: Reads,
  { id, linkId }: { id: string; linkId: string },
): Promise<StoredPreview | null> {
  const row = await reads
    .selectFrom('previews')
    .selectAll()
    .where('id', '=', id)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  return row ?? null;
}

/** What the preview of a link appends to one of its documents. */
export async function findPreviewUpdate(
  reads: Reads,
  { linkId, previewId, documentId }: { linkId: string; previewId: string; documentId: number },
): Promise<Buffer | null> {
  const row = await reads
    .selectFrom('preview_documents')
    .innerJoin('previews', 'previews.id', 'preview_documents.preview_id')
    .select('preview_documents.bytes')
    .where('previews.id', '=', previewId)
    .where('previews.link_id', '=', linkId)
    .where('preview_documents.document_id', '=', documentId)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

export async function listPreviewDocuments(
  reads: Reads,
  previewId: string,
): Promise<Selectable<PreviewDocumentRow>[]> {
  return reads.selectFrom('preview_documents').selectAll().where('preview_id', '=', previewId).execute();
}

export async function deleteEndedPreviews(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('previews').where('expires_at', '<=', now).execute();
}
