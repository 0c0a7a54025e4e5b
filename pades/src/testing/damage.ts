import fc from 'fast-check';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A copy in which bits of one byte are turned. */
export function flipped(bytes: Uint8Array, at: number, mask = 1): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ mask;
  return changed;
}

/** Runs what reads untrusted bytes, which may refuse them, with this code where one is named, and nothing else. */
export async function readOrRefused(read: () => unknown, code?: PdfRefusal['code']): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof PdfRefusal) || error.code !== (code ?? error.code)) throw error;
  }
}

interface Reading {
  /** Of every refusal. */
  readonly code?: PdfRefusal['code'];
  readonly numRuns?: number;
}

/** Copies with one other byte, or the same, are read as the reader expects, or refused. */
export async function expectReadOrRefused(
  whole: Uint8Array,
  read: (damaged: Buffer) => unknown,
  { code, numRuns = 100 }: Reading = {},
): Promise<void> {
  const property = fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), (at, mask) =>
    readOrRefused(() => read(flipped(whole, at, mask)), code),
  );
  await fc.assert(property, { numRuns });
}
