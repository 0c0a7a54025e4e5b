import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

export type OwnerLock = { release(): void };

/**
 * One process at a time owns the PostgreSQL of a data directory: it starts, supervises and stops it. The lock is
 * SQLite's, on an empty file, because it is the only lock in Node's standard library that the system releases when its
 * holder dies in any way.
 */
export async function tryOwnerLock(path: string): Promise<OwnerLock | undefined> {
  await createPrivateFile(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

async function createPrivateFile(path: string): Promise<void> {
  try {
    // Exclusively: closing any descriptor of a locked file would release this process's lock on it.
    const file = await open(path, 'wx', 0o600);
    await file.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
