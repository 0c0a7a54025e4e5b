import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobCopy, type CopiedFile, copyBlob, type StoredBlob } from './blob-copy.ts';
import {
  type BlobReader,
  compareFile,
  hashFile,
  notReadBack,
  openReader,
  PIECE_BYTES,
  readWhole,
  type WrittenBytes,
} from './blob-file.ts';
import { type Clock, type Ids, isFolder, keyIn, nameOf, newBlobKey, newFileName } from './blob-names.ts';
import {
  type FileSource,
  ignoreMissing,
  openFileSource,
  syncFile,
  syncFolder,
  writeNewFile,
} from './disk.ts';
import type { FindNeeded } from './local-copies.ts';

/** The storage of documents. A blob is written once, under a new key, and never changed. */
export interface Blobs {
  /** Writes the bytes, makes them durable, reads them back and compares. */
  put(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * Begins to make a file in `incomingDir` durable, which goes on while it is examined. What `adopt` is given then must
   * not have been written to since.
   */
  beginAdopting(path: string): Promise<void>;
  /** Moves a file from `incomingDir` into the storage, makes it durable and verifies its hash. */
  adopt(path: string, sha256: Uint8Array, adopted?: AdoptedBytes): Promise<StoredBlob>;
  /** Copies a blob, to be stored as another one with what follows. Fails with ENOENT where it is missing. */
  copy(key: string): Promise<BlobCopy>;
  /** The bytes as they are now, unchecked: rooms read through `files`, which compares them. */
  read(key: string): Promise<Buffer>;
  /** Unchecked like `read`. Fails with ENOENT where the blob is missing. */
  open(key: string): Promise<BlobReader>;
  remove(key: string): Promise<void>;
  /** The folders of all keys: a day (UTC) as eight digits. */
  listFolders(): Promise<string[]>;
  /** The keys in a folder that were stored before the given time, for the sweeper. */
  listOlderThan(folder: string, time: Date): AsyncIterable<string>;
  /** Where uploads may be written before they are adopted. */
  incomingDir: string;
  /** Folders in which a crash may leave files, for the sweeper. */
  leftoverDirs: readonly string[];
  /** Unchecked like `read`, for the signature engine. Fails with ENOENT where the blob is missing. */
  source(key: string): Promise<FileSource>;
  /** Removes copies on this machine of blobs that are not needed any more. */
  sweepCopies(findNeeded: FindNeeded): Promise<void>;
  /** Where a blob lies, in words for operators: a path or an address. */
  pathOf(key: string): string;
}

/** What is known of a file that is adopted. */
export interface AdoptedBytes {
  /** Compared with what reads back, in place of the hash, which they have. */
  written?: WrittenBytes | null;
  /** Its bytes are durable then. */
  durable?: Promise<void>;
}

/** A storage that can hold encrypted blobs, whose bytes were compared while they were written. */
export interface BlobStorage extends Blobs {
  /** As `adopt`, without reading the file once more where its hash is given. Returns the key. */
  adoptCompared(path: string, sha256?: Uint8Array): Promise<string>;
  /** Copies the stored bytes of a blob to a new file. Fails with ENOENT where it is missing. */
  copyTo(key: string, path: string): Promise<CopiedFile>;
}

/** A copy of this size goes to the disk while it is hashed; a smaller one with what follows it. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Blobs as files under `root`, in one folder a day (UTC). */
export async function openDiskBlobs(
  root: string,
  { ids, clock }: { ids: Ids; clock: Clock },
): Promise<BlobStorage> {
  const incomingDir = join(root, 'incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(root, nameOf(key));
  let durableFolder = '';
  const moveIn = async (path: string, durable?: Promise<void>): Promise<{ key: string; target: string }> => {
    const key = newBlobKey(ids, clock.now());
    const target = pathOf(key);
    if (durableFolder !== dirname(target)) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await (durable ?? syncFile(path));
    await rename(path, target);
    await syncFolder(dirname(target));
    // The folder of a day may be as new as the name in it; once durable, it stays so.
    if (durableFolder !== dirname(target)) await syncFolder(root);
    durableFolder = dirname(target);
    return { key, target };
  };
  const adopt: Blobs['adopt'] = async (path, sha256, { written, durable } = {}) => {
    const { key, target } = await moveIn(path, durable);
    return { key, ...(await readBack(target, sha256, written)), sha256: Buffer.from(sha256) };
  };
  const adoptCompared = async (path: string) => (await moveIn(path)).key;
  const copyTo = (key: string, path: string) => copyToDisk(pathOf(key), path);
  return {
    incomingDir,
    leftoverDirs: [incomingDir],
    pathOf,
    sweepCopies: async () => {},
    source: async (key) => openFileSource(pathOf(key)),
    beginAdopting: syncFile,
    adopt,
    adoptCompared,
    copyTo,
    copy: (key) => copyBlob({ adoptCompared, copyTo }, { key, path: join(incomingDir, newFileName(ids)) }),
    put: async (bytes) => {
      const path = join(incomingDir, newFileName(ids));
      await writeNewFile(path, bytes);
      const hashed = createHash('sha256').update(bytes);
      const written = { pieces: piecesOf(bytes), hashed };
      return adopt(path, hashed.copy().digest(), { written, durable: Promise.resolve() });
    },
    read: async (key) => readWhole(await openReader(pathOf(key))),
    open: async (key) => {
      return openReader(pathOf(key));
    },
    remove: async (key) => {
      await unlink(pathOf(key)).catch(ignoreMissing);
    },
    listFolders: async () => (await readdir(root)).filter(isFolder),
    listOlderThan: (folder, time) => listOlderThan(root, folder, time),
  };
}

function piecesOf(bytes: Uint8Array): Buffer[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.ceil(whole.length / PIECE_BYTES) }, (_each, index) =>
    whole.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
}

async function copyToDisk(from: string, to: string): Promise<CopiedFile> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const isLarge = statSync(to).size >= LARGE_BYTES;
  const durable = isLarge ? syncFile(to) : Promise.resolve();
  // An error is thrown where it is waited for.
  durable.catch(() => {});
  return { durable };
}

/**
 * Compares a blob, under the name by which it will be found, with what was to be written; removes it if it differs.
 */
async function readBack(
  path: string,
  sha256: Uint8Array,
  written: WrittenBytes | null = null,
): Promise<Pick<StoredBlob, 'size' | 'chunkDigests' | 'hashed'>> {
  if (written?.hashed.copy().digest().equals(sha256)) {
    const compared = await compareFile(path, written.pieces);
    if (compared) return { ...compared, hashed: written.hashed };
  } else {
    const { sha256: actual, ...compared } = await hashFile(path);
    if (actual.equals(sha256)) return compared;
  }
  await unlink(path);
  throw notReadBack();
}

async function* listOlderThan(root: string, folder: string, time: Date): AsyncIterable<string> {
  for (const key of (await readdir(join(root, folder)).catch(ignoreMissing)) ?? []) {
    const info = await stat(join(root, folder, key)).catch(ignoreMissing);
    if (info && info.mtime < time && keyIn(`${folder}/${key}`) !== null) yield key;
  }
}
