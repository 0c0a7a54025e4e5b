import { listIdsWithSnapshot } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import { sweepOldRows } from '../platform/sweep-slices.ts';
import { listEndedIds } from '../workflows/api.ts';
import { deleteDeliveries, listAwaitedEventIds, lockOldDeliveries } from './webhook-store.ts';

/**
 * Removes old deliveries of workflows that have ended, with their attempts, once their snapshot is removed: before
 * that, the handler of a later event would create the missing delivery again.
 */
export async function sweepDeliveries(deps: Pick<Deps, 'database'>, before: Date): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldDeliveries,
    remove: async (tx, found) => {
      const ended = await listEndedIds(
        tx,
        found.map(({ workflowId }) => workflowId),
      );
      const kept = new Set(
        await listIdsWithSnapshot(
          tx,
          found.map(({ eventId }) => eventId),
        ),
      );
      const old = found.filter(({ workflowId, eventId }) => ended.has(workflowId) && !kept.has(eventId));
      await deleteDeliveries(
        tx,
        old.map(({ id }) => id),
      );
      return old.length;
    },
  });
}

/** Those of the given events whose snapshot a pending delivery still needs. */
export async function listAwaitedEvents(
  reads: Reads,
  eventIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set(await listAwaitedEventIds(reads, eventIds));
}
