import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { ShownFault } from './fault.ts';

// The form of an encrypted blob: a header, then the bytes in chunks of 256 KiB, each encrypted with AES-256-GCM and
// followed by its tag. The nonce of a chunk is its number and whether it is the last (the STREAM construction of
// Hoang, Reyhanitabar, Rogaway and Vizár, 2015), so that chunks cannot be swapped, dropped or added, and the end cannot
// be cut off. A key encrypts one blob only. The header is additional data of every chunk.

export const DATA_KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const MAGIC = Buffer.from('PRPH');
const VERSION = 1;
/** `PRPH`, the version, and the size of a chunk as four bytes. */
const HEADER = Buffer.concat([MAGIC, Buffer.of(VERSION, 0, 0, 0, 0)]);
HEADER.writeUInt32BE(CHUNK_BYTES, MAGIC.length + 1);

/** The bytes are not those that were encrypted, or the key is another one. */
export class UnreadableBlobFault extends ShownFault {
  constructor() {
    const what = 'The stored file cannot be decrypted: its bytes were changed, or its key is another one.';
    super(`${what} The operator of this instance has to restore it from a backup.`, { retryable: true });
    this.name = 'UnreadableBlobFault';
  }
}

/** Encrypts bytes that arrive in pieces of any size. */
export class ChunkEncryption {
  /** The beginning of the encrypted blob. */
  readonly header: Buffer = HEADER;
  readonly #key: Uint8Array;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #index = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * Returns what is complete; the piece may be used for something else then. A full chunk waits for a further byte,
   * because it may be the last.
   */
  update(piece: Uint8Array): Buffer[] {
    const complete: Buffer[] = [];
    for (let from = 0; from < piece.length; ) {
      if (this.#filled === CHUNK_BYTES) complete.push(...this.#encryptFilled(false));
      if (this.#filled === 0 && piece.length - from > CHUNK_BYTES) {
        complete.push(...this.#encrypt(piece.subarray(from, from + CHUNK_BYTES), false));
        from += CHUNK_BYTES;
        continue;
      }
      const part = piece.subarray(from, from + CHUNK_BYTES - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
    }
    return complete;
  }

  /** Returns the last chunk. */
  end(): Buffer[] {
    return this.#encryptFilled(true);
  }

  #encryptFilled(isLast: boolean): Buffer[] {
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#filled = 0;
    return this.#encrypt(bytes, isLast);
  }

  #encrypt(chunk: Uint8Array, isLast: boolean): Buffer[] {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#index, isLast)).setAAD(HEADER);
    const encrypted = cipher.update(chunk);
    cipher.final();
    this.#index += 1;
    return [encrypted, cipher.getAuthTag()];
  }
}

/** Where the chunks of an encrypted blob lie. */
export interface Layout {
  /** Of the decrypted bytes. */
  size: number;
  chunks: number;
}

/** A chunk and its place among the encrypted bytes. */
export interface ChunkPlace {
  index: number;
  isLast: boolean;
  offset: number;
  length: number;
}

export const HEADER_BYTES = HEADER.length;
export const STORED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * The layout of an encrypted blob of this size that begins with these bytes.
 *
 * @throws UnreadableBlobFault if there is none
 */
export function readLayout(header: Uint8Array, encryptedSize: number): Layout {
  const body = encryptedSize - HEADER_BYTES;
  const chunks = Math.max(1, Math.ceil(body / STORED_CHUNK_BYTES));
  const size = body - chunks * TAG_BYTES;
  // Only a blob without bytes has an empty chunk.
  const isWhole = size > (chunks - 1) * CHUNK_BYTES || (chunks === 1 && size === 0);
  if (!HEADER.equals(header) || !isWhole) throw new UnreadableBlobFault();
  return { size, chunks };
}

export function chunkAt({ size, chunks }: Layout, index: number): ChunkPlace {
  const isLast = index === chunks - 1;
  const length = (isLast ? size - index * CHUNK_BYTES : CHUNK_BYTES) + TAG_BYTES;
  return { index, isLast, offset: HEADER_BYTES + index * STORED_CHUNK_BYTES, length };
}

/** @throws UnreadableBlobFault */
export function decryptChunk(
  encrypted: Uint8Array,
  { index, isLast, length }: ChunkPlace,
  key: Uint8Array,
): Buffer {
  if (encrypted.length !== length) throw new UnreadableBlobFault();
  const nonce = nonceOf(index, isLast);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(HEADER).setAuthTag(encrypted.subarray(-TAG_BYTES));
  const plain = decipher.update(encrypted.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new UnreadableBlobFault();
  }
  return plain;
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}
