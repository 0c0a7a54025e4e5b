import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { folderForThisTest } from '../../tests/support/scratch.ts';
import { type Blobs, openDiskBlobs } from './blobs.ts';
import { StorageFault } from './faults.ts';
import { countStorageFaults, watchBlobs } from './watched-blobs.ts';

test('what the storage cannot do is counted, and not a file that is missing', async () => {
  const root = await folderForThisTest();
  const disk = await openDiskBlobs(root, { ids: { bytes: randomBytes }, clock: { now: () => new Date() } });
  const watch = (blobs: Blobs) => watchBlobs(blobs, (_name, work) => work());
  const failing = (error: Error) => watch({ ...disk, read: () => Promise.reject(error) });
  const fromDisk = (code: string) => Object.assign(new Error(code), { code, syscall: 'read' });
  const before = countStorageFaults();
  const { key } = await watch(disk).put(Buffer.from('a contract'));
  expect(String(await watch(disk).read(key))).toBe('a contract');
  await expect(watch(disk).read(key.replace(/.$/, 'x'))).rejects.toThrow();
  await expect(watch(disk).read(`20000101${'0'.repeat(32)}`)).rejects.toThrow('ENOENT');
  for (const error of [fromDisk('ENOENT'), new Error('a bug')])
    await expect(failing(error).read(key)).rejects.toBe(error);
  expect(countStorageFaults()).toBe(before);
  for (const error of [fromDisk('EIO'), fromDisk('ENOSPC'), new StorageFault('The store is away.')])
    await expect(failing(error).read(key)).rejects.toBe(error);
  const full = { ...(await disk.copy(key)), store: () => Promise.reject(fromDisk('ENOSPC')) };
  const copy = await watch({ ...disk, copy: async () => full }).copy(key);
  await expect(copy.store({ updates: [], sha256: Buffer.alloc(32) })).rejects.toThrow('ENOSPC');
  await copy.close();
  expect(countStorageFaults()).toBe(before + 4);
});
