import {
  inclusionProof,
  type LogProof,
  nodesOf,
  readCheckpoint,
  signCheckpoint,
  treeRoot,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { entryOf, integrateLeaves, readSignedState, tilesIn } from './integrate-leaves.ts';
import { openLogKey } from './log-key.ts';
import { findLeaf, type Leaf } from './transparency-store.ts';

/** That the log holds a leaf, as everyone can check with the key of the log. */
export type LogInclusion = Omit<LogProof, 'proof'> & { proof: string[] };

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/** Null if the log holds no such leaf. */
export async function readInclusion(deps: Slice, hash: Buffer): Promise<LogInclusion | null> {
  await integrateLeaves(deps);
  // First the leaf, then the checkpoint: the log only grows, so the checkpoint covers the leaf.
  const leaf = await findLeaf(deps.database, hash);
  return leaf && prove(deps, leaf, await readSignedState(deps));
}

/**
 * The proof that leads to the root of the first `size` leaves, for readers with a checkpoint of that size. Null if
 * the log holds no such leaf among them.
 */
export async function readInclusionAt(deps: Slice, hash: Buffer, size: number): Promise<LogInclusion | null> {
  const [leaf, state] = [await findLeaf(deps.database, hash), await readSignedState(deps)];
  if (!leaf || leaf.position >= size || size > state.size) return null;
  if (size === state.size) return prove(deps, leaf, state);
  const { origin, privateKey } = await openLogKey(deps);
  const root = await treeRoot(size, nodesOf(tilesIn(deps.database)));
  return prove(deps, leaf, { size, checkpoint: signCheckpoint({ origin, size, root }, privateKey) });
}

async function prove(
  { database }: Slice,
  leaf: Leaf,
  { size, checkpoint }: { size: number; checkpoint: string },
): Promise<LogInclusion> {
  const proof = await inclusionProof(leaf.position, size, nodesOf(tilesIn(database)));
  return {
    index: leaf.position,
    entry: entryOf(leaf).toString(),
    proof: proof.map((each) => Buffer.from(each).toString('base64')),
    checkpoint,
  };
}

/** What the log states now, in one line: origin, number of leaves, root. */
export async function readNewestCheckpoint(deps: Slice): Promise<string> {
  await integrateLeaves(deps);
  const { checkpoint } = await readSignedState(deps);
  const { publicKey } = await openLogKey(deps);
  const { origin, size, root } = readCheckpoint(checkpoint, publicKey);
  return `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`;
}
