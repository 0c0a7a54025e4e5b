import { createHash, generateKeyPairSync } from 'node:crypto';

import type { LogProof } from '../transparency/log-proof.ts';
import { grownNodes, inclusionProof, leafHash, treeRoot } from '../transparency/merkle-tree.ts';
import { rawPublicKey, signCheckpoint } from '../transparency/sign-note.ts';
import type { NoteKey } from '../transparency/signed-note.ts';

const ORIGIN = 'sign.example.org/log';

/** A log of seals with a key of its own. */
export interface SampleLog {
  readonly key: NoteKey;
  /** Of the leaves, hexadecimal. */
  readonly hashes: readonly string[];
  /** In base64. */
  rootAt(size: number): string;
  prove(index: number, size: number): Promise<LogProof>;
}

/** @param changed a leaf that holds another hash than in the same log without it */
export async function sampleLog(leaves: number, { changed }: { changed?: number } = {}): Promise<SampleLog> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const hashes = Array.from({ length: leaves }, (_each, index) =>
    createHash('sha256')
      .update(index === changed ? 'changed' : String(index))
      .digest('hex'),
  );
  const start = Date.parse('2026-11-22T10:00:00.000Z');
  const entries = hashes.map((hash, index) => `seal ${new Date(start + index).toISOString()} ${hash}\n`);
  const leafHashes = entries.map((each) => leafHash(Buffer.from(each)));
  const nodes = grownNodes(0, new Uint8Array(), leafHashes);
  const sizes = Array.from({ length: leaves + 1 }, (_each, size) => size);
  const roots = await Promise.all(sizes.map((size) => treeRoot(size, nodes)));
  const rootOf = (size: number) => roots[size] ?? new Uint8Array();
  return {
    key: { name: ORIGIN, publicKey: rawPublicKey(privateKey), kind: 'signature' },
    hashes,
    rootAt: (size) => Buffer.from(rootOf(size)).toString('base64'),
    prove: async (index, size) => ({
      index,
      entry: entries[index] ?? '',
      proof: (await inclusionProof(index, size, nodes)).map((each) => Buffer.from(each).toString('base64')),
      checkpoint: signCheckpoint({ origin: ORIGIN, size, root: rootOf(size) }, privateKey),
    }),
  };
}
