import { createHash, generateKeyPairSync } from 'node:crypto';
import { rawPublicKey } from '../transparency/sign-note.ts';
import { ORIGIN, proveIn } from './logged-signature.ts';

/**
 * A log of seals with a key of its own.
 * @param changed a leaf that holds another hash than in the same log without it
 */
export function sampleLog(leaves: number, { changed }: { changed?: number } = {}) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const hashes = Array.from({ length: leaves }, (_each, index) =>
    createHash('sha256')
      .update(index === changed ? 'changed' : String(index))
      .digest('hex'),
  );
  const start = Date.parse('2026-11-22T10:00:00.000Z');
  const entries = hashes.map((hash, index) => `seal ${new Date(start + index).toISOString()} ${hash}\n`);
  const prove = (index: number, size: number) => proveIn(entries.slice(0, size), index, { key: privateKey });
  return {
    key: { name: ORIGIN, publicKey: rawPublicKey(privateKey), kind: 'signature' as const },
    /** Of the leaves, hexadecimal. */
    hashes,
    prove,
    /** In base64. */
    rootAt: async (size: number) => (await prove(0, size)).checkpoint.split('\n')[2],
  };
}
