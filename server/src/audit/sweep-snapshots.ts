import type { Reads } from '../database/database.ts';
import { sweepOldRows } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { clearSnapshots, lockOldSnapshots } from './event-store.ts';

/** Answered by higher rooms: which workflows have ended, and which events are still to be delivered. */
export interface SnapshotPorts {
  listEndedIds(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>>;
  listAwaitedEvents(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Removes old snapshots of workflows that have ended. Their hashes stay, so that the chain still verifies. */
export async function sweepSnapshots(
  deps: Pick<Deps, 'database'> & SnapshotPorts,
  before: Date,
): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldSnapshots,
    remove: async (tx, found) => {
      const ended = await deps.listEndedIds(
        tx,
        found.map(({ workflowId }) => workflowId),
      );
      const awaited = await deps.listAwaitedEvents(
        tx,
        found.map(({ id }) => id),
      );
      const old = found.filter(({ id, workflowId }) => ended.has(workflowId) && !awaited.has(id));
      await clearSnapshots(
        tx,
        old.map(({ id }) => id),
      );
      return old.length;
    },
  });
}
