import type { Database } from '../platform/database.ts';

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
