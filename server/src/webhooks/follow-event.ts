import { listNotifiedEventIds, readEvent, type StoredEvent } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import { listListeners } from '../developers/listeners.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { newKey } from '../platform/ids.ts';
import { readNewsAddresses } from '../workflows/read-callback.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { findLastFollowedEventId, insertDelivery, type Line } from './webhook-store.ts';

type FollowDeps = Pick<Deps, 'database' | 'clock' | 'ids'>;

/** Somebody who is told: the workflow's own callback, or an endpoint of its organization. */
interface Reader {
  endpointId: number | null;
  url: string;
  wants(event: StoredEvent): boolean;
}

/**
 * Makes the deliveries of an event, one for everybody who is told: their body is the workflow as it was then, whatever
 * happens until they arrive. Those before it that have none yet get theirs first, because jobs run side by side, and in
 * another order when one fails. Two jobs that follow one event meet at its row, so the second waits for the first.
 */
export async function followEvent(deps: FollowDeps, eventId: number): Promise<void> {
  const event = await readEvent(deps.database, eventId);
  if (event?.snapshot == null) return;
  const { workflow_id: workflowId } = event;
  const readers = await findReaders(deps.database, { workflowId, eventId });
  if (readers.length === 0) return;
  await deps.database.transaction().execute(async (tx) => {
    for (const reader of readers) {
      const line = { workflowId, endpointId: reader.endpointId };
      const after = await findLastFollowedEventId(tx, line);
      const due = await listNotifiedEventIds(tx, workflowId, { after, upTo: eventId });
      for (const id of due) await addDelivery(tx, deps, { eventId: id, reader, line });
    }
  });
}

async function findReaders(
  reads: Reads,
  { workflowId, eventId }: { workflowId: number; eventId: number },
): Promise<Reader[]> {
  const { callback, organizationId } = await readNewsAddresses(reads, workflowId);
  const own: Reader[] = callback ? [{ endpointId: null, url: callback.url, wants: () => true }] : [];
  const listeners = organizationId === null ? [] : await listListeners(reads, organizationId);
  const others = listeners.map(({ endpointId, url, since, wants }) => ({
    endpointId,
    url,
    // The event at hand is told even where the endpoint was changed while its job was waiting.
    wants: (event: StoredEvent) =>
      wants(event.name as Parameters<typeof wants>[0]) &&
      (event.id === eventId || event.occurred_at >= since),
  }));
  return [...own, ...others];
}

async function addDelivery(
  tx: Tx,
  deps: FollowDeps,
  { eventId, reader, line }: { eventId: number; reader: Reader; line: Line },
): Promise<void> {
  const event = await readEvent(tx, eventId);
  if (event?.snapshot == null || !reader.wants(event)) return;
  const now = deps.clock.now();
  const id = await insertDelivery(tx, {
    workflow_id: line.workflowId,
    event_id: eventId,
    endpoint_id: line.endpointId,
    event_name: event.name,
    webhook_id: `msg_${newKey(deps.ids)}`,
    url: reader.url,
    body: null,
    state: 'pending',
    next_attempt_at: now,
    created_at: now,
    delivered_at: null,
  });
  if (id !== null) await enqueueDelivery(tx, { id, runAt: now });
}
