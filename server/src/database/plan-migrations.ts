import { Fault } from '@paraph/domain';
import type pg from 'pg';
import { readMonotonicMs } from '../platform/clock.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { readMarks, splitStatements } from './migration-statements.ts';
import { compareSchema, readMigration } from './schema-version.ts';
import { emptySchema, type LockMode, readLocks, type StatementLocks, type Work } from './statement-locks.ts';

/** Of a table that is there before. */
export interface TableSize {
  /** As PostgreSQL estimates them. */
  rows: number;
  /** Without indexes. */
  bytes: number;
  indexes: number;
}

export interface PlannedStatement {
  migration: string;
  statement: string;
  /** On tables that are there before; nobody uses the others yet. */
  locks: (TableSize & { table: string; mode: LockMode })[];
  /** What others cannot do with these tables meanwhile. */
  stops: 'nothing' | 'writing' | 'reading and writing';
  work: Work;
  isConcurrent: boolean;
  /** About how long it takes, and holds its locks. */
  seconds: number;
}

/**
 * The statements that `migrateToLatest` would run, in its order. Changes nothing.
 *
 * @throws Fault if a later version has taken what this one needs
 */
export async function planMigrations(options: DatabaseOptions): Promise<PlannedStatement[]> {
  const { pool, close } = openDatabase(options, { connectionsMax: 1 });
  try {
    const { migrations, pending, foreign } = await compareSchema(pool);
    if (foreign) throw new Fault(`${foreign.detail} ${foreign.remedy}`);
    const marks = await readMarks(pool);
    const sizes = await readSizes(pool);
    const schema = emptySchema();
    const statements: (Omit<PlannedStatement, 'seconds'> & Sized)[] = [];
    for (const migration of migrations) {
      for (const [position, statement] of splitStatements(await readMigration(migration)).entries()) {
        const locks = readLocks(statement, schema);
        if (!pending.includes(migration) || marks.get(migration)?.has(position)) continue;
        statements.push({ migration, statement: headOf(statement), ...describe(locks, sizes) });
        if (locks.renames) rename(sizes, locks.renames);
      }
    }
    const speed = await measureSpeed(pool, statements);
    return statements.map(({ size, ...each }) => ({ ...each, seconds: secondsOf({ ...each, size }, speed) }));
  } finally {
    await close();
  }
}

/** What work there is, on a table that has rows. */
interface Sized {
  size: (TableSize & { table: string }) | null;
}

function describe({ locks, work, table, isConcurrent }: StatementLocks, sizes: Map<string, TableSize>) {
  const held = [...locks].flatMap(([name, mode]) => {
    const size = sizes.get(name);
    return size ? [{ table: name, mode, ...size }] : [];
  });
  const modes = held.map(({ mode }) => mode);
  const stops: PlannedStatement['stops'] = modes.includes('ACCESS EXCLUSIVE')
    ? 'reading and writing'
    : modes.some((mode) => mode === 'SHARE' || mode === 'SHARE ROW EXCLUSIVE')
      ? 'writing'
      : 'nothing';
  const size = sizes.get(table ?? '');
  return {
    ...{ locks: held, stops, isConcurrent },
    work: size ? work : ('none' as const),
    size: size && table !== null ? { ...size, table } : null,
  };
}

function rename(sizes: Map<string, TableSize>, { from, to }: { from: string; to: string }): void {
  const size = sizes.get(from);
  if (size) sizes.set(to, size);
  sizes.delete(from);
}

/** Its first line, without what opens a list there. */
function headOf(statement: string): string {
  const [line = ''] = statement.split('\n');
  return line.replace(/[\s(]+$/, '');
}

async function readSizes(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { table: string }>(
    `select p.relname as table, sum(pg_relation_size(c.oid))::float8 as bytes,
       sum(case when c.reltuples < 0 then pg_relation_size(c.oid) / 100.0
         else c.reltuples end)::float8 as rows,
       max((select count(*) from pg_index where indrelid = c.oid))::int as indexes
     from pg_class p join pg_class c on c.relkind = 'r'
       and (c.oid = p.oid or c.oid in (select inhrelid from pg_inherits where inhparent = p.oid))
     where p.relnamespace = current_schema()::regnamespace and p.relkind in ('r', 'p') group by p.oid`,
  );
  return new Map(rows.map(({ table, ...size }) => [table, size]));
}

interface Speed {
  bytesPerSecond: number;
  rowsPerSecond: number;
}

const SAMPLE_BYTES = 16 * 1024 * 1024;
const SORTED_ROWS = 50_000;
/** Smaller tables take no time worth measuring. */
const MEASURED_BYTES_MIN = 1024 * 1024;
const UNMEASURED = 100 * 1024 * 1024;

/** How fast this database reads rows, by a sample of the largest table there is work on, and sorts them. */
async function measureSpeed(
  client: Pick<pg.ClientBase, 'query'>,
  statements: readonly Sized[],
): Promise<Speed> {
  const secondsFor = async (text: string) => {
    const startedAt = readMonotonicMs();
    await client.query(text);
    return (readMonotonicMs() - startedAt) / 1_000;
  };
  const [largest] = statements
    .flatMap(({ size }) => size ?? [])
    .toSorted((one, other) => other.bytes - one.bytes);
  if (!largest || largest.bytes < MEASURED_BYTES_MIN)
    return { bytesPerSecond: UNMEASURED, rowsPerSecond: SORTED_ROWS };
  const percent = Math.min(100, (100 * SAMPLE_BYTES) / largest.bytes);
  // Each row is taken apart, as by a check.
  const reading = await secondsFor(
    `select count(*) from "${largest.table}" as sampled tablesample system (${percent}) where sampled.* is not null`,
  );
  const sorting = await secondsFor(
    `select count(*) from (
       select md5(nth::text) from generate_series(1, ${SORTED_ROWS}) as nth order by 1 offset 0) as sorted`,
  );
  return {
    bytesPerSecond: ((largest.bytes / 100) * percent) / reading,
    rowsPerSecond: SORTED_ROWS / sorting,
  };
}

/** An index that is made concurrently reads the table twice; what is written anew is read, written, and indexed anew. */
function secondsOf(
  { work, isConcurrent, size }: Sized & Pick<PlannedStatement, 'work' | 'isConcurrent'>,
  { bytesPerSecond, rowsPerSecond }: Speed,
): number {
  if (!size || work === 'none') return 0;
  const scan = size.bytes / bytesPerSecond;
  const sort = size.rows / rowsPerSecond;
  if (work === 'scan') return scan;
  if (work === 'index') return scan * (isConcurrent ? 2 : 1) + sort;
  return 2 * scan + sort * size.indexes;
}
