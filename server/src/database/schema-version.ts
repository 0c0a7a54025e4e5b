import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { projectDir, readVersion } from '../platform/project-dir.ts';

const MIGRATIONS = `${projectDir}server/migrations/`;

/** Why this version cannot use data, and what to do about it. */
export interface ForeignSchema {
  detail: string;
  remedy: string;
}

type Queried = Pick<pg.ClientBase, 'query'>;

/**
 * Compares the migrations that a database has with those of this version: those that it lacks, those of a later
 * version, and why this one cannot use it; null where it can.
 */
export async function compareSchema(client: Queried, version = readVersion()) {
  const [migrations, applied] = [await listMigrations(), await listApplied(client)];
  const pending = migrations.filter((name) => !applied.includes(name));
  const later = applied.filter((name) => !migrations.includes(name)).sort();
  const oldest = later.length === 0 ? null : await findOldestVersion(client);
  const foreign =
    later.length === 0 ? null : describeForeign({ migrations, pending, later, oldest }, version);
  return { migrations, pending, later, foreign };
}

interface LaterSchema {
  migrations: readonly string[];
  pending: readonly string[];
  later: readonly string[];
  /** The oldest version that may use it; null where it does not say so. */
  oldest: string | null;
}

function describeForeign(
  { migrations, pending, later, oldest }: LaterSchema,
  version: string,
): ForeignSchema | null {
  if (later.some((name) => isBefore(name, migrations))) return beforeRelease('database');
  const newer = `The database is newer than this Paraph: ${later.join(', ')}.`;
  if (oldest === null || isOlder(version, oldest)) {
    const since = oldest === null ? '' : ` It can be used from Paraph ${oldest} on, and this is ${version}.`;
    return {
      detail: newer + since,
      remedy: `Start ${oldest === null ? 'the newer Paraph' : `Paraph ${oldest} or newer`}, or restore an older backup.`,
    };
  }
  if (pending.length === 0) return null;
  const detail = `${newer} It still lacks ${pending.join(', ')}, which come before those.`;
  return { detail, remedy: 'Start the newer Paraph once, which completes its migrations; then go back.' };
}

/** What the migrations that a database has say of it; null in one from before they said so. */
async function findOldestVersion(client: Queried): Promise<string | null> {
  const there = await client.query(`select to_regclass('schema_compatibility') is not null as there`);
  if (!there.rows[0].there) return null;
  const { rows } = await client.query<{ oldest: string }>(
    'select oldest_version as oldest from schema_compatibility',
  );
  return rows[0]?.oldest ?? null;
}

/** Of two versions such as 0.3.0; what follows a hyphen does not count. */
function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => (text.split('-')[0] ?? '').split('.').map(Number);
  const [own, other] = [numbers(version), numbers(than)];
  const differs = other.findIndex((number, at) => number !== own[at]);
  return differs >= 0 && (own[differs] ?? 0) < (other[differs] ?? 0);
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
export async function listApplied(client: Queried): Promise<string[]> {
  const there = await client.query(`select to_regclass('kysely_migration') is not null as there`);
  if (!there.rows[0].there) return [];
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

export function readMigration(name: string): Promise<string> {
  return readFile(`${MIGRATIONS}${name}.sql`, 'utf8');
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
