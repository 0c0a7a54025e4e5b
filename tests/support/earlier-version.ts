import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { type DatabaseOptions, openDatabase } from '../../server/src/platform/database.ts';
import { migrateToLatest } from '../../server/src/platform/migrate.ts';
import { createEmptyDatabase } from './database.ts';
import { openTestInstance } from './instance.ts';

const MIGRATIONS = 'server/migrations';

/** A file of tests/fixtures; its README says how it was made. */
export function readFixture(name: string): Buffer {
  const bytes = readFileSync(`tests/fixtures/${name}`);
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Opens a database with the tables of an earlier version: the migrations up to and including `last`. */
export async function openDatabaseAt(options: DatabaseOptions, last: string) {
  const opened = openDatabase(options, { connectionsMax: 2, statementTimeoutMs: 0 });
  const names = readdirSync(MIGRATIONS)
    .map((name) => name.replace(/\.sql$/, ''))
    .filter((name) => name <= last)
    .sort();
  const migrations: Record<string, Migration> = Object.fromEntries(
    names.map((name) => [
      name,
      {
        up: async (db) => {
          await sql.raw(readFileSync(`${MIGRATIONS}/${name}.sql`, 'utf8')).execute(db);
        },
      },
    ]),
  );
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: opened.database, provider }).migrateToLatest();
  if (error) throw error;
  return opened;
}

/** What an instance of an earlier version left: its rows and files, as of `nowSeconds`. */
interface Snapshot {
  nowSeconds: number;
  /** Ids of envelopes, by the state that they were left in. */
  envelopes: Record<string, string>;
  tables: Record<string, object[]>;
  /** Of the data directory, as Base64. */
  files: Record<string, string>;
}

/** An instance of this version on the data of an earlier one, whose last migration is named. */
export async function openEarlierInstance(fixture: string, last: string) {
  const snapshot = JSON.parse(readFixture(fixture).toString()) as Snapshot;
  const testDatabase = await createEmptyDatabase();
  const { pool, close } = await openDatabaseAt(testDatabase.options, last);
  const worker = await makeWorkerUtils({ pgPool: pool });
  await worker.migrate();
  await worker.release();
  await insertRows(pool, snapshot.tables);
  await close();
  const { applied } = await migrateToLatest(testDatabase.options);
  const instance = await openTestInstance({
    storage: { ownOf: 'tests/api/update.test.ts' },
    testDatabase,
    now: new Date(snapshot.nowSeconds * 1000),
    prepareDataDir: async (dataDir) => {
      for (const [path, content] of Object.entries(snapshot.files)) {
        await mkdir(dirname(join(dataDir, path)), { recursive: true });
        await writeFile(join(dataDir, path), Buffer.from(content, 'base64'), { mode: 0o600 });
      }
    },
  });
  return { instance, applied, envelopes: snapshot.envelopes };
}

async function insertRows(pool: pg.Pool, tables: Snapshot['tables']): Promise<void> {
  const client = await pool.connect();
  // In any order, and without what inserting them once did.
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    // Some rows are made by a migration.
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename), 10000) from pg_sequences
     where schemaname in ('public', 'graphile_worker')`,
  );
  client.release(true);
}
