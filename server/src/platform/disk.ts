import { open } from 'node:fs/promises';

/** Makes renames in a folder durable; a new folder is durable only once its parent is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** For `.catch`: undefined in place of a file that does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
