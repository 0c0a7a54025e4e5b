import { isFrozen } from '../../server/src/database/frozen.ts';
import type { Deps } from '../../server/src/deps.ts';
import type { JobName } from '../../server/src/jobs/enqueue.ts';
import { endOutage, postponeFrozen, postponeJob, tryStorage } from '../../server/src/jobs/outages.ts';
import type { JobHandlers } from '../../server/src/jobs/worker.ts';
import { outageOf } from '../../server/src/platform/outage.ts';

type RunDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'ids' | 'pool'>;

interface DueJob {
  id: string;
  name: JobName;
  about: number;
  upTo: number | null;
  workflowId: number | null;
}

/**
 * Does every job that is due by the test's own clock, and those that follow, in the order in which they were
 * asked for; answers their names. A job whose handler throws fails the test, unless it waits for the end of an outage,
 * which is looked for as workers do. What is due at once is stamped by the database and not by the test's clock, and is
 * known by being due when it was written.
 */
export async function runDueJobs(deps: RunDeps, handlers: Partial<JobHandlers>): Promise<JobName[]> {
  const done: JobName[] = [];
  await endOutages(deps);
  for (;;) {
    const job = await lockDueJob(deps);
    if (!job) return done;
    await runJob(deps, handlers, job);
    done.push(job.name);
  }
}

async function endOutages(deps: RunDeps): Promise<void> {
  const { rows } = await deps.pool.query('select cause from outages');
  if (rows.length === 0) return;
  const isAway = await tryStorage(deps).then(
    () => false,
    (error: unknown) => outageOf(error) !== null,
  );
  if (!isAway) await endOutage(deps, 'storage');
}

async function runJob(deps: RunDeps, handlers: Partial<JobHandlers>, job: DueJob): Promise<void> {
  const { id, name, about, upTo, workflowId } = job;
  const end = () => deps.pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
  try {
    const further = await handlers[name]?.(about, upTo ?? undefined, workflowId ?? undefined);
    for (const work of further ?? []) await work.enqueue();
  } catch (error) {
    const outage = outageOf(error);
    if (isFrozen(error)) await postponeFrozen(deps, id);
    else if (outage !== null) await postponeJob(deps, { id, outage });
    else {
      await end();
      throw error;
    }
    await deps.pool.query('update graphile_worker._private_jobs set locked_at = null where id = $1', [id]);
    return;
  }
  await end();
}

/** A locked one that runs can no longer be replaced by its key. */
async function lockDueJob({ pool, clock }: RunDeps): Promise<DueJob | undefined> {
  const { rows } = await pool.query<DueJob>(
    `with due as (
       select id from graphile_worker._private_jobs
       where is_available and (run_at <= $1 or run_at = updated_at)
       order by run_at, id
       limit 1
     )
     update graphile_worker._private_jobs as jobs set locked_at = now(), attempts = attempts + 1
     from due, graphile_worker._private_tasks as tasks
     where jobs.id = due.id and tasks.id = jobs.task_id
     returning jobs.id, tasks.identifier as name, (jobs.payload ->> 'id')::bigint as about,
       (jobs.payload ->> 'upTo')::bigint as "upTo",
       (jobs.payload ->> 'workflowId')::bigint as "workflowId"`,
    [clock.now()],
  );
  return rows[0];
}

/** What the jobs of this name that still are queued were given. */
export async function queuedJobs({ pool }: Pick<Deps, 'pool'>, name: JobName) {
  const { rows } = await pool.query<{ payload: { id: number; upTo: number; workflowId?: number } }>(
    `select jobs.payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where tasks.identifier = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
}
