import { sql } from 'kysely';
import type { Database, Reads } from '../database/database.ts';

export interface BackupStart {
  snapshot: string;
  place: string;
  now: Date;
}

export async function insertBackup(database: Database, { snapshot, place, now }: BackupStart): Promise<void> {
  await database.insertInto('backups').values({ snapshot, place, started_at: now }).execute();
}

export async function saveBackupEnd(
  database: Database,
  snapshot: string,
  end: { now: Date; files: number; bytes: number; unreadable: number },
): Promise<void> {
  const { now, ...counts } = end;
  await database
    .updateTable('backups')
    .set({ finished_at: now, ...counts })
    .where('snapshot', '=', snapshot)
    .execute();
}

export interface CompletedBackup {
  place: string;
  finishedAt: Date;
  /** Files that were missing or damaged. */
  unreadable: number;
}

export async function findLastBackup(reads: Reads): Promise<CompletedBackup | null> {
  const { rows } = await sql<CompletedBackup>`
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
  const row = await database.selectFrom('restores').selectAll().executeTakeFirst();
  if (!row) return null;
  return { snapshot: row.snapshot, source: row.source, isLoaded: row.is_loaded, movedTo: row.moved_to };
}

export async function saveRestore(
  database: Database,
  row: { snapshot: string; source: string; now: Date; movedTo?: string },
): Promise<void> {
  const { snapshot, source, now, movedTo = null } = row;
  const values = { snapshot, source, started_at: now, is_loaded: false, moved_to: movedTo };
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
