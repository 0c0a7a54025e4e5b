import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a file as the signature engine reads them: only the requested ones. The caller closes it. */
export interface FileSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset`; returns the number of bytes, fewer only at the end. */
  readInto(target: Uint8Array, offset: number): number;
  close(): void;
}

export function openFileSource(path: string): FileSource {
  const file = openSync(path, 'r');
  const readInto = (target: Uint8Array, offset: number): number => {
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(file, target, filled, target.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };
  return {
    size: fstatSync(file).size,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readInto(bytes, offset));
    },
    readInto,
    close: () => closeSync(file),
  };
}

const PIECE_BYTES = 1024 * 1024;

/** All bytes of a source and what follows them; each piece is valid until the next is asked for. */
export function* joinPieces(source: FileSource, updates: readonly Uint8Array[]): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, source.size));
  for (let offset = 0; offset < source.size; ) {
    const count = source.readInto(buffer, offset);
    if (count === 0) throw new Error('a stored file became shorter while it was read');
    yield buffer.subarray(0, count);
    offset += count;
  }
  yield* updates;
}
