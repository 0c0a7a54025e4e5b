import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';
import type { Line } from './webhook-store.ts';

/**
 * One job a delivery: a later one takes the place of what waits. The queue is that of the workflow and who is told, so
 * that two notifications of a workflow are never on their way to the same place at once.
 */
export async function enqueueDelivery(
  tx: Tx,
  { id, workflowId, endpointId, runAt }: Line & { id: number; runAt: Date },
): Promise<void> {
  await enqueue(tx, {
    name: 'webhook-deliver',
    id,
    queue: endpointId === null ? `webhook:${workflowId}` : `webhook:${workflowId}:${endpointId}`,
    key: `webhook-deliver:${id}`,
    runAt,
  });
}
