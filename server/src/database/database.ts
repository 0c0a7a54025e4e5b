import { Kysely, type LogEvent, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { isTracing, recordSpan } from '../platform/observe/tracing.ts';
import { QUEUE_SCHEMA } from './named-queries.ts';
import type { PrimaryOptions } from './primary.ts';
import { PrimaryPool } from './primary-pool.ts';
import type { Tables } from './rows.generated.ts';
import { unitOfWorkDialect } from './unit-of-work.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What a read may run on: the pool, or the transaction it belongs to. */
export type Reads = Database | Tx;

/** The schema of our tables is that of the connection (`search_path`). */
export type DatabaseOptions = (
  | { connectionString: string }
  | PrimaryOptions
  | { host: string; port?: number; user: string; database: string; options?: string }
) & { queueSchema?: string };

export interface OpenDatabase {
  database: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

// Identity columns stay far below 2^53, so numbers are safe and ids need no text form.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A new connection costs PostgreSQL a process: housekeeping, which needs several each minute, must find them open. */
const IDLE_MS_MAX = 300_000;

interface OpenOptions {
  connectionsMax?: number;
  statementTimeoutMs?: number;
  /** A pooler in between refuses settings of connections; the user of the database has them (`docs/operations/poolers.md`). */
  isPooled?: boolean;
  /** False: no statement is sent under a name. */
  preparesStatements?: boolean;
  /** Whether policies of rows hold for what a caller asks. */
  scopesRows?: boolean;
  onError?: (error: Error) => void;
}

/** Opens the pool. `onError` is called for idle connections that broke; the pool replaces them. */
export function openDatabase(
  options: DatabaseOptions,
  {
    connectionsMax = 16,
    statementTimeoutMs = 30_000,
    isPooled = false,
    preparesStatements = true,
    scopesRows = false,
    onError = () => {},
  }: OpenOptions = {},
): OpenDatabase {
  const settings = {
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_MS_MAX,
    ...(scopesRows ? { pipeline: true } : {}),
    ...(isPooled
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }),
  };
  const pool =
    'primary' in options
      ? new PrimaryPool(options.primary, settings)
      : new pg.Pool({ ...options, ...settings });
  pool.on('error', onError);
  // A connection in use reports its end to its user; without a listener here the process would end as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<Tables>({
    dialect: unitOfWorkDialect(pool, {
      ...{ preparesStatements, scopesRows },
      queueSchema: options.queueSchema ?? QUEUE_SCHEMA,
    }),
    ...(isTracing() ? { log: recordStatement } : {}),
  });
  return { database, pool, close: () => database.destroy() };
}

/** What a statement does and to which table; neither its text nor its values. */
function recordStatement({ level, query, queryDurationMillis }: LogEvent): void {
  const [, verb = 'other'] = /^\s*(\w+)/.exec(query.sql) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(query.sql) ?? [];
  const operation = verb.toLowerCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table === '' ? {} : { 'db.collection.name': table }),
  };
  const name = table === '' ? operation : `${operation} ${table}`;
  recordSpan({ name, kind: 'client', attributes }, queryDurationMillis, level === 'error');
}

/** All who come after wait behind a lock that waits: until the end of the transaction it does so for a moment alone. */
export async function waitShortly(tx: Tx, ms: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(tx);
}

/** Whether a lock was waited for in vain (SQLSTATE `lock_not_available`). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** How many rows a clause names: `from … where …`. */
export async function countRows(reads: Reads, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(reads);
  return rows[0]?.count ?? 0;
}

/** The same of what is attempted until it succeeds: rows before their first attempt, and after a failed one. */
export async function countByAttempt(reads: Reads, from: RawBuilder<unknown>) {
  const { rows } = await sql<{ first: number; later: number }>`
    select count(*) filter (where attempts = 0)::int as first,
      count(*) filter (where attempts > 0)::int as later ${from}`.execute(reads);
  return rows[0] ?? { first: 0, later: 0 };
}
