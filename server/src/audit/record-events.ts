import type { EventName } from '@paraph/domain';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import { sweepOldRows } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { enqueueAll } from '../jobs/enqueue.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { openAuditKeys } from './audit-keys.ts';
import { clearSnapshots, lockOldSnapshots } from './event-store.ts';
import { listenersOf } from './follow-events.ts';
import type { LedgerEntry } from './ledger-store.ts';

/** After a change with one of these, the head of the chain is a leaf of the log: what was sealed, renewed or ended. */
export const LOGGED: ReadonlySet<EventName> = new Set<EventName>([
  'document.sealed',
  'document.renewed',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
  'workflow.moved',
]);

export type { NewEvent } from './append-events.ts';

/**
 * Appends to the chain of a workflow and enqueues the job that follows the events, in the caller's transaction. The
 * caller has locked the workflow's row, so the chain cannot fork. `entry`: of the ledger, if this transaction has read
 * it since.
 */
export async function recordEvents(
  tx: Tx,
  about: { workflowId: number; entry?: LedgerEntry | null; now: Date; vault: Pick<KeyVault, 'derive'> },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { workflowId, entry = null, now, vault } = about;
  const isLogged = events.some(({ name }) => LOGGED.has(name));
  const ids = await appendEvents(
    tx,
    { workflowIds: [workflowId], entry, now, keys: openAuditKeys(vault), isLogged },
    events,
  );
  const hasListener = events.map(
    ({ snapshot = null, ...event }) => listenersOf({ ...event, hasSnapshot: snapshot !== null }).length > 0,
  );
  const followed = ids.filter((_id, index) => hasListener[index]);
  const [first, last] = [followed[0], followed.at(-1)];
  if (first !== undefined)
    await enqueueAll(tx, [{ name: 'follow-events', id: first, upTo: last ?? first, workflowId }]);
}

/** An event without listeners. */
type QuietEvent = Pick<NewEvent, 'actor' | 'detail'> & { name: 'workflow.changed' };

/** Appends the same event to the chains of many workflows. The caller has locked their rows. */
export async function recordForMany(
  tx: Tx,
  about: { workflowIds: readonly number[]; now: Date; vault: Pick<KeyVault, 'derive'> },
  event: QuietEvent,
): Promise<void> {
  if (about.workflowIds.length === 0) return;
  const { workflowIds, now, vault } = about;
  await appendEvents(tx, { workflowIds, now, keys: openAuditKeys(vault) }, [event]);
}

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
    remove: async (tx, rows) => {
      const ended = await deps.listEndedIds(tx, listOf(rows, 'workflowId'));
      const awaited = await deps.listAwaitedEvents(tx, listOf(rows, 'id'));
      const old = rows.filter(({ id, workflowId }) => ended.has(workflowId) && !awaited.has(id));
      await clearSnapshots(tx, old);
      return old.length;
    },
  });
}
