import { sql } from 'kysely';
import type { Reads } from '../database/database.ts';

export interface DueJobs {
  kind: string;
  count: number;
  /** Since the one was due that has waited longest. */
  oldestSeconds: number;
}

/** The jobs that are due and not done, by kind. */
export async function listDueJobs(reads: Reads): Promise<DueJobs[]> {
  const { rows } = await sql<DueJobs>`
    select task_identifier as kind, count(*)::int as count,
      extract(epoch from now() - min(run_at))::float8 as "oldestSeconds"
    from graphile_worker.jobs where run_at <= now() group by task_identifier`.execute(reads);
  return rows;
}

/** How many jobs should have been done before a moment. */
export async function countLateJobs(reads: Reads, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where run_at < ${before}`.execute(reads);
  return rows[0]?.count ?? 0;
}
