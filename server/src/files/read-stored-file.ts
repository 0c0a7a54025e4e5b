import { createHash, type Hash } from 'node:crypto';
import type { ByteSource } from '@paraph/pades';
import { type BlobCopy, CHUNK_BYTES, type FileSource } from '@paraph/storage';
import { sha256 } from '../platform/ids.ts';
import {
  type FileDeps,
  faultOf,
  ignoreUnreadable,
  inspectStoredFile,
  recordInspection,
  StoredFileFault,
} from './check-stored-file.ts';
import { type FileFacts, type HashedFile, type OpenableFile, readFileFacts } from './read-file-facts.ts';

/**
 * Reads a stored file and verifies its hash.
 *
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function readFileBytes(deps: FileDeps, fileId: number): Promise<Buffer> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) throw new Error(`there is no file ${fileId}`);
  return readBytesOf(deps, facts);
}

/** For a file whose row is already loaded, or not there yet. */
export async function readBytesOf(deps: FileDeps, file: OpenableFile): Promise<Buffer> {
  const bytes = await deps.blobs.read(file.blobKey).catch(ignoreUnreadable);
  if (!bytes || !sha256(bytes).equals(file.sha256)) throw await faultOf(deps, file);
  return bytes;
}

/**
 * Opens a stored file for the engine after verifying its hash.
 *
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function openStoredFile(deps: FileDeps, file: HashedFile): Promise<FileSource> {
  const inspection = await inspectStoredFile(deps, file);
  if (inspection.finding !== null) {
    await recordInspection(deps, file, inspection);
    throw new StoredFileFault(file.id, inspection.finding);
  }
  return openUnverifiedFile(deps, file);
}

/**
 * Opens a stored file without reading it: the caller compares the hash of what it reads.
 *
 * @throws StoredFileFault if the file is missing
 */
export async function openUnverifiedFile(deps: FileDeps, file: HashedFile): Promise<FileSource> {
  const opened = await openSource(deps, file.blobKey);
  if (!opened) throw await faultOf(deps, file);
  return opened;
}

/**
 * Copies a stored file, to be continued, after verifying its hash: the bytes of the copy are read once.
 *
 * @returns the copy, which the caller closes, with the hash state over its bytes
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function openStoredCopy(
  deps: FileDeps,
  file: HashedFile,
): Promise<{ copy: BlobCopy; hash: Hash }> {
  const copy = await deps.blobs.copy(file.blobKey).catch(ignoreUnreadable);
  try {
    const hash = await copy?.hash().catch(ignoreUnreadable);
    if (copy && hash?.copy().digest().equals(file.sha256)) return { copy, hash };
    throw await faultOf(deps, file);
  } catch (error) {
    await copy?.close();
    throw error;
  }
}

/**
 * Opens a blob that need not have a row yet, after verifying its hash: for an update that continues it. With `hashed`,
 * its bytes were compared when they were stored, by the same call.
 *
 * @returns the blob, which the caller closes, with the hash state over its bytes; null if it is missing or damaged
 */
export async function openHashedBlob(
  deps: Pick<FileDeps, 'blobs'>,
  file: Pick<FileFacts, 'blobKey' | 'sha256'> & { hashed?: Hash | undefined },
): Promise<{ source: ByteSource; hash: Hash; close(): void } | null> {
  const source = await openSource(deps, file.blobKey);
  if (!source) return null;
  const close = () => source.close();
  if (file.hashed) return { source, hash: file.hashed.copy(), close };
  try {
    const hash = createHash('sha256');
    for (let offset = 0; offset < source.size; offset += CHUNK_BYTES)
      hash.update(source.read(offset, Math.min(CHUNK_BYTES, source.size - offset)));
    if (hash.copy().digest().equals(file.sha256)) return { source, hash, close };
  } catch (error) {
    close();
    ignoreUnreadable(error as Error);
    return null;
  }
  close();
  return null;
}

/** Null if the blob is missing or cannot be decrypted. */
async function openSource({ blobs }: Pick<FileDeps, 'blobs'>, key: string): Promise<FileSource | null> {
  return (await blobs.source(key).catch(ignoreUnreadable)) ?? null;
}
