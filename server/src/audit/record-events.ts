import { assertPresent, type EventName, MAILED_EVENTS, NOTIFIED_EVENTS } from '@paraph/domain';
import { enqueueAll, type JobName } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import { addLeaves } from '../transparency-log/add-leaves.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { openAuditKeys } from './audit-keys.ts';

interface Listener {
  job: JobName;
  hears(name: EventName, event: { hasSnapshot: boolean; isByKey: boolean }): boolean;
}

/** Lower rooms inform higher ones by events, never by calls: which job handles which event. */
const LISTENERS: readonly Listener[] = [
  { job: 'mail-follow-event', hears: (name, event) => MAILED_EVENTS.has(name) || event.isByKey },
  { job: 'webhook-follow-event', hears: (name, event) => event.hasSnapshot && NOTIFIED_EVENTS.has(name) },
  {
    job: 'seal-follow-event',
    hears: (name) => name === 'workflow.approved' || name === 'workflow.retried',
  },
];

/** After these, the head of the chain is a leaf of the log: what was sealed, renewed or ended. */
const LOGGED: ReadonlySet<EventName> = new Set<EventName>([
  'document.sealed',
  'document.renewed',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
]);

export type { NewEvent } from './append-events.ts';

/**
 * Appends to the chain of a workflow and enqueues a job per listener, in the caller's transaction. The caller has
 * locked the workflow's row, so the chain cannot fork. Returns the ids of the events, in order.
 */
export async function recordEvents(
  tx: Tx,
  about: { workflowId: number; now: Date; vault: Pick<KeyVault, 'derive'> },
  events: readonly NewEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const { workflowId, now, vault } = about;
  const { ids, heads } = await appendEvents(
    tx,
    { workflowIds: [workflowId], now, keys: openAuditKeys(vault) },
    events,
  );
  if (events.some(({ name }) => LOGGED.has(name)))
    await addLeaves(
      tx,
      heads.map((hash) => ({ kind: 'events', hash })),
    );
  const jobs = events.flatMap((event, index) => {
    const hasSnapshot = (event.snapshot ?? null) !== null;
    // A member is informed of what a key of another member does in their name.
    const isByKey = event.actor?.byKey !== undefined;
    const hears = { hasSnapshot, isByKey };
    return LISTENERS.filter((listener) => listener.hears(event.name, hears)).map(({ job }) => ({
      name: job,
      id: assertPresent(ids[index], 'the id of an inserted event'),
    }));
  });
  await enqueueAll(tx, jobs);
  return ids;
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
