import { Fault } from '@paraph/domain';
import { makeWorkerUtils } from 'graphile-worker';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { beginMarks, forgetMarks, type Marks, runAtOnce, runStatements } from './migration-statements.ts';
import { QUEUE_SCHEMA } from './named-queries.ts';
import { compareSchema, listMigrations, readMigration } from './schema-version.ts';

/** Advisory lock of the migrating process; any fixed number that no other program on this database uses. */
export const MIGRATION_LOCK = 0x7061726168;

/**
 * The queue plans three statements at each new job, because plans for the very jobs always seem cheaper: half of what a
 * job costs PostgreSQL. Its later versions may replace the function, so this is repeated. Only its owner can do it.
 */
const planJobsOnce = (schema: string) => `do $$
  declare adding record;
  begin
    for adding in select oid::regprocedure as signature from pg_proc
      where proname = 'add_jobs' and pronamespace = '${schema}'::regnamespace and proconfig is null
    loop
      execute format('alter function %s set plan_cache_mode = force_generic_plan', adding.signature);
    end loop;
  exception when insufficient_privilege then null;
  end $$`;

/** The schema that a setting names; of the connections' own ones the first that is there is used. */
const MAKE_SCHEMA = `do $$
  begin
    if current_schema() is null and current_setting('search_path') ~ '^\\w+$' then
      execute format('create schema %I', current_setting('search_path'));
    end if;
  end $$`;

async function readSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>('select current_schema() as schema');
  return rows[0]?.schema ?? 'public';
}

/**
 * Migrates the database to the newest schema, forward only: our tables and those of the job queue. Safe to call from
 * several processes concurrently: one migrates, the others wait. What a later version has added stays.
 *
 * @throws Fault if a later version has taken what this one needs
 */
export async function migrateToLatest(options: DatabaseOptions): Promise<{ applied: string[] }> {
  return migrate(options, (migrator) => migrator.migrateToLatest());
}

/**
 * Migrates an empty database to the schema of a backup, which an earlier version may have written.
 *
 * @throws Error if this version does not know that migration
 */
export async function migrateTo(options: DatabaseOptions, name: string): Promise<{ applied: string[] }> {
  return migrate(options, (migrator) => migrator.migrateTo(name));
}

async function migrate(
  options: DatabaseOptions,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<{ applied: string[] }> {
  // Changing a large table, or waiting for the process that does, may take longer than a request may.
  const { database, pool, close } = openDatabase(options, { connectionsMax: 3, statementTimeoutMs: 0 });
  try {
    return await withMigrationLock(pool, async () => {
      await pool.query(MAKE_SCHEMA);
      const { isOfLaterVersion, isEmpty } = await compareWithVersion(pool);
      if (isOfLaterVersion) return { applied: [] };
      const marks = await beginMarks(pool);
      const migrator = new Migrator({
        db: database,
        provider: { getMigrations: () => readMigrations(pool, { marks, isEmpty }) },
        migrationTableSchema: await readSchema(pool),
        disableTransactions: true,
        // Each stands for itself: one with a lower number may come later, from work that went on beside others.
        allowUnorderedMigrations: true,
      });
      const { error, results } = await run(migrator);
      if (error) throw error;
      await forgetMarks(pool, await listMigrations());
      const schema = options.queueSchema ?? QUEUE_SCHEMA;
      const worker = await makeWorkerUtils({ pgPool: pool, schema });
      await worker.migrate();
      await worker.release();
      await pool.query(planJobsOnce(schema));
      return { applied: (results ?? []).map((result) => result.migrationName) };
    });
  } finally {
    await close();
  }
}

/**
 * Processes of release 0.2.0 wait for the lock in one statement, for which an index that is made concurrently would
 * wait as long as they do. They end, and find the migrated database when they are started again.
 */
const SEND_WAITERS_AWAY = `select pg_cancel_backend(pid) from pg_locks
    where locktype = 'advisory' and not granted and objsubid = 1
      and (classid::bigint << 32 | objid::bigint) = ${MIGRATION_LOCK}
      and database = (select oid from pg_database where datname = current_database());
  select pg_sleep(0.05)`;

async function withMigrationLock<T>(pool: pg.Pool, migrate: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Asked for again and again: an index that is made concurrently waits for every statement that runs, and would wait
    // for one that waits for this lock.
    for (;;) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [MIGRATION_LOCK]);
      if (rows[0].free) break;
      await client.query('select pg_sleep(0.1)');
    }
    let isOver = false;
    const migrating = migrate().finally(() => {
      isOver = true;
    });
    const sendWaitersAway = async () => {
      while (!isOver) await client.query(SEND_WAITERS_AWAY);
    };
    const [result] = await Promise.all([migrating, sendWaitersAway()]);
    return result;
  } finally {
    // Destroying the connection releases the lock in every case.
    client.release(true);
  }
}

/**
 * Whether a later version has migrated the database, and left it so that this one may go back to it: nothing is to be
 * done then. Whether no migration has ended there, so that no process works on it.
 *
 * @throws Fault if this version may not go back to it
 */
async function compareWithVersion(pool: pg.Pool): Promise<{ isOfLaterVersion: boolean; isEmpty: boolean }> {
  const { migrations, pending, later, foreign } = await compareSchema(pool);
  if (foreign) throw new Fault(`${foreign.detail} ${foreign.remedy}`);
  return { isOfLaterVersion: later.length > 0, isEmpty: pending.length === migrations.length };
}

async function readMigrations(
  pool: pg.Pool,
  { marks, isEmpty }: { marks: Marks; isEmpty: boolean },
): Promise<Record<string, Migration>> {
  const runMigration = isEmpty ? runAtOnce : runStatements;
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations()) {
    const text = await readMigration(name);
    migrations[name] = {
      up: () => withClient(pool, (client) => runMigration(client, { name, text }, marks)),
    };
  }
  return migrations;
}

async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}
