import { constants, copyFile, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile } from './blobs.ts';
import { ignoreMissing, syncFolder } from './disk.ts';
import { type Ids, newKey } from './ids.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';

/** Files that are being written; not part of any list. */
const INCOMING = 'incoming';

/** The interface of a bucket on a folder of this machine: each object is a file. */
export function openFolderStore(root: string, ids: Ids): ObjectStore {
  const pathOf = (name: string) => join(root, name);
  return {
    pathOf,
    put: async (name, path) => {
      const target = pathOf(name);
      if (await stat(target).catch(ignoreMissing)) return;
      await mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
      await makeFolder(dirname(target));
      const partial = join(root, INCOMING, newKey(ids));
      try {
        await copyFile(path, partial, constants.COPYFILE_FICLONE);
        await syncFile(partial);
        await rename(partial, target);
      } finally {
        await rm(partial, { force: true });
      }
      await syncFolder(dirname(target));
    },
    head: async (name) => {
      const found = await hashFile(pathOf(name)).catch(ignoreMissing);
      return found ? { size: found.size, sha256: found.sha256 } : null;
    },
    fetchTo: async (name, path) => {
      const copied = await copyFile(pathOf(name), path, constants.COPYFILE_FICLONE).then(
        () => true,
        ignoreMissing,
      );
      return copied ?? false;
    },
    remove: async (name) => {
      await unlink(pathOf(name)).catch(ignoreMissing);
      // Folders that became empty go, too; the others refuse.
      await rmdir(dirname(pathOf(name))).catch(() => {});
    },
    list: (prefix) => listFiles(root, prefix),
    listFolders: async () => {
      const entries = (await readdir(root, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
      return entries
        .filter((entry) => entry.isDirectory() && entry.name !== INCOMING)
        .map(({ name }) => name);
    },
  };
}

/** A folder and its parents, each durable in its parent. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  for (let folder = path; first !== undefined && folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The names below a folder, which ends with a slash, or all. A folder sorts as its name with the slash. */
async function* listFiles(root: string, folder: string): AsyncIterable<ListedObject> {
  const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const names = entries
    .filter((entry) => entry.isFile() || (entry.isDirectory() && folder + entry.name !== INCOMING))
    .map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
    .sort((one, other) => (one < other ? -1 : 1));
  for (const name of names) {
    if (name.endsWith('/')) yield* listFiles(root, name);
    else {
      const info = await stat(join(root, name)).catch(ignoreMissing);
      if (info) yield { name, size: info.size, changedAt: info.mtime };
    }
  }
}
