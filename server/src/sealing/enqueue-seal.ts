import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';

/** Enqueues the sealing of a document: one job per document, replacing a pending one. */
export async function enqueueSeal(
  tx: Tx,
  { documentId, runAt }: { documentId: number; runAt?: Date },
): Promise<void> {
  const key = `seal:${documentId}`;
  await enqueue(tx, { name: 'seal-document', id: documentId, key, ...(runAt ? { runAt } : {}) });
}
