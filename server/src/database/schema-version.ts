import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { projectDir } from '../platform/project-dir.ts';

export const MIGRATIONS = `${projectDir}server/migrations/`;

/** Why this version cannot use data, and what to do about it. */
export interface ForeignSchema {
  detail: string;
  remedy: string;
}

/** The migrations of a database compared with those of this version. */
export interface SchemaState {
  known: string[];
  pending: string[];
  foreign: ForeignSchema | null;
}

/** @param applied the names of the migrations that the database has */
export async function compareSchema(applied: readonly string[]): Promise<SchemaState> {
  const known = await listMigrations();
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  const pending = known.filter((name) => !applied.includes(name));
  if (unknown.length === 0) return { known, pending, foreign: null };
  if (unknown.some((name) => isBefore(name, known)))
    return { known, pending, foreign: beforeRelease('database') };
  return {
    known,
    pending,
    foreign: {
      detail: `The database is newer than this Paraph: ${unknown.join(', ')}.`,
      remedy: 'Start the newer Paraph, or restore an older backup.',
    },
  };
}

/** @returns why a backup with this newest migration cannot be restored; null where it can */
export async function findForeignBackup({
  paraph,
  migration,
}: {
  paraph: string;
  migration: string;
}): Promise<ForeignSchema | null> {
  const known = await listMigrations();
  if (known.includes(migration)) return null;
  if (isBefore(migration, known)) return beforeRelease('backup');
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
