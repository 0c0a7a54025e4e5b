import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@paraph/pades';

/** A file of this machine as the engine reads it: only the bytes that are asked for. Close it when done. */
export function openFileSource(path: string): ByteSource & { close(): void } {
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
