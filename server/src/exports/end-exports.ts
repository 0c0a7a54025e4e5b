import { isExportOpen, LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { eraseFiles, removeErased } from '../files/delete-files.ts';
import { enqueueAll } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import {
  deleteEndedExports,
  deleteExports,
  deleteMembers,
  deleteParts,
  listRunningExports,
  lockDue,
  lockExport,
  lockExportsOf,
  lockExportsOfCreator,
  resetMembers,
  saveExport,
} from './export-store.ts';
import { writeKey } from './make-export.ts';

type EndDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>;

interface End {
  state: 'failed' | 'canceled' | 'expired';
  problem: string | null;
}

/** Takes the archive of an export away, and ends it if it has not ended; one without an archive stays as it is. */
export async function endExport(deps: EndDeps, id: number, end: End): Promise<void> {
  const now = deps.clock.now();
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const job = await lockExport(tx, id);
    if (!job || !(isExportOpen(job.state) || job.state === 'done')) return [];
    return eraseFiles(tx, await takeAway(tx, id, { ...end, ended_at: job.ended_at ?? now }), now);
  });
  await removeErased(deps, blobs);
}

/** Returns its files, for `eraseFiles`. */
async function takeAway(tx: Tx, id: number, end: End & { ended_at?: Date }): Promise<number[]> {
  await saveExport(tx, id, end);
  await deleteMembers(tx, [id]);
  return deleteParts(tx, [id]);
}

const ERASED = 'A workflow in it was deleted, and the archive with it. Export again.';

/**
 * Before a workflow is erased: no archive may outlive it. One that is done goes; one that is being written begins anew
 * without it, and throws away what it has read meanwhile. Returns files, for `eraseFiles`.
 */
export async function releaseExports(tx: Tx, workflowId: number): Promise<number[]> {
  const files: number[] = [];
  for (const job of await lockExportsOf(tx, workflowId)) {
    if (job.state === 'done') {
      files.push(...(await takeAway(tx, job.id, { state: 'expired', problem: ERASED })));
      continue;
    }
    await saveExport(tx, job.id, { round: job.round + 1 });
    if (!job.isWritten) continue;
    await saveExport(tx, job.id, { done: 0, skipped: 0, size: 0 });
    await resetMembers(tx, job.id);
    files.push(...(await deleteParts(tx, [job.id])));
  }
  return files;
}

/** With an account: all that it has exported. Returns files, for `eraseFiles`. */
export async function deleteExportsOf(tx: Tx, userId: number): Promise<number[]> {
  const ids = await lockExportsOfCreator(tx, userId);
  const files = await deleteParts(tx, ids);
  await deleteExports(tx, ids);
  return files;
}

const SLICE = 100;
const UNFINISHED = 'It could not be finished within a day. Export again, or fewer workflows at once.';
/** Until then the page says what became of it. */
const RETAINED_SECONDS = 30 * 86_400;

/** Once an hour: archives whose day is over, and what could not be finished; and has the others gone on with. */
export async function sweepExports(deps: EndDeps): Promise<void> {
  const now = deps.clock.now();
  const begunBefore = addSeconds(now, -LIMITS.exportSeconds);
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const files: number[] = [];
    for (const job of await lockDue(tx, { now, begunBefore, limit: SLICE })) {
      const end =
        job.state === 'done'
          ? { state: 'expired' as const, problem: null }
          : { state: 'failed' as const, problem: UNFINISHED, ended_at: now };
      files.push(...(await takeAway(tx, job.id, end)));
    }
    await deleteEndedExports(tx, addSeconds(now, -RETAINED_SECONDS));
    const ids = await listRunningExports(tx);
    await enqueueAll(
      tx,
      ids.map((id) => ({ name: 'write-export' as const, id, key: writeKey(id) })),
    );
    return eraseFiles(tx, files, now);
  });
  await removeErased(deps, blobs);
}
