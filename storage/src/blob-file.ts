import type { Hash } from 'node:crypto';
import { ChunkHash, digestChunks } from './chunk-digests.ts';
import { type DiskFile, openFile, openRecent } from './disk.ts';

/** Reads parts of one blob; to be closed. */
export interface BlobReader {
  readonly size: number;
  /** Reads from the given offset into the target; returns the number of bytes, fewer at the end of the blob. */
  read(target: Uint8Array, offset: number): Promise<number>;
  close(): Promise<void>;
}

/** The bytes of a file that was just written, as long as they are in memory too. */
export interface WrittenBytes {
  readonly pieces: readonly Buffer[];
  /** The hash over them, to be continued. */
  readonly hashed: Hash;
}

/** Reads a recent file; returns the digests of its chunks, or undefined if it differs from the given bytes. */
export async function compareFile(path: string, pieces: readonly Buffer[]) {
  const reader = readerOf(openRecent(path));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const target = takePiece(Math.max(...pieces.map(({ length }) => length), 1));
  try {
    if (reader.size !== size) return undefined;
    let offset = 0;
    for (const piece of pieces) {
      const read = target.subarray(0, piece.length);
      if ((await reader.read(read, offset)) !== piece.length || !read.equals(piece)) return undefined;
      offset += piece.length;
    }
    return { size, chunkDigests: digestChunks(pieces) };
  } finally {
    giveBack(target);
    await reader.close();
  }
}

export async function hashFile(path: string): Promise<ReturnType<ChunkHash['digest']> & { hashed: Hash }> {
  const hash = new ChunkHash();
  const reader = await openReader(path);
  try {
    for await (const piece of readPieces(reader)) hash.update(piece);
  } finally {
    await reader.close();
  }
  const hashed = hash.copyWhole();
  return { ...hash.digest(), hashed };
}

export const PIECE_BYTES = 1024 * 1024;
/** Below this a buffer of its own costs less than what it saves. */
const SMALL_BYTES = 64 * 1024;
/** Two for each of as many readings as usually run beside one another, and as many for what is held. */
const SPARE_MAX = 16;
/** Memory outside the heap counts as pressure: a new megabyte for each piece would collect garbage every few files. */
const spare: Buffer[] = [];

function takePiece(length: number): Buffer {
  if (length <= SMALL_BYTES) return Buffer.allocUnsafe(length);
  return (spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)).subarray(0, length);
}

/** Slow clients must not fill the memory. */
const BORROWED_MAX = 32;
/** The memory of the pieces that are held; none is given back twice. */
const borrowed = new Set<ArrayBufferLike>();

/** Memory for a piece of a file that is held for a while; null if others hold as much as may be. */
export function holdPiece(length: number): Buffer | null {
  if (length <= SMALL_BYTES) return Buffer.allocUnsafe(length);
  if (borrowed.size >= BORROWED_MAX) return null;
  const piece = takePiece(Math.min(length, PIECE_BYTES));
  borrowed.add(piece.buffer);
  return piece;
}

/** Its bytes are not used any more. */
export function releasePieces(pieces: readonly Buffer[]): void {
  for (const piece of pieces) if (borrowed.delete(piece.buffer)) giveBack(piece);
}

function giveBack(piece: Buffer): void {
  if (piece.buffer.byteLength === PIECE_BYTES && spare.length < SPARE_MAX)
    spare.push(Buffer.from(piece.buffer));
}

/**
 * A blob in pieces, each valid until the next is asked for. While one is used the next is read, so that processor and
 * disk work at the same time.
 */
export async function* readPieces(reader: BlobReader): AsyncIterable<Buffer> {
  // A byte more than a small blob has: its end is seen at once.
  const length = Math.min(PIECE_BYTES, reader.size + 1);
  const read = (target: Buffer, offset: number) => {
    const reading = reader.read(target, offset);
    // An error is thrown where the piece is asked for.
    reading.catch(() => {});
    return reading;
  };
  let piece = takePiece(length);
  let following = takePiece(reader.size < length ? 0 : length);
  let next = read(piece, 0);
  try {
    for (let offset = 0, count = length; count === length; offset += length) {
      count = await next;
      if (count === length) next = read(following, offset + length);
      if (count > 0) yield piece.subarray(0, count);
      [piece, following] = [following, piece];
    }
  } finally {
    // A file is not closed under a reading.
    await next.catch(() => {});
    giveBack(piece);
    giveBack(following);
  }
}

export async function openReader(path: string): Promise<BlobReader> {
  return readerOf(await openFile(path, 'r'));
}

/** All bytes of a blob; closes its reader. */
export async function readWhole(reader: BlobReader): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafe(reader.size);
    return bytes.subarray(0, await reader.read(bytes, 0));
  } finally {
    await reader.close();
  }
}

function readerOf(file: DiskFile): BlobReader {
  const { size } = file;
  return { size, read: (target, offset) => file.read(target, offset), close: () => file.close() };
}

interface Written {
  chunks: readonly Uint8Array[];
  position: number;
  /** Of the length of all parts: what is read back. */
  buffer?: Buffer;
}

/** Writes, reads back and compares. */
export async function writeCompared(file: DiskFile, { chunks, position, buffer }: Written): Promise<void> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (length === 0) return;
  await file.write(chunks, position);
  const target = buffer ?? Buffer.allocUnsafe(length);
  const written = target.subarray(0, await file.read(target, position));
  let at = 0;
  for (const chunk of chunks) {
    if (!written.subarray(at, at + chunk.length).equals(chunk)) throw notReadBack();
    at += chunk.length;
  }
}

export function notReadBack(): Error {
  return new Error('a blob did not read back as it was written');
}
