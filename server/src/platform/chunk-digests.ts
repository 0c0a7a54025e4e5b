import { createHash, type Hash } from 'node:crypto';

/** A stored file is compared in chunks of this size while it is served: memory and delay stay small. */
export const CHUNK_BYTES = 256 * 1024;
export const DIGEST_BYTES = 32;

const NONE = new Uint8Array();

/** Computes the SHA-256 of streamed bytes, and of each chunk of them. */
export class ChunkHash {
  readonly #whole = createHash('sha256');
  readonly #digests: Uint8Array[];
  readonly #knownBytes: number;
  #chunk = createHash('sha256');
  #inChunk = 0;
  #size = 0;

  /** `known`: the digests of the first chunks, which are not computed again. */
  constructor(known: Uint8Array = NONE) {
    this.#digests = [known];
    this.#knownBytes = (known.length / DIGEST_BYTES) * CHUNK_BYTES;
  }

  update(piece: Uint8Array): void {
    this.#whole.update(piece);
    const known = this.#knownBytes - this.#size;
    this.#size += piece.length;
    for (let from = Math.max(0, known); from < piece.length; ) {
      const part = piece.subarray(from, from + CHUNK_BYTES - this.#inChunk);
      this.#chunk.update(part);
      this.#inChunk += part.length;
      from += part.length;
      if (this.#inChunk === CHUNK_BYTES) this.#endChunk();
    }
  }

  /** The hash over all bytes so far, to be continued by others. */
  copyWhole(): Hash {
    return this.#whole.copy();
  }

  /** `chunkDigests` is null for one chunk: its digest is that of the whole. */
  digest(): { size: number; sha256: Buffer; chunkDigests: Buffer | null } {
    if (this.#inChunk > 0) this.#endChunk();
    const sha256 = this.#whole.digest();
    const chunkDigests = this.#size > CHUNK_BYTES ? Buffer.concat(this.#digests) : null;
    return { size: this.#size, sha256, chunkDigests };
  }

  #endChunk(): void {
    this.#digests.push(this.#chunk.digest());
    this.#chunk = createHash('sha256');
    this.#inChunk = 0;
  }
}

/** The digests of the chunks that stay the same when bytes are appended: those of the full ones. */
export function keptDigests(digests: Uint8Array | null | undefined, size: number): Uint8Array {
  return digests?.subarray(0, Math.floor(size / CHUNK_BYTES) * DIGEST_BYTES) ?? NONE;
}
