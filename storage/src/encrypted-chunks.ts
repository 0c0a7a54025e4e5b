import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { UnreadableBlobFault } from './faults.ts';

// The form of an encrypted blob: a header, then the bytes in chunks of 256 KiB, each encrypted with AES-256-GCM and
// followed by its tag. The nonce of a chunk is its number and whether it is the last (the STREAM construction of
// Hoang, Reyhanitabar, Rogaway and Vizár, 2015), so that chunks cannot be swapped, dropped or added, and the end cannot
// be cut off. The header is additional data of every chunk.
//
// A blob that continues another one (version 2) begins with the chunks of that one as they are stored; only what
// follows is encrypted, under a new key. A footer holds the keys of what came before, encrypted with the new one. So no
// key ever encrypts two different chunks under one nonce, however often a blob is continued, and neither of the two
// blobs can be read with the key of the other where they differ. The additional data of the own chunks is the header
// and where each segment before them ends.

export const DATA_KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const COUNT_BYTES = 4;
/** `PRPH`, the version, and the size of a chunk as four bytes. */
const [HEADER, CONTINUED_HEADER] = [headerOf(1), headerOf(2)];

/** The end of a nonce: what it is used for. No key has two uses of one number and one end. */
const INNER_CHUNK = 0;
const LAST_CHUNK = 1;
const EARLIER_KEY = 2;

/** Encrypts bytes that arrive in pieces of any size. */
export class ChunkEncryption {
  /** The beginning of the encrypted blob. */
  readonly header: Buffer;
  readonly #key: KeyObject;
  readonly #boundTo: Buffer;
  readonly #footer: Buffer;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #index: number;

  /** `continued`: the blob whose chunks come before, all but its last one. `key` must be new. */
  constructor(key: Uint8Array, continued?: Layout) {
    const earlier = continued ? retainedSegments(continued) : [];
    this.header = earlier.length === 0 ? HEADER : CONTINUED_HEADER;
    this.#key = createSecretKey(key);
    this.#boundTo = boundAfter(earlier.map(({ until }) => until));
    this.#footer = writeFooter(earlier, { key: this.#key, boundTo: this.#boundTo });
    this.#index = earlier.at(-1)?.until ?? 0;
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
      const slice = piece.subarray(from, from + CHUNK_BYTES - this.#filled);
      this.#chunk.set(slice, this.#filled);
      this.#filled += slice.length;
      from += slice.length;
    }
    return complete;
  }

  /** Returns the last chunk, and what follows it. */
  end(): Buffer[] {
    return [...this.#encryptFilled(true), this.#footer];
  }

  #encryptFilled(isLast: boolean): Buffer[] {
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#filled = 0;
    return this.#encrypt(bytes, isLast);
  }

  #encrypt(chunk: Uint8Array, isLast: boolean): Buffer[] {
    const nonce = nonceOf(this.#index, isLast ? LAST_CHUNK : INNER_CHUNK);
    this.#index += 1;
    return encrypt(chunk, { key: this.#key, nonce, boundTo: this.#boundTo });
  }
}

/** Chunks one after another that one key encrypts. */
interface Segment {
  key: KeyObject;
  /** The additional data of its chunks. */
  boundTo: Buffer;
  /** The number of the first chunk that is not in it. */
  until: number;
}

/** Where the chunks of an encrypted blob lie. */
export interface Layout {
  /** Of the decrypted bytes. */
  size: number;
  chunks: number;
  segments: readonly Segment[];
}

/** A chunk and its place among the encrypted bytes. */
export interface ChunkSlot {
  index: number;
  isLast: boolean;
  offset: number;
  length: number;
  segment: Segment;
}

export const HEADER_BYTES = HEADER.length;
export const STORED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** A blob that was continued more often is encrypted anew. */
const SEGMENTS_MAX = 16;
const WRAPPED_BYTES = DATA_KEY_BYTES + TAG_BYTES;
const ENTRY_BYTES = COUNT_BYTES + WRAPPED_BYTES;
const FOOTER_BYTES_MAX = (SEGMENTS_MAX - 1) * ENTRY_BYTES + 1;

/** Whether chunks of a blob can stay as they are when another one continues it. */
export function canBeContinued({ chunks, segments }: Layout): boolean {
  return chunks > 1 && segments.length < SEGMENTS_MAX;
}

/** How many bytes of the end of an encrypted blob with this header `readLayout` needs. */
export function endBytes(header: Uint8Array, encryptedSize: number): number {
  return CONTINUED_HEADER.equals(header) ? Math.min(FOOTER_BYTES_MAX, encryptedSize) : 0;
}

/** What is read of an encrypted blob to find its chunks. */
export interface OuterBytes {
  header: Uint8Array;
  end: Uint8Array;
  encryptedSize: number;
}

/** @throws UnreadableBlobFault if no blob encrypted with this key has this form */
export function readLayout({ header, end, encryptedSize }: OuterBytes, dataKey: Uint8Array): Layout {
  const key = createSecretKey(dataKey);
  const isContinued = CONTINUED_HEADER.equals(header);
  if (!isContinued && !HEADER.equals(header)) throw new UnreadableBlobFault();
  const { segments, footerBytes } = isContinued ? readFooter(end, key) : { segments: [], footerBytes: 0 };
  const body = encryptedSize - HEADER_BYTES - footerBytes;
  const chunks = Math.max(1, Math.ceil(body / STORED_CHUNK_BYTES));
  const size = body - chunks * TAG_BYTES;
  // Only a blob without bytes has an empty chunk.
  const isWhole = size > (chunks - 1) * CHUNK_BYTES || (chunks === 1 && size === 0);
  if (!isWhole) throw new UnreadableBlobFault();
  const segment = { key, boundTo: boundAfter(segments.map(({ until }) => until)), until: chunks };
  return { size, chunks, segments: [...segments, segment] };
}

export function chunkAt({ size, chunks, segments }: Layout, index: number): ChunkSlot {
  const isLast = index === chunks - 1;
  const length = (isLast ? size - index * CHUNK_BYTES : CHUNK_BYTES) + TAG_BYTES;
  const segment = segments.find(({ until }) => index < until);
  if (!segment) throw new UnreadableBlobFault();
  return { index, isLast, offset: HEADER_BYTES + index * STORED_CHUNK_BYTES, length, segment };
}

/** @throws UnreadableBlobFault */
export function decryptChunk(encrypted: Uint8Array, { index, isLast, length, segment }: ChunkSlot): Buffer {
  if (encrypted.length !== length) throw new UnreadableBlobFault();
  return decrypt(encrypted, { ...segment, nonce: nonceOf(index, isLast ? LAST_CHUNK : INNER_CHUNK) });
}

/** The segments of a blob without its last chunk, whose nonce says that nothing follows. */
function retainedSegments({ chunks, segments }: Layout): Segment[] {
  const retained = segments.map((segment) => ({ ...segment, until: Math.min(segment.until, chunks - 1) }));
  return retained.filter(({ until }, index) => until > (retained[index - 1]?.until ?? 0));
}

/** The additional data of what follows segments that end there. The first segment is that of a blob by itself. */
function boundAfter(ends: readonly number[]): Buffer {
  return ends.length === 0 ? HEADER : Buffer.concat([CONTINUED_HEADER, ...ends.map(uint32)]);
}

/** Of each earlier segment its end and its key, and how many there are; nothing if there is none. */
function writeFooter(earlier: readonly Segment[], last: { key: KeyObject; boundTo: Buffer }): Buffer {
  if (earlier.length === 0) return Buffer.alloc(0);
  const entries = earlier.flatMap(({ until, key }, index) => {
    return [uint32(until), ...encrypt(key.export(), { ...last, nonce: nonceOf(index, EARLIER_KEY) })];
  });
  return Buffer.concat([...entries, Buffer.of(earlier.length)]);
}

function readFooter(end: Uint8Array, key: KeyObject): { segments: Segment[]; footerBytes: number } {
  const bytes = Buffer.from(end.buffer, end.byteOffset, end.length);
  const count = bytes.at(-1) ?? 0;
  const footerBytes = count * ENTRY_BYTES + 1;
  if (count === 0 || footerBytes > bytes.length) throw new UnreadableBlobFault();
  const entry = (index: number) => bytes.subarray(bytes.length - footerBytes + index * ENTRY_BYTES);
  const ends = Array.from({ length: count }, (_, index) => entry(index).readUInt32BE(0));
  const boundTo = boundAfter(ends);
  const segments = ends.map((until, index) => {
    const wrapped = entry(index).subarray(COUNT_BYTES, ENTRY_BYTES);
    const earlier = decrypt(wrapped, { key, boundTo, nonce: nonceOf(index, EARLIER_KEY) });
    return { key: createSecretKey(earlier), boundTo: boundAfter(ends.slice(0, index)), until };
  });
  return { segments, footerBytes };
}

interface Lock {
  /** Node takes eight times as long to begin with a key of plain bytes. */
  key: KeyObject;
  nonce: Buffer;
  boundTo: Buffer;
}

/** Returns the encrypted bytes and their tag. */
function encrypt(bytes: Uint8Array, { key, nonce, boundTo }: Lock): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo);
  const encrypted = cipher.update(bytes);
  cipher.final();
  return [encrypted, cipher.getAuthTag()];
}

function decrypt(encrypted: Uint8Array, { key, nonce, boundTo }: Lock): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo).setAuthTag(encrypted.subarray(-TAG_BYTES));
  const decrypted = decipher.update(encrypted.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new UnreadableBlobFault();
  }
  return decrypted;
}

/** Gives memory back at once: a large document would otherwise have all that is kept in memory looked through. */
export function releaseBytes({ buffer, length }: Buffer): void {
  // Not where others have a part of it.
  if (buffer.byteLength === length && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function nonceOf(index: number, use: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - COUNT_BYTES - 1);
  nonce[NONCE_BYTES - 1] = use;
  return nonce;
}

function headerOf(version: number): Buffer {
  return Buffer.concat([Buffer.from('PRPH'), Buffer.of(version), uint32(CHUNK_BYTES)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(COUNT_BYTES);
  bytes.writeUInt32BE(value);
  return bytes;
}
