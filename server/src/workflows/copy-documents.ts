import type { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { copyStoredFile } from '../files/copy-stored-file.ts';
import type { FoundInDocument, PageSize } from '../platform/tables.ts';
import type { StorableDocument } from './ingest-document.ts';

/** A document of a template or of a workflow, as its row says. */
export interface CopiedRow {
  id: number;
  name: string;
  pages: readonly PageSize[];
  found: FoundInDocument;
  original_file_id: number;
  thumb_file_id: number | null;
}

/**
 * Gives documents bytes of their own once more; what no row names in the end, the sweeper removes. `refuse` says what
 * is answered where the source was deleted meanwhile.
 */
export async function copyDocuments(
  deps: FileDeps & Pick<Deps, 'ids'>,
  rows: readonly CopiedRow[],
  refuse: () => Refusal,
): Promise<StorableDocument[]> {
  const copies: StorableDocument[] = [];
  for (const { name, pages, found, original_file_id: originalId, thumb_file_id: thumbId } of rows) {
    const original = await copyStoredFile(deps, originalId);
    if (!original) throw refuse();
    const thumb = thumbId === null ? null : await copyStoredFile(deps, thumbId);
    copies.push({ name, examined: { ...found, pages: [...pages], notes: [] }, original, thumb });
  }
  return copies;
}

/** From the ids of the rows to those of their copies. */
export function pairIds(rows: readonly CopiedRow[], copies: readonly number[]): Map<number, number> {
  return new Map(rows.map(({ id }, index) => [id, copies[index] ?? 0]));
}
