import type { Reads } from '../platform/database.ts';
import { findFiles } from './file-store.ts';

/** All there is to know of a stored file but its bytes. */
export interface FileFacts {
  id: number;
  blobKey: string;
  size: number;
  sha256: Buffer;
  format: string;
}

/** By id; ids of no file are left out. */
export async function readFileFacts(reads: Reads, ids: readonly number[]): Promise<Map<number, FileFacts>> {
  const rows = await findFiles(reads, [...new Set(ids)]);
  return new Map(
    rows.map(({ id, blob_key, size, sha256, format }) => [
      id,
      { id, blobKey: blob_key, size, sha256, format },
    ]),
  );
}
