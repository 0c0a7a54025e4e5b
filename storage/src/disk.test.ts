import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderForThisFile } from '../../tests/support/scratch.ts';
import { openFile, openRecent, removeLeft } from './disk.ts';

const folder = await folderForThisFile();

test('a file that is closed amid a reading is read to the end first, and by nobody afterwards', async () => {
  const path = join(folder, 'closed');
  await writeFile(path, 'its own bytes');
  await writeFile(`${path} later`, 'other bytes');
  const file = await openFile(path, 'r');
  const { read } = fs;
  let goOn = () => {};
  vi.spyOn(fs, 'read').mockImplementationOnce(((...args: unknown[]) => {
    goOn = () => Reflect.apply(read, fs, args);
  }) as typeof read);
  const target = Buffer.alloc(13);
  const reading = file.read(target, 0);
  const closing = file.close();
  // It would get the number of the first.
  const other = openRecent(`${path} later`);
  goOn();
  expect(await reading).toBe(13);
  await closing;
  expect(String(target)).toBe('its own bytes');
  const another = openRecent(`${path} later`);
  await expect(file.read(target, 0)).rejects.toThrow();
  await file.close();
  expect([await another.read(target, 0), String(target.subarray(0, 11))]).toEqual([11, 'other bytes']);
  await Promise.all([other.close(), another.close()]);
});

test('what a disk does not take at once is written after it', async () => {
  const path = join(folder, 'slow');
  const { writev } = fs;
  const taken: number[] = [];
  vi.spyOn(fs, 'writev').mockImplementation(((
    descriptor: number,
    chunks: Uint8Array[],
    position: number,
    done: (error: Error | null, count: number) => void,
  ) => {
    const few = Buffer.concat(chunks).subarray(0, 5);
    taken.push(few.length);
    writev(descriptor, [few], position, (error, count) => done(error, count));
  }) as typeof writev);
  const file = await openFile(path, 'wx', 0o600);
  await file.write(['some', '', 'more', 'bytes'].map(Buffer.from), 0);
  await file.write([Buffer.from('!')], 13);
  await file.close();
  expect(await readFile(path, 'utf8')).toBe('somemorebytes!');
  expect(taken).toEqual([5, 5, 3, 1]);
});

test('what is left is removed, and what was moved is not missed', async () => {
  const path = join(folder, 'left');
  await writeFile(path, 'x');
  await removeLeft(path);
  await removeLeft(path);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
