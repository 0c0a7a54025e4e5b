import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';

/** One job per delivery; a new one replaces a pending one. */
export async function enqueueDelivery(tx: Tx, { id, runAt }: { id: number; runAt: Date }): Promise<void> {
  await enqueue(tx, { name: 'webhook-deliver', id, key: `webhook-deliver:${id}`, runAt });
}
