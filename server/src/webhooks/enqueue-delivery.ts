import type { Database, Tx } from '../database/database.ts';
import { enqueue, enqueueAll, enqueueWithoutChange, type Job } from '../jobs/enqueue.ts';

interface DueDelivery {
  id: number;
  runAt: Date;
}

/** One job per delivery; a new one replaces a pending one. */
export async function enqueueDelivery(tx: Tx, due: DueDelivery): Promise<void> {
  await enqueue(tx, jobOf(due));
}

export async function enqueueDeliveries(
  tx: Tx,
  { ids, runAt }: { ids: readonly number[]; runAt: Date },
): Promise<void> {
  await enqueueAll(
    tx,
    ids.map((id) => jobOf({ id, runAt })),
  );
}

/** The same for one whose row stays as it is. */
export async function postponeDelivery(database: Database, due: DueDelivery): Promise<void> {
  await enqueueWithoutChange(database, [jobOf(due)]);
}

export async function postponeDeliveries(
  database: Database,
  { ids, runAt }: { ids: readonly number[]; runAt: Date },
): Promise<void> {
  await enqueueWithoutChange(
    database,
    ids.map((id) => jobOf({ id, runAt })),
  );
}

function jobOf({ id, runAt }: DueDelivery): Job {
  return { name: 'webhook-deliver', id, key: `webhook-deliver:${id}`, runAt };
}
