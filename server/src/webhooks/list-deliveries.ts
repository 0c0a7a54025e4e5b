import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { listAttempts, listDeliveryRows, type StoredAttempt, type StoredDelivery } from './webhook-store.ts';

export interface DeliveryRecord {
  delivery: StoredDelivery;
  attempts: StoredAttempt[];
}

/** A workflow's notifications in order, each with what came of it. */
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
