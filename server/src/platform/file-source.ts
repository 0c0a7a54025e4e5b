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
