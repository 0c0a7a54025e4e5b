import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Requester } from '@paraph/intake';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { requesterOf } from './authenticate.ts';

/** A server with one route, which answers when the test lets it. */
async function listen() {
  const arrived = Promise.withResolvers<Requester>();
  const answer = Promise.withResolvers<string>();
  const app = fastify();
  app.post('/', (request, reply) => {
    arrived.resolve(requesterOf(null, request, reply));
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { port, requester: arrived.promise, answer: answer.resolve };
}

test('a client that closes its connection before the answer is gone', async () => {
  const { port, requester, answer } = await listen();
  const request = get({ port, method: 'POST', headers: { 'content-type': 'text/plain' } });
  request.on('error', () => {});
  request.end('a body that was read to its end');
  const { gone } = await requester;
  expect(gone.aborted).toBe(false);
  request.destroy();
  await once(gone, 'abort');
  answer('too late');
});

test('a client that gets its answer was never gone, and without an account its address is the caller', async () => {
  const { port, requester, answer } = await listen();
  const answered = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a body' });
  const { gone, caller } = await requester;
  answer('here');
  expect(await (await answered).text()).toBe('here');
  expect(gone.aborted).toBe(false);
  expect(caller).toBe('address:127.0.0.1');
});
