import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type EndpointAddress, readEndpoint } from '../developers/webhook-endpoints.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import {
  countDeliveriesTo,
  listAttempts,
  listDeliveriesTo,
  listDeliveryRows,
  type StoredAttempt,
  type StoredDelivery,
} from './webhook-store.ts';

export interface DeliveryRecord {
  delivery: StoredDelivery;
  attempts: StoredAttempt[];
}

/** The notifications of a workflow in order, each with its attempts. */
export async function listDeliveries(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: WorkflowAddress,
): Promise<DeliveryRecord[]> {
  await readVisibleWorkflow(deps, caller, address);
  return withAttempts(deps.database, await listDeliveryRows(deps.database, address.workflowId));
}

/** A page of the deliveries to an endpoint with their attempts, newest first. */
export async function listEndpointDeliveries(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: EndpointAddress & PageRequest,
): Promise<PageOf<DeliveryRecord>> {
  const { id } = await readEndpoint(deps, caller, query);
  const range = rangeOf(query);
  const total = await countDeliveriesTo(deps.database, id);
  const deliveries = await listDeliveriesTo(deps.database, id, range);
  return { ...pageOf(total, range.limit), records: await withAttempts(deps.database, deliveries) };
}

async function withAttempts(reads: Reads, deliveries: readonly StoredDelivery[]): Promise<DeliveryRecord[]> {
  const attempts = await listAttempts(
    reads,
    deliveries.map(({ id }) => id),
  );
  return deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
  }));
}
