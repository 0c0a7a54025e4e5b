import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database.ts';
import { deleteFileRows } from './file-store.ts';

/**
 * Takes the names from stored bytes that nothing needs any more; answers the keys of the bytes, for `removeBlobs` after
 * the commit. What is left then, the sweeper removes.
 */
export async function forgetFiles(tx: Tx, ids: readonly number[]): Promise<string[]> {
  return deleteFileRows(tx, [...new Set(ids)]);
}

/** Removes bytes that no committed row names any more. The sweeper comes again where that fails. */
export async function removeBlobs(
  { blobs, log }: Pick<Deps, 'blobs' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    await blobs
      .remove(key)
      .catch((error: unknown) => log.warn({ err: error }, 'a stored file that nothing names stays for now'));
  }
}
