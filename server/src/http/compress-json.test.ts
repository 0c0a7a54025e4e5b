import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { acceptedCoding, compressJson } from './compress-json.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['br; q=0, *', 'gzip'],
  ['*', 'br'],
  ['gzip;q=many', null],
])('of %s the coding is %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});

test('short and long answers arrive as they were, by either coding', async () => {
  const app = fastify();
  const linesOf = (count: number) =>
    Array.from({ length: count }, (_each, index) => `Zeile ${index}, größer`);
  app.get<{ Params: { lines: string } }>('/:lines', { onSend: compressJson }, async ({ params }, reply) =>
    reply.header('content-type', 'application/json').send(JSON.stringify(linesOf(Number(params.lines)))),
  );
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [coding, decode] of Object.entries(decoded)) {
    // The first is compressed in place, the second by another thread.
    for (const lines of [200, 2_000]) {
      const answer = await app.inject({ url: `/${lines}`, headers: { 'accept-encoding': coding } });
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(JSON.parse(decode(answer.rawPayload).toString())).toEqual(linesOf(lines));
    }
  }
  await app.close();
});
