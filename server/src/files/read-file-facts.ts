import type { Hash } from 'node:crypto';
import type { Reads } from '../database/database.ts';
import { bytesOf, type JsonRow } from '../database/json-rows.ts';
import { type FileFinding, listFileRows, type StoredFile } from './file-store.ts';

export { fileRowOf, fileSizesAmong } from './file-store.ts';

/** What a statement with `fileRowOf` returns for it. */
export type FileJson = JsonRow<StoredFile>;

export interface FileFacts {
  id: number;
  blobKey: string;
  size: number;
  sha256: Buffer;
  format: string;
  /** The problem that the last full read met. */
  finding: FileFinding | null;
}

/** What it takes to read a stored file and to compare its bytes. */
export type HashedFile = Pick<FileFacts, 'id' | 'blobKey' | 'sha256'>;

/** The same of a file that may have no row yet. `hashed`: where its bytes were just compared, as of a `StoredBlob`. */
export type OpenableFile = Omit<HashedFile, 'id'> & { id: number | null; hashed?: Hash | undefined };

/** By id; unknown ids are omitted. */
export async function readFileFacts(reads: Reads, ids: readonly number[]): Promise<Map<number, FileFacts>> {
  const rows = await listFileRows(reads, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

export function toFacts({ blob_key: blobKey, ...facts }: StoredFile): FileFacts {
  return { ...facts, blobKey };
}

export function factsOfJson(row: FileJson): FileFacts {
  const { blob_key: blobKey, sha256, ...facts } = row;
  return { ...facts, blobKey, sha256: bytesOf(sha256) };
}
