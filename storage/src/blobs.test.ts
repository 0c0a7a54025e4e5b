import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderForThisFile } from '../../tests/support/scratch.ts';
import type { AppendedBytes } from './blob-copy.ts';
import { readPieces } from './blob-file.ts';
import { type Blobs, openDiskBlobs } from './blobs.ts';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { encryptBlobs } from './encrypted-blobs.ts';
import { UnreadableBlobFault } from './faults.ts';
import { localWrapper, type WrappedKey } from './key-wrapper.ts';
import { type WatchedDisk, watchDisk } from './testing/watched-disk.ts';

const bytes = Buffer.from('%PDF-1.7 a contract');
const now = new Date('2026-11-22T12:00:00Z');
let today = now;
const ports = { ids: { bytes: randomBytes }, clock: { now: () => today } };

let disk: WatchedDisk;

beforeEach(() => {
  disk = watchDisk();
  today = now;
});
afterEach(() => disk.end());

const folder = await folderForThisFile();
const root = join(folder, 'blobs');

describe('a blob', () => {
  test('is written, synced, renamed, its folder and the one above synced, and then read back', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const { key, size, sha256 } = await blobs.put(bytes);
    const target = blobs.pathOf(key);
    const { steps } = disk;
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
    disk.faults.afterRename = (path) => writeFile(path, '%PDF-1.7 a contracT');
    await expect(blobs.put(bytes)).rejects.toThrow('did not read back');
    const upload = join(blobs.incomingDir, 'not held');
    await writeFile(upload, bytes);
    await expect(blobs.adopt(upload, sha256(bytes))).rejects.toThrow('did not read back');
    expect(await blobFiles()).toEqual(before);
  });

  test('that is in memory is synced while it is examined, and compared with what reads back', async () => {
    const blobs = await openDiskBlobs(root, ports);
    await blobs.put(bytes);
    const before = await blobFiles();
    const long = randomBytes(CHUNK_BYTES + 100);
    const pieces = [long.subarray(0, 1000), long.subarray(1000)];
    const path = join(blobs.incomingDir, 'upload');
    const adopt = async () => {
      await writeFile(path, long);
      const hashed = createHash('sha256').update(long);
      const durable = blobs.beginAdopting(path);
      await durable;
      disk.steps.length = 0;
      return blobs.adopt(path, hashed.copy().digest(), { written: { pieces, hashed }, durable });
    };
    const stored = await adopt();
    const target = blobs.pathOf(stored.key);
    expect(disk.steps).toEqual([`rename ${path} ${target}`, `sync ${dirname(target)}`, `read ${target}`]);
    const digests = [long.subarray(0, CHUNK_BYTES), long.subarray(CHUNK_BYTES)].map((chunk) => sha256(chunk));
    expect([stored.size, stored.sha256, stored.chunkDigests]).toEqual([
      long.length,
      sha256(long),
      Buffer.concat(digests),
    ]);
    expect(stored.hashed?.copy().update('more').digest()).toEqual(
      sha256(Buffer.concat([long, Buffer.from('more')])),
    );
    await blobs.remove(stored.key);
    for (const change of [
      (original: Buffer) => original.fill(original.at(-1) === 0 ? 1 : 0, original.length - 1),
      (original: Buffer) => original.subarray(0, -1),
      (original: Buffer) => Buffer.concat([original, Buffer.from('x')]),
    ]) {
      disk.faults.afterRename = (renamed) => writeFile(renamed, change(Buffer.from(long)));
      await expect(adopt()).rejects.toThrow('did not read back');
    }
    disk.faults.afterRename = async () => {};
    await writeFile(path, long);
    const failing = { durable: Promise.reject(new Error('the disk failed')) };
    await expect(blobs.adopt(path, sha256(long), failing)).rejects.toThrow('the disk failed');
    await rm(path);
    expect(await blobFiles()).toEqual(before);
  });

  test('whose bytes in memory are not those that were hashed is read whole', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const path = join(blobs.incomingDir, 'changed');
    await writeFile(path, bytes);
    const written = { pieces: [Buffer.from('another')], hashed: createHash('sha256').update('another') };
    const adopted = await blobs.adopt(path, sha256(bytes), { written });
    expect(adopted).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
  });

  test('is readable by the account of the service alone', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const path = blobs.pathOf((await blobs.put(bytes)).key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const dir of [dirname(path), blobs.incomingDir]) expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test('is named by its key, which is never a path', async () => {
    const blobs = await openDiskBlobs(root, ports);
    await writeFile(join(folder, 'secret'), 'x');
    for (const key of ['../secret', '', 'a'.repeat(31), `${'a'.repeat(31)}/`, 'A'.repeat(32)]) {
      expect(() => blobs.pathOf(key)).toThrow('not a blob key');
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
    const anew = await continueBlob(blobs, key, appended);
    expect((await blobs.read(anew.key)).equals(whole)).toBe(true);
    const continued = await continueBlob(blobs, key, { ...appended, chunkDigests });
    expect(continued.chunkDigests).toEqual(anew.chunkDigests);
    expect(continued.chunkDigests?.length).toBe(6 * 32);
    const before = await blobFiles();
    const wrong = { ...appended, sha256: sha256('another'), chunkDigests };
    await expect(continueBlob(blobs, key, wrong)).rejects.toThrow('did not read back');
    disk.faults.keep = spoiled;
    await expect(continueBlob(blobs, key, appended)).rejects.toThrow('did not read back');
    await expect(blobs.copy('20261122'.padEnd(40, '0'))).rejects.toThrow('ENOENT');
    expect(await blobFiles()).toEqual(before);
  });

  test('that is continued is synced before it is renamed', async () => {
    const blobs = await openDiskBlobs(root, ports);
    const { key } = await blobs.put(bytes);
    disk.steps.length = 0;
    const whole = Buffer.concat([bytes, bytes]);
    const longer = await continueBlob(blobs, key, { updates: [bytes], sha256: sha256(whole) });
    const target = blobs.pathOf(longer.key);
    const { steps } = disk;
    const incoming = String(steps[0]).replace('write ', '');
    expect(dirname(incoming)).toBe(blobs.incomingDir);
    expect(steps).toEqual([
      `write ${incoming}`,
      `read ${incoming}`,
      `sync ${incoming}`,
      `rename ${incoming} ${target}`,
      `sync ${dirname(target)}`,
    ]);
  });

  test('of some megabytes goes to the disk while it is hashed, and is not stored where that fails', async () => {
    const huge = randomBytes(4 * 2 ** 20 + 1);
    const appended = { updates: [bytes], sha256: sha256(Buffer.concat([huge, bytes])) };
    for (const blobs of [await openDiskBlobs(root, ports), (await openEncrypted()).blobs]) {
      const { key } = await blobs.put(huge);
      const before = await blobFiles();
      let syncs = 0;
      // A disk says once that it failed.
      disk.faults.sync = () => {
        syncs += 1;
        return syncs === 1 ? new Error('the disk failed') : null;
      };
      await expect(continueBlob(blobs, key, appended)).rejects.toThrow('the disk failed');
      expect(await blobFiles()).toEqual(before);
      syncs = 1;
      await expect(continueBlob(blobs, key, appended)).resolves.toMatchObject({ sha256: appended.sha256 });
      // The copy, what follows it, and its folder.
      expect(syncs).toBeGreaterThanOrEqual(4);
    }
  });

  test('that is encrypted is compared while it is written, and a disk that keeps other bytes is noticed', async () => {
    const { blobs, keys } = await openEncrypted();
    const { key, chunkDigests } = await blobs.put(large);
    expect((await blobs.read(key)).equals(large)).toBe(true);
    const before = await blobFiles();
    const whole = Buffer.concat([large, bytes]);
    const appended = { updates: [bytes], sha256: sha256(whole), chunkDigests };
    disk.faults.keep = spoiled;
    await expect(blobs.put(large)).rejects.toThrow('did not read back');
    await expect(continueBlob(blobs, key, appended)).rejects.toThrow('did not read back');
    expect(await blobFiles()).toEqual(before);
    expect(keys.size).toBe(1);
  });

  test('that is encrypted is continued with its chunks as they are stored, as often as one likes', async () => {
    const { blobs, keys } = await openEncrypted();
    let [former, whole] = [await blobs.put(large), large];
    const first = { key: former.key, stored: await readFile(blobs.pathOf(former.key)) };
    const wrappedKeys = new Set([...keys.values()].map(({ wrapped }) => wrapped.toString('hex')));
    for (let round = 1; round <= 20; round += 1) {
      const stored = await readFile(blobs.pathOf(former.key));
      const update = randomBytes(round < 3 ? 500 : CHUNK_BYTES + round);
      whole = Buffer.concat([whole, update]);
      const { chunkDigests } = former;
      const appended = { updates: [update], sha256: sha256(whole), chunkDigests };
      const longer = await continueBlob(blobs, former.key, appended);
      expect((await blobs.read(longer.key)).equals(whole), `round ${round}`).toBe(true);
      expect(longer).toMatchObject({ size: whole.length, chunkDigests: digestsOf(whole) });
      wrappedKeys.add(String(keys.get(longer.key)?.wrapped.toString('hex')));
      const now = await readFile(blobs.pathOf(longer.key));
      const isUnchanged = now.subarray(9, 9 + CHUNK_BYTES).equals(stored.subarray(9, 9 + CHUNK_BYTES));
      expect(isUnchanged, `round ${round}`).toBe(round !== ANEW);
      await blobs.remove(former.key);
      former = longer;
    }
    // Each has a key of its own, and is unreadable without it, also where its chunks are those of another.
    expect(wrappedKeys.size).toBe(21);
    for (const others of [first.stored, randomBytes(99)]) {
      await writeFile(blobs.pathOf(former.key), others);
      await expect(blobs.read(former.key)).rejects.toThrow(UnreadableBlobFault);
    }
  });

  test('that is not encrypted yet is encrypted when it is continued', async () => {
    const { key } = await (await openDiskBlobs(root, ports)).put(large);
    const { blobs } = await openEncrypted();
    const copy = await continueBlob(blobs, key, { updates: [], sha256: sha256(large) });
    expect((await blobs.read(copy.key)).equals(large)).toBe(true);
    expect((await readFile(blobs.pathOf(copy.key))).includes(large.subarray(0, 32))).toBe(false);
  });
});

/** The round in which the chunks of a blob have so many keys that all of it is encrypted anew. */
const ANEW = 18;

function digestsOf(whole: Buffer): Buffer {
  const chunks = Array.from({ length: Math.ceil(whole.length / CHUNK_BYTES) }, (_, index) =>
    whole.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );
  return Buffer.concat(chunks.map(sha256));
}

async function openEncrypted() {
  const keys = new Map<string, WrappedKey>();
  const blobs = encryptBlobs(await openDiskBlobs(root, ports), {
    ids: { bytes: randomBytes },
    incomingDir: null,
    keys: {
      insert: async (key, wrapped) => void keys.set(key, wrapped),
      find: async (key) => keys.get(key) ?? null,
      delete: async (key) => void keys.delete(key),
    },
    wrapper: localWrapper(randomBytes(32)),
  });
  return { blobs, keys };
}

async function continueBlob(blobs: Blobs, key: string, appended: AppendedBytes) {
  const copy = await blobs.copy(key);
  try {
    return await copy.store(appended);
  } finally {
    await copy.close();
  }
}

const sha256 = (of: Uint8Array | string) => createHash('sha256').update(of).digest();

/** A byte in the middle of what is written is another one. */
function spoiled(chunks: Uint8Array[]): Uint8Array[] {
  const [first = new Uint8Array(), ...rest] = chunks.map((chunk) => Buffer.from(chunk));
  const last = rest.at(-2) ?? first;
  last[last.length >> 1] = (last[last.length >> 1] ?? 0) ^ 1;
  return [first, ...rest];
}

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
}
