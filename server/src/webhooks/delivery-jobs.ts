import { listIdsWithSnapshot } from '../audit/api.ts';
import { listOf } from '../database/columns.ts';
import type { Database, Tx } from '../database/database.ts';
import { sweepOldRows } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { enqueueAll, enqueueWithoutChange, type Job } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { listSweepableIds } from '../workflows/lifecycle/require-unheld.ts';
import { deleteDeliveries, listOverdueDeliveries, lockOldDeliveries } from './webhook-store.ts';

/** One job per delivery; a new one replaces a pending one. */
export async function enqueueDeliveries(tx: Tx, ids: readonly number[], runAt: Date): Promise<void> {
  await enqueueAll(tx, ids.map(jobAt(runAt)));
}

/** The same for deliveries whose rows stay as they are. */
export async function postponeDeliveries(database: Database, ids: readonly number[], runAt: Date) {
  await enqueueWithoutChange(database, ids.map(jobAt(runAt)));
}

function jobAt(runAt: Date): (id: number) => Job {
  return (id) => ({ name: 'webhook-deliver', id, key: `webhook-deliver:${id}`, runAt });
}

/**
 * Removes old deliveries of workflows that have ended, with their attempts, once their snapshot is removed: before
 * that, the handler of a later event would create the missing delivery again.
 */
export async function sweepDeliveries(deps: Pick<Deps, 'database'>, before: Date): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldDeliveries,
    remove: async (tx, rows) => {
      const workflowIds = listOf(rows, 'workflowId');
      const ended = await listSweepableIds(tx, workflowIds);
      const events = { ids: listOf(rows, 'eventId'), workflowIds };
      const needed = new Set(await listIdsWithSnapshot(tx, events));
      const old = rows.filter(({ workflowId, eventId }) => ended.has(workflowId) && !needed.has(eventId));
      await deleteDeliveries(tx, listOf(old, 'id'));
      return old.length;
    },
  });
}

/** Longer than a delivery waits for a slot or for its host. */
const OVERDUE_SECONDS = 900;
const OVERDUE_MAX = 1_000;

/** Enqueues deliveries that should have been attempted long ago, and have lost their job. */
export async function enqueueOverdue(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const now = deps.clock.now();
  const before = addSeconds(now, -OVERDUE_SECONDS);
  const ids = await listOverdueDeliveries(deps.database, { before, limit: OVERDUE_MAX });
  await postponeDeliveries(deps.database, ids, now);
}
