import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { eraseBlobKeys, listReplacedBlobs, postponeRemoval, removeReplacedRow } from './blob-key-store.ts';
import { deleteFileRows, hasLease } from './file-store.ts';

/**
 * Deletes the rows of files that are no longer needed; returns their blob keys, for `removeBlobs` after the commit. The
 * sweeper removes blobs that remain.
 */
export async function deleteFiles(tx: Tx, ids: readonly number[]): Promise<string[]> {
  return deleteFileRows(tx, [...new Set(ids)]);
}

/** Removes blobs without a committed row; after a backup, if one is copying them. The sweeper retries what fails. */
export async function removeBlobs(
  { blobs, database, log }: Pick<Deps, 'blobs' | 'database' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const warn = (error: unknown) => log.warn({ err: error }, 'a stored file that nothing names stays for now');
  const isPostponed = await postponeRemoval(database, keys).catch((error: unknown) => {
    warn(error);
    return true;
  });
  if (isPostponed) return;
  for (const key of keys) await blobs.remove(key).catch(warn);
}

/** Removes what was replaced before a time, or deleted during a backup. */
export async function removeReplaced(
  { blobs, database }: Pick<Deps, 'blobs' | 'database'>,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  const keys = await listReplacedBlobs(database, { before, limit });
  if (await hasLease(database)) return;
  for (const key of keys) {
    await blobs.remove(key);
    await removeReplacedRow(database, key);
  }
}

/**
 * Erases files: their rows and, in the same transaction, the data keys of encrypted ones, without which no copy of
 * their bytes can be read. Returns the blobs, for `removeErased` after the commit.
 */
export async function eraseFiles(tx: Tx, ids: readonly number[], now: Date): Promise<string[]> {
  const keys = await deleteFiles(tx, ids);
  await eraseBlobKeys(tx, keys, now);
  return keys;
}

/**
 * Removes blobs at once, or after a backup that is copying them; what fails or is cut short stays in the list of
 * replaced blobs for a later run.
 */
export async function removeErased(
  deps: Pick<Deps, 'blobs' | 'database' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0 || (await hasLease(deps.database))) return;
  for (const key of keys) {
    try {
      await deps.blobs.remove(key);
      await removeReplacedRow(deps.database, key);
    } catch (error) {
      deps.log.warn({ err: error }, 'a stored file that was erased stays for now');
    }
  }
}
