import { listIdsWithSnapshot } from '../audit/api.ts';
import { listOf } from '../database/columns.ts';
import { sweepOldRows } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { listSweepableIds } from '../workflows/lifecycle/require-unheld.ts';
import { postponeDeliveries } from './enqueue-delivery.ts';
import { deleteDeliveries, listOverdueDeliveries, lockOldDeliveries } from './webhook-store.ts';

/**
 * Removes old deliveries of workflows that have ended, with their attempts, once their snapshot is removed: before
 * that, the handler of a later event would create the missing delivery again.
 */
export async function sweepDeliveries(deps: Pick<Deps, 'database'>, before: Date): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldDeliveries,
    remove: async (tx, rows) => {
      const ended = await listSweepableIds(tx, listOf(rows, 'workflowId'));
      const needed = new Set(await listIdsWithSnapshot(tx, listOf(rows, 'eventId')));
      const old = rows.filter(({ workflowId, eventId }) => ended.has(workflowId) && !needed.has(eventId));
      await deleteDeliveries(tx, listOf(old, 'id'));
      return old.length;
    },
  });
}

/** Longer than a delivery waits for a place or for its host. */
const OVERDUE_SECONDS = 900;
const OVERDUE_MAX = 1_000;

/** Enqueues deliveries that should have been attempted long ago, and have lost their job. */
export async function enqueueOverdue(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const now = deps.clock.now();
  const before = addSeconds(now, -OVERDUE_SECONDS);
  const ids = await listOverdueDeliveries(deps.database, { before, limit: OVERDUE_MAX });
  await postponeDeliveries(deps.database, { ids, runAt: now });
}
