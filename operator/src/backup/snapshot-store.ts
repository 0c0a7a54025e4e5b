import type { DatabaseOptions } from '@paraph/server/database/database.ts';
import { inQueueSchema } from '@paraph/server/database/named-queries.ts';
import { KEYS_OF_STORED_FILES, STORED_FILES } from '@paraph/server/files/api.ts';
import pg from 'pg';
import { copyOut } from './copy-rows.ts';

// The tables come from the catalogue, so that a new one is part of the next backup without a change here.

export interface TableHead {
  table: string;
  columns: string[];
}

/** These belong to the schema, or to this database alone. */
export const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'restores', 'blob_leases'];
/** In a part of their own, which the next backup replaces for all snapshots. */
export const KEY_TABLES = ['blob_keys', 'wrapping_keys'];

/** A connection for work that takes as long as it takes. */
export async function connectPatiently(options: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5_000 });
  // A broken connection fails the statement under way; without a listener the process would end as well.
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0');
  await client.query('set idle_in_transaction_session_timeout = 0');
  return client;
}

const BACKUP_LOCK = 0x7061727062;

/** One backup at a time; the lock ends with the connection. */
export async function tryBackupLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK]);
  return rows[0]?.free === true;
}

/** Everything that follows sees the database as it is at this moment. */
export async function beginSnapshot(client: pg.Client): Promise<{ migration: string }> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query('select name from kysely_migration order by name desc limit 1');
  return { migration: String(rows[0]?.name) };
}

/** The tables with the columns that can be written, in the order of their names; ranges are no tables of their own. */
export async function listTables(client: pg.Client): Promise<TableHead[]> {
  const { rows } = await client.query<TableHead>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

export function copyTableOut(
  client: pg.Client,
  { table, columns }: TableHead,
  onRows: (rows: number) => void,
): AsyncIterable<Buffer> {
  const name = pg.escapeIdentifier(table);
  const rest = table === 'blob_keys' ? ` ${KEYS_OF_STORED_FILES}` : '';
  return copyOut(client, `copy (select ${columnList(columns)} from ${name}${rest}) to stdout`, onRows);
}

export function columnList(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

export interface SequenceState {
  name: string;
  /** Null before its first use. */
  last: string | null;
}

/** Sequences are outside of transactions: read last, they are never behind the rows. */
export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() order by sequencename`,
  );
  return rows;
}

/** Jobs that would still run. Locks and attempts of the processes of now are left behind. */
export function copyJobsOut(
  client: pg.Client,
  queueSchema: string,
  onRows: (rows: number) => void,
): AsyncIterable<Buffer> {
  const text = `copy (
       select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
         (select array_agg(flag) from jsonb_object_keys(j.flags) as flag)
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.attempts < j.max_attempts order by j.id
     ) to stdout`;
  return copyOut(client, inQueueSchema(text, queueSchema), onRows);
}

/** A row for each stored file: see `STORED_FILES`. */
export function copyBlobNamesOut(client: pg.Client): AsyncIterable<Buffer> {
  return copyOut(client, `copy (${STORED_FILES}) to stdout`);
}
