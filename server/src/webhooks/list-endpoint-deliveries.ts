import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type EndpointAddress, readEndpoint } from '../developers/webhook-endpoints.ts';
import type { Caller } from '../http/caller.ts';
import type { DeliveryRecord } from './list-deliveries.ts';
import { countDeliveriesTo, findAttempts, findDeliveriesTo } from './webhook-store.ts';

/** A page of what an endpoint was told and how it answered, newest first. */
export async function listEndpointDeliveries(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  asked: EndpointAddress & { page?: number | undefined; limit?: number | undefined },
): Promise<{ total: number; limit: number; pages: number; records: DeliveryRecord[] }> {
  const { id } = await readEndpoint(deps, caller, asked);
  const limit = Math.min(asked.limit ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  const total = await countDeliveriesTo(deps.database, id);
  const offset = ((asked.page ?? 1) - 1) * limit;
  const deliveries = await findDeliveriesTo(deps.database, id, { limit, offset });
  const attempts = await findAttempts(
    deps.database,
    deliveries.map((delivery) => delivery.id),
  );
  const records = deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
  }));
  return { total, limit, pages: Math.ceil(total / limit), records };
}
