import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Ids, newKey } from './ids.ts';

export interface StoredBlob {
  key: string;
  size: number;
  sha256: Buffer;
}

/** Where documents lie. A blob is written once, under a random key, and never changed. */
export interface Blobs {
  /** Writes the bytes, makes them durable, reads them back and compares. */
  put(bytes: Uint8Array): Promise<StoredBlob>;
  /** Takes over a file that lies in `incomingDir`, makes it durable and compares it with the given hash. */
  adopt(path: string, sha256: Uint8Array): Promise<StoredBlob>;
  read(key: string): Promise<Buffer>;
  stream(key: string, range?: { start: number; end: number }): Readable;
  remove(key: string): Promise<void>;
  /** All keys older than the given time, for the sweeper. */
  listOlderThan(time: Date): AsyncIterable<string>;
  /** Where uploads may be written before they are adopted: the same file system, so adopting is a rename. */
  incomingDir: string;
  /** The path of a blob on this machine, for child processes that read it themselves. */
  pathOf(key: string): string;
}

const KEY = /^[0-9a-f]{32}$/;

/** Blobs as files, 256 folders of them, under `root`. */
export async function openDiskBlobs(root: string, ids: Ids): Promise<Blobs> {
  const incomingDir = join(root, 'incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a blob key');
    return join(root, key.slice(0, 2), key);
  };
  const adopt = async (path: string, sha256: Uint8Array): Promise<StoredBlob> => {
    const key = newKey(ids);
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(path, 'r');
    let size: number;
    try {
      await file.sync();
      size = await compare(file, sha256);
    } finally {
      await file.close();
    }
    await rename(path, target);
    await syncFolder(dirname(target));
    return { key, size, sha256: Buffer.from(sha256) };
  };
  return {
    incomingDir,
    pathOf,
    adopt,
    put: async (bytes) => {
      const path = join(incomingDir, newKey(ids));
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      return adopt(path, createHash('sha256').update(bytes).digest());
    },
    read: async (key) => {
      const file = await open(pathOf(key), 'r');
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    stream: (key, range) => createReadStream(pathOf(key), range),
    remove: async (key) => {
      await unlink(pathOf(key)).catch(ignoreMissing);
    },
    listOlderThan: (time) => listOlderThan(root, time),
  };
}

async function compare(file: FileHandle, sha256: Uint8Array): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (!hash.digest().equals(sha256)) throw new Error('a blob did not read back as it was written');
  return size;
}

// A rename is durable only once its folder is.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* listOlderThan(root: string, time: Date): AsyncIterable<string> {
  for (const shelf of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
    for (const key of await readdir(join(root, shelf))) {
      const info = await stat(join(root, shelf, key)).catch(ignoreMissing);
      if (info && info.mtime < time && KEY.test(key)) yield key;
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
