import { createHash, type Hash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type AppendedBytes,
  type BlobCopy,
  type CopiedFile,
  hashCopied,
  openCopy,
  type StoredBlob,
} from './blob-copy.ts';
import { type BlobReader, openReader, readPieces, readWhole, writeCompared } from './blob-file.ts';
import { type Ids, newFileName } from './blob-names.ts';
import type { BlobStorage, Blobs } from './blobs.ts';
import { CHUNK_BYTES, ChunkHash } from './chunk-digests.ts';
import { type DecryptedSource, decryptReader, decryptSource } from './decrypted-source.ts';
import {
  type DiskFile,
  type FileSource,
  joinPieces,
  openFile,
  openFileSource,
  openRecent,
  removeLeft,
  usingFile,
} from './disk.ts';
import {
  ChunkEncryption,
  canBeContinued,
  chunkAt,
  DATA_KEY_BYTES,
  type Layout,
  releaseBytes,
} from './encrypted-chunks.ts';
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

interface EncryptionContext {
  keys: BlobKeys;
  wrapper: KeyWrapper;
  ids: Ids;
  /** Where uploads are examined; null: beside the blobs. */
  incomingDir: string | null;
}

/** Encrypts what is stored in `inner`, which sees encrypted bytes only. Blobs without a key are read as they are. */
export function encryptBlobs(inner: BlobStorage, context: EncryptionContext): Blobs {
  const { keys, incomingDir } = context;
  const unwrap = rememberUnwrapped(context.wrapper);
  const findKey = async (blobKey: string): Promise<Buffer | null> => {
    const key = await keys.find(blobKey);
    return key && unwrap(key);
  };
  // The key is asked for each time: without it nothing is read.
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
    pathOf: inner.pathOf,
    sweepCopies: inner.sweepCopies,
    listFolders: inner.listFolders,
    listOlderThan: inner.listOlderThan,
    source,
    open: openBlob,
    put: (bytes) => store(inner, context, { pieces: [bytes], sha256: null }),
    // Its encrypted copy is what must be durable.
    beginAdopting: async () => {},
    adopt: async (path, sha256) => {
      const upload = await openReader(path);
      try {
        const stored = await store(inner, context, { pieces: readPieces(upload), sha256 });
        await unlink(path);
        return stored;
      } finally {
        await upload.close();
      }
    },
    copy: async (blobKey) => copyEncrypted(inner, context, { blobKey, dataKey: await findKey(blobKey) }),
    read: async (blobKey) => readWhole(await openBlob(blobKey)),
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
  onWritten?: (() => void) | undefined;
}

/** The key is stored after the bytes: a crash between the two leaves a blob that nothing names, which is swept. */
async function store(
  inner: BlobStorage,
  { ids, keys, wrapper }: EncryptionContext,
  bytes: NewBytes,
): Promise<StoredBlob> {
  const dataKey = ids.bytes(DATA_KEY_BYTES);
  const key = await wrapper.wrap(dataKey);
  const path = join(inner.incomingDir, newFileName(ids));
  try {
    const encrypted = await encryptTo(path, bytes, dataKey);
    if (bytes.sha256 !== null && !encrypted.sha256.equals(bytes.sha256))
      throw new Error('an upload changed before it was stored');
    bytes.onWritten?.();
    const blobKey = await inner.adoptCompared(path);
    await keys.insert(blobKey, key);
    return { key: blobKey, ...encrypted };
  } finally {
    await removeLeft(path);
  }
}

async function encryptTo(path: string, { pieces }: NewBytes, dataKey: Uint8Array) {
  const encryption = new ChunkEncryption(dataKey);
  const hash = new ChunkHash();
  await usingFile(await openFile(path, 'wx+', 0o600), async (file) => {
    const write = openWriter(file);
    await write([encryption.header]);
    for await (const piece of pieces) {
      hash.update(piece);
      await write(encryption.update(piece));
    }
    await write(encryption.end());
    await write([]);
  });
  return hash.digest();
}

/**
 * Writes, reads back and compares. Waits for what was given before and not for what is given now: encrypting and
 * writing take place at the same time.
 */
function openWriter(file: DiskFile): (chunks: readonly Buffer[]) => Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  let position = 0;
  let buffer = Buffer.alloc(0);
  return async (chunks) => {
    await writing;
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (length === 0) return;
    if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
    writing = writeCompared(file, { chunks, position, buffer: buffer.subarray(0, length) });
    // An error is thrown by the next call.
    writing.catch(() => {});
    position += length;
  };
}

/** A copy is continued as it is stored; where nothing of it can stay, the whole is encrypted anew. */
async function copyEncrypted(
  inner: BlobStorage,
  context: EncryptionContext,
  { blobKey, dataKey }: { blobKey: string; dataKey: Buffer | null },
): Promise<BlobCopy> {
  const path = join(inner.incomingDir, newFileName(context.ids));
  return openCopy(path, async () => {
    const { durable } = await inner.copyTo(blobKey, path);
    const stored = openFileSource(path);
    const decrypted = dataKey && (await closingOnError(stored, async () => decryptSource(stored, dataKey)));
    const source = decrypted ?? stored;
    const layout = decrypted?.layout;
    const storeWith = async ({ updates, sha256, onWritten }: AppendedBytes) => {
      if (layout && canBeContinued(layout)) {
        const last = source.read((layout.chunks - 1) * CHUNK_BYTES, CHUNK_BYTES);
        const continued = { path, durable, layout, unencrypted: [last, ...updates], onWritten };
        return storeContinued(inner, context, continued);
      }
      const pieces = joinPieces(source, updates);
      return (await store(inner, context, { pieces, sha256, onWritten })).key;
    };
    return { source, hash: () => (decrypted ? hashDecrypted(decrypted) : hashCopied(stored)), storeWith };
  });
}

interface ContinuedBytes extends CopiedFile {
  path: string;
  layout: Layout;
  /** The last chunk of what is continued, and what follows it. */
  unencrypted: readonly Uint8Array[];
  onWritten: (() => void) | undefined;
}

async function storeContinued(
  inner: BlobStorage,
  { ids, keys, wrapper }: EncryptionContext,
  { path, durable, layout, unencrypted, onWritten }: ContinuedBytes,
): Promise<string> {
  const dataKey = ids.bytes(DATA_KEY_BYTES);
  const key = await wrapper.wrap(dataKey);
  const encryption = new ChunkEncryption(dataKey, layout);
  const encrypted = unencrypted.flatMap((piece) => encryption.update(piece));
  const { offset: position } = chunkAt(layout, layout.chunks - 1);
  await usingFile(openRecent(path, 'r+'), async (file) => {
    await file.truncate(position);
    await writeCompared(file, { chunks: [...encrypted, ...encryption.end()], position });
    await writeCompared(file, { chunks: [encryption.header], position: 0 });
  });
  onWritten?.();
  await durable;
  const blobKey = await inner.adoptCompared(path);
  await keys.insert(blobKey, key);
  return blobKey;
}

async function hashDecrypted({ layout, readChunk }: DecryptedSource): Promise<Hash> {
  const hash = createHash('sha256');
  for (let index = 0; index < layout.chunks; index += 1) {
    const chunk = readChunk(index);
    hash.update(chunk);
    releaseBytes(chunk);
    // Others have their turn between chunks of a large file.
    await setImmediate();
  }
  return hash;
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
  const dataKeys = new Map<string, Buffer>();
  return async (key) => {
    const name = `${key.wrappingKey} ${key.wrapped.toString('base64')}`;
    const dataKey = dataKeys.get(name) ?? (await wrapper.unwrap(key));
    dataKeys.delete(name);
    dataKeys.set(name, dataKey);
    const [oldest] = dataKeys.keys();
    if (dataKeys.size > REMEMBERED_KEYS && oldest !== undefined) dataKeys.delete(oldest);
    return dataKey;
  };
}
