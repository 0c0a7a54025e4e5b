import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';

/** Of the places of a worker; the others stay free for mails and notifications. */
const SLOW_AT_ONCE = 2;

/**
 * Puts a document in line to be sealed. Where somebody outside is asked for timestamps, a run may wait for long, and so
 * few of them run at once.
 */
export async function enqueueSeal(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { documentId, runAt }: { documentId: number; runAt?: Date },
): Promise<void> {
  const isSlow = config.timestamps.urls.length > 0;
  await enqueue(tx, {
    name: 'seal-document',
    id: documentId,
    key: `seal:${documentId}`,
    ...(isSlow ? { queue: `seal-${documentId % SLOW_AT_ONCE}` } : {}),
    ...(runAt ? { runAt } : {}),
  });
}
