import { createHash, type Hash } from 'node:crypto';
import type { FileSource } from './disk.ts';

/** A stored file is compared in chunks of this size while it is served: memory and delay stay small. */
export const CHUNK_BYTES = 256 * 1024;
export const DIGEST_BYTES = 32;

const NONE = new Uint8Array();

/** Computes the SHA-256 of each chunk of bytes that follow those of `known`. */
class ChunkDigests {
  readonly #digests: Uint8Array[];
  #chunk = createHash('sha256');
  #inChunk = 0;

  constructor(retained: Uint8Array) {
    this.#digests = [retained];
  }

  update(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const chunk = piece.subarray(from, from + CHUNK_BYTES - this.#inChunk);
      this.#chunk.update(chunk);
      this.#inChunk += chunk.length;
      from += chunk.length;
      if (this.#inChunk === CHUNK_BYTES) this.#endChunk();
    }
  }

  end(): Buffer {
    if (this.#inChunk > 0) this.#endChunk();
    return Buffer.concat(this.#digests);
  }

  #endChunk(): void {
    this.#digests.push(this.#chunk.digest());
    this.#chunk = createHash('sha256');
    this.#inChunk = 0;
  }
}

/** The digests of the chunks of some bytes; null for one chunk: its digest is that of the whole. */
export function digestChunks(pieces: readonly Uint8Array[]): Buffer | null {
  if (pieces.reduce((sum, { length }) => sum + length, 0) <= CHUNK_BYTES) return null;
  const digests = new ChunkDigests(NONE);
  for (const piece of pieces) digests.update(piece);
  return digests.end();
}

/** Computes the SHA-256 of streamed bytes, and of each chunk of them. */
export class ChunkHash {
  readonly #whole = createHash('sha256');
  readonly #digests = new ChunkDigests(NONE);
  #size = 0;

  update(piece: Uint8Array): void {
    this.#whole.update(piece);
    this.#digests.update(piece);
    this.#size += piece.length;
  }

  /** The hash over all bytes so far, to be continued by others. */
  copyWhole(): Hash {
    return this.#whole.copy();
  }

  /** `chunkDigests` is null for one chunk: its digest is that of the whole. */
  digest(): { size: number; sha256: Buffer; chunkDigests: Buffer | null } {
    const chunkDigests = this.#size > CHUNK_BYTES ? this.#digests.end() : null;
    return { size: this.#size, sha256: this.#whole.digest(), chunkDigests };
  }
}

/** The digests of the chunks of a source that updates follow; those of `chunkDigests` that stay are taken over. */
export function continueDigests(
  source: FileSource,
  updates: readonly Uint8Array[],
  chunkDigests: Uint8Array | null | undefined,
): Buffer | null {
  const retained = retainedDigests(chunkDigests, source.size);
  const digests = new ChunkDigests(retained);
  for (let at = (retained.length / DIGEST_BYTES) * CHUNK_BYTES; at < source.size; at += CHUNK_BYTES)
    digests.update(source.read(at, Math.min(CHUNK_BYTES, source.size - at)));
  for (const update of updates) digests.update(update);
  const size = updates.reduce((sum, { length }) => sum + length, source.size);
  return size > CHUNK_BYTES ? digests.end() : null;
}

/** The digests of the chunks that stay the same when bytes are appended: those of the full ones. */
export function retainedDigests(digests: Uint8Array | null | undefined, size: number): Uint8Array {
  return digests?.subarray(0, Math.floor(size / CHUNK_BYTES) * DIGEST_BYTES) ?? NONE;
}
