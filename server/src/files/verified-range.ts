import { Readable } from 'node:stream';
import { type BlobReader, CHUNK_BYTES, DIGEST_BYTES } from '@paraph/storage';
import { sha256 } from '../platform/ids.ts';
import {
  checkStoredFile,
  type FileDeps,
  faultOf,
  ignoreUnreadable,
  openBlob,
  StoredFileFault,
} from './check-stored-file.ts';
import { findChunkDigests } from './file-store.ts';
import type { FileFacts } from './read-file-facts.ts';

/** `end` is the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * A range of a stored file, each chunk verified against its digest before any of its bytes is returned: one buffer, or
 * a stream that fails at the first wrong chunk. The first chunk is verified before this function returns.
 *
 * @throws StoredFileFault if the file is missing or recorded as damaged, or its first chunk is wrong
 */
export async function openVerifiedRange(
  deps: FileDeps,
  file: FileFacts,
  range: ByteRange,
): Promise<Buffer | Readable> {
  const digests = await chunkDigestsOf(deps, file);
  const reader = await openBlob(deps, file.blobKey);
  if (!reader) throw await faultOf(deps, file);
  try {
    const next = chunksOf(deps, { file, range, digests, reader });
    const first = await next();
    if (first === null || first.length === range.end - range.start + 1) {
      await reader.close();
      return first ?? Buffer.alloc(0);
    }
    return streamOf(first, next, reader);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** Files without chunk digests, and files with a finding, must be read completely first. */
async function chunkDigestsOf(deps: FileDeps, file: FileFacts): Promise<Buffer> {
  const stored = file.size <= CHUNK_BYTES ? file.sha256 : await findChunkDigests(deps.database, file.id);
  if (stored && file.finding === null) return stored;
  const { finding, chunkDigests } = await checkStoredFile(deps, file);
  if (finding !== null) throw new StoredFileFault(file.id, finding);
  return chunkDigests ?? file.sha256;
}

/** Returns the bytes of the range in the next chunk, verified; null after the last one. */
function chunksOf(
  deps: FileDeps,
  work: { file: FileFacts; range: ByteRange; digests: Buffer; reader: BlobReader },
): () => Promise<Buffer | null> {
  const { file, range, digests, reader } = work;
  let at = range.start;
  return async () => {
    if (at > range.end) return null;
    const index = Math.floor(at / CHUNK_BYTES);
    const offset = index * CHUNK_BYTES;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, file.size - offset));
    const count = (await reader.read(chunk, offset).catch(ignoreUnreadable)) ?? 0;
    const digest = digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    if (count < chunk.length || !sha256(chunk).equals(digest)) throw await faultOf(deps, file);
    const bytes = chunk.subarray(at - offset, Math.min(chunk.length, range.end + 1 - offset));
    at += bytes.length;
    return bytes;
  };
}

function streamOf(first: Buffer, next: () => Promise<Buffer | null>, reader: BlobReader): Readable {
  const pending: Buffer[] = [first];
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      const bytes = pending.pop();
      if (bytes) this.push(bytes);
      else
        next().then(
          (chunk) => this.push(chunk),
          (error: Error) => this.destroy(error),
        );
    },
    destroy(error, done) {
      reader.close().then(
        () => done(error),
        (closing: Error) => done(error ?? closing),
      );
    },
  });
}
