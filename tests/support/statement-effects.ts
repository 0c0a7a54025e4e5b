import type pg from 'pg';
import { LOCK_MODES, type LockMode, stronger } from '../../server/src/database/statement-locks.ts';
import { until } from './processes.ts';

interface Observed {
  statement: string;
  /** Whose rows it is about. */
  table: string | null;
  isConcurrent: boolean;
}

interface Effect {
  /** The tables that were there before. */
  present: ReadonlySet<string>;
  /** Of these the locks that it took, from ROW EXCLUSIVE on. */
  locks: [string, LockMode][];
  isRead: boolean;
  isRewritten: boolean;
}

const TABLES = `select oid::int, relname as name, relfilenode::int as file,
    (select (seq_scan + coalesce(idx_scan, 0))::int from pg_stat_xact_user_tables where relid = pg_class.oid) as scans
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

interface Table {
  oid: number;
  name: string;
  file: number;
  scans: number;
}

/** What PostgreSQL does for a statement, which is committed. `other` is another connection to the same database. */
export async function observeStatement(
  { client, other }: { client: pg.Client; other: pg.Client },
  { statement, table, isConcurrent }: Observed,
): Promise<Effect> {
  const readTables = async () => (await client.query<Table>(TABLES)).rows;
  if (isConcurrent) {
    const before = await readTables();
    const locks = await observeConcurrent({ client, other }, { statement, table });
    return { ...describe(before, before), locks: nameLocks(before, locks) };
  }
  await client.query('begin');
  const before = await readTables();
  await client.query(statement);
  const [after, locks] = [await readTables(), await readLocksOf(client, await pidOf(client))];
  await client.query('commit');
  return { ...describe(before, after), locks: nameLocks(before, locks) };
}

function describe(before: readonly Table[], after: readonly Table[]): Omit<Effect, 'locks'> {
  const changes = before.map((table) => ({ table, now: after.find(({ oid }) => oid === table.oid) }));
  return {
    present: new Set(before.map(({ name }) => name)),
    isRead: changes.some(({ table, now }) => now !== undefined && now.scans > table.scans),
    isRewritten: changes.some(({ table, now }) => now !== undefined && now.file !== table.file),
  };
}

/** It waits for who writes to the table, and holds what it has taken meanwhile. */
async function observeConcurrent(
  { client, other }: { client: pg.Client; other: pg.Client },
  { statement, table }: Pick<Observed, 'statement' | 'table'>,
): Promise<Lock[]> {
  const pid = await pidOf(client);
  await other.query(`begin; lock table ${table} in row exclusive mode`);
  const running = client.query(statement);
  const waits = 'select from pg_locks where pid = $1 and not granted';
  await until('the index to wait', async () => (await other.query(waits, [pid])).rowCount === 1);
  const locks = await readLocksOf(other, pid);
  await other.query('commit');
  await running;
  return locks;
}

interface Lock {
  relation: number;
  mode: string;
}

async function readLocksOf(client: pg.Client, pid: number): Promise<Lock[]> {
  const { rows } = await client.query<Lock>(
    `select relation::int, mode from pg_locks where pid = $1 and granted and locktype = 'relation'`,
    [pid],
  );
  return rows;
}

async function pidOf(client: pg.Client): Promise<number> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
}

/** `ShareUpdateExclusiveLock` as SQL writes it. */
function nameLocks(tables: readonly Table[], locks: readonly Lock[]): [string, LockMode][] {
  const strongest = new Map<string, LockMode>();
  for (const { relation, mode } of locks) {
    const name = tables.find(({ oid }) => oid === relation)?.name;
    const words = mode
      .replace(/Lock$/, '')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toUpperCase();
    const known = LOCK_MODES.find((each) => each === words);
    if (name !== undefined && known !== undefined) strongest.set(name, stronger(strongest.get(name), known));
  }
  return [...strongest].toSorted();
}
