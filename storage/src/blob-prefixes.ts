import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppendedBytes, type BlobCopy, hashCopied, openCopy } from './blob-copy.ts';
import { type BlobReader, readWhole } from './blob-file.ts';
import { type Ids, newFileName } from './blob-names.ts';
import type { Blobs } from './blobs.ts';
import { type FileSource, joinPieces } from './disk.ts';

// The first bytes of a blob are read under its key, a number sign and how many they are.
const PREFIX_KEY = /^([0-9a-f]+)#([0-9]+)$/;

/** Reads the beginning of a blob as if it were a blob of its own, which it never becomes. */
export function openPrefixes(blobs: Blobs, ids: Ids): Blobs {
  const source = async (key: string): Promise<FileSource> => {
    const prefix = prefixOf(key);
    return prefix ? limitSource(await blobs.source(prefix.key), prefix.size) : blobs.source(key);
  };
  const openBlob = async (key: string): Promise<BlobReader> => {
    const prefix = prefixOf(key);
    return prefix ? limitReader(await blobs.open(prefix.key), prefix.size) : blobs.open(key);
  };
  return {
    ...blobs,
    source,
    open: openBlob,
    read: async (key) => (prefixOf(key) ? readWhole(await openBlob(key)) : blobs.read(key)),
    copy: (key) => (prefixOf(key) ? copyPrefix({ blobs, ids }, () => source(key)) : blobs.copy(key)),
    pathOf: (key) => blobs.pathOf(prefixOf(key)?.key ?? key),
  };
}

function prefixOf(name: string): { key: string; size: number } | null {
  const [, key, size] = PREFIX_KEY.exec(name) ?? [];
  return key === undefined ? null : { key, size: Number(size) };
}

function limitSource(whole: FileSource, sizeMax: number): FileSource {
  const size = Math.min(whole.size, sizeMax);
  const within = (offset: number, length: number) => Math.max(0, Math.min(length, size - offset));
  return {
    size,
    read: (offset, length) => whole.read(offset, within(offset, length)),
    readInto: (target, offset) => whole.readInto(target.subarray(0, within(offset, target.length)), offset),
    close: () => whole.close(),
  };
}

function limitReader(whole: BlobReader, sizeMax: number): BlobReader {
  const size = Math.min(whole.size, sizeMax);
  return {
    size,
    read: (target, offset) =>
      whole.read(target.subarray(0, Math.max(0, Math.min(target.length, size - offset))), offset),
    close: () => whole.close(),
  };
}

/** A copy is written when it is stored, by way of the place of uploads. */
function copyPrefix(
  { blobs, ids }: { blobs: Blobs; ids: Ids },
  openSource: () => Promise<FileSource>,
): Promise<BlobCopy> {
  const path = join(blobs.incomingDir, newFileName(ids));
  return openCopy(path, async () => {
    const source = await openSource();
    const storeWith = async ({ updates, sha256, onWritten }: AppendedBytes) => {
      const file = await open(path, 'wx', 0o600);
      try {
        for (const piece of joinPieces(source, updates)) await file.write(piece);
      } finally {
        await file.close();
      }
      onWritten?.();
      return (await blobs.adopt(path, sha256)).key;
    };
    return { source, hash: () => hashCopied(source), storeWith };
  });
}
