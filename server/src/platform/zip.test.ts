import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { folderForThisFile } from '../../../tests/support/scratch.ts';
import { writeZip, type ZipEntry } from './zip.ts';

const AT = new Date('2026-11-23T10:20:30Z');

const folder = await folderForThisFile();

async function saved(name: string, entries: AsyncIterable<ZipEntry>): Promise<string> {
  const path = join(folder, name);
  await pipeline(Readable.from(writeZip(entries)), createWriteStream(path));
  return path;
}

/** As Python's reader sees it, which checks every sum. */
function read(path: string): {
  files: number;
  bad: string | null;
  last: string;
  first: [string, number, number[]][];
} {
  const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
names = archive.infolist()
few = len(names) < 9
print(json.dumps({'files': len(names), 'bad': few and archive.testzip(), 'last': archive.read(names[-1]).decode(),
  'first': [[each.filename, each.file_size, list(each.date_time)] for each in names[:3]]}))`;
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
}

test('other programs read an archive: names in any script, large and small files, dense ones and empty ones', async () => {
  const large = Buffer.alloc(3_000_001, 'large and small ');
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'Prüfung/契約.pdf', modifiedAt: AT, content: Readable.from([large]), isDense: true };
    yield { name: 'list.json', modifiedAt: AT, content: Readable.from([large, large]) };
    yield { name: 'empty', modifiedAt: AT, content: Buffer.alloc(0) };
  }
  expect(read(await saved('some.zip', entries()))).toEqual({
    files: 3,
    bad: null,
    last: '',
    first: [
      ['Prüfung/契約.pdf', large.length, [2026, 11, 23, 10, 20, 30]],
      ['list.json', 2 * large.length, [2026, 11, 23, 10, 20, 30]],
      ['empty', 0, [2026, 11, 23, 10, 20, 30]],
    ],
  });
});

test('content that breaks off ends the archive with its error, and so does a reader who stops', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('begun');
    throw new Error('the disk is gone');
  }
  async function* entries(content: AsyncIterable<Buffer>): AsyncGenerator<ZipEntry> {
    yield { name: 'a', modifiedAt: AT, content };
  }
  await expect(saved('broken.zip', entries(broken()))).rejects.toThrow('the disk is gone');

  let isClosed = false;
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(1 << 16, 1);
    } finally {
      isClosed = true;
    }
  }
  for await (const chunk of writeZip(entries(endless()))) if (chunk.length > 100) break;
  expect(isClosed).toBe(true);
});

test('more files than 65,535', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 66_000; at += 1)
      yield { name: `${at}`, modifiedAt: AT, content: Buffer.from(`${at}`) };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(entries())) chunks.push(chunk);
  const path = join(folder, 'many.zip');
  await writeFile(path, Buffer.concat(chunks));
  expect(read(path)).toMatchObject({ files: 66_000, last: '65999' });
});

test('what it remembers of each file is short, whatever else the process allocates', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = async () => {
    // What was collected is freed between the turns of the event loop.
    for (let turns = 0; turns < 3; turns += 1) {
      collect();
      await nextTurn();
    }
    return process.memoryUsage().arrayBuffers;
  };
  let [before, after] = [0, 0];
  async function* many() {
    before = await inUse();
    for (let n = 0; n < 2_000; n += 1) {
      // Others use up the buffer that short ones share.
      for (let others = 0; others < 3; others += 1) Buffer.allocUnsafe(Math.floor(Buffer.poolSize / 2) - 8);
      yield { name: `${n}.txt`, modifiedAt: new Date(0), content: Buffer.from('x') };
    }
    after = await inUse();
  }
  for await (const chunk of writeZip(many())) expect(chunk.length).toBeGreaterThan(0);
  expect(after - before).toBeLessThan(8 * 1024 * 1024);
});
