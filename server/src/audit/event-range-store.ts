import { sql } from 'kysely';
import { type Database, type Reads, waitShortly } from '../database/database.ts';

// The table of events is cut into ranges of workflows (`partition by range`). Each is a table of its own to PostgreSQL,
// and is named by the first workflow of it; what no range covers lies in `events_rest`.

/** The events of the workflows from one number on, and before another. */
export interface EventRange {
  table: string;
  /** Null: all that come before. */
  from: number | null;
  before: number;
}

/** Where two wait for each other, this gives up before PostgreSQL ends one. */
const LOCK_WAIT_MS = 200;
const REST = 'events_rest';
/** Excludes from the rest what a range is about to take, so that PostgreSQL need not look while it holds locks. */
const FREE = 'events_rest_free';
/** SQLSTATE. */
const UNDEFINED_OBJECT = '42704';

/** In their order. */
export async function listEventRanges(reads: Reads): Promise<EventRange[]> {
  const { rows } = await sql<EventRange>`
    select relname as table, (regexp_match(bounds, 'FROM \\(''?(\\d+)'))[1]::bigint as "from",
      (regexp_match(bounds, 'TO \\(''?(\\d+)'))[1]::bigint as before
    from pg_class cross join lateral pg_get_expr(relpartbound, oid) as bounds
    where oid in (select inhrelid from pg_inherits where inhparent = 'events'::regclass)
      and relname <> ${REST}
    order by before`.execute(reads);
  return rows;
}

/**
 * Makes a range after the last one. False where another process has made one meanwhile.
 *
 * @throws Error if a lock is not to be had at once, or events of it lie in the rest
 */
export async function createEventRange(
  database: Database,
  { after, from, before }: { after: number; from: number; before: number },
): Promise<boolean> {
  await excludeFromRest(database, { from, before });
  return database.transaction().execute(async (tx) => {
    await waitShortly(tx, LOCK_WAIT_MS);
    await sql`select pg_advisory_xact_lock(hashtext('paraph event ranges'))`.execute(tx);
    const isMade = (await listEventRanges(tx)).at(-1)?.before !== after;
    if (!isMade) {
      const table = sql.table(`events_from_${from}`);
      await sql`create table ${table} (like events including constraints)`.execute(tx);
      await sql`alter table ${table} add primary key (id)`.execute(tx);
      await sql`alter table events attach partition ${table}
        for values from (${sql.lit(from)}) to (${sql.lit(before)})`.execute(tx);
    }
    await sql`alter table events_rest drop constraint if exists ${sql.ref(FREE)}`.execute(tx);
    return !isMade;
  });
}

async function excludeFromRest(
  database: Database,
  { from, before }: Omit<EventRange, 'table'>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await waitShortly(tx, LOCK_WAIT_MS);
    await sql`alter table events_rest drop constraint if exists ${sql.ref(FREE)},
      add constraint ${sql.ref(FREE)}
      check (workflow_id < ${sql.lit(from)} or workflow_id >= ${sql.lit(before)})
      not valid`.execute(tx);
  });
  await sql`alter table events_rest validate constraint ${sql.ref(FREE)}`
    .execute(database)
    .catch((error: Error & { code?: string }) => {
      // Another process has made the range meanwhile.
      if (error.code !== UNDEFINED_OBJECT) throw error;
    });
}

/**
 * Drops a range in which nothing lies: its files go, and nothing is cleaned row by row. False where something does.
 *
 * @throws Error if a lock is not to be had at once
 */
export async function dropEmptyRange(
  database: Database,
  { table }: Pick<EventRange, 'table'>,
): Promise<boolean> {
  // Before anything waits for this: rows that were erased lately may still be passed over.
  if (!(await isEmpty(database, table))) return false;
  return database.transaction().execute(async (tx) => {
    await waitShortly(tx, LOCK_WAIT_MS);
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    if (!(await isEmpty(tx, table))) return false;
    await sql`drop table ${sql.table(table)}`.execute(tx);
    return true;
  });
}

async function isEmpty(reads: Reads, table: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(reads);
  return rows.length === 0;
}

/** For statements about several ranges: PostgreSQL gathers figures of each by itself, and none of all. */
export async function analyzeEvents(database: Database): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze events`.execute(tx);
  });
}

/** Whether that was never done. */
export async function isUnanalyzed(reads: Reads): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where oid = 'events'::regclass and reltuples < 0`.execute(reads);
  return rows.length > 0;
}
