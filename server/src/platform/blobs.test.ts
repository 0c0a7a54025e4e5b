import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDiskBlobs } from './blobs.ts';
import { systemIds } from './ids.ts';

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
  const { sync, writeFile: write, createReadStream: stream } = handle;
  handle.sync = () => {
    steps.push(`sync ${path}`);
    return sync.call(handle);
  };
  handle.writeFile = (...given) => {
    steps.push(`write ${path}`);
    return write.apply(handle, given);
  };
  handle.createReadStream = (...given) => {
    steps.push(`read ${path}`);
    return stream.apply(handle, given);
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

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
}
