import type { FollowedEvent } from '../audit/follow-events.ts';
import { listNotifiedEvents } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import { listListeners } from '../developers/listeners.ts';
import type { Reads } from '../platform/database.ts';
import { newKey } from '../platform/ids.ts';
import { readNotificationTargets } from '../workflows/lifecycle/callback.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { insertDeliveries, lastHandledEventOf } from './webhook-store.ts';

type EventDeps = Pick<Deps, 'database' | 'clock' | 'ids'>;
type Wanted = Pick<FollowedEvent, 'id' | 'name' | 'occurred_at'>;

/** A receiver of events: the workflow's own callback, or an endpoint of its organization. */
interface Subscriber {
  endpointId: number | null;
  url: string;
  wants(event: Wanted): boolean;
}

/**
 * Creates the deliveries of events of a workflow, one per event and subscriber; their body is the workflow as it was at
 * that moment. Earlier events that have no delivery yet get theirs first, because jobs run concurrently and, after a
 * failure, out of order. Two jobs of one event contend for its row, so the second waits for the first.
 */
export async function handleWebhookEvents(deps: EventDeps, events: readonly FollowedEvent[]): Promise<void> {
  const last = events.at(-1);
  if (!last) return;
  for (const subscriber of await findSubscribers(deps.database, last.workflow_id, events))
    await addDeliveries(deps, subscriber, last);
}

async function findSubscribers(
  reads: Reads,
  workflowId: number,
  events: readonly FollowedEvent[],
): Promise<Subscriber[]> {
  const { callback, organizationId } = await readNotificationTargets(reads, workflowId);
  const own: Subscriber[] = callback ? [{ endpointId: null, url: callback.url, wants: () => true }] : [];
  const listeners = organizationId === null ? [] : await listListeners(reads, organizationId);
  const current = new Set(events.map(({ id }) => id));
  const others = listeners.map(({ endpointId, url, since, wants }) => ({
    endpointId,
    url,
    // The current events are delivered even if the endpoint was changed while their job was waiting.
    wants: ({ id, name, occurred_at: occurredAt }: Wanted) =>
      wants(name as Parameters<typeof wants>[0]) && (current.has(id) || occurredAt >= since),
  }));
  return [...own, ...others];
}

async function addDeliveries(
  deps: EventDeps,
  { endpointId, url, wants }: Subscriber,
  { id: upTo, workflow_id: workflowId }: FollowedEvent,
): Promise<void> {
  const after = lastHandledEventOf({ workflowId, endpointId });
  const due = (await listNotifiedEvents(deps.database, workflowId, { after, upTo })).filter(wants);
  if (due.length === 0) return;
  const now = deps.clock.now();
  const rows = due.map(({ id, name }) => ({
    workflow_id: workflowId,
    event_id: id,
    endpoint_id: endpointId,
    event_name: name,
    webhook_id: `msg_${newKey(deps.ids)}`,
    url,
    body: null,
    state: 'pending' as const,
    next_attempt_at: now,
    created_at: now,
    delivered_at: null,
  }));
  await deps.database.transaction().execute(async (tx) => {
    const [first] = await insertDeliveries(tx, rows);
    // Its job sends those after it too.
    if (first !== undefined) await enqueueDelivery(tx, { id: first, runAt: now });
  });
}
