import { inclusionProof, nodesOf, readCheckpoint } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { integrateLeaves, readSignedState, tilesIn } from './integrate-leaves.ts';
import { entryOf } from './log-entry.ts';
import { openLogKey } from './log-key.ts';
import { findLeaf } from './transparency-store.ts';

/** That the log holds a leaf, as everyone can check with the key of the log. */
export interface LogInclusion {
  /** Of the leaf, from 0. */
  index: number;
  /** The line of the leaf in the log. */
  entry: string;
  /** Hashes in base64, from the leaf upwards (RFC 6962 §2.1.1). */
  proof: string[];
  /** The signed checkpoint that the proof leads to. */
  checkpoint: string;
}

/** Null if the log holds no such leaf. */
export async function readInclusion(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  hash: Buffer,
): Promise<LogInclusion | null> {
  await integrateLeaves(deps);
  // First the leaf, then the checkpoint: the log only grows, so the checkpoint covers the leaf.
  const leaf = await findLeaf(deps.database, hash);
  if (!leaf) return null;
  const { size, checkpoint } = await readSignedState(deps);
  const proof = await inclusionProof(leaf.position, size, nodesOf(tilesIn(deps.database)));
  return {
    index: leaf.position,
    entry: entryOf(leaf).toString(),
    proof: proof.map((each) => Buffer.from(each).toString('base64')),
    checkpoint,
  };
}

/** What the log states now, in one line that people can keep: origin, number of leaves, root. */
export async function readNewestCheckpoint(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
): Promise<string> {
  await integrateLeaves(deps);
  const { checkpoint } = await readSignedState(deps);
  const { publicKey } = await openLogKey(deps);
  const { origin, size, root } = readCheckpoint(checkpoint, publicKey);
  return `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`;
}
