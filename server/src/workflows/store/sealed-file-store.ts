import type { Expression, QueryCreator } from 'kysely';
import type { Reads } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';

/** Sets the sealed file of a document, as part of a statement. Requires the lock on the workflow's row. */
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
    .where('documents.id', 'in', [...documentIds])
    .where('workflows.status', '=', 'signed')
    .execute();
  return new Map(rows.map((row) => [row.id, row.original_file_id]));
}
