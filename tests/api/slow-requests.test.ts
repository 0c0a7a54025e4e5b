import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../server/src/app.ts';
import { openTestInstance } from '../support/instance.ts';
import { until } from '../support/processes.ts';
import { forThisFile } from '../support/scratch.ts';

const PROGRESS_MS = 150;

let timeouts = 0;
let answerWaiting = () => {};

const instance = await forThisFile(openTestInstance());
const app = await forThisFile(buildApp(instance.deps, { progressMs: PROGRESS_MS }));
// Something that we are busy with until the test has seen enough.
app.get('/busy', async () => {
  await new Promise<void>((resolve) => {
    answerWaiting = resolve;
  });
  return 'done';
});
app.server.on('timeout', () => {
  timeouts += 1;
});
await app.listen({ host: '127.0.0.1', port: 0 });
beforeEach(() => {
  timeouts = 0;
});

/** A connection, and what came over it until it closed. */
async function dial(): Promise<{ socket: Socket; answer: Promise<string>; heard(): string }> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('close', () => resolve(text)).on('error', reject);
  });
  await once(socket, 'connect');
  return { socket, answer, heard: () => text };
}

const POST = 'POST /api/v1/account/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const BODY = '{"email":"ada@example.com","password":"x"}';

test.each([
  ['in its header', `${POST}X-Half: `],
  ['in its body', `${POST}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 9)}`],
  ['in a chunk of its body', `${POST}Transfer-Encoding: chunked\r\n\r\n9\r\n${BODY.slice(0, 4)}`],
])('a request that makes no progress: %s is cut with 408', async (_where, bytes) => {
  const { socket, answer } = await dial();
  socket.write(bytes);
  const text = await answer;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '').error.message).toContain('took too long');
});

test('a request that makes no progress and one that never begins, are cut', async () => {
  const { answer } = await dial();
  expect(await answer).toBe('');
});

test('a request that makes no progress in a form with a file is cut, and leaves no file', async () => {
  const owner = await instance.signIn('Ada', 'ada@example.com');
  const { socket, answer } = await dial();
  const head = [
    'POST /api/v1/quick/envelopes HTTP/1.1',
    'Host: localhost',
    `Cookie: ${owner.cookie}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 9000',
  ];
  const part = '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  const { incomingDir } = instance.deps.blobs;
  await until('the half file is gone', async () => (await readdir(incomingDir)).length === 0);
});

test('a request is left alone while it makes progress, however slowly', async () => {
  const { socket, answer } = await dial();
  socket.write(`${POST}Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  const begun = performance.now();
  for (const character of BODY) {
    socket.write(character);
    const next = performance.now() + 10;
    await until('it is time for the next character', () => performance.now() >= next);
  }
  expect(performance.now() - begun).toBeGreaterThan(2 * PROGRESS_MS);
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('a request is left alone while we are busy with it', async () => {
  const { socket, answer } = await dial();
  socket.write('GET /busy HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await until('two limits are over', () => timeouts >= 2);
  answerWaiting();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
});

test('a connection that is kept alive ends once it was idle for as long as it may be', async () => {
  const { keepAliveTimeout } = app.server;
  app.server.keepAliveTimeout = 100;
  const { socket, answer } = await dial();
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  app.server.keepAliveTimeout = keepAliveTimeout;
});
