import type { Insertable, Selectable } from 'kysely';
import { columnsOf } from '../../database/columns.ts';
import type { Reads } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type { BoundPreviewRow, PreviewDocumentRow, PreviewRow } from '../../database/tables.ts';

const PREVIEW_COLUMNS = columnsOf<PreviewRow>({
  id: true,
  link_id: true,
  action_id: true,
  made_at: true,
  expires_at: true,
  time_zone: true,
  shown_hash: true,
  content_hash: true,
  trail_events: true,
  trail_head: true,
  contents_bytes: true,
});
const DOCUMENT_COLUMNS = columnsOf<PreviewDocumentRow>({
  preview_id: true,
  document_id: true,
  code: true,
  bytes: true,
  digest: true,
});

export type StoredPreview = Selectable<PreviewRow>;

/** By one statement: there is no preview without its documents. */
export const insertPreview = prepareStatement(
  'insert-preview',
  (statements, preview: Insertable<PreviewRow>, documents: readonly Insertable<PreviewDocumentRow>[]) =>
    statements
      .with('preview', (db) => db.insertInto('previews').values(preview))
      .insertInto('preview_documents')
      .values([...documents]),
);

export async function findPreview(
  reads: Reads,
  { id, linkId }: { id: string; linkId: string },
): Promise<{ preview: StoredPreview; documents: Selectable<PreviewDocumentRow>[] } | null> {
  const rows = await selectPreview(reads, id, linkId);
  const [preview] = rows;
  return preview ? { preview, documents: rows } : null;
}

const selectPreview = prepareStatement('preview', (statements, id: string, linkId: string) =>
  statements
    .selectFrom('previews')
    .innerJoin('preview_documents', 'preview_documents.preview_id', 'previews.id')
    .select([...PREVIEW_COLUMNS, ...DOCUMENT_COLUMNS])
    .where('previews.id', '=', id)
    .where('previews.link_id', '=', linkId),
);

export async function findPreviewRow(
  reads: Reads,
  { id, linkId }: { id: string; linkId: string },
): Promise<StoredPreview | null> {
  const row = await reads
    .selectFrom('previews')
    .select(PREVIEW_COLUMNS)
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

/** False where it was bound before. */
export async function insertBoundPreview(reads: Reads, row: Insertable<BoundPreviewRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await reads
    .insertInto('bound_previews')
    .values(row)
    .onConflict((conflict) => conflict.column('preview_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findBoundPreview(
  reads: Reads,
  previewId: string,
): Promise<Selectable<BoundPreviewRow> | null> {
  const row = await reads
    .selectFrom('bound_previews')
    .selectAll()
    .where('preview_id', '=', previewId)
    .executeTakeFirst();
  return row ?? null;
}

/** The certificates of this instance that previews of an action were bound to. */
export async function listBoundSerials(
  reads: Reads,
  { actionId, except }: { actionId: number; except: string },
): Promise<string[]> {
  const rows = await reads
    .selectFrom('bound_previews')
    .innerJoin('previews', 'previews.id', 'bound_previews.preview_id')
    .select('certificate_serial')
    .where('previews.action_id', '=', actionId)
    .where('previews.id', '!=', except)
    .execute();
  return rows.flatMap(({ certificate_serial: serial }) => serial ?? []);
}

/** The action whose preview a certificate was bound to; null once the preview is removed. */
export async function findBoundAction(reads: Reads, serial: string): Promise<number | null> {
  const row = await reads
    .selectFrom('bound_previews')
    .innerJoin('previews', 'previews.id', 'bound_previews.preview_id')
    .select('previews.action_id')
    .where('certificate_serial', '=', serial)
    .executeTakeFirst();
  return row?.action_id ?? null;
}

export async function deleteEndedPreviews(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('previews').where('expires_at', '<=', now).execute();
}
