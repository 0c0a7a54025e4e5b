import type pg from 'pg';
import { QUEUES } from './enqueue.ts';

const SLICE = 5_000;

/**
 * Earlier versions created queues per workflow, and each queue slows down every search for a job. Pending jobs are
 * moved out of such queues; a queue in use is left for the next run.
 */
export async function removeOldQueues(pool: pg.Pool): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `with old as (
         select id from graphile_worker._private_job_queues
         where locked_at is null and queue_name <> all($1::text[])
         limit $2 for update skip locked
       ), freed as (
         update graphile_worker._private_jobs set job_queue_id = null
         where job_queue_id in (select id from old)
       )
       delete from graphile_worker._private_job_queues where id in (select id from old)`,
      [QUEUES, SLICE],
    );
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < SLICE) break;
  }
  // A process of an earlier version may have added a job while its queue was removed.
  await pool.query(
    `update graphile_worker._private_jobs as jobs set job_queue_id = null
     where job_queue_id is not null and not exists (
       select from graphile_worker._private_job_queues as queues where queues.id = jobs.job_queue_id
     )`,
  );
  if (removed >= SLICE) await pool.query('vacuum graphile_worker._private_job_queues');
  return removed;
}
