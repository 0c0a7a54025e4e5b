import type { AnnexFormat } from '@paraph/domain';
import { type AppendedBytes, type BlobCopy, CHUNK_BYTES, type StoredBlob } from '@paraph/storage';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { newDatedKey } from '../platform/ids.ts';
import type { FileDeps } from './check-stored-file.ts';
import { findChunkDigests, insertFileRow, type NewFileRow } from './file-store.ts';
import { type FileFacts, type OpenableFile, readFileFacts } from './read-file-facts.ts';
import { openStoredCopy } from './read-stored-file.ts';

export { fileInsertion, insertFileRow, insertFileRows, type NewFileRow } from './file-store.ts';

export type FileFormat = AnnexFormat | 'heic';

/** Begins to make an upload's bytes safe, while it is examined. */
export function beginStoring({ blobs }: Pick<Deps, 'blobs'>, { path }: UploadedFile): Promise<void> {
  const durable = blobs.beginAdopting(path);
  // An error is thrown where it is waited for; a refused upload is not.
  durable.catch(() => {});
  return durable;
}

/**
 * Makes an upload's bytes safe, before any row names them; the file leaves the folder of uploads. `durable`: from
 * `beginStoring`, if the file is still what it was then.
 */
export async function storeUpload(
  { blobs }: Pick<Deps, 'blobs'>,
  { path, sha256, borrowed }: Pick<UploadedFile, 'path' | 'sha256' | 'borrowed'>,
  durable?: Promise<void>,
): Promise<StoredBlob> {
  return blobs.adopt(path, sha256, { written: borrowed, ...(durable ? { durable } : {}) });
}

/** Makes bytes of our own making safe, before any row names them. */
export async function storeBytes(deps: Pick<Deps, 'blobs'>, bytes: Uint8Array): Promise<StoredBlob> {
  return deps.blobs.put(bytes);
}

/** Creates the row of a stored blob; returns the file's id. The sweeper removes blobs without a row. */
export async function insertFile(
  tx: Tx,
  blob: StoredBlob,
  about: { format: FileFormat; now: Date },
): Promise<number> {
  return insertFileRow(tx, newFileRow(blob, about));
}

/** A blob, or the bytes of another file under a key of its own, which names no blob: `partOf` has them. */
export type StorableBlob = StoredBlob & { partOf?: number; partOfKey?: string };

/** Its bytes, before it has a row. */
export function openableBlob({ key, partOf, partOfKey, sha256, hashed }: StorableBlob): OpenableFile {
  return { id: partOf ?? null, blobKey: partOfKey ?? key, sha256, hashed };
}

/** For statements that insert it together with what it belongs to. */
export function newFileRow(blob: StorableBlob, about: { format: FileFormat; now: Date }): NewFileRow {
  return {
    blob_key: blob.key,
    sha256: blob.sha256,
    size: blob.size,
    format: about.format,
    created_at: about.now,
    chunk_digests: blob.chunkDigests,
    ...(blob.partOf === undefined ? {} : { part_of: blob.partOf }),
    // Its bytes were read back when they were stored.
    checked_at: about.now,
  };
}

/** Stores the bytes of a file, which the caller has read and compared, with the updates that follow them. */
export async function storeExtended(
  { blobs, database }: Pick<Deps, 'blobs' | 'database'>,
  { blobKey, id, size }: Pick<FileFacts, 'blobKey' | 'id' | 'size'>,
  appended: Omit<AppendedBytes, 'chunkDigests'>,
): Promise<StoredBlob> {
  const copy = await blobs.copy(blobKey);
  try {
    return await storeContinued({ database }, { file: { id, size }, copy }, appended);
  } finally {
    await copy.close();
  }
}

/** Stores a copy of a file, which the caller has compared, with the updates that follow it. */
export async function storeContinued(
  { database }: Pick<Deps, 'database'>,
  { file: { id, size }, copy }: { file: Pick<FileFacts, 'id' | 'size'>; copy: BlobCopy },
  appended: Omit<AppendedBytes, 'chunkDigests'>,
): Promise<StoredBlob> {
  const chunkDigests = size > CHUNK_BYTES ? await findChunkDigests(database, id) : null;
  return copy.store({ ...appended, chunkDigests });
}

/**
 * Copies a stored file after verifying its hash, so that the copy and the original can be deleted independently.
 *
 * @returns null if the file no longer exists
 * @throws StoredFileFault if its bytes are missing or damaged
 */
export async function copyStoredFile(deps: FileDeps, fileId: number): Promise<StoredBlob | null> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) return null;
  const { copy } = await openStoredCopy(deps, facts);
  try {
    return await storeContinued(deps, { file: facts, copy }, { updates: [], sha256: facts.sha256 });
  } finally {
    await copy.close();
  }
}

/** Shares the bytes of a stored file, which must outlive the row that is made of the result: nothing is copied. */
export function shareStoredFile(
  { ids, clock }: Pick<Deps, 'clock' | 'ids'>,
  { id, blobKey, sha256, size }: FileFacts,
): StorableBlob {
  const key = newDatedKey(ids, clock.now());
  return { key, sha256, size, chunkDigests: null, partOf: id, partOfKey: blobKey };
}
