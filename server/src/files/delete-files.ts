import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database.ts';
import { deleteFileRows } from './file-store.ts';

/**
 * Deletes the rows of files that are no longer needed; returns their blob keys, for `removeBlobs` after the commit. The
 * sweeper removes blobs that remain.
 */
export async function deleteFiles(tx: Tx, ids: readonly number[]): Promise<string[]> {
  return deleteFileRows(tx, [...new Set(ids)]);
}

/** Removes blobs without a committed row. The sweeper retries what fails. */
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
