import type pg from 'pg';
import { beforeEach } from 'vitest';

// Of what the service has, but not the kinds of jobs, which its process has read.
const TABLES = `select tables.oid::regclass::text as name, quote_ident(nspname || '.' || relname) as copied
  from pg_class as tables join pg_namespace as schemas on schemas.oid = relnamespace
  where relkind = 'r' and (nspname = 'public' or nspname = 'graphile_worker' and relname in ('_private_jobs', '_private_job_queues'))`;

/** Keeps the rows of tables in a schema of their own; `tables` selects the `name` of each, and that of its copy (`copied`). */
export const copyRows = (tables: string) => `do $$
  declare of_service record; has_rows boolean;
  begin
    create schema before;
    for of_service in ${tables} loop
      execute format('select exists (select from %s)', of_service.name) into has_rows;
      if has_rows then execute format('create table before.%s as table %s', of_service.copied, of_service.name); end if;
    end loop;
  end $$`;

/** Puts them back, as a replica: triggers and references see none of it. */
export const putRowsBack = (tables: string) => `do $$
  declare of_service record;
  begin
    set local session_replication_role = replica;
    for of_service in ${tables} loop
      execute format('delete from %s', of_service.name);
      if to_regclass('before.' || of_service.copied) is not null then
        execute format('insert into %s overriding system value table before.%s', of_service.name, of_service.copied);
      end if;
    end loop;
  end $$`;

/**
 * The tests of the file share its instance, and each begins with the rows that are there now. The clock goes on, and so
 * do the numbers of new rows.
 */
export async function restoreRowsBeforeEachTest(instance: { deps: { pool: pg.Pool } }): Promise<void> {
  const { pool } = instance.deps;
  await pool.query(copyRows(TABLES));
  beforeEach(async () => {
    await pool.query(putRowsBack(TABLES));
  });
}
