import { Fault, UnavailableFault } from '@paraph/domain';
import {
  frontierOf,
  grownNodes,
  inclusionProof,
  isFrontierOf,
  type LogProof,
  leafHash,
  nodesOf,
  parseCheckpoint,
  signCheckpoint,
  tilesGained,
  treeRoot,
} from '@paraph/pades';
import { isLockTimeout, type Reads } from '../database/database.ts';
import { outsideOfUnit } from '../database/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { findCosignatures } from './cosignature-store.ts';
import { type LogKey, openLogKey } from './log-key.ts';
import {
  findCheckpoint,
  findTile,
  type Growth,
  type Head,
  hasPending,
  insertCheckpoint,
  type Leaf,
  type OwnLeaf,
  readHead,
  readState,
  type State,
  saveGrown,
} from './transparency-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

const LEAVES_AT_ONCE = 1_000;
/** An addition takes milliseconds: who waits longer is behind a process that stands still. */
const LOCK_WAIT_MS = 3_000;

/**
 * Gives the leaves that wait their positions, and signs the checkpoint over all. Several processes make one log,
 * because each changes only the state that it has read; one that dies leaves the leaves waiting.
 */
export async function integrateLeaves(deps: Slice): Promise<void> {
  while (await hasPending(deps.database)) {
    const { waited } = await append(deps, []);
    if (waited < LEAVES_AT_ONCE) return;
  }
}

/**
 * Adds certificates to the log, with the leaves that wait. Committed by itself when it returns, whatever becomes of the
 * caller: the proof of each leads to a checkpoint that is signed.
 *
 * @param hashes SHA-256 of each certificate
 * @throws UnavailableFault where the log cannot take them now; then it has none of them
 */
export async function logCertificates(deps: Slice, hashes: readonly Buffer[]): Promise<LogProof[]> {
  const own = hashes.map((hash) => ({ kind: 'certificate' as const, hash }));
  try {
    return (await outsideOfUnit(() => append(deps, own))).proofs;
  } catch (error) {
    if (error instanceof UnavailableFault) throw error;
    const why = isLockTimeout(error) ? 'another process has held it for too long' : 'it cannot be written';
    const message = `The log of this instance cannot take the certificate, because ${why}. Nothing was signed.`;
    throw new UnavailableFault(`${message} Try again shortly.`, { cause: error });
  }
}

interface Appended {
  /** How many leaves that waited have their positions. */
  waited: number;
  /** Of the own leaves, in their order. */
  proofs: LogProof[];
}

/** As often as other processes may have been faster, before the log counts as one that cannot be written. */
const TRIES_MAX = 100;

async function append(deps: Slice, own: readonly OwnLeaf[]): Promise<Appended> {
  const key = await openLogKey(deps);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const head = await readHead(deps.database, LEAVES_AT_ONCE);
    const { growth, proofs } = await grow(deps, { key, head, own });
    if (!growth || (await saveGrown(deps.database, growth))) return { waited: head.waiting.length, proofs };
  }
  throw new UnavailableFault('Other processes keep adding to the log of this instance. Try again shortly.');
}

/** What a log becomes by these leaves and those that wait; nothing without any. */
async function grow(
  deps: Slice,
  { key, head, own }: { key: LogKey; head: Head; own: readonly OwnLeaf[] },
): Promise<{ growth: Growth | null; proofs: LogProof[] }> {
  const { size: formerSize, waiting } = head;
  const added = [...waiting.map(({ kind, hash }) => ({ kind, hash })), ...own];
  if (added.length === 0) return { growth: null, proofs: [] };
  const now = deps.clock.now();
  // The times of leaves never decrease, whatever the clocks of several machines say.
  const addedAt = head.last_added_at && head.last_added_at > now ? head.last_added_at : now;
  const leaves = added.map((leaf, index) => ({ ...leaf, position: formerSize + index, added_at: addedAt }));
  const hashes = leaves.map((leaf) => leafHash(entryOf(leaf)));
  const nodes = grownNodes(formerSize, await openFrontier(deps.database, head), hashes);
  const size = formerSize + leaves.length;
  const { origin, privateKey } = key;
  const checkpoint = signCheckpoint({ origin, size, root: await treeRoot(size, nodes) }, privateKey);
  const proofs = leaves.slice(waiting.length).map(async (leaf) => {
    const path = await inclusionProof(leaf.position, size, nodes);
    return proofOf(leaf, { path, checkpoint });
  });
  const state = { size, last_added_at: addedAt, checkpoint, frontier: await frontierOf(size, nodes) };
  const tiles = await tilesGained({ from: formerSize, to: size }, nodes);
  const consumed = waiting.map(({ id }) => id);
  const growth = { formerSize, leaves, tiles, state, consumed, waitMs: LOCK_WAIT_MS };
  return { growth, proofs: await Promise.all(proofs) };
}

/**
 * The frontier that was stored, where its root is that of the newest checkpoint. Else that of the tiles: an earlier
 * version, which does not know it, has added leaves.
 */
async function openFrontier(reads: Reads, { size, checkpoint, frontier }: Head): Promise<Buffer> {
  if (checkpoint === null || size === 0) return Buffer.alloc(0);
  // Of whatever name the log had: an instance that moves to another address goes on with its log.
  if (frontier && (await isFrontierOf(parseCheckpoint(checkpoint), frontier))) return frontier;
  return frontierOf(size, nodesOf(tilesIn(reads)));
}

/** As signatures, records and `/log/proof` state it. */
export function proofOf(
  leaf: Leaf,
  { path, checkpoint }: { path: readonly Uint8Array[]; checkpoint: string },
): LogProof & { proof: string[] } {
  return {
    index: leaf.position,
    entry: entryOf(leaf).toString(),
    proof: path.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint,
  };
}

/** Reads tiles of the log from the database. */
export function tilesIn(reads: Reads): (level: number, index: number) => Promise<Buffer> {
  return async (level, index) => {
    const hashes = await findTile(reads, level, index);
    if (!hashes) throw new Fault(`The tile ${level}/${index} of the log is missing.`);
    return hashes;
  };
}

/** The state of the log with a checkpoint, also of an empty log. */
export async function readSignedState(deps: Slice): Promise<State & { checkpoint: string }> {
  const state = await readState(deps.database);
  if (state.checkpoint !== null) return { ...state, checkpoint: state.checkpoint };
  const { origin, privateKey } = await openLogKey(deps);
  const root = await treeRoot(0, tilesIn(deps.database));
  return { ...state, checkpoint: signCheckpoint({ origin, size: 0, root }, privateKey) };
}

/** What the log says of a leaf: its kind, when it got its position, and the hash; one line. */
export function entryOf({ kind, added_at: addedAt, hash }: Pick<Leaf, 'added_at' | 'hash' | 'kind'>): Buffer {
  return Buffer.from(`${kind} ${addedAt.toISOString()} ${hash.toString('hex')}\n`);
}

/**
 * Timestamps the newest checkpoint, once an hour in which leaves were added. Without a timestamp there is none: the
 * next hour tries again.
 */
export async function publishCheckpoint(
  deps: Slice & {
    /** A timestamp over these bytes, DER; passed in, because its room is higher. */
    timestampBytes(bytes: Uint8Array): Promise<Uint8Array>;
  },
): Promise<void> {
  await integrateLeaves(deps);
  const { size, checkpoint: signed } = await readState(deps.database);
  if (signed === null || (await findCheckpoint(deps.database, size))) return;
  const checkpoint = signed + (await findCosignatures(deps.database, size));
  const timestamp = Buffer.from(await deps.timestampBytes(Buffer.from(checkpoint)));
  await insertCheckpoint(deps.database, { size, checkpoint, made_at: deps.clock.now(), timestamp });
}
