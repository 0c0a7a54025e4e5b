import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BlobReader,
  type BlobStorage,
  type Blobs,
  openReader,
  readFully,
  readPieces,
  type StoredBlob,
} from './blobs.ts';
import { ChunkHash, keptDigests } from './chunk-digests.ts';
import { decryptReader, decryptSource } from './decrypted-source.ts';
import { ignoreMissing } from './disk.ts';
import { ChunkEncryption, DATA_KEY_BYTES } from './encrypted-chunks.ts';
import type { FileSource } from './file-source.ts';
import { type Ids, newKey } from './ids.ts';
import type { KeyWrapper, WrappedKey } from './key-wrapper.ts';
import { keepOpenSources } from './open-sources.ts';

/**
 * The data keys of blobs, beside their names and not beside their bytes: once a key is deleted, every copy of its blob
 * is unreadable, those in backups of the storage too.
 */
export interface BlobKeys {
  insert(blobKey: string, key: WrappedKey): Promise<void>;
  /** Null for a blob that is not encrypted. */
  find(blobKey: string): Promise<WrappedKey | null>;
  delete(blobKey: string): Promise<void>;
}

interface Parts {
  keys: BlobKeys;
  wrapper: KeyWrapper;
  ids: Ids;
  /** Where uploads are examined; null: beside the blobs. */
  incomingDir: string | null;
}

/** Encrypts what is stored in `inner`, which sees encrypted bytes only. Blobs without a key are read as they are. */
export function encryptBlobs(inner: BlobStorage, parts: Parts): Blobs {
  const { keys, incomingDir } = parts;
  const unwrap = rememberUnwrapped(parts.wrapper);
  const findKey = async (blobKey: string): Promise<Buffer | null> => {
    const key = await keys.find(blobKey);
    return key && unwrap(key);
  };
  const shared = keepOpenSources();
  // The key is asked for each time: without it nothing is read, even if others have decrypted it.
  const source = async (blobKey: string): Promise<FileSource> => {
    const dataKey = await findKey(blobKey);
    const open = dataKey && shared.find(blobKey);
    if (open) return open;
    const encrypted = await inner.source(blobKey);
    if (!dataKey) return encrypted;
    return closingOnError(encrypted, async () => shared.share(blobKey, decryptSource(encrypted, dataKey)));
  };
  const openBlob = async (blobKey: string): Promise<BlobReader> => {
    const dataKey = await findKey(blobKey);
    const encrypted = await inner.open(blobKey);
    if (!dataKey) return encrypted;
    return closingOnError(encrypted, () => decryptReader(encrypted, dataKey));
  };
  return {
    incomingDir: incomingDir ?? inner.incomingDir,
    leftoverDirs: [...inner.leftoverDirs, ...(incomingDir === null ? [] : [incomingDir])],
    placeOf: inner.placeOf,
    listFolders: inner.listFolders,
    listOlderThan: inner.listOlderThan,
    source,
    open: openBlob,
    put: (bytes) => store(inner, parts, { pieces: [bytes], sha256: null }),
    adopt: async (path, sha256) => {
      const upload = await openReader(path);
      try {
        const stored = await store(inner, parts, { pieces: readPieces(upload), sha256 });
        await unlink(path);
        return stored;
      } finally {
        await upload.close();
      }
    },
    append: async (blobKey, { updates, chunkDigests, ...rest }) => {
      const before = shared.find(blobKey) ?? (await source(blobKey));
      try {
        const known = keptDigests(chunkDigests, before.size);
        return await store(inner, parts, { ...rest, known, pieces: joinPieces(before, updates) });
      } finally {
        before.close();
      }
    },
    read: async (blobKey) => {
      const reader = await openBlob(blobKey);
      try {
        const bytes = Buffer.allocUnsafe(reader.size);
        return bytes.subarray(0, await reader.read(bytes, 0));
      } finally {
        await reader.close();
      }
    },
    remove: async (blobKey) => {
      await keys.delete(blobKey);
      await inner.remove(blobKey);
    },
  };
}

interface NewBytes {
  /** Each may be overwritten once the next is asked for. */
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** What they must hash to; null where they are in memory and cannot differ. */
  sha256: Uint8Array | null;
  /** The digests of the first chunks, where they are known. */
  known?: Uint8Array;
  onWritten?: () => void;
}

/** The key is stored after the bytes: a crash between the two leaves a blob that nothing names, which is swept. */
async function store(
  inner: BlobStorage,
  { ids, keys, wrapper }: Parts,
  bytes: NewBytes,
): Promise<StoredBlob> {
  const dataKey = ids.bytes(DATA_KEY_BYTES);
  const key = await wrapper.wrap(dataKey);
  const path = join(inner.incomingDir, newKey(ids));
  try {
    const plain = await encryptTo(path, bytes, dataKey);
    if (bytes.sha256 !== null && !plain.sha256.equals(bytes.sha256))
      throw new Error('an upload changed before it was stored');
    bytes.onWritten?.();
    const blobKey = await inner.adoptCompared(path);
    await keys.insert(blobKey, key);
    return { key: blobKey, ...plain };
  } finally {
    await unlink(path).catch(ignoreMissing);
  }
}

async function encryptTo(path: string, { pieces, known }: NewBytes, dataKey: Uint8Array) {
  const encryption = new ChunkEncryption(dataKey);
  const plain = new ChunkHash(known);
  const file = await open(path, 'wx+', 0o600);
  try {
    const write = openWriter(file);
    await write([encryption.header]);
    for await (const piece of pieces) {
      plain.update(piece);
      await write(encryption.update(piece));
    }
    await write(encryption.end());
    await write([]);
  } finally {
    await file.close();
  }
  return plain.digest();
}

/**
 * Writes, reads back and compares. Waits for what was given before and not for what is given now: encrypting and
 * writing take place at the same time.
 */
function openWriter(file: FileHandle): (parts: readonly Buffer[]) => Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  let position = 0;
  let buffer = Buffer.alloc(0);
  return async (parts) => {
    await writing;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length === 0) return;
    if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
    writing = writeCompared(file, { parts, position, buffer: buffer.subarray(0, length) });
    // An error is thrown by the next call.
    writing.catch(() => {});
    position += length;
  };
}

async function writeCompared(
  file: FileHandle,
  { parts, position, buffer }: { parts: readonly Buffer[]; position: number; buffer: Buffer },
): Promise<void> {
  await file.writev(parts, position);
  // Fewer than were given if the disk is full.
  const written = buffer.subarray(0, await readFully(file, buffer, position));
  let at = 0;
  for (const part of parts) {
    if (!written.subarray(at, at + part.length).equals(part))
      throw new Error('a blob did not read back as it was written');
    at += part.length;
  }
}

const JOINED_BYTES = 1024 * 1024;

function* joinPieces(source: FileSource, updates: readonly Uint8Array[]): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(JOINED_BYTES, source.size));
  for (let offset = 0; offset < source.size; ) {
    const count = source.readInto(buffer, offset);
    if (count === 0) throw new Error('a stored file became shorter while it was read');
    yield buffer.subarray(0, count);
    offset += count;
  }
  yield* updates;
}

async function closingOnError<T>(resource: { close(): unknown }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await resource.close();
    throw error;
  }
}

/** Data keys that were used lately, so that a token or a service outside is not called for each read. */
const REMEMBERED_KEYS = 1_000;

function rememberUnwrapped(wrapper: KeyWrapper): (key: WrappedKey) => Promise<Buffer> {
  const known = new Map<string, Buffer>();
  return async (key) => {
    const name = `${key.wrappingKey} ${key.wrapped.toString('base64')}`;
    const dataKey = known.get(name) ?? (await wrapper.unwrap(key));
    known.delete(name);
    known.set(name, dataKey);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED_KEYS && oldest !== undefined) known.delete(oldest);
    return dataKey;
  };
}
