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
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { findCosignatures, findSeenSize } from './cosignature-store.ts';
import { entryOf, integrateLeaves, proofOf, readSignedState, tilesIn } from './integrate-leaves.ts';
import { openLogKey } from './log-key.ts';
import { findLeaf, findNewestLeaf, type Leaf, listLeaves } from './transparency-store.ts';

/** That the log holds a leaf, as everyone can check with the key of the log. */
export type LogInclusion = Omit<LogProof, 'proof'> & { proof: string[] };

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/**
 * The proof that leads to the checkpoint that most witnesses signed since, or without one to the newest. Null if the
 * log holds no such leaf.
 */
export async function readInclusion(deps: Slice, hash: Buffer): Promise<LogInclusion | null> {
  return readInclusionBy(deps, () => findLeaf(deps.database, hash));
}

/** The same for the newest leaf of several hashes. */
export async function readNewestInclusion(
  deps: Slice,
  hashes: readonly Buffer[],
): Promise<LogInclusion | null> {
  return readInclusionBy(deps, () => findNewestLeaf(deps.database, hashes));
}

async function readInclusionBy(deps: Slice, find: () => Promise<Leaf | null>): Promise<LogInclusion | null> {
  await integrateLeaves(deps);
  // First the leaf, then the checkpoint: the log only grows, so the checkpoint covers the leaf.
  const leaf = await find();
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

/** The line of the log at an index; null where it has none. */
export async function findEntry(reads: Reads, index: number): Promise<string | null> {
  const [leaf] = await listLeaves(reads, { from: index, to: index + 1 });
  return leaf ? entryOf(leaf).toString() : null;
}

/** The witnesses that have seen the log with this leaf, by the checkpoint that most of them signed. */
export async function readSightings(deps: Slice, index: number): Promise<NewestCheckpoint['seen']> {
  const size = await findSeenSize(deps.database, index);
  if (size === null) return [];
  const { checkpoint } = await signedAt(deps, size, await readSignedState(deps));
  return readCosigners(deps, size, checkpoint);
}

async function readCosigners({ database, config }: Slice, size: number, checkpoint: string) {
  const note = parseNote(checkpoint + (await findCosignatures(database, size)));
  return cosignersOf(
    note,
    config.witnesses.map(({ key }) => key),
  );
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
  return {
    line: `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`,
    seen: await readCosigners(deps, size, checkpoint),
  };
}
