import type { Expression, QueryCreator } from 'kysely';
import type { Tables } from '../../platform/tables.ts';

/** Sets the sealed file of a document, as part of a statement. Requires the lock on the workflow's row. */
export function sealedFileUpdate(
  creator: Pick<QueryCreator<Tables>, 'updateTable'>,
  { documentId, fileId }: { documentId: number; fileId: Expression<number> },
) {
  return creator.updateTable('documents').set({ sealed_file_id: fileId }).where('id', '=', documentId);
}
