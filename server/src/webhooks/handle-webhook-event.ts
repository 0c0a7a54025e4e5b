import type { FollowedEvent } from '../audit/follow-events.ts';
import { listNotifiedEvents } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import type { FurtherWork } from '../jobs/worker.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { newKey } from '../platform/ids.ts';
import { readNotificationTargets } from '../workflows/lifecycle/notification-targets.ts';
import type { AddedDelivery } from './deliver-notification.ts';
import { enqueueDelivery, postponeDelivery } from './enqueue-delivery.ts';
import { findDueDelivery, insertDeliveries, lastHandledEventOf } from './webhook-store.ts';

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
 *
 * With `deliver`, deliveries to an only subscriber need no job: the one that follows the events sends them, and again if
 * its process was killed. Several subscribers never wait for each other.
 */
export async function handleWebhookEvents(
  deps: EventDeps,
  events: readonly FollowedEvent[],
  deliver?: (added: AddedDelivery) => Promise<void>,
): Promise<FurtherWork[]> {
  const last = events.at(-1);
  if (!last) return [];
  const subscribers = await findSubscribers(deps.database, last.workflow_id, events);
  const [only] = subscribers;
  if (only && subscribers.length === 1 && deliver)
    return deliverDirectly(deps, { subscriber: only, last, deliver });
  for (const subscriber of subscribers) {
    await deps.database.transaction().execute(async (tx) => {
      const due = await addDeliveries(tx, deps, { subscriber, last });
      // Its job sends those after it too.
      if (due !== null) await enqueueDelivery(tx, { id: due, runAt: deps.clock.now() });
    });
  }
  return [];
}

async function findSubscribers(
  reads: Reads,
  workflowId: number,
  events: readonly FollowedEvent[],
): Promise<Subscriber[]> {
  const { callback, listeners } = await readNotificationTargets(reads, workflowId);
  const own: Subscriber[] = callback ? [{ endpointId: null, url: callback.url, wants: () => true }] : [];
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

interface Direct {
  subscriber: Subscriber;
  last: FollowedEvent;
  deliver(added: AddedDelivery): Promise<void>;
}

async function deliverDirectly(
  deps: EventDeps,
  { subscriber, last, deliver }: Direct,
): Promise<FurtherWork[]> {
  const { database, clock } = deps;
  const orderingKey = { workflowId: last.workflow_id, endpointId: subscriber.endpointId };
  const added = await database.transaction().execute((tx) => addDeliveries(tx, deps, { subscriber, last }));
  // Where this job runs again, they were added by the process that was killed.
  const id = added ?? (await findDueDelivery(database, orderingKey, clock.now()));
  if (id === null) return [];
  const run = () => deliver({ id, orderingKey });
  const enqueue = () => postponeDelivery(database, { id, runAt: clock.now() });
  return [{ name: 'webhook-deliver', run, enqueue }];
}

/** Returns the first one that was added. */
async function addDeliveries(
  tx: Tx,
  deps: EventDeps,
  { subscriber: { endpointId, url, wants }, last }: Pick<Direct, 'last' | 'subscriber'>,
): Promise<number | null> {
  const { id: upTo, workflow_id: workflowId } = last;
  const after = lastHandledEventOf({ workflowId, endpointId });
  const due = (await listNotifiedEvents(tx, workflowId, { after, upTo })).filter(wants);
  if (due.length === 0) return null;
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
  const [first] = await insertDeliveries(tx, rows);
  return first ?? null;
}
