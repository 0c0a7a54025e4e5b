import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { enqueueAll, enqueueWithoutChange, type Job } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { insertTransfer, listOverdueTransfers } from './destination-store.ts';

/** Adds the transfer of a workflow that was signed, where its workspace has a destination. Idempotent. */
export async function followSigned(
  { database, clock }: Pick<Deps, 'clock' | 'database'>,
  events: readonly FollowedEvent[],
): Promise<void> {
  const [event] = events;
  if (!event) return;
  const now = clock.now();
  const { workflow_id: workflowId } = event;
  await database.transaction().execute(async (tx) => {
    // What an organization seals without people is fetched by who asked for it.
    if (await insertTransfer(tx, { workflowId, now })) await enqueueTransfer(tx, workflowId, now);
  });
}

/** One job for a workflow; a new one replaces a pending one. */
export async function enqueueTransfer(tx: Tx, workflowId: number, runAt: Date): Promise<void> {
  await enqueueAll(tx, [jobAt(workflowId, runAt)]);
}

function jobAt(id: number, runAt: Date): Job {
  return { name: 'transfer-files', id, key: `transfer-files:${id}`, runAt };
}

/** Longer than a transfer waits for a slot. */
const OVERDUE_SECONDS = 3_600;
const OVERDUE_MAX = 1_000;

/** Enqueues transfers that should have been tried long ago, and have lost their job. */
export async function enqueueOverdueTransfers(deps: {
  clock: Deps['clock'];
  database: Database;
}): Promise<void> {
  const now = deps.clock.now();
  const ids = await listOverdueTransfers(deps.database, addSeconds(now, -OVERDUE_SECONDS), OVERDUE_MAX);
  await enqueueWithoutChange(
    deps.database,
    ids.map((id) => jobAt(id, now)),
  );
}
