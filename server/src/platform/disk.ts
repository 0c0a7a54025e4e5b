import { open } from 'node:fs/promises';

/** Makes the bytes of a file durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes renames in a folder durable; a new folder is durable only once its parent is synced too. */
export const syncFolder = syncFile;

/** For `.catch`: undefined in place of a file that does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
