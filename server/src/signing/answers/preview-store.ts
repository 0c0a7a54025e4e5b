import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import {
  type BoundPreviewRow,
  COLUMNS,
  type PreviewDocumentRow,
  type PreviewRow,
} from '../../database/rows.generated.ts';

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

export async function findPreview(reads: Reads, { id, linkId }: { id: string; linkId: string }) {
  const rows = await selectPreview(reads, id, linkId);
  const [preview] = rows;
  return preview ? { preview, documents: rows } : null;
}

const selectPreview = prepareStatement('preview', (statements, id: string, linkId: string) =>
  statements
    .selectFrom('previews')
    .innerJoin('preview_documents', 'preview_documents.preview_id', 'previews.id')
    .select([...COLUMNS.previews, ...COLUMNS.preview_documents])
    .where('previews.id', '=', id)
    .where('previews.link_id', '=', linkId),
);

export async function findPreviewRow(reads: Reads, { id, linkId }: { id: string; linkId: string }) {
  const { rows } = await sql<StoredPreview>`
    select * from previews where id = ${id} and link_id = ${linkId}`.execute(reads);
  return rows[0] ?? null;
}

/** What the preview of a link appends to one of its documents. */
export async function findPreviewUpdate(
  reads: Reads,
  { linkId, previewId, documentId }: { linkId: string; previewId: string; documentId: number },
): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from preview_documents join previews on previews.id = preview_id
    where previews.id = ${previewId} and link_id = ${linkId} and document_id = ${documentId}`.execute(reads);
  return rows[0]?.bytes ?? null;
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

export async function findBoundPreview(reads: Reads, previewId: string) {
  const { rows } = await sql<Selectable<BoundPreviewRow>>`
    select * from bound_previews where preview_id = ${previewId}`.execute(reads);
  return rows[0] ?? null;
}

/** The certificates of this instance that previews of an action were bound to. */
export async function listBoundSerials(
  reads: Reads,
  { actionId, except }: { actionId: number; except: string },
): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select certificate_serial as serial from bound_previews join previews on previews.id = preview_id
    where action_id = ${actionId} and preview_id != ${except}
      and certificate_serial is not null`.execute(reads);
  return rows.map(({ serial }) => serial);
}

/** The action whose preview a certificate was bound to; null once the preview is removed. */
export async function findBoundAction(reads: Reads, serial: string): Promise<number | null> {
  const { rows } = await sql<{ action_id: number }>`
    select action_id from bound_previews join previews on previews.id = preview_id
    where certificate_serial = ${serial}`.execute(reads);
  return rows[0]?.action_id ?? null;
}
