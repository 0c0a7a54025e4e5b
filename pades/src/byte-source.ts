import { PdfRefusal } from './pdf-refusal.ts';
import type { RunningHash } from './primitives.ts';

/**
 * Random access to the bytes of a file that need not be in memory.
 * `read` returns fewer bytes than requested only at the end of the file; callers must not modify the result.
 */
export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /**
   * Fills `target` from `offset` and returns the number of bytes read, fewer only at the end. Optional: hashing then
   * reuses one buffer, so that memory does not grow with the file.
   */
  readInto?(target: Uint8Array, offset: number): number;
}

/** Every function that takes a file accepts its bytes as well. */
export type PdfInput = ByteSource | Uint8Array;

/** A source over bytes in memory; does not copy them. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  };
}

/** Several pieces read as one file: the original and the updates appended to it. */
export function joinedSource(pieces: readonly PdfInput[]): ByteSource {
  const sources = pieces.map(toSource);
  const starts: number[] = [];
  let size = 0;
  for (const source of sources) {
    starts.push(size);
    size += source.size;
  }
  const read = (offset: number, length: number): Uint8Array => {
    const end = Math.min(size, offset + length);
    const chunks: Uint8Array[] = [];
    for (const [index, source] of sources.entries()) {
      const start = starts[index] ?? 0;
      const from = Math.max(offset, start);
      const to = Math.min(end, start + source.size);
      if (from < to) chunks.push(source.read(from - start, to - from));
    }
    const [only] = chunks;
    return only && chunks.length === 1 ? only : Buffer.concat(chunks);
  };
  if (!sources.some(({ readInto }) => readInto)) return { size, read };
  const readInto = (target: Uint8Array, offset: number): number => {
    const end = Math.min(size, offset + target.length);
    for (const [index, source] of sources.entries()) {
      const start = starts[index] ?? 0;
      const from = Math.max(offset, start);
      const to = Math.min(end, start + source.size);
      if (from < to) fill(source, target.subarray(from - offset, to - offset), from - start);
    }
    return Math.max(0, end - offset);
  };
  return { size, read, readInto };
}

/** Fills all of `target`. @throws PdfRefusal `argument` when the file has been truncated meanwhile. */
function fill(source: ByteSource, target: Uint8Array, offset: number): void {
  let count: number;
  if (source.readInto) count = source.readInto(target, offset);
  else {
    const bytes = source.read(offset, target.length);
    target.set(bytes);
    count = bytes.length;
  }
  if (count !== target.length)
    throw new PdfRefusal('argument', 'The file became shorter while it was being read.');
}

/** The first `size` bytes of a source: the file as it was at an earlier revision. */
export function truncatedSource(input: PdfInput, size: number): ByteSource {
  const source = toSource(input);
  if (size > source.size)
    throw new PdfRefusal('argument', 'A file cannot be truncated to more than its size.');
  const left = (offset: number, length: number): number => Math.max(0, Math.min(length, size - offset));
  const read = (offset: number, length: number): Uint8Array => source.read(offset, left(offset, length));
  const readInto = source.readInto?.bind(source);
  if (!readInto) return { size, read };
  return {
    size,
    read,
    readInto: (target, offset) => readInto(target.subarray(0, left(offset, target.length)), offset),
  };
}

const CHUNK_BYTES = 1024 * 1024;

/** Hashes the bytes from `start` (inclusive) to `end` (exclusive) in chunks. */
export function updateHash(
  hash: Pick<RunningHash, 'update'>,
  source: ByteSource,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const isReused = source.readInto !== undefined;
  const buffer = isReused ? Buffer.allocUnsafeSlow(Math.max(0, Math.min(CHUNK_BYTES, end - start))) : null;
  for (let offset = start; offset < end; offset += CHUNK_BYTES) {
    const wanted = Math.min(CHUNK_BYTES, end - offset);
    const chunk = buffer ? buffer.subarray(0, wanted) : source.read(offset, wanted);
    if (buffer) fill(source, chunk, offset);
    if (chunk.length !== wanted)
      throw new PdfRefusal('argument', 'The file became shorter while it was being read.');
    hash.update(chunk);
  }
}

export function toSource(input: PdfInput): ByteSource {
  return input instanceof Uint8Array ? bytesSource(input) : input;
}
