import {
  cosignersOf,
  inclusionProof,
  type LogProof,
  nodesOf,
  parseNote,
  readCheckpoint,
  signCheckpoint,
  treeRoot,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { findCosignatures, findSeenSize } from './cosignature-store.ts';
import { integrateLeaves, proofOf, readSignedState, tilesIn } from './integrate-leaves.ts';
import { openLogKey } from './log-key.ts';
import { findLeaf, type Leaf } from './transparency-store.ts';

/** That the log holds a leaf, as everyone can check with the key of the log. */
export type LogInclusion = Omit<LogProof, 'proof'> & { proof: string[] };

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/**
 * The proof that leads to the checkpoint that most witnesses signed since, or without one to the newest. Null if the
 * log holds no such leaf.
 */
export async function readInclusion(deps: Slice, hash: Buffer): Promise<LogInclusion | null> {
  await integrateLeaves(deps);
  // First the leaf, then the checkpoint: the log only grows, so the checkpoint covers the leaf.
  const leaf = await findLeaf(deps.database, hash);
  if (!leaf) return null;
  const seenSize = await findSeenSize(deps.database, leaf.position);
  const state = await readSignedState(deps);
  return prove(deps, leaf, seenSize === null ? state : await signedAt(deps, seenSize, state));
}

/**
 * The proof that leads to the root of the first `size` leaves, for readers with a checkpoint of that size. Null if
 * the log holds no such leaf among them.
 */
export async function readInclusionAt(deps: Slice, hash: Buffer, size: number): Promise<LogInclusion | null> {
  const [leaf, state] = [await findLeaf(deps.database, hash), await readSignedState(deps)];
  if (!leaf || leaf.position >= size || size > state.size) return null;
  return prove(deps, leaf, await signedAt(deps, size, state));
}

interface Signed {
  size: number;
  checkpoint: string;
}

/** The checkpoint of a size that the log had: signed again, the same bytes. */
async function signedAt(deps: Slice, size: number, newest: Signed): Promise<Signed> {
  if (size === newest.size) return newest;
  const { origin, privateKey } = await openLogKey(deps);
  const root = await treeRoot(size, nodesOf(tilesIn(deps.database)));
  return { size, checkpoint: signCheckpoint({ origin, size, root }, privateKey) };
}

async function prove({ database }: Slice, leaf: Leaf, { size, checkpoint }: Signed): Promise<LogInclusion> {
  const [path, cosignatures] = await Promise.all([
    inclusionProof(leaf.position, size, nodesOf(tilesIn(database))),
    findCosignatures(database, size),
  ]);
  return proofOf(leaf, { path, checkpoint: checkpoint + cosignatures });
}

export interface NewestCheckpoint {
  /** Origin, number of leaves, root. */
  line: string;
  /** The witnesses that signed it already. */
  seen: readonly { readonly name: string; readonly seenAt: Date }[];
}

/** What the log states now. */
export async function readNewestCheckpoint(deps: Slice): Promise<NewestCheckpoint> {
  await integrateLeaves(deps);
  const { checkpoint } = await readSignedState(deps);
  const { publicKey } = await openLogKey(deps);
  const { origin, size, root } = readCheckpoint(checkpoint, publicKey);
  const note = parseNote(checkpoint + (await findCosignatures(deps.database, size)));
  return {
    line: `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`,
    seen: cosignersOf(
      note,
      deps.config.witnesses.map(({ key }) => key),
    ),
  };
}
