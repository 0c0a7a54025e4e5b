import type { Tx } from '../database/database.ts';
import { enqueueAll } from '../jobs/enqueue.ts';

/** Enqueues the sealing of documents: one job per document, replacing a pending one. */
export async function enqueueSeals(tx: Tx, documentIds: readonly number[], runAt?: Date): Promise<void> {
  const jobs = documentIds.map((id) => ({ name: 'seal-document' as const, id, key: `seal:${id}` }));
  await enqueueAll(tx, runAt ? jobs.map((job) => ({ ...job, runAt })) : jobs);
}
