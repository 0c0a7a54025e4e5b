import { appendToTiles, leafHash, nodesOf, signCheckpoint, TILE_WIDTH, treeRoot } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { Fault } from '../platform/fault.ts';
import { entryOf } from './log-entry.ts';
import { openLogKey } from './log-key.ts';
import {
  consumePending,
  findTile,
  hasPending,
  insertLeaves,
  listTiles,
  lockState,
  readState,
  type State,
  saveState,
  saveTiles,
} from './transparency-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

const LEAVES_AT_ONCE = 1_000;

/**
 * Gives the leaves that wait their places, and signs the checkpoint over all. Under the lock of the one row of state,
 * so that several processes make one log; a process that dies leaves the leaves waiting.
 */
export async function integrateLeaves(deps: Slice): Promise<void> {
  while (await hasPending(deps.database)) {
    const placed = await deps.database.transaction().execute((tx) => integrate(tx, deps));
    if (placed < LEAVES_AT_ONCE) return;
  }
}

async function integrate(tx: Tx, deps: Slice): Promise<number> {
  const state = await lockState(tx);
  const added = await consumePending(tx, LEAVES_AT_ONCE);
  if (added.length === 0) return 0;
  const now = deps.clock.now();
  // The times of leaves never decrease, whatever the clocks of several machines say.
  const addedAt = state.last_added_at && state.last_added_at > now ? state.last_added_at : now;
  const leaves = added.map(({ kind, hash }, index) => ({
    position: state.size + index,
    kind,
    hash,
    added_at: addedAt,
  }));
  const readTile = await lastTilesIn(tx, state.size);
  const hashes = leaves.map((leaf) => leafHash(entryOf(leaf)));
  const tiles = await appendToTiles(state.size, hashes, readTile);
  const size = state.size + leaves.length;
  const changed = new Map(tiles.map(({ level, index, hashes: bytes }) => [`${level}/${index}`, bytes]));
  const root = await treeRoot(
    size,
    nodesOf((level, index) => changed.get(`${level}/${index}`) ?? readTile(level, index)),
  );
  const { origin, privateKey } = await openLogKey(deps);
  await saveTiles(
    tx,
    tiles.map(({ level, index, hashes: bytes }) => ({ level, index, hashes: Buffer.from(bytes) })),
  );
  await insertLeaves(tx, leaves);
  const checkpoint = signCheckpoint({ origin, size, root }, privateKey);
  await saveState(tx, { size, last_added_at: addedAt, checkpoint });
  return leaves.length;
}

/** Reads tiles of the log from the database. */
export function tilesIn(reads: Reads): (level: number, index: number) => Promise<Buffer> {
  return async (level, index) => {
    const hashes = await findTile(reads, level, index);
    if (!hashes) throw new Fault(`The tile ${level}/${index} of the log is missing.`, { retryable: false });
    return hashes;
  };
}

/** The same, with one statement for the last tiles of a log of this size, which its next leaf and its root need. */
async function lastTilesIn(tx: Tx, size: number): Promise<ReturnType<typeof tilesIn>> {
  const places: { level: number; index: number }[] = [];
  for (let held = size; held > 0; held = Math.floor(held / TILE_WIDTH))
    places.push({ level: places.length, index: Math.floor(held / TILE_WIDTH) });
  const last = places.length > 0 ? await listTiles(tx, places) : [];
  const readTile = tilesIn(tx);
  return async (level, index) =>
    last.find((tile) => tile.level === level && tile.index === index)?.hashes ?? readTile(level, index);
}

/** The state of the log with a checkpoint, also of an empty log. */
export async function readSignedState(deps: Slice): Promise<State & { checkpoint: string }> {
  const state = await readState(deps.database);
  if (state.checkpoint !== null) return { ...state, checkpoint: state.checkpoint };
  const { origin, privateKey } = await openLogKey(deps);
  const root = await treeRoot(0, tilesIn(deps.database));
  return { ...state, checkpoint: signCheckpoint({ origin, size: 0, root }, privateKey) };
}
