import { sql } from 'kysely';
import type { Database, Reads } from '../platform/database.ts';

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
