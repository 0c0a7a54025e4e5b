import { createHash, type Hash } from 'node:crypto';
import {
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ChunkHash, keptDigests } from './chunk-digests.ts';
import type { Clock } from './clock.ts';
import { ignoreMissing, syncFolder } from './disk.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { type Ids, newDatedKey, newKey } from './ids.ts';

export interface StoredBlob {
  key: string;
  size: number;
  sha256: Buffer;
  /** As `ChunkHash` computes them. */
  chunkDigests: Buffer | null;
  /** Where the bytes were just compared: the hash over them, to be continued by what will be appended. */
  hashed?: Hash;
}

/** Reads parts of one blob; to be closed. */
export interface BlobReader {
  readonly size: number;
  /** Reads from the given offset into the target; returns the number of bytes, fewer at the end of the blob. */
  read(target: Uint8Array, offset: number): Promise<number>;
  close(): Promise<void>;
}

/** The storage of documents. A blob is written once, under a new key, and never changed. */
export interface Blobs {
  /** Writes the bytes, makes them durable, reads them back and compares. */
  put(bytes: Uint8Array): Promise<StoredBlob>;
  /** Moves a file from `incomingDir` into the storage, makes it durable and verifies its hash. */
  adopt(path: string, sha256: Uint8Array, knownDigests?: Uint8Array): Promise<StoredBlob>;
  /** Stores the bytes of another blob, followed by the updates, as a new one. Fails with ENOENT where it is missing. */
  append(key: string, appended: AppendedBytes): Promise<StoredBlob>;
  /** The bytes as they are now, unchecked: rooms read through `files`, which compares them. */
  read(key: string): Promise<Buffer>;
  /** Unchecked like `read`. Fails with ENOENT where the blob is missing. */
  open(key: string): Promise<BlobReader>;
  remove(key: string): Promise<void>;
  /** The folders of all keys: a day (UTC) as eight digits, or two digits of the random keys of earlier versions. */
  listFolders(): Promise<string[]>;
  /** The keys in a folder that were stored before the given time, for the sweeper. */
  listOlderThan(folder: string, time: Date): AsyncIterable<string>;
  /** Where uploads may be written before they are adopted. */
  incomingDir: string;
  /** Folders in which a crash may leave files, for the sweeper. */
  leftoverDirs: readonly string[];
  /** Unchecked like `read`, for the signature engine. Fails with ENOENT where the blob is missing. */
  source(key: string): Promise<FileSource>;
  /** Where a blob lies, in words for operators: a path or an address. */
  placeOf(key: string): string;
}

export interface AppendedBytes {
  updates: readonly Uint8Array[];
  /** Of the whole. */
  sha256: Uint8Array;
  /** Of the blob that is continued, where they are at hand: what stays the same is hashed once less. */
  chunkDigests?: Uint8Array | null;
  /** Called once all is written and nothing is stored; tests end the process there. */
  onWritten?: () => void;
}

/** A storage that can hold encrypted blobs, whose bytes were compared while they were written. */
export interface BlobStorage extends Blobs {
  /** As `adopt`, without reading the file once more. Returns the key. */
  adoptCompared(path: string): Promise<string>;
}

// Current keys begin with the day of creation, which is the folder; those of earlier versions are 32 random digits.
const DATED_KEY = /^[0-9]{8}[0-9a-f]{32}$/;
const OLD_KEY = /^[0-9a-f]{32}$/;

/** Blobs as files under `root`, in one folder a day (UTC). */
export async function openDiskBlobs(
  root: string,
  { ids, clock }: { ids: Ids; clock: Clock },
): Promise<BlobStorage> {
  const incomingDir = join(root, 'incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  const placeOf = (key: string) => join(root, nameOf(key));
  let durableFolder = '';
  const moveIn = async (path: string): Promise<{ key: string; target: string }> => {
    const key = newDatedKey(ids, clock.now());
    const target = placeOf(key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(path, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, target);
    await syncFolder(dirname(target));
    // The folder of a day may be as new as the name in it; once durable, it stays so.
    if (durableFolder !== dirname(target)) await syncFolder(root);
    durableFolder = dirname(target);
    return { key, target };
  };
  const adopt: Blobs['adopt'] = async (path, sha256, known) => {
    const { key, target } = await moveIn(path);
    return { key, ...(await readBack(target, sha256, known)), sha256: Buffer.from(sha256) };
  };
  return {
    incomingDir,
    leftoverDirs: [incomingDir],
    placeOf,
    source: async (key) => openFileSource(placeOf(key)),
    adopt,
    adoptCompared: async (path) => (await moveIn(path)).key,
    append: (key, appended) => {
      const path = join(incomingDir, newKey(ids));
      return appendTo(placeOf(key), { path, appended, adopt });
    },
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
      const file = await open(placeOf(key), 'r');
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    open: async (key) => {
      return openReader(placeOf(key));
    },
    remove: async (key) => {
      await unlink(placeOf(key)).catch(ignoreMissing);
    },
    listFolders: async () => (await readdir(root)).filter(isFolder),
    listOlderThan: (folder, time) => listOlderThan(root, folder, time),
  };
}

/** Copies a file, appends the updates, and has the whole adopted. */
export async function appendTo(
  from: string,
  { path, appended, adopt }: { path: string; appended: AppendedBytes; adopt: Blobs['adopt'] },
): Promise<StoredBlob> {
  const { updates, sha256, chunkDigests, onWritten } = appended;
  try {
    await copyFile(from, path, constants.COPYFILE_FICLONE);
    const { size } = await stat(path);
    await writeFile(path, updates, { flag: 'a' });
    onWritten?.();
    return await adopt(path, sha256, keptDigests(chunkDigests, size));
  } finally {
    await unlink(path).catch(ignoreMissing);
  }
}

/** The name of a blob below its root: its folder and its key. */
export function nameOf(key: string): string {
  const folder = folderOf(key);
  if (folder === null) throw new Error('not a blob key');
  return `${folder}/${key}`;
}

/** The key in a name that `nameOf` made; null for any other. */
export function keyIn(name: string): string | null {
  const [folder, key = '', ...more] = name.split('/');
  return more.length === 0 && folderOf(key) === folder ? key : null;
}

export function isFolder(name: string): boolean {
  return /^([0-9]{8}|[0-9a-f]{2})$/.test(name);
}

function folderOf(key: string): string | null {
  if (DATED_KEY.test(key)) return key.slice(0, 8);
  return OLD_KEY.test(key) ? key.slice(0, 2) : null;
}

/**
 * Compares a blob, under the name by which it will be found, with what was to be written; removes it if it differs.
 */
async function readBack(
  path: string,
  sha256: Uint8Array,
  known?: Uint8Array,
): Promise<Pick<StoredBlob, 'size' | 'chunkDigests' | 'hashed'>> {
  const { sha256: found, ...compared } = await hashFile(path, known);
  if (found.equals(sha256)) return compared;
  await unlink(path);
  throw new Error('a blob did not read back as it was written');
}

export async function hashFile(
  path: string,
  known?: Uint8Array,
): Promise<ReturnType<ChunkHash['digest']> & { hashed: Hash }> {
  const hash = new ChunkHash(known);
  const reader = await openReader(path);
  try {
    for await (const piece of readPieces(reader)) hash.update(piece);
  } finally {
    await reader.close();
  }
  const hashed = hash.copyWhole();
  return { ...hash.digest(), hashed };
}

const PIECE_BYTES = 1024 * 1024;

/**
 * A blob in pieces, each valid until the next is asked for. While one is used the next is read, so that processor and
 * disk work at the same time.
 */
export async function* readPieces(reader: BlobReader): AsyncIterable<Buffer> {
  // A byte more than a small blob has: its end is seen at once.
  const length = Math.min(PIECE_BYTES, reader.size + 1);
  const read = (target: Buffer, offset: number) => {
    const reading = reader.read(target, offset);
    // An error is thrown where the piece is asked for.
    reading.catch(() => {});
    return reading;
  };
  let piece = Buffer.allocUnsafe(length);
  let following = Buffer.allocUnsafe(reader.size < length ? 0 : length);
  let next = read(piece, 0);
  try {
    for (let offset = 0, count = length; count === length; offset += length) {
      count = await next;
      if (count === length) next = read(following, offset + length);
      if (count > 0) yield piece.subarray(0, count);
      [piece, following] = [following, piece];
    }
  } finally {
    // A file is not closed under a reading.
    await next.catch(() => {});
  }
}

export async function openReader(path: string): Promise<BlobReader> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return { size, read: (target, offset) => readFully(file, target, offset), close: () => file.close() };
}

/** Returns the number of bytes, fewer than fit into the target only at the end of the file. */
export async function readFully(file: FileHandle, target: Uint8Array, offset: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const { bytesRead } = await file.read(target, filled, target.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

async function* listOlderThan(root: string, folder: string, time: Date): AsyncIterable<string> {
  for (const key of (await readdir(join(root, folder)).catch(ignoreMissing)) ?? []) {
    const info = await stat(join(root, folder, key)).catch(ignoreMissing);
    if (info && info.mtime < time && keyIn(`${folder}/${key}`) !== null) yield key;
  }
}
