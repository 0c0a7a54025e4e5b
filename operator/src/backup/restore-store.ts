import { hasErasedAccount } from '@paraph/server/accounts/api.ts';
import { RESTORE_IS_LOADED } from '@paraph/server/backups/api.ts';
import { inQueueSchema } from '@paraph/server/database/named-queries.ts';
import { hasErasedWorkflow } from '@paraph/server/workflows/api.ts';
import pg from 'pg';
import { copyIn } from './copy-rows.ts';
import { columnList, LEFT_OUT, type SequenceState, type TableHead } from './snapshot-store.ts';

const RESTORE_LOCK = 0x7061727273;

/** One restore at a time; the lock ends with the connection. */
export async function tryRestoreLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [RESTORE_LOCK]);
  return rows[0]?.free === true;
}

/** How many other connections use this database now, but for the supervisor of the embedded one. */
export async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and application_name <> 'paraph supervisor'`,
  );
  return rows[0].others;
}

/** The first of the tables in which a used instance has rows; null in a database that nothing used yet. */
export async function findUsedTable(client: pg.Client): Promise<string | null> {
  for (const table of ['users', 'files', 'workflow_ledger', 'transparency_leaves']) {
    const { rows } = await client.query('select to_regclass($1) is not null as there', [table]);
    if (!rows[0].there) continue;
    const found = await client.query(`select 1 from ${pg.escapeIdentifier(table)} limit 1`);
    if (found.rows.length > 0) return table;
  }
  return null;
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Opens a transaction in which the tables are empty and take rows in any order: without references between them, and
 * without triggers, whose effects are rows of the backup already. Needs to own the tables, and no more.
 */
export async function beginLoading(client: pg.Client): Promise<Constraint[]> {
  await client.query('begin');
  const { rows: constraints } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  const tables = await listOwnTables(client);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  await client.query(
    `create temporary table restored_jobs (identifier text, payload json, queue_name text, run_at timestamptz,
       max_attempts int, key text, priority int, flags text[]) on commit drop`,
  );
  return constraints;
}

async function listOwnTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1)`,
    [LEFT_OUT],
  );
  return rows.map(({ name }) => name);
}

export function copyTableIn(
  client: pg.Client,
  { table, columns }: TableHead,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  return copyIn(client, `copy ${pg.escapeIdentifier(table)} (${columnList(columns)}) from stdin`, pieces);
}

/** Which rows of a later backup are about what the restored one has. Numbers may have been used anew. */
const ERASED_SINCE: Readonly<Record<string, string>> = {
  workflow_tombstones: hasErasedWorkflow('later'),
  account_tombstones: hasErasedAccount('later'),
};

/** Whether a table says what was erased. */
export function isOfTombstones(table: string): boolean {
  return table in ERASED_SINCE;
}

/** Adds the tombstones of a later backup of what the restored one has; their rows are to be erased. */
export async function copyTombstonesIn(
  client: pg.Client,
  { table, columns }: TableHead,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  await client.query('begin');
  await client.query(`create temporary table later (like ${table} including defaults) on commit drop`);
  await copyIn(client, `copy later (${columnList(columns)}) from stdin`, pieces);
  await client.query(
    `insert into ${table} select * from later where ${ERASED_SINCE[table]} on conflict do nothing`,
  );
  await client.query('commit');
}

/** Through the interface of the queue, so that another version of it may have written them. */
export async function copyJobsIn(
  client: pg.Client,
  queueSchema: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const query = (text: string) => client.query(inQueueSchema(text, queueSchema));
  const jobs = await copyIn(client, 'copy restored_jobs from stdin', pieces);
  await query('delete from graphile_worker._private_jobs');
  await query(
    `select count(graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags))
     from restored_jobs`,
  );
  return jobs;
}

export async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last } of sequences)
    if (last !== null) await client.query('select setval($1, $2)', [pg.escapeIdentifier(name), last]);
}

/** Checks every reference, and commits. */
export async function endLoading(client: pg.Client, constraints: readonly Constraint[]): Promise<void> {
  for (const table of await listOwnTables(client))
    await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  await client.query(RESTORE_IS_LOADED);
  await client.query('commit');
  await client.query('analyze');
}
