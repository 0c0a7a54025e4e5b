import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForThisFile } from '../../tests/support/scratch.ts';
import { hashFile, openReader, readPieces } from './blob-file.ts';

const SIZES = [0, 1, 70_000, 1_048_575, 1_048_576, 1_048_577, 2_500_000];
const folder = await folderForThisFile();

test('files that are read beside one another, and after one that was left early, keep their own bytes', async () => {
  const files = SIZES.map((size) => ({ path: join(folder, String(size)), bytes: randomBytes(size) }));
  for (const { path, bytes } of files) await writeFile(path, bytes);
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest());
  for (const { path, bytes } of files) {
    const reader = await openReader(path);
    for await (const piece of readPieces(reader)) {
      // The memory of this reading is given to others after it, not before.
      const expected = await Promise.all(files.map((each) => hashFile(each.path)));
      expect(expected.map((each) => each.sha256)).toEqual(digests);
      expect(piece.equals(bytes.subarray(0, piece.length))).toBe(true);
      break;
    }
    await reader.close();
  }
});

test('files that are read one after another use the same memory', async () => {
  const path = join(folder, 'several pieces');
  await writeFile(path, randomBytes(2_500_000));
  const memory = new Set<ArrayBufferLike>();
  for (let each = 0; each < 4; each += 1) {
    const reader = await openReader(path);
    for await (const piece of readPieces(reader)) memory.add(piece.buffer);
    await reader.close();
  }
  expect(memory.size).toBe(2);
});
