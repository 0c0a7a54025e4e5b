import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { notReadBack, writeCompared } from './blob-file.ts';
import { continueDigests } from './chunk-digests.ts';
import { type FileSource, openFileSource, openRecent, removeLeft, usingFile } from './disk.ts';

export interface StoredBlob {
  key: string;
  size: number;
  sha256: Buffer;
  /** As `ChunkHash` computes them. */
  chunkDigests: Buffer | null;
  /** Where the bytes were just compared: the hash over them, to be continued by what will be appended. */
  hashed?: Hash;
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

/**
 * A copy of a blob that is to become another one. A document is sealed on the copy, so that its bytes pass once: those
 * that were hashed and signed are those that are stored. To be closed.
 */
export interface BlobCopy {
  /** Unchecked, for the signature engine; not to be read any more once the copy is stored. */
  readonly source: FileSource;
  /** Reads the copy, once however often it is called: the hash over its bytes, of which callers take a copy. */
  hash(): Promise<Hash>;
  /** Writes the updates behind it, compares, makes the whole durable and stores it under a new key. */
  store(appended: AppendedBytes): Promise<StoredBlob>;
  /** Removes it unless it was stored. */
  close(): Promise<void>;
}

/** A file that was copied. */
export interface CopiedFile {
  /** Once the bytes that were copied need no writing any more: it goes on while they are read. */
  durable: Promise<void>;
}

/** What a storage does with the files of copies. */
export interface CopyStorage {
  copyTo(key: string, path: string): Promise<CopiedFile>;
  adoptCompared(path: string, sha256?: Uint8Array): Promise<string>;
}

/** A copy at `path`, whose bytes are those of the blob. */
export function copyBlob(
  { copyTo, adoptCompared }: CopyStorage,
  { key, path }: { key: string; path: string },
): Promise<BlobCopy> {
  return openCopy(path, async () => {
    const { durable } = await copyTo(key, path);
    const source = openFileSource(path);
    const storeWith = async ({ updates, sha256, onWritten }: AppendedBytes) => {
      await usingFile(openRecent(path, 'r+'), (file) =>
        writeCompared(file, { chunks: updates, position: source.size }),
      );
      onWritten?.();
      await durable;
      return adoptCompared(path, sha256);
    };
    return { source, hash: () => hashCopied(source), storeWith };
  });
}

interface CopyContext {
  source: FileSource;
  hash(): Promise<Hash>;
  /** Stores the bytes of the source and the updates; returns the key. */
  storeWith(appended: AppendedBytes): Promise<string>;
}

/** What copies have in common, however their bytes are written. */
export async function openCopy(path: string, make: () => Promise<CopyContext>): Promise<BlobCopy> {
  const discard = () => removeLeft(path);
  const made = make();
  await made.catch(discard);
  const { source, hash: hashOnce, storeWith } = await made;
  let hashing: Promise<Hash> | undefined;
  const hash = () => {
    hashing ??= hashOnce();
    return hashing;
  };
  return {
    source,
    hash,
    store: async (appended) => {
      const { updates, sha256, chunkDigests: formerDigests } = appended;
      const whole = (await hash()).copy();
      for (const update of updates) whole.update(update);
      if (!whole.digest().equals(sha256)) throw notReadBack();
      const chunkDigests = continueDigests(source, updates, formerDigests);
      const size = updates.reduce((sum, { length }) => sum + length, source.size);
      return { key: await storeWith(appended), size, sha256: Buffer.from(sha256), chunkDigests };
    },
    close: async () => {
      source.close();
      await discard();
    },
  };
}

const PIECE_BYTES = 1024 * 1024;

/** Reads without leaving the thread: what was just copied is in memory. */
export async function hashCopied(source: FileSource): Promise<Hash> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, source.size));
  for (let at = 0; at < source.size; at += PIECE_BYTES) {
    hash.update(piece.subarray(0, source.readInto(piece, at)));
    // Others have their turn between pieces of a large file.
    if (at + PIECE_BYTES < source.size) await setImmediate();
  }
  return hash;
}
