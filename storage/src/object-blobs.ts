import { createHash } from 'node:crypto';
import { constants, copyFile, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBlob, type StoredBlob } from './blob-copy.ts';
import { type BlobReader, hashFile, openReader } from './blob-file.ts';
import { type Clock, type Ids, isFolder, keyIn, nameOf, newBlobKey, newFileName } from './blob-names.ts';
import type { BlobStorage, Blobs } from './blobs.ts';
import { ignoreMissing, openFileSource, removeLeft } from './disk.ts';
import { StorageFault } from './faults.ts';
import { type LocalCopies, openLocalCopies } from './local-copies.ts';
import { type ObjectStore, type ObjectStoreSettings, openObjectStore } from './object-store.ts';

interface StoreContext {
  /** On this machine: uploads on their way, and copies of what was read. */
  folder: string;
  /** How much room the copies may take. */
  copiesBytesMax: number;
  ids: Ids;
  clock: Clock;
  /** That by which the disk of this machine dates files. */
  machineClock: Clock;
}

/** Blobs as objects of a bucket. What is read is copied to this machine first, and served from there. */
export async function openObjectBlobs(
  settings: ObjectStoreSettings,
  { folder, copiesBytesMax, ids, clock, machineClock }: StoreContext,
): Promise<BlobStorage> {
  const store = openObjectStore(settings, { clock, ids });
  const incomingDir = join(folder, 'incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  const copies = await openLocalCopies(join(folder, 'copies'), {
    bytesMax: copiesBytesMax,
    machineClock,
    fetchTo: (key, path) => store.fetchTo(nameOf(key), path),
  });
  const send = async (path: string, { size, sha256 }: { size: number; sha256: Buffer }): Promise<string> => {
    const key = newBlobKey(ids, clock.now());
    await store.put(nameOf(key), path, sha256);
    await requireStored(store, { key, size, sha256 }, join(incomingDir, `check-${newFileName(ids)}`));
    await copies.keep(key, path);
    return key;
  };
  const adopt: Blobs['adopt'] = async (path, sha256) => {
    const hashed = await hashFile(path);
    if (!hashed.sha256.equals(sha256)) throw new Error('an upload changed before it was stored');
    return { key: await send(path, hashed), ...hashed };
  };
  const adoptCompared = async (path: string, sha256?: Uint8Array) =>
    send(
      path,
      sha256 ? { size: (await stat(path)).size, sha256: Buffer.from(sha256) } : await hashFile(path),
    );
  const copyTo = async (key: string, path: string) => {
    await withCopy(copies, key, (from) =>
      copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
    );
    // It is sent to the store, and need not survive this machine.
    return { durable: Promise.resolve() };
  };
  return {
    incomingDir,
    leftoverDirs: [incomingDir],
    // It is sent to the store, and need not survive this machine.
    beginAdopting: async () => {},
    adopt,
    adoptCompared,
    copyTo,
    copy: (key) => copyBlob({ adoptCompared, copyTo }, { key, path: join(incomingDir, newFileName(ids)) }),
    put: (bytes) => adoptBytes(bytes, join(incomingDir, newFileName(ids)), adopt),
    read: (key) => withCopy(copies, key, (path) => readFile(path)),
    open: (key) => openCopied(copies, key),
    remove: async (key) => {
      await store.remove(nameOf(key));
      await copies.drop(key);
    },
    sweepCopies: copies.sweep,
    listFolders: async () => (await store.listFolders()).filter(isFolder),
    listOlderThan: (folder, time) => listOlderThan(store, folder, time),
    source: async (key) => {
      const copy = await copies.hold(key);
      const source = openFileSource(copy.path);
      const close = () => {
        source.close();
        copy.release();
      };
      return { ...source, close };
    },
    pathOf: (key) => `${settings.url}/${settings.prefix}${nameOf(key)}`,
  };
}

async function adoptBytes(bytes: Uint8Array, path: string, adopt: Blobs['adopt']): Promise<StoredBlob> {
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return await adopt(path, createHash('sha256').update(bytes).digest());
  } finally {
    // Where the store is away, it is left.
    await removeLeft(path);
  }
}

async function openCopied(copies: LocalCopies, key: string): Promise<BlobReader> {
  const copy = await copies.hold(key);
  const reader = await openReader(copy.path).catch((error: unknown) => {
    copy.release();
    throw error;
  });
  const close = async () => {
    copy.release();
    await reader.close();
  };
  return { ...reader, close };
}

async function withCopy<T>(copies: LocalCopies, key: string, use: (path: string) => Promise<T>): Promise<T> {
  const copy = await copies.hold(key);
  try {
    return await use(copy.path);
  } finally {
    copy.release();
  }
}

/** Compares what the store holds with what was sent; by reading it back where the store computes no checksum. */
async function requireStored(
  store: ObjectStore,
  { key, size, sha256 }: Pick<StoredBlob, 'key' | 'sha256' | 'size'>,
  checkPath: string,
): Promise<void> {
  const stored = await store.head(nameOf(key));
  if (!stored) throw new StorageFault('The object store has lost what it had just confirmed.');
  const storedHash = stored.sha256 ?? (await hashStored(store, key, checkPath));
  if (stored.size === size && storedHash?.equals(sha256)) return;
  await store.remove(nameOf(key));
  throw new StorageFault('The object store did not keep the bytes that it was sent.');
}

async function hashStored(store: ObjectStore, key: string, path: string): Promise<Buffer | null> {
  try {
    return (await store.fetchTo(nameOf(key), path)) ? (await hashFile(path)).sha256 : null;
  } finally {
    await unlink(path).catch(ignoreMissing);
  }
}

async function* listOlderThan(store: ObjectStore, folder: string, time: Date): AsyncIterable<string> {
  for await (const { name, changedAt } of store.list(`${folder}/`)) {
    const key = keyIn(name);
    if (key !== null && changedAt < time) yield key;
  }
}
