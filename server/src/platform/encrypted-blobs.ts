import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobReader, Blobs, StoredBlob } from './blobs.ts';
import { CHUNK_BYTES, ChunkHash } from './chunk-digests.ts';
import { decryptReader, decryptSource } from './decrypted-source.ts';
import { ignoreMissing } from './disk.ts';
import { ChunkEncryption, DATA_KEY_BYTES } from './encrypted-chunks.ts';
import type { FileSource } from './file-source.ts';
import { type Ids, newKey } from './ids.ts';
import type { KeyWrapper, WrappedKey } from './key-wrapper.ts';

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
export function encryptBlobs(inner: Blobs, parts: Parts): Blobs {
  const { keys, incomingDir } = parts;
  const unwrap = rememberUnwrapped(parts.wrapper);
  const findKey = async (blobKey: string): Promise<Buffer | null> => {
    const key = await keys.find(blobKey);
    return key && unwrap(key);
  };
  const source = async (blobKey: string): Promise<FileSource> => {
    const dataKey = await findKey(blobKey);
    const encrypted = await inner.source(blobKey);
    if (!dataKey) return encrypted;
    return closingOnError(encrypted, async () => decryptSource(encrypted, dataKey));
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
      const pieces = createReadStream(path, { highWaterMark: CHUNK_BYTES });
      const stored = await store(inner, parts, { pieces, sha256 });
      await unlink(path);
      return stored;
    },
    append: async (blobKey, { updates, ...rest }) => {
      const before = await source(blobKey);
      try {
        return await store(inner, parts, { ...rest, pieces: joinPieces(before, updates) });
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
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** What they must hash to; null where they are in memory and cannot differ. */
  sha256: Uint8Array | null;
  onWritten?: () => void;
}

/** The key is stored after the bytes: a crash between the two leaves a blob that nothing names, which is swept. */
async function store(
  inner: Blobs,
  { ids, keys, wrapper }: Parts,
  { pieces, sha256, onWritten }: NewBytes,
): Promise<StoredBlob> {
  const dataKey = ids.bytes(DATA_KEY_BYTES);
  const key = await wrapper.wrap(dataKey);
  const path = join(inner.incomingDir, newKey(ids));
  try {
    const { plain, encryptedSha256 } = await encryptTo(path, pieces, dataKey);
    if (sha256 !== null && !plain.sha256.equals(sha256))
      throw new Error('an upload changed before it was stored');
    onWritten?.();
    const stored = await inner.adopt(path, encryptedSha256);
    await keys.insert(stored.key, key);
    return { key: stored.key, ...plain };
  } finally {
    await unlink(path).catch(ignoreMissing);
  }
}

async function encryptTo(path: string, pieces: NewBytes['pieces'], dataKey: Uint8Array) {
  const encryption = new ChunkEncryption(dataKey);
  const plain = new ChunkHash();
  const encrypted = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  const write = async (parts: readonly Buffer[]) => {
    for (const part of parts) encrypted.update(part);
    if (parts.length > 0) await file.writev(parts);
  };
  try {
    await write([encryption.header]);
    for await (const piece of pieces) {
      plain.update(piece);
      await write(encryption.update(piece));
    }
    await write(encryption.end());
  } finally {
    await file.close();
  }
  return { plain: plain.digest(), encryptedSha256: encrypted.digest() };
}

function* joinPieces(source: FileSource, updates: readonly Uint8Array[]): Iterable<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES)
    yield source.read(offset, Math.min(CHUNK_BYTES, source.size - offset));
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
