import { type BulkAct, conflict, decideBulk, readBulkColumns, readBulkMapping } from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { getAuthorizedJob, type JobAddress, noJob } from './bulk-job.ts';
import {
  cancelRows,
  countRows,
  findLastSent,
  listRunning,
  lockJob,
  resetRows,
  type StoredJob,
  saveJob,
} from './bulk-store.ts';
import { enqueueSending } from './send-rows.ts';

type ChangeDeps = Pick<Deps, 'clock' | 'database'>;

/**
 * Starts, pauses, resumes or cancels a bulk job. Workflows that were made already stay as they are.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where its state does not allow it, or rows with problems would be left out
 */
export async function actOnBulk(
  deps: ChangeDeps,
  caller: Caller,
  { act, skipInvalid = false, ...address }: JobAddress & { act: BulkAct; skipInvalid?: boolean | undefined },
): Promise<void> {
  await getAuthorizedJob(deps, caller, address);
  if (act === 'start' || act === 'resume') await requireSender(deps, caller);
  await changeJob(deps, address, async (tx, job) => {
    const state = decideBulk(job.state, act);
    if (state === null) throw conflict(`This bulk job is ${job.state}, so it cannot be ${PAST[act]}.`);
    const now = deps.clock.now();
    switch (act) {
      case 'start': {
        await requireRows(tx, job, skipInvalid);
        await saveJob(tx, job.id, { state, started_at: now });
        return enqueueSending(tx, job.id, job.starts_at ?? undefined);
      }
      case 'pause':
        return saveJob(tx, job.id, { state, paused_for: null });
      case 'resume': {
        const after = await findLastSent(tx, job.id);
        await saveJob(tx, job.id, { state, paused_for: null, counted_from: after });
        return enqueueSending(tx, job.id, job.starts_at ?? undefined);
      }
      default:
        await cancelRows(tx, job.id);
        return saveJob(tx, job.id, { state, paused_for: null, ended_at: now });
    }
  });
}

const PAST: Readonly<Record<BulkAct, string>> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'canceled',
};

async function requireRows(tx: Tx, job: StoredJob, skipInvalid: boolean): Promise<void> {
  const counts = (await countRows(tx, [job.id])).get(job.id);
  if (!counts?.valid)
    throw conflict('No row of this bulk job can be sent; mend the table, and send it anew.');
  if (counts.invalid > 0 && !skipInvalid)
    throw conflict(
      `${counts.invalid} rows have problems. Mend the table and send it anew, or start with skipInvalid to leave them out.`,
    );
}

/** Says anew what its columns mean, and has every row checked again. */
export async function mapColumns(
  deps: ChangeDeps,
  caller: Caller,
  { mapping, ...address }: JobAddress & { mapping: unknown },
): Promise<void> {
  await getAuthorizedJob(deps, caller, address);
  await changeJob(deps, address, async (tx, job) => {
    if (job.state !== 'checking' && job.state !== 'ready')
      throw conflict(`This bulk job is ${job.state}; its columns are read before it starts.`);
    const headings = job.columns.map(({ heading }) => heading);
    const columns = readBulkColumns(headings, job.template.head.plan, readBulkMapping(mapping));
    await resetRows(tx, job.id);
    await saveJob(tx, job.id, { state: 'checking', columns: JSON.stringify(columns) });
    await enqueue(tx, { name: 'check-bulk-rows', id: job.id, key: `check-bulk-rows ${job.id}` });
  });
}

async function changeJob(
  { database }: ChangeDeps,
  { bulkId }: JobAddress,
  change: (tx: Tx, job: StoredJob) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const job = await lockJob(tx, bulkId);
    if (!job) throw noJob();
    await change(tx, job);
  });
}

/** Once an hour: a job of the queue that fails too often is not tried again by itself. */
export async function resumeBulkJobs({ database }: Pick<Deps, 'database'>): Promise<void> {
  const running = await listRunning(database);
  if (running.length === 0) return;
  await database.transaction().execute(async (tx) => {
    for (const job of running) {
      if (job.state === 'sending') await enqueueSending(tx, job.id, job.starts_at ?? undefined);
      else await enqueue(tx, { name: 'check-bulk-rows', id: job.id, key: `check-bulk-rows ${job.id}` });
    }
  });
}
