import { queryOnce, type TestDatabase } from '../support/database.ts';
import { until } from '../support/processes.ts';
import { copyRows, putRowsBack } from '../support/restore-rows.ts';

/** What belongs to the running server and not to what people did: its keys, its log, what it does by the clock. */
const OWN = '^(transparency_|witnessed_|instance_keys|wrapping_keys|job_schedules|ledger_checkpoints)';
const TABLES = `select format('public.%I', tablename) as name, quote_ident(tablename) as copied
  from pg_tables where schemaname = 'public' and tablename !~ '${OWN}'`;

/**
 * Remembers the rows of a server's tables; the answer puts them back, so that the next test file begins where the first
 * one did. The server keeps nothing in memory that decides anything, and sees no difference to a new one.
 */
export async function rememberRows({ options }: TestDatabase): Promise<() => Promise<void>> {
  await queryOnce(options, copyRows(TABLES));
  return async () => {
    const isIdle = async () => {
      await queryOnce(options, 'delete from graphile_worker._private_jobs where locked_at is null');
      return (await queryOnce(options, 'select 1 from graphile_worker._private_jobs')).length === 0;
    };
    await until('the jobs to end', isIdle);
    await queryOnce(options, putRowsBack(TABLES));
  };
}
