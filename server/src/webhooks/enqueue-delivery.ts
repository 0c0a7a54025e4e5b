import type { Database, Tx } from '../database/database.ts';
import { enqueueAll, enqueueWithoutChange, type Job } from '../jobs/enqueue.ts';

/** The deliveries whose jobs begin at a time. */
interface DueDeliveries {
  ids: readonly number[];
  runAt: Date;
}

/** One job per delivery; a new one replaces a pending one. */
export async function enqueueDeliveries(tx: Tx, due: DueDeliveries): Promise<void> {
  await enqueueAll(tx, jobsOf(due));
}

/** The same for deliveries whose rows stay as they are. */
export async function postponeDeliveries(database: Database, due: DueDeliveries): Promise<void> {
  await enqueueWithoutChange(database, jobsOf(due));
}

function jobsOf({ ids, runAt }: DueDeliveries): Job[] {
  return ids.map((id) => ({ name: 'webhook-deliver', id, key: `webhook-deliver:${id}`, runAt }));
}
