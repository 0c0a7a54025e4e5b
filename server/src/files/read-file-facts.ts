import type { Reads } from '../database/database.ts';
import type { JsonRow } from '../database/json-rows.ts';
import { type FileFinding, listFileRows, type StoredFile, toStoredFile } from './file-store.ts';

export { fileRowOf, fileSizesAmong } from './file-store.ts';

/** What a statement with `fileRowOf` returns for it. */
export type FileJson = JsonRow<StoredFile>;

/** The metadata of a stored file. */
export interface FileFacts {
  id: number;
  blobKey: string;
  size: number;
  sha256: Buffer;
  format: string;
  /** The problem found by the last full read. */
  finding: FileFinding | null;
}

/** What it takes to read a stored file and to compare its bytes. */
export type HashedFile = Pick<FileFacts, 'id' | 'blobKey' | 'sha256'>;

/** By id; unknown ids are omitted. */
export async function readFileFacts(reads: Reads, ids: readonly number[]): Promise<Map<number, FileFacts>> {
  const rows = await listFileRows(reads, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

export function toFacts({ id, blob_key: blobKey, size, sha256, format, finding }: StoredFile): FileFacts {
  return { id, blobKey, size, sha256, format, finding };
}

export function factsOfJson(row: FileJson): FileFacts {
  return toFacts(toStoredFile(row));
}
