import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CHUNK_BYTES, HEADER_BYTES, ignoreMissing, nameOf, STORED_CHUNK_BYTES } from '@paraph/storage';
import type { Config } from '../../server/src/config/config.ts';
import { openBlobStore } from '../../server/src/open-blobs.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { chooseScratchParent } from './scratch.ts';

/**
 * The documents of an instance as its store has them, for tests that look there or damage something: a folder or a bucket,
 * below the encryption. Copies of a bucket's objects on this machine change with them.
 */
export interface StoredBytes {
  has(key: string): Promise<boolean>;
  read(key: string): Promise<Buffer>;
  change(key: string, edit: (bytes: Buffer) => Uint8Array): Promise<void>;
  /** Turns a bit of the byte that holds this one of the document; a second time turns it back. */
  flip(key: string, offset: number): Promise<void>;
  /** Answers how to put it back. */
  lose(key: string): Promise<() => Promise<void>>;
  /** The keys of all documents. */
  listKeys(): Promise<string[]>;
  /** Those of the copies on this machine. */
  listCopies(): Promise<string[]>;
}

export function openStoredBytes(config: Config): StoredBytes {
  const store = openBlobStore(config, { clock: systemClock, ids: systemIds });
  const copiesDir = join(config.dataDir, 'object-store', 'copies');
  const listCopies = async () => {
    const entries =
      (await readdir(copiesDir, { recursive: true, withFileTypes: true }).catch(ignoreMissing)) ?? [];
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  const inScratch = async <T>(use: (path: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(join(await chooseScratchParent(), 'paraph-stored-'));
    try {
      return await use(join(folder, randomBytes(8).toString('hex')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const read = (key: string) =>
    inScratch(async (path) => {
      if (!(await store.fetchTo(nameOf(key), path))) throw new Error(`The store has no ${key}.`);
      return readFile(path);
    });
  const write = (key: string, bytes: Uint8Array) =>
    inScratch(async (path) => {
      await writeFile(path, bytes);
      await store.put(nameOf(key), path, createHash('sha256').update(bytes).digest());
    });
  const remove = async (key: string) => {
    await store.remove(nameOf(key));
    for (const path of await listCopies()) if (basename(path) === key) await rm(path);
  };
  const change: StoredBytes['change'] = async (key, edit) => {
    const edited = edit(await read(key));
    await remove(key);
    await write(key, edited);
  };
  return {
    has: async (key) => (await store.head(nameOf(key))) !== null,
    read,
    change,
    flip: (key, offset) =>
      change(key, (bytes) => {
        const at = config.encryption === null ? offset : offsetEncrypted(offset);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes;
      }),
    lose: async (key) => {
      const bytes = await read(key);
      await remove(key);
      return () => write(key, bytes);
    },
    listKeys: async () => {
      const keys: string[] = [];
      for await (const { name } of store.list('')) keys.push(basename(name));
      return keys;
    },
    listCopies: async () => (await listCopies()).map((path) => basename(path)),
  };
}

function offsetEncrypted(offset: number): number {
  return HEADER_BYTES + Math.floor(offset / CHUNK_BYTES) * STORED_CHUNK_BYTES + (offset % CHUNK_BYTES);
}
