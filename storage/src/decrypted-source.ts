import type { BlobReader } from './blob-file.ts';
import { CHUNK_BYTES } from './chunk-digests.ts';
import type { FileSource } from './disk.ts';
import {
  type ChunkSlot,
  chunkAt,
  decryptChunk,
  endBytes,
  HEADER_BYTES,
  type Layout,
  readLayout,
  releaseBytes,
  STORED_CHUNK_BYTES,
} from './encrypted-chunks.ts';

/**
 * The signature engine reads small pieces here and there, and hashes the whole once for each signature: 24 MiB are kept
 * decrypted while a source is open, which is more than most documents have.
 */
const CACHED_CHUNKS = 96;

export interface DecryptedSource extends FileSource {
  readonly layout: Layout;
  /** The bytes of a chunk, which are not kept. */
  readChunk(index: number): Buffer;
}

/** An encrypted blob as the signature engine reads its decrypted bytes. Closes the source. */
export function decryptSource(encrypted: FileSource, key: Uint8Array): DecryptedSource {
  const { size: encryptedSize } = encrypted;
  const header = encrypted.read(0, HEADER_BYTES);
  const length = endBytes(header, encryptedSize);
  const end = encrypted.read(encryptedSize - length, length);
  const layout = readLayout({ header, end, encryptedSize }, key);
  const cached = new Map<number, Buffer>();
  const stored = Buffer.allocUnsafe(Math.min(STORED_CHUNK_BYTES, encrypted.size));
  const readChunk = (index: number): Buffer => {
    const chunkSlot = chunkAt(layout, index);
    const count = encrypted.readInto(stored.subarray(0, chunkSlot.length), chunkSlot.offset);
    return decryptChunk(stored.subarray(0, count), chunkSlot);
  };
  const chunk = (index: number): Buffer => {
    const cachedChunk = cached.get(index);
    if (cachedChunk) return cachedChunk;
    const decrypted = readChunk(index);
    const [oldest] = cached.keys();
    if (cached.size >= CACHED_CHUNKS && oldest !== undefined) cached.delete(oldest);
    cached.set(index, decrypted);
    return decrypted;
  };
  // It shows that the end was not cut off.
  chunk(layout.chunks - 1);
  const readInto = (target: Uint8Array, offset: number): number => {
    let filled = 0;
    for (const { index, from } of chunksFrom(layout, offset, target.length)) {
      const piece = chunk(index).subarray(from, from + target.length - filled);
      target.set(piece, filled);
      filled += piece.length;
    }
    return filled;
  };
  return {
    layout,
    readChunk,
    size: layout.size,
    readInto,
    read: (offset, length) => {
      // Who reads a whole chunk gets it without a copy.
      if (length === CHUNK_BYTES && offset % CHUNK_BYTES === 0 && offset < layout.size)
        return chunk(offset / CHUNK_BYTES);
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readInto(bytes, offset));
    },
    close: () => encrypted.close(),
  };
}

/** The same without blocking, for what is sent. Closes the reader. */
export async function decryptReader(encrypted: BlobReader, key: Uint8Array): Promise<BlobReader> {
  const { size: encryptedSize } = encrypted;
  const header = Buffer.alloc(HEADER_BYTES);
  await encrypted.read(header, 0);
  const end = Buffer.alloc(endBytes(header, encryptedSize));
  await encrypted.read(end, encryptedSize - end.length);
  const layout = readLayout({ header, end, encryptedSize }, key);
  const readChunk = async (chunkSlot: ChunkSlot): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafe(chunkSlot.length);
    const count = await encrypted.read(bytes, chunkSlot.offset);
    return decryptChunk(bytes.subarray(0, count), chunkSlot);
  };
  await readChunk(chunkAt(layout, layout.chunks - 1));
  return {
    size: layout.size,
    read: async (target, offset) => {
      let filled = 0;
      for (const { index, from } of chunksFrom(layout, offset, target.length)) {
        const chunk = await readChunk(chunkAt(layout, index));
        const piece = chunk.subarray(from, from + target.length - filled);
        target.set(piece, filled);
        filled += piece.length;
        releaseBytes(chunk);
      }
      return filled;
    },
    close: () => encrypted.close(),
  };
}

/** The chunks that hold a range, and where it begins in each. */
function* chunksFrom({ size }: Layout, offset: number, length: number) {
  const end = Math.min(size, offset + length);
  for (let at = offset; at < end; at = (Math.floor(at / CHUNK_BYTES) + 1) * CHUNK_BYTES)
    yield { index: Math.floor(at / CHUNK_BYTES), from: at % CHUNK_BYTES };
}
