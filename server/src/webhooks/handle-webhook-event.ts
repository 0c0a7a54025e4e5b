import { findEvent, listNotifiedEventIds, type StoredEvent } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import { listListeners } from '../developers/listeners.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { newKey } from '../platform/ids.ts';
import { readNotificationTargets } from '../workflows/lifecycle/callback.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { findLastHandledEventId, insertDelivery, type OrderingKey } from './webhook-store.ts';

type EventDeps = Pick<Deps, 'database' | 'clock' | 'ids'>;

/** A receiver of events: the workflow's own callback, or an endpoint of its organization. */
interface Subscriber {
  endpointId: number | null;
  url: string;
  wants(event: StoredEvent): boolean;
}

/**
 * Creates the deliveries of an event, one per subscriber; their body is the workflow as it was at that moment. Earlier
 * events that have no delivery yet get theirs first, because jobs run concurrently and, after a failure, out of order.
 * Two jobs of one event contend for its row, so the second waits for the first.
 */
export async function handleWebhookEvent(deps: EventDeps, eventId: number): Promise<void> {
  const event = await findEvent(deps.database, eventId);
  if (event?.snapshot == null) return;
  const { workflow_id: workflowId } = event;
  const subscribers = await findSubscribers(deps.database, { workflowId, eventId });
  if (subscribers.length === 0) return;
  await deps.database.transaction().execute(async (tx) => {
    for (const subscriber of subscribers) {
      const orderingKey = { workflowId, endpointId: subscriber.endpointId };
      const after = await findLastHandledEventId(tx, orderingKey);
      const due = await listNotifiedEventIds(tx, workflowId, { after, upTo: eventId });
      for (const id of due) await addDelivery(tx, deps, { eventId: id, subscriber, orderingKey });
    }
  });
}

async function findSubscribers(
  reads: Reads,
  { workflowId, eventId }: { workflowId: number; eventId: number },
): Promise<Subscriber[]> {
  const { callback, organizationId } = await readNotificationTargets(reads, workflowId);
  const own: Subscriber[] = callback ? [{ endpointId: null, url: callback.url, wants: () => true }] : [];
  const listeners = organizationId === null ? [] : await listListeners(reads, organizationId);
  const others = listeners.map(({ endpointId, url, since, wants }) => ({
    endpointId,
    url,
    // The current event is delivered even if the endpoint was changed while its job was waiting.
    wants: (event: StoredEvent) =>
      wants(event.name as Parameters<typeof wants>[0]) &&
      (event.id === eventId || event.occurred_at >= since),
  }));
  return [...own, ...others];
}

async function addDelivery(
  tx: Tx,
  deps: EventDeps,
  { eventId, subscriber, orderingKey }: { eventId: number; subscriber: Subscriber; orderingKey: OrderingKey },
): Promise<void> {
  const event = await findEvent(tx, eventId);
  if (event?.snapshot == null || !subscriber.wants(event)) return;
  const now = deps.clock.now();
  const id = await insertDelivery(tx, {
    workflow_id: orderingKey.workflowId,
    event_id: eventId,
    endpoint_id: orderingKey.endpointId,
    event_name: event.name,
    webhook_id: `msg_${newKey(deps.ids)}`,
    url: subscriber.url,
    body: null,
    state: 'pending',
    next_attempt_at: now,
    created_at: now,
    delivered_at: null,
  });
  if (id !== null) await enqueueDelivery(tx, { id, runAt: now });
}
