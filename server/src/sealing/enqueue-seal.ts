import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';

/** Puts a document in line to be sealed: one job a document, a later one takes the place of what waits. */
export async function enqueueSeal(
  tx: Tx,
  { documentId, runAt }: { documentId: number; runAt?: Date },
): Promise<void> {
  const key = `seal:${documentId}`;
  await enqueue(tx, { name: 'seal-document', id: documentId, key, ...(runAt ? { runAt } : {}) });
}
