import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Deps } from '../deps.ts';
import type { FollowUpJob } from '../jobs/worker.ts';
import { newKey } from '../platform/ids.ts';
import { enqueueDeliveries, postponeDeliveries } from './delivery-jobs.ts';
import { addDeliveries, findDueDelivery, type Subscriber } from './webhook-store.ts';

type EventDeps = Pick<Deps, 'database' | 'clock' | 'ids'>;

type Deliver = (deliveryId: number, workflowId: number) => Promise<void>;

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
  deliver?: Deliver,
): Promise<FollowUpJob[]> {
  const last = events.at(-1);
  if (!last) return [];
  const { workflow_id: workflowId, id: upTo } = last;
  const recorded = { workflowId, ids: events.map(({ id }) => id), upTo };
  const now = deps.clock.now();
  const only = await deps.database.transaction().execute(async (tx) => {
    const subscribers = await addDeliveries(tx, recorded, { key: newKey(deps.ids), now });
    if (deliver && subscribers.length === 1) return subscribers[0];
    // The job of the first one sends those after it too.
    const ids = subscribers.flatMap(({ added }) => added ?? []);
    await enqueueDeliveries(tx, ids, now);
    return null;
  });
  return only && deliver ? deliverDirectly(deps, { workflowId, subscriber: only, deliver }) : [];
}

async function deliverDirectly(
  { database, clock }: EventDeps,
  { workflowId, subscriber, deliver }: { workflowId: number; subscriber: Subscriber; deliver: Deliver },
): Promise<FollowUpJob[]> {
  const { endpointId, added } = subscriber;
  // Where this job runs again, they were added by the process that was killed.
  const id = added ?? (await findDueDelivery(database, { workflowId, endpointId }, clock.now()));
  if (id === null) return [];
  const run = () => deliver(id, workflowId);
  const enqueue = () => postponeDeliveries(database, [id], clock.now());
  return [{ name: 'webhook-deliver', run, enqueue }];
}
