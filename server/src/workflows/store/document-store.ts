import { type Expression, type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { PageSize } from '../../database/column-types.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { selectClause } from '../../database/json-rows.ts';
import { type AnnexRow, COLUMNS, type DocumentRow, type Tables } from '../../database/rows.generated.ts';
import { readFileSizes } from '../../files/api.ts';
import { type FileJson, fileRowOf } from '../../files/read-file-facts.ts';
import { documentColumns } from './new-workflow-store.ts';
import type { NewDocument } from './plan-workflow.ts';

export function fileIdsOf(
  row: Pick<
    Selectable<DocumentRow>,
    'original_file_id' | 'thumb_file_id' | 'sealed_file_id' | 'source_file_id'
  >,
): number[] {
  const { original_file_id: original, thumb_file_id: thumb, sealed_file_id: sealed } = row;
  return [original, thumb, sealed, row.source_file_id].filter((id) => id !== null);
}

/** All stored files that belong to a workflow itself. */
export function workflowFileIds({
  documents,
  annexes,
}: {
  documents: readonly Parameters<typeof fileIdsOf>[0][];
  annexes: readonly { file_id: number }[];
}): number[] {
  return [...documents.flatMap(fileIdsOf), ...annexes.map(({ file_id: fileId }) => fileId)];
}

export async function insertAnnex(tx: Tx, row: Insertable<AnnexRow>): Promise<Selectable<AnnexRow>> {
  return tx.insertInto('annexes').values(row).returning(COLUMNS.annexes).executeTakeFirstOrThrow();
}

export async function deleteAnnexRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('annexes').where('id', '=', id).execute();
}

export async function deleteFieldsOfRoles(tx: Tx, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  await tx.deleteFrom('fields').where('role_id', 'in', roleIds).execute();
}

export async function deleteFieldsOf(tx: Tx, workflowId: number): Promise<void> {
  await tx.deleteFrom('fields').where('workflow_id', '=', workflowId).execute();
}

/** Its fields are deleted with it. */
export async function deleteDocumentRow(tx: Tx, documentId: number): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', documentId).execute();
}

export async function replaceDocumentFile(
  tx: Tx,
  documentId: number,
  { fileId, pages }: { fileId: number; pages: readonly PageSize[] },
): Promise<void> {
  const file = { original_file_id: fileId, pages: JSON.stringify(pages) };
  await tx.updateTable('documents').set(file).where('id', '=', documentId).execute();
}

/** Requires the lock on the workflow's row. Returns the picture that the document has then; null without a document. */
export async function saveThumb(
  tx: Tx,
  documentId: number,
  insert: () => Promise<number>,
): Promise<number | null> {
  const thumb = tx.selectFrom('documents').select('thumb_file_id').where('id', '=', documentId);
  const row = await thumb.executeTakeFirst();
  if (!row || row.thumb_file_id !== null) return row?.thumb_file_id ?? null;
  const fileId = await insert();
  await tx.updateTable('documents').set({ thumb_file_id: fileId }).where('id', '=', documentId).execute();
  return fileId;
}

/** Which stored file of a workflow a file is; `name` is the document's or the signer's. */
export interface FileOwner {
  workflowId: number;
  documentId: number | null;
  name: string;
  kind: 'original' | 'sealed' | 'thumbnail' | 'source' | 'annex' | 'mark' | 'attachment';
}

export async function findDocumentOfFile(reads: Reads, fileId: number): Promise<FileOwner | null> {
  const { rows } = await sql<FileOwner>`
    select id as "documentId", workflow_id as "workflowId", name,
      case ${fileId}::bigint when original_file_id then 'original' when sealed_file_id then 'sealed'
        when source_file_id then 'source' else 'thumbnail' end as kind
    from documents
    where original_file_id = ${fileId} or sealed_file_id = ${fileId} or thumb_file_id = ${fileId}
      or source_file_id = ${fileId}
    union all
    select null, workflow_id, name, 'annex' from annexes where file_id = ${fileId}`.execute(reads);
  return rows[0] ?? null;
}

export async function findWorkflowOfRecipient(
  reads: Reads,
  recipientId: number,
): Promise<{ workflowId: number; name: string } | null> {
  const columns = ['workflow_id as workflowId', 'name'] as const;
  const row = reads.selectFrom('recipients').select(columns).where('id', '=', recipientId);
  return (await row.executeTakeFirst()) ?? null;
}

/** Returns the document's id. */
export async function insertDocument(tx: Tx, workflowId: number, document: NewDocument): Promise<number> {
  const row = { workflow_id: workflowId, ...documentColumns(document) };
  return (await tx.insertInto('documents').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Another file in the place of a document, which keeps its id. */
export async function updateDocument(tx: Tx, id: number, document: NewDocument): Promise<void> {
  const row = { ...documentColumns(document), thumb_file_id: null };
  await tx.updateTable('documents').set(row).where('id', '=', id).execute();
}

/** Sets the sealed file of a document, as a clause of a statement. Requires the lock on the workflow's row. */
export function sealedFileUpdate(
  creator: Pick<QueryCreator<Tables>, 'updateTable'>,
  { documentId, fileId }: { documentId: number; fileId: Expression<number> },
) {
  return creator.updateTable('documents').set({ sealed_file_id: fileId }).where('id', '=', documentId);
}

/** The uploaded files of those among these documents whose workflows are signed, by document. */
export async function listSignedOriginals(
  reads: Reads,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await reads
    .selectFrom('documents')
    .innerJoin('workflows', 'workflows.id', 'documents.workflow_id')
    .select(['documents.id', 'documents.original_file_id'])
    .where('documents.id', 'in', documentIds)
    .where('workflows.status', '=', 'signed')
    .execute();
  return new Map(rows.map((row) => [row.id, row.original_file_id]));
}

/** A document with its files: that as it was uploaded, and the sealed one, if there is one. */
export interface ReadableDocument {
  name: string;
  original: FileJson | null;
  sealed: FileJson | null;
}

const selectOne = (workflowId: Expression<number>, documentId: number) =>
  selectClause('documents')
    .where('documents.id', '=', documentId)
    .where('documents.workflow_id', '=', workflowId);

/** The document of a workflow that has this id, null if it has none; as a clause of a statement. */
export function readableDocumentOf(workflowId: Expression<number>, documentId: number) {
  return jsonObjectFrom(
    selectOne(workflowId, documentId).select(({ ref }) => [
      'documents.name',
      fileRowOf(ref('documents.original_file_id')).as('original'),
      fileRowOf(ref('documents.sealed_file_id')).as('sealed'),
    ]),
  );
}

/** A document whose first page is to be shown. */
export interface PicturedDocument
  extends Pick<Selectable<DocumentRow>, 'id' | 'original_file_id' | 'thumb_file_id' | 'workflow_id'> {
  /** Whether a person has acted, so that its pages may look different from those that were uploaded. */
  hasActed: boolean;
}

/** The same with what its picture needs. */
export function picturedDocumentOf(workflowId: Expression<number>, documentId: number) {
  const hasActed = sql<boolean>`exists (select from actions
    where actions.workflow_id = documents.workflow_id and actions.acted_at is not null)`;
  return jsonObjectFrom(
    selectOne(workflowId, documentId)
      .select(['documents.id', 'documents.workflow_id', 'original_file_id', 'thumb_file_id'])
      .select(hasActed.as('hasActed')),
  );
}

/** How many bytes a document has, as it was uploaded and as it was sealed; 0 until it is. */
export interface DocumentSizes {
  id: number;
  original: number;
  sealed: number;
}

/** By workflow. */
export async function readDocumentSizes(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, DocumentSizes[]>> {
  if (workflowIds.length === 0) return new Map();
  const documents = await reads
    .selectFrom('documents')
    .select(['id', 'workflow_id', 'original_file_id', 'sealed_file_id'])
    .where('workflow_id', 'in', workflowIds)
    .execute();
  const files = documents.flatMap(({ original_file_id: original, sealed_file_id: sealed }) => [
    original,
    sealed,
  ]);
  const sizes = await readFileSizes(
    reads,
    files.filter((id) => id !== null),
  );
  const sized = documents.map(
    ({ id, workflow_id: workflowId, original_file_id: file, sealed_file_id: sealed }) => ({
      ...{ id, workflowId },
      original: sizes.get(file) ?? 0,
      sealed: sizes.get(sealed ?? 0) ?? 0,
    }),
  );
  return Map.groupBy(sized, ({ workflowId }) => workflowId);
}
