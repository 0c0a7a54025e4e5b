import { enqueueAll } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { openAuditKeys } from './audit-keys.ts';
import { LISTENERS } from './listeners.ts';

export type { NewEvent } from './append-events.ts';

/**
 * Appends to a workflow's chain and enqueues a job for every listener, all in the caller's transaction. The caller
 * holds the workflow's row, so the chain cannot fork. Answers the ids of the events, in order.
 */
export async function recordEvents(
  tx: Tx,
  about: { workflowId: number; now: Date; vault: Pick<KeyVault, 'derive'> },
  events: readonly NewEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const { workflowId, now, vault } = about;
  const ids = await appendEvents(tx, { workflowIds: [workflowId], now, keys: openAuditKeys(vault) }, events);
  const jobs = events.flatMap((event, index) => {
    const hasSnapshot = (event.snapshot ?? null) !== null;
    // What a key does in another member's name, that member reads.
    const isByKey = event.actor?.byKey !== undefined;
    const hears = { hasSnapshot, isByKey };
    return LISTENERS.filter((listener) => listener.hears(event.name, hears)).map(({ job }) => ({
      name: job,
      id: ids[index] ?? 0,
    }));
  });
  await enqueueAll(tx, jobs);
  return ids;
}
