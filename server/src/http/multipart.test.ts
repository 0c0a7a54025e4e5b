import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { requesterWithoutClient } from '@paraph/intake';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { folderForThisFile, forThisFile } from '../../../tests/support/scratch.ts';
import { newKey, systemIds } from '../platform/ids.ts';
import { discard, FORM_LIMITS, readForm } from './multipart.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const folder = await folderForThisFile();
const app = await forThisFile(fastify({ genReqId: () => newKey(systemIds) }));
let go = Promise.withResolvers<void>();
let waiting = 0;

app.register(multipart, { limits: FORM_LIMITS });
app.post('/', async (request) => {
  const form = await readForm(request, { folder, uploader: 1, requester: requesterWithoutClient('test') });
  waiting += 1;
  await go.promise;
  waiting -= 1;
  const facts = await Promise.all(
    form.uploads.map(async ({ file }) => {
      const borrowed = file.borrowed && Buffer.concat(file.borrowed.pieces);
      const head = file.head.toString('hex');
      return {
        head,
        size: file.size,
        sha256: file.sha256.toString('hex'),
        stored: hex(await readFile(file.path)),
        borrowed: borrowed && hex(borrowed),
      };
    }),
  );
  await discard(form);
  return facts;
});

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function post(files: readonly Buffer[], isSizeDeclared = true) {
  const boundary = 'parts';
  const parts = files.flatMap((file) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const length = isSizeDeclared ? { 'content-length': String(body.length) } : {};
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { ...headers, ...length },
    payload: body,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as {
    head: string;
    size: number;
    sha256: string;
    stored: string;
    borrowed: string | null;
  }[];
}

test('uploads of any size are written as they came; small ones are in memory until the end of the call', async () => {
  go.resolve();
  const sizes = [0, 1, 1000, 1024, 60 * KIB, 70 * KIB, MIB - 1, MIB, MIB + 1, 2.5 * MIB, 4.5 * MIB];
  for (const size of sizes) {
    const file = randomBytes(size);
    for (const isSizeDeclared of [true, false]) {
      const [facts] = await post([file], isSizeDeclared);
      const own = hex(file);
      const borrowed = size === 0 || size > 4 * MIB ? null : own;
      const head = file.subarray(0, 1024).toString('hex');
      expect(facts, `${size} bytes`).toEqual({ head, size, sha256: own, stored: own, borrowed });
    }
  }
  const several = [70 * KIB, 0, 2 * MIB].map((size) => randomBytes(size));
  expect((await post(several)).map(({ stored }) => stored)).toEqual(several.map(hex));
  expect(await readdir(folder)).toEqual([]);
});

test('as many as the memory for them allows are borrowed at a time, each with its own bytes, and others are not', async () => {
  go = Promise.withResolvers();
  const files = Array.from({ length: 40 }, () => randomBytes(100 * KIB));
  const answers = Promise.all(files.map((file) => post([file])));
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(files.length);
  go.resolve();
  const facts = (await answers).flat();
  expect(facts.map(({ stored }) => stored)).toEqual(files.map(hex));
  const borrowed = facts.filter(({ borrowed: bytes }) => bytes !== null);
  expect(borrowed).toHaveLength(32);
  expect(borrowed.every(({ borrowed: bytes, stored }) => bytes === stored)).toBe(true);
  const [again] = await post([files[0] ?? Buffer.alloc(0)]);
  expect(again?.borrowed).toBe(again?.stored);
});
