import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { projectDir } from '../platform/project-dir.ts';

export const MIGRATIONS = `${projectDir}server/migrations/`;

/** Why this version cannot use data, and what to do about it. */
export interface ForeignSchema {
  detail: string;
  remedy: string;
}

/** Compares the migrations that a database has with those of this version. */
export async function compareSchema(applied: readonly string[]) {
  const migrations = await listMigrations();
  const pending = migrations.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !migrations.includes(name)).sort();
  return { migrations, pending, foreign: unknown.length === 0 ? null : describeForeign(unknown, migrations) };
}

function describeForeign(unknown: readonly string[], migrations: readonly string[]): ForeignSchema {
  if (unknown.some((name) => isBefore(name, migrations))) return beforeRelease('database');
  const detail = `The database is newer than this Paraph: ${unknown.join(', ')}.`;
  return { detail, remedy: 'Start the newer Paraph, or restore an older backup.' };
}

/** @returns why a backup with this newest migration cannot be restored; null where it can */
export async function findForeignBackup(backup: {
  paraph: string;
  migration: string;
}): Promise<ForeignSchema | null> {
  const { paraph, migration } = backup;
  const migrations = await listMigrations();
  if (migrations.includes(migration)) return null;
  if (isBefore(migration, migrations)) return beforeRelease('backup');
  const detail = `This backup is of Paraph ${paraph}.`;
  return { detail, remedy: 'Restore it with that version or a newer one.' };
}

/** In the order in which they ran; none in an empty database. */
export async function listApplied(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const there = await client.query(`select to_regclass('kysely_migration') is not null as there`);
  if (!there.rows[0].there) return [];
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** The names of this version's migrations, in the order in which they run. */
export async function listMigrations(): Promise<string[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return names.map((name) => name.slice(0, -'.sql'.length));
}

/** The migrations of the time before the first release have smaller numbers than all of a release. */
function isBefore(name: string, [first = '']: readonly string[]): boolean {
  return name < first;
}

function beforeRelease(what: 'database' | 'backup'): ForeignSchema {
  return {
    detail: `This ${what} was made by a version before the first release (0.2.0), whose data no release reads.`,
    remedy:
      'Download the documents with the version that made it: sealed ones stay valid by themselves. ' +
      'Then start this version with an empty database and an empty data directory.',
  };
}
