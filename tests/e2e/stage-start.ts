import { queryOnce, type TestDatabase } from '../support/database.ts';
import { until } from '../support/processes.ts';

/** What belongs to the running server and not to what people did: its keys, its log, what it does by the clock. */
const OWN = '^(transparency_|witnessed_|instance_keys|wrapping_keys|job_schedules|ledger_checkpoints)';
const TABLES = `select tablename from pg_tables where schemaname = 'public' and tablename !~ '${OWN}'`;
const SAVED = 'stage_start';

/**
 * Remembers the rows of a server's tables; the answer puts them back, so that the next test file begins where the first
 * one did. The server keeps nothing in memory that decides anything, and sees no difference to a new one.
 */
export async function rememberRows({ options }: TestDatabase): Promise<() => Promise<void>> {
  await queryOnce(
    options,
    `do $$ declare name text; has_rows boolean; begin
       create schema ${SAVED};
       for name in ${TABLES} loop
         execute format('select exists (select from public.%I)', name) into has_rows;
         if has_rows then execute format('create table ${SAVED}.%1$I as table public.%1$I', name); end if;
       end loop;
     end $$`,
  );
  return async () => {
    const isIdle = async () => {
      await queryOnce(options, 'delete from graphile_worker._private_jobs where locked_at is null');
      return (await queryOnce(options, 'select 1 from graphile_worker._private_jobs')).length === 0;
    };
    await until('the jobs to end', isIdle);
    // As a replica: triggers and references see none of it.
    await queryOnce(
      options,
      `do $$ declare name text; begin
         set local session_replication_role = replica;
         for name in ${TABLES} loop
           execute format('delete from public.%I', name);
           if to_regclass(format('${SAVED}.%I', name)) is not null then
             execute format('insert into public.%1$I overriding system value table ${SAVED}.%1$I', name);
           end if;
         end loop;
       end $$`,
    );
  };
}
