import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDiskBlobs, readPieces } from './blobs.ts';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { encryptBlobs } from './encrypted-blobs.ts';
import { systemIds } from './ids.ts';
import { localWrapper, type WrappedKey } from './key-wrapper.ts';

const { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } = fs;

const bytes = Buffer.from('%PDF-1.7 a contract');
const now = new Date('2026-11-22T12:00:00Z');
let today = now;
const ports = { ids: systemIds, clock: { now: () => today } };

/** What happens to files, in its order. */
const steps: string[] = [];
/** What the disk does to a file that was just renamed. */
let afterRename = async (_path: string): Promise<void> => {};

beforeEach(() => {
  steps.length = 0;
  afterRename = async () => {};
  today = now;
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...more) =>
    watched(await open(path, ...more), String(path)),
  );
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    steps.push(`rename ${from} ${to}`);
    await rename(from, to);
    await afterRename(String(to));
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function watched(handle: fs.FileHandle, path: string): fs.FileHandle {
  const { sync, writeFile: write, read } = handle;
  let isRead = false;
  handle.sync = () => {
    steps.push(`sync ${path}`);
    return sync.call(handle);
  };
  handle.writeFile = (...given) => {
    steps.push(`write ${path}`);
    return write.apply(handle, given);
  };
  handle.read = (...given: unknown[]) => {
    if (!isRead) steps.push(`read ${path}`);
    isRead = true;
    return Reflect.apply(read, handle, given);
  };
  return handle;
}

let folder: string;
let root: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-blobs-'));
  root = join(folder, 'blobs');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a blob', () => {
  test('is written, synced, renamed, its folder and the one above synced, and then read back', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const { key, size, sha256 } = await blobs.put(bytes);
    const target = blobs.placeOf(key);
    const [write] = steps;
    const incoming = String(write).replace('write ', '');
    expect(dirname(incoming)).toBe(blobs.incomingDir);
    expect(steps).toEqual([
      `write ${incoming}`,
      `sync ${incoming}`,
      `rename ${incoming} ${target}`,
      `sync ${dirname(target)}`,
      `sync ${root}`,
      `read ${target}`,
    ]);
    expect([size, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest()]);
    const syncedAbove = () => steps.filter((step) => step === `sync ${root}`).length;
    await blobs.put(bytes);
    expect(syncedAbove()).toBe(1);
    today = new Date(now.getTime() + 86_400_000);
    await blobs.put(bytes);
    expect(syncedAbove()).toBe(2);
  });

  test('that does not read back as it was written is refused, and leaves no file', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const before = await blobFiles();
    afterRename = (path) => writeFile(path, '%PDF-1.7 a contracT');
    await expect(blobs.put(bytes)).rejects.toThrow('did not read back');
    expect(await blobFiles()).toEqual(before);
  });

  test('is readable by the account of the service alone', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const path = blobs.placeOf((await blobs.put(bytes)).key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const dir of [dirname(path), blobs.incomingDir]) expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test('is named by its key, which is never a path', async () => {
    const blobs = await openDiskBlobs(root, ports);
    await writeFile(join(folder, 'secret'), 'x');
    for (const key of ['../secret', '', 'a'.repeat(31), `${'a'.repeat(31)}/`, 'A'.repeat(32)]) {
      expect(() => blobs.placeOf(key)).toThrow('not a blob key');
      await expect(blobs.read(key)).rejects.toThrow('not a blob key');
    }
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('x');
  });
});

describe('a large blob', () => {
  const large = randomBytes(4 * CHUNK_BYTES + 777);

  test.each([0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])(
    'of %i bytes is read in pieces',
    async (size) => {
      const whole = randomBytes(size);
      const read = async (target: Uint8Array, offset: number) => whole.copy(target, 0, offset);
      const pieces: Buffer[] = [];
      for await (const piece of readPieces({ size, read, close: async () => {} }))
        pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).equals(whole)).toBe(true);
      expect(pieces.every(({ length }) => length > 0)).toBe(true);
    },
  );

  test('that cannot be read says so where the piece is asked for', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 2) throw new Error('the disk is gone');
      return 2 ** 20;
    };
    const pieces = readPieces({ size: 2 ** 22, read, close: async () => {} })[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toHaveLength(2 ** 20);
    await expect(pieces.next()).rejects.toThrow('the disk is gone');
  });

  test('is continued with the digests of the chunks that stay, and the new ones', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const { key, chunkDigests } = await blobs.put(large);
    const whole = Buffer.concat([large, randomBytes(CHUNK_BYTES)]);
    const appended = { updates: [whole.subarray(large.length)], sha256: sha256(whole) };
    const anew = await blobs.append(key, appended);
    const kept = await blobs.append(key, { ...appended, chunkDigests });
    expect(kept.chunkDigests).toEqual(anew.chunkDigests);
    expect(kept.chunkDigests?.length).toBe(6 * 32);
    const wrong = { ...appended, sha256: sha256('another'), chunkDigests };
    await expect(blobs.append(key, wrong)).rejects.toThrow('did not read back');
  });

  test('that is encrypted is compared while it is written, and a disk that keeps other bytes is noticed', async () => {
    const keys = new Map<string, WrappedKey>();
    const blobs = encryptBlobs(await openDiskBlobs(root, ports), {
      ids: systemIds,
      incomingDir: null,
      keys: {
        insert: async (key, wrapped) => void keys.set(key, wrapped),
        find: async (key) => keys.get(key) ?? null,
        delete: async (key) => void keys.delete(key),
      },
      wrapper: localWrapper(randomBytes(32)),
    });
    const { key, chunkDigests } = await blobs.put(large);
    expect((await blobs.read(key)).equals(large)).toBe(true);
    const [one, other] = [await blobs.source(key), await blobs.source(key)];
    one.close();
    one.close();
    expect(Buffer.from(other.read(0, large.length)).equals(large)).toBe(true);
    const whole = Buffer.concat([large, bytes]);
    const longer = await blobs.append(key, { updates: [bytes], sha256: sha256(whole), chunkDigests });
    expect((await blobs.read(longer.key)).equals(whole)).toBe(true);
    await blobs.remove(key);
    other.close();
    const before = await blobFiles();
    vi.mocked(fs.open).mockImplementation(async (path, ...more) => spoiled(await open(path, ...more)));
    await expect(blobs.put(large)).rejects.toThrow('did not read back');
    expect(await blobFiles()).toEqual(before);
    expect(keys.size).toBe(1);
  });
});

const sha256 = (of: Uint8Array | string) => createHash('sha256').update(of).digest();

/** Keeps a byte in the middle of what is written as another one. */
function spoiled(handle: fs.FileHandle): fs.FileHandle {
  const { writev } = handle;
  handle.writev = (async (parts: readonly Uint8Array[], position?: number) => {
    const [first = new Uint8Array(), ...others] = parts.map((part) => Buffer.from(part));
    const last = others.at(-2) ?? first;
    last[last.length >> 1] = (last[last.length >> 1] ?? 0) ^ 1;
    return Reflect.apply(writev, handle, [[first, ...others], position]);
  }) as typeof writev;
  return handle;
}

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
}
