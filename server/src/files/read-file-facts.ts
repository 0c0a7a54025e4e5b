import type { Reads } from '../platform/database.ts';
import { type FileFinding, listFileRows, type StoredFile } from './file-store.ts';

/** All there is to know of a stored file but its bytes. */
export interface FileFacts {
  id: number;
  blobKey: string;
  size: number;
  sha256: Buffer;
  format: string;
  /** What the last whole reading found wrong. */
  finding: FileFinding | null;
}

/** By id; ids of no file are left out. */
export async function readFileFacts(reads: Reads, ids: readonly number[]): Promise<Map<number, FileFacts>> {
  const rows = await listFileRows(reads, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

export function toFacts({ id, blob_key: blobKey, size, sha256, format, finding }: StoredFile): FileFacts {
  return { id, blobKey, size, sha256, format, finding };
}
