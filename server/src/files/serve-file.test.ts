import type { Readable } from 'node:stream';
import { CHUNK_BYTES } from '@paraph/storage';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sha256 } from '../platform/ids.ts';
import { dispositionOf, openWhole, readRange, serveFile } from './serve-file.ts';

const bytes = Buffer.from('0123456789');
const blobs = {
  open: async () => ({ read: async (target: Buffer) => bytes.copy(target), close: async () => {} }),
};
const hash = sha256(bytes);
const file = { id: 1, blobKey: 'a'.repeat(32), size: 10, sha256: hash, format: 'pdf', finding: null };
const etag = `"${hash.toString('hex').slice(0, 32)}"`;

test('a whole file comes with its type, length, tag and the headers that keep it private', async () => {
  const answer = await serve({});
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': 10,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    etag,
  });
  expect(bodyOf(answer)).toBe('0123456789');
});

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=5-500', '56789', 'bytes 5-9/10'],
  ['bytes=-50', '0123456789', 'bytes 0-9/10'],
])('%s answers that range', async (range, body, contentRange) => {
  const answer = await serve({ range });
  expect(answer.status).toBe(206);
  expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': body.length });
  expect(bodyOf(answer)).toBe(body);
});

test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('%s is outside the file', async (range) => {
  const answer = await serve({ range });
  expect(answer.status).toBe(416);
  expect(answer.headers).toMatchObject({ 'content-range': 'bytes */10' });
  expect(answer.body).toBeNull();
});

test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-', 'bytes=a-b'])(
  '%s is ignored',
  async (range) => {
    expect((await serve({ range })).status).toBe(200);
  },
);

test('a client that has the file gets 304, and a range of another version is not served', async () => {
  expect((await serve({ 'if-none-match': etag })).status).toBe(304);
  expect((await serve({ 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
  expect((await serve({ 'if-none-match': '"x"' })).status).toBe(200);
  expect((await serve({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await serve({ range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200);
});

test('a range never leaves the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(), (junk, first, last, size) => {
      for (const header of [junk, `bytes=${first}-${last}`, `bytes=-${last}`, `bytes=${first}-`]) {
        const range = readRange(header, size);
        if (typeof range === 'string') continue;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }
    }),
  );
});

test('a file name reaches the client whole, and cannot break out of its header', () => {
  expect(dispositionOf('attachment', 'Müllabfuhr "2026".pdf')).toBe(
    `attachment; filename="Mullabfuhr _2026_.pdf"; filename*=UTF-8''M%C3%BCllabfuhr%20%222026%22.pdf`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = dispositionOf('inline', name);
      expect(header).toMatch(/^inline; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~%$&+^`|#-]+$/);
      expect(header.split('"')).toHaveLength(3);
    }),
  );
});

test('a file of several chunks is closed though nobody reads it, also where more bytes follow it', async () => {
  const whole = Buffer.alloc(2 * CHUNK_BYTES, 'x');
  const digest = sha256(whole.subarray(0, CHUNK_BYTES));
  const chunks = { chunk_digests: Buffer.concat([digest, digest]) };
  const query = { select: () => query, where: () => query, executeTakeFirst: async () => chunks };
  let open = 0;
  const reader = {
    read: async (target: Buffer, offset: number) => whole.copy(target, 0, offset),
    close: async () => {
      open -= 1;
    },
  };
  const deps = {
    blobs: {
      open: async () => {
        open += 1;
        return reader;
      },
    },
    database: { selectFrom: () => query },
  };
  const long = { ...file, size: whole.length, sha256: sha256(whole) };
  for (const appended of [null, { updates: [bytes], sha256: hash }]) {
    const stream = await openWhole(deps as never, { file: long as never, appended });
    expect([open, Buffer.isBuffer(stream)]).toEqual([1, false]);
    (stream as Readable).destroy();
    await vi.waitFor(() => expect(open).toBe(0));
  }
});

function serve(headers: Record<string, string>) {
  return serveFile(
    { blobs } as never,
    { request: { headers, method: 'GET' } },
    {
      file,
      fileName: 'a.pdf',
      disposition: 'inline',
    },
  );
}

function bodyOf({ body }: Awaited<ReturnType<typeof serve>>): string {
  return String(body);
}
