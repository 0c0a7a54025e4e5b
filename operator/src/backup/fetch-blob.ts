import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ids, newKey } from '@paraph/server/platform/ids.ts';
import { hashFile, ignoreMissing, type ObjectStore } from '@paraph/storage';
import type { ListedBlob } from './blob-list.ts';

export interface BlobSource {
  source: ObjectStore;
  /** Before the names of files there. */
  prefix: string;
  /** On this machine, for what is on its way. */
  folder: string;
  ids: Ids;
}

/** Hands over the path of a file whose bytes are those that were listed; null where it is missing or was changed. */
export async function useWhole<T>(
  { source, prefix, folder, ids }: BlobSource,
  { name, size, sha256 }: ListedBlob,
  use: (path: string) => Promise<T>,
): Promise<T | null> {
  const local = source.pathOf?.(prefix + name);
  const path = local ?? join(folder, newKey(ids));
  try {
    if (local === undefined) await source.fetchTo(prefix + name, path);
    const found = await hashFile(path).catch(ignoreMissing);
    const isWhole = found?.size === size && found.sha256.toString('hex') === sha256;
    return isWhole ? await use(path) : null;
  } finally {
    if (local === undefined) await rm(path, { force: true });
  }
}
