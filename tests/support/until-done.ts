import type pg from 'pg';
import { until } from './processes.ts';

/** Waits until all jobs are done, and all mails and notifications sent; `others` counts what else is to be waited for. */
export async function untilDone(
  pool: Pick<pg.Pool, 'query'>,
  { patienceMs, others = '' }: { patienceMs: number; others?: string },
): Promise<void> {
  const left = `select (select count(*) from deliveries where state = 'pending')
    + (select count(*) from mails where state = 'queued')
    + (select count(*) from graphile_worker._private_jobs where run_at <= now()) ${others} as left`;
  const isDone = async () => Number((await pool.query(left)).rows[0]?.left) === 0;
  await until('all jobs, mails and notifications to be done', isDone, patienceMs);
}
