import type { Deps } from '../../server/src/deps.ts';
import type { JobName } from '../../server/src/jobs/enqueue.ts';
import type { JobHandlers } from '../../server/src/jobs/worker.ts';

interface DueJob {
  id: number;
  name: JobName;
  about: number;
  upTo: number | null;
}

/**
 * Does every job that is due by the test's own clock, and those that follow, in the order in which they were
 * asked for; answers their names. A job whose handler throws fails the test. What is due at once is stamped by the
 * database and not by the test's clock, and is known by being due when it was written.
 */
export async function runDueJobs(
  deps: Pick<Deps, 'pool' | 'clock'>,
  handlers: Partial<JobHandlers>,
): Promise<JobName[]> {
  const done: JobName[] = [];
  for (;;) {
    const job = await lockDueJob(deps);
    if (!job) return done;
    const further = await handlers[job.name]?.(job.about, job.upTo ?? undefined);
    for (const work of further ?? []) await work.enqueue();
    done.push(job.name);
  }
}

/** Like a locked one, a job that runs can no longer be replaced by its key: so it is taken away before. */
async function lockDueJob({ pool, clock }: Pick<Deps, 'pool' | 'clock'>): Promise<DueJob | undefined> {
  const { rows } = await pool.query<DueJob>(
    `with due as (
       select jobs.id, tasks.identifier as name, (jobs.payload ->> 'id')::bigint as about,
         (jobs.payload ->> 'upTo')::bigint as "upTo"
       from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where jobs.run_at <= $1 or jobs.run_at = jobs.updated_at
       order by jobs.run_at, jobs.id
       limit 1
     )
     delete from graphile_worker._private_jobs as jobs using due
     where jobs.id = due.id
     returning due.id, due.name, due.about, due."upTo"`,
    [clock.now()],
  );
  return rows[0];
}
