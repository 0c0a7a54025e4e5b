import { conflict, Refusal } from '@paraph/domain';
import { findEvent } from '../audit/api.ts';
import { listOf } from '../database/columns.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type EndpointAddress, readEndpoint } from '../developers/webhook-endpoints.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import {
  authorizeWorkflow,
  readVisibleWorkflow,
  type WorkflowAddress,
} from '../workflows/reading/read-workflow.ts';
import { enqueueDeliveries } from './delivery-jobs.ts';
import {
  listAttempts,
  listDeliveriesTo,
  listDeliveryRows,
  lockDelivery,
  type StoredAttempt,
  type StoredDelivery,
  updateDelivery,
} from './webhook-store.ts';

export interface DeliveryRecord {
  delivery: StoredDelivery;
  attempts: StoredAttempt[];
}

export async function listDeliveries(deps: Pick<Deps, 'database'>, caller: Caller, address: WorkflowAddress) {
  await readVisibleWorkflow(deps, caller, address);
  return withAttempts(deps.database, await listDeliveryRows(deps.database, address.workflowId));
}

export async function listEndpointDeliveries(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: EndpointAddress & PageRequest,
): Promise<PageOf<DeliveryRecord>> {
  const { id } = await readEndpoint(deps, caller, query);
  const page = await listDeliveriesTo(deps.database, id, query);
  return { ...page, records: await withAttempts(deps.database, page.records) };
}

async function withAttempts(reads: Reads, deliveries: readonly StoredDelivery[]): Promise<DeliveryRecord[]> {
  const attempts = await listAttempts(reads, listOf(deliveries, 'id'));
  return deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
  }));
}

/**
 * Repeats a delivery that is dead or delivered: the same body with the same message id, with the full retry schedule.
 */
export async function replayDelivery(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { deliveryId, ...address }: WorkflowAddress & { deliveryId: number },
): Promise<DeliveryRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  const belongs = ({ workflow_id, endpoint_id }: StoredDelivery) =>
    workflow_id === address.workflowId && endpoint_id === null;
  return replay(deps, deliveryId, belongs);
}

/** The same for what went to an endpoint of the organization. */
export async function replayEndpointDelivery(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { deliveryId, ...address }: EndpointAddress & { deliveryId: number },
): Promise<DeliveryRecord> {
  const { id } = await readEndpoint(deps, caller, address);
  return replay(deps, deliveryId, (delivery) => delivery.endpoint_id === id);
}

async function replay(
  deps: Pick<Deps, 'database' | 'clock'>,
  deliveryId: number,
  belongs: (delivery: StoredDelivery) => boolean,
): Promise<DeliveryRecord> {
  return deps.database.transaction().execute(async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (!delivery || !belongs(delivery)) {
      throw new Refusal('NOT_FOUND', 'There is no such delivery here.');
    }
    if (delivery.state === 'pending') {
      throw conflict('This notification is still being tried; wait until it is delivered or given up.');
    }
    if ((await findDeliveryBody(tx, delivery)) === null) {
      throw conflict('What this notification sent was removed by its age; read the envelope instead.');
    }
    const now = deps.clock.now();
    const change = { state: 'pending', attempts: 0, next_attempt_at: now, delivered_at: null } as const;
    await updateDelivery(tx, deliveryId, change);
    await enqueueDeliveries(tx, [deliveryId], now);
    return { delivery: { ...delivery, ...change }, attempts: await listAttempts(tx, [deliveryId]) };
  });
}

/** The body of a delivery: the snapshot of its event. Null once retention has removed it. */
export async function findDeliveryBody(
  reads: Reads,
  { body, event_id: id, workflow_id: workflowId }: Pick<StoredDelivery, 'body' | 'event_id' | 'workflow_id'>,
): Promise<string | null> {
  return body ?? (await findEvent(reads, { id, workflowId }))?.snapshot ?? null;
}
