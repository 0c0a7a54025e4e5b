import type { Tx } from '../platform/database.ts';
import { deleteFileRows } from './file-store.ts';

/** Takes the names from stored bytes that nothing needs any more; the sweeper removes the bytes. */
export async function forgetFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteFileRows(tx, [...new Set(ids)]);
}
