import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type DatabaseOptions, openDatabase } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * Brings the database to the newest schema, forward only. Safe to call from several processes at once:
 * Kysely's migrator takes an advisory lock.
 */
export async function migrateToLatest(options: DatabaseOptions): Promise<{ applied: string[] }> {
  const { database, pool, close } = openDatabase(options, { connectionsMax: 2 });
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: readMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    const worker = await makeWorkerUtils({ pgPool: pool });
    await worker.migrate();
    await worker.release();
    return { applied: (results ?? []).map((result) => result.migrationName) };
  } finally {
    await close();
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    migrations[name.slice(0, -4)] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}
