import { constants, copyFile, mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile } from './blob-file.ts';
import { type Ids, newFileName } from './blob-names.ts';
import { ignoreMissing, syncFile, syncFolder } from './disk.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';

/** Files that are being written; not part of any list. */
const INCOMING = 'incoming';

/** So many files wait for their sync at most: what is synced together costs little more than one. */
const UNSYNCED_MAX = 1_000;

/** The interface of a bucket on a folder of this machine: each object is a file. */
export function openFolderStore(root: string, ids: Ids): ObjectStore {
  const pathOf = (name: string) => join(root, name);
  let unsynced: string[] = [];
  const flush = async () => {
    const paths = unsynced;
    unsynced = [];
    for (const path of paths) await syncFile(path).catch(ignoreMissing);
    const folders = new Set(paths.flatMap((path) => parentsOf(path, root)));
    for (const folder of folders) await syncFolder(folder).catch(ignoreMissing);
  };
  return {
    pathOf,
    flush,
    put: async (name, path) => {
      const target = pathOf(name);
      if (await stat(target).catch(ignoreMissing)) return;
      await mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const partial = join(root, INCOMING, newFileName(ids));
      try {
        await copyFile(path, partial, constants.COPYFILE_FICLONE);
        await rename(partial, target);
      } finally {
        await rm(partial, { force: true });
      }
      unsynced.push(target);
      if (unsynced.length >= UNSYNCED_MAX) await flush();
    },
    head: async (name) => {
      const hashed = await hashFile(pathOf(name)).catch(ignoreMissing);
      return hashed ? { size: hashed.size, sha256: hashed.sha256 } : null;
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

/** The folders that hold the name of a file, and their names. */
function parentsOf(path: string, root: string): string[] {
  const parents: string[] = [];
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder))
    parents.push(folder);
  return [...parents, dirname(root)];
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
