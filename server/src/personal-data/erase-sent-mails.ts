import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import { deleteMailsToSender } from '../mail/api.ts';
import { listSentIds } from '../workflows/api.ts';
import { deleteErasure, insertErasure, listErasures, lockErasure, moveErasure } from './erasure-store.ts';

/** Workflows of one transaction, and slices of a job, which then makes room for others. */
const SLICE = 1_000;
const SLICES_OF_JOB = 25;

const jobOf = (userId: number) =>
  ({ name: 'erase-account', id: userId, key: `erase-account ${userId}` }) as const;

/** Has mails to an account as a sender deleted after the transaction that erases it: there may be very many. */
export async function beginErasingMails(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, email, sent }: { userId: number; email: string; sent: number },
): Promise<void> {
  if (sent === 0) return;
  await insertErasure(tx, { user_id: userId, email, started_at: clock.now(), total: sent });
  await enqueue(tx, jobOf(userId));
}

/** Carries out a part, and enqueues the rest. Goes on where it was; safe to run twice, and concurrently. */
export async function eraseSentMails({ database }: Pick<Deps, 'database'>, userId: number): Promise<void> {
  for (let slices = 0; slices < SLICES_OF_JOB; slices += 1) {
    const isDone = await database.transaction().execute((tx) => eraseSlice(tx, userId));
    if (isDone) return;
  }
  await database.transaction().execute((tx) => enqueue(tx, jobOf(userId)));
}

async function eraseSlice(tx: Tx, userId: number): Promise<boolean> {
  const erasure = await lockErasure(tx, userId);
  if (!erasure) return true;
  const ids = await listSentIds(tx, { creatorId: userId, after: erasure.after_id, limit: SLICE });
  await deleteMailsToSender(tx, erasure.email, ids);
  const last = ids.at(-1);
  if (last === undefined || ids.length < SLICE) {
    await deleteErasure(tx, userId);
    return true;
  }
  await moveErasure(tx, userId, { afterId: last, done: ids.length });
  return false;
}

/** Once an hour: a job that fails too often is not tried again by itself. */
export async function resumeErasures({ database }: Pick<Deps, 'database'>): Promise<void> {
  const userIds = await listErasures(database);
  if (userIds.length > 0) await database.transaction().execute((tx) => enqueueAll(tx, userIds.map(jobOf)));
}
