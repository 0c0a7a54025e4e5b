import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type EndpointAddress, readEndpoint } from '../developers/webhook-endpoints.ts';
import type { Caller } from '../http/caller.ts';
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
  const deliveries = await listDeliveryRows(deps.database, address.workflowId);
  const attempts = await listAttempts(
    deps.database,
    deliveries.map(({ id }) => id),
  );
  return deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
  }));
}

/** A page of the deliveries to an endpoint with their attempts, newest first. */
export async function listEndpointDeliveries(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: EndpointAddress & { page?: number | undefined; limit?: number | undefined },
): Promise<{ total: number; limit: number; pages: number; records: DeliveryRecord[] }> {
  const { id } = await readEndpoint(deps, caller, query);
  const limit = Math.min(query.limit ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  const total = await countDeliveriesTo(deps.database, id);
  const offset = ((query.page ?? 1) - 1) * limit;
  const deliveries = await listDeliveriesTo(deps.database, id, { limit, offset });
  const attempts = await listAttempts(
    deps.database,
    deliveries.map((delivery) => delivery.id),
  );
  const records = deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
  }));
  return { total, limit, pages: Math.ceil(total / limit), records };
}
