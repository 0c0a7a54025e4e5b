import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@paraph/pades';

/** A local file as the engine reads it, only the requested bytes. The caller closes it. */
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
