import type pg from 'pg';
import { QUEUES } from './enqueue.ts';

const SLICE = 5_000;

/**
 * Earlier versions gave every workflow queues of its own, and each row of a queue costs at each look for a job. Jobs
 * that wait in such a queue go on without one; a queue that is in use is left to the next run.
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
  // A process of an earlier version may have added a job in the moment in which its queue was removed.
  await pool.query(
    `update graphile_worker._private_jobs as jobs set job_queue_id = null
     where job_queue_id is not null and not exists (
       select from graphile_worker._private_job_queues as queues where queues.id = jobs.job_queue_id
     )`,
  );
  if (removed >= SLICE) await pool.query('vacuum graphile_worker._private_job_queues');
  return removed;
}
