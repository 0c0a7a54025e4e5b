import { sql } from 'kysely';
import type { Database, Reads } from '../database/database.ts';

export async function insertBackup(
  database: Database,
  { now, ...start }: { snapshot: string; place: string; now: Date },
): Promise<void> {
  await database
    .insertInto('backups')
    .values({ ...start, started_at: now })
    .execute();
}

export async function saveBackupEnd(
  database: Database,
  snapshot: string,
  { now, ...counts }: { now: Date; files: number; bytes: number; unreadable: number },
): Promise<void> {
  const end = { finished_at: now, ...counts };
  await database.updateTable('backups').set(end).where('snapshot', '=', snapshot).execute();
}

/** The last complete one; `unreadable` counts the files that were missing or damaged. */
export async function findLastBackup(reads: Reads) {
  const { rows } = await sql<{ place: string; finishedAt: Date; unreadable: number }>`
    select place, finished_at as "finishedAt", unreadable from backups where finished_at is not null
    order by finished_at desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

interface RestoreState {
  snapshot: string;
  source: string;
  /** The database is that of the snapshot; what follows is verification. */
  isLoaded: boolean;
  movedTo: string | null;
}

export async function findRestore(database: Database): Promise<RestoreState | null> {
  const { rows } = await sql<RestoreState>`
    select snapshot, source, is_loaded as "isLoaded", moved_to as "movedTo" from restores`.execute(database);
  return rows[0] ?? null;
}

export async function saveRestore(
  database: Database,
  { now, movedTo, ...origin }: { snapshot: string; source: string; now: Date; movedTo?: string },
): Promise<void> {
  const values = { ...origin, started_at: now, is_loaded: false, moved_to: movedTo ?? null };
  await database
    .insertInto('restores')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

/** From now on, verification remains. Sent in the transaction that fills the database. */
export const RESTORE_IS_LOADED = 'update restores set is_loaded = true';

export async function deleteRestore(database: Database): Promise<void> {
  await database.deleteFrom('restores').execute();
}
