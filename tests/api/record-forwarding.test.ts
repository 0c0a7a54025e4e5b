import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../server/src/platform/json.ts';
import { type HttpCall, openHttpServer } from '../support/http-server.ts';
import { openTestInstance, type Session } from '../support/instance.ts';
import { caller } from '../support/organization.ts';
import { forThisFile } from '../support/scratch.ts';

const instance = await forThisFile(openTestInstance());
const PATH = '/api/v1/organization/collector';
type Answer = (call: HttpCall, response: ServerResponse) => unknown;
interface Line {
  sequence: number;
  name: string;
  hash: string;
  source: object;
  sourceSha256: string;
}

/** An administrator of an organization of its own, and a collector on this machine. */
async function openCase(name: string) {
  const session = await instance.signIn(name, `${name.toLowerCase()}@example.com`);
  const calls: HttpCall[] = [];
  const state: { answer: Answer } = { answer: (_call, response) => response.writeHead(204).end() };
  const server = await forThisFile(
    openHttpServer((call, response) => {
      calls.push(call);
      return state.answer(call, response);
    }),
  );
  const call = caller(session);
  const act = async (count: number) => {
    for (let each = 0; each < count; each += 1)
      await call('PUT', '/api/v1/organization', { name: `${name} ${calls.length} ${each}` });
  };
  const save = async (form: object = {}) => {
    const { status, body, answer } = await call('PUT', PATH, { url: `${server.origin}/log`, ...form });
    expect(status, answer.body).toBe(200);
    return body;
  };
  const read = async () => (await call('GET', PATH)).body.collector;
  const linesOf = (sent: readonly HttpCall[] = calls): Line[] =>
    sent.flatMap(({ body }) => JSON.parse(body.toString()).events);
  return { session, call, calls, state, origin: server.origin, act, save, read, linesOf };
}

/** As a worker does it each minute. */
async function tick(): Promise<void> {
  await instance.jobs['chain-organization-events']?.(0);
  await instance.runJobs();
}

const organizationOf = async (session: Session): Promise<number> =>
  (await caller(session)('GET', '/api/v1/organizations')).body[0].id;
const numbersOf = (lines: readonly Line[]) => lines.map(({ sequence }) => sequence);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('all of the record is sent in its order, signed, and can be checked without a key', async () => {
  const { act, calls, linesOf, read, save, call } = await openCase('Ada');
  await act(230);
  const { secret, collector } = await save({ authorization: 'Bearer of-the-collector' });
  expect(collector).toMatchObject({ format: 'json', authorization: true, position: 0, cause: null });
  await tick();
  // The sign-in, the acts, and that it was set up.
  expect(numbersOf(linesOf())).toEqual(upTo(232));
  expect(calls).toHaveLength(3);
  expect(linesOf().at(-1)).toMatchObject({ name: 'record.collector_changed' });
  expect(await read()).toMatchObject({ position: 232, behind: 0, deliveryDate: instance.nowSeconds() });
  let previous = Buffer.alloc(0);
  for (const { hash, source, ...link } of linesOf()) {
    expect(createHash('sha256').update(canonicalJson(source)).digest('hex')).toBe(link.sourceSha256);
    previous = createHash('sha256').update(previous).update(canonicalJson(link)).digest();
    expect(previous.toString('hex')).toBe(hash);
  }
  for (const { headers, body } of calls) {
    const id = headers['webhook-id'];
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${body}`);
    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
    expect(headers).toMatchObject({
      authorization: 'Bearer of-the-collector',
      'paraph-event': 'organization.record',
    });
  }
  // Nothing is sent twice, and nothing where nothing is new.
  await act(2);
  await tick();
  await tick();
  expect(numbersOf(linesOf())).toEqual(upTo(234));
  expect(calls).toHaveLength(4);
  const stored = JSON.stringify(
    await instance.deps.database.selectFrom('record_collectors').selectAll().execute(),
  );
  const record = (await call('GET', '/api/v1/organization/events?kind=record')).answer.body;
  for (const secretText of [String(secret), 'of-the-collector'])
    for (const text of [stored, record]) expect(text).not.toContain(secretText);
});

test('a collector that fails misses nothing: it is tried again, by itself and by hand', async () => {
  const { act, call, calls, state, linesOf, read, save, session } = await openCase('Bert');
  let isDown = true;
  state.answer = (_call, response) => response.writeHead(isDown ? 503 : 200).end();
  await save();
  await act(3);
  await tick();
  const failed = await read();
  expect(failed).toMatchObject({ position: 0, behind: 5, attempts: 1, status: 503, deliveryDate: null });
  expect(failed.cause).toBe('The collector answered 503.');
  expect(failed.nextAttemptDate).toBeGreaterThan(instance.nowSeconds());
  // Not before it is due, then less and less often, and never for the last time.
  await tick();
  // Nor by a job that was enqueued before it failed.
  await instance.jobs['forward-record']?.(await organizationOf(session));
  expect(calls).toHaveLength(1);
  for (let attempt = 2; attempt < 14; attempt += 1) {
    instance.advance(2_000);
    await tick();
    expect(calls).toHaveLength(attempt);
  }
  isDown = false;
  const before = calls.length;
  expect((await call('POST', `${PATH}/retry`)).status).toBe(200);
  await instance.runJobs();
  expect(numbersOf(linesOf(calls.slice(before)))).toEqual(upTo(5));
  expect(await read()).toMatchObject({ position: 5, behind: 0, attempts: 0, status: null, cause: null });
  // Whatever is behind is sent again from a number on.
  await save({ position: 3 });
  await tick();
  expect(numbersOf(linesOf(calls.slice(before + 1)))).toEqual(upTo(6, 4));
  const ahead = await call('PUT', PATH, { url: 'https://example.com/', position: 99 });
  expect(ahead.body.error.violations).toEqual({ position: 'The record has no event of this number yet.' });
});

test('two workers send nothing twice, and what was changed meanwhile is not overwritten', async () => {
  const { act, calls, state, linesOf, read, save, session } = await openCase('Cleo');
  await act(150);
  await save();
  // What has no number yet waits as well, and gets one when it is sent.
  expect(await read()).toMatchObject({ position: 0, behind: 152 });
  const id = await organizationOf(session);
  const forward = () => instance.jobs['forward-record']?.(id);
  await Promise.all([forward(), forward(), forward()]);
  expect(numbersOf(linesOf())).toEqual(upTo(152));
  const arrived = calls.length;
  await act(1);
  // While a message is under way, an administrator has it begin anew.
  state.answer = async (_call, response) => {
    state.answer = (_next, following) => following.writeHead(200).end();
    await save({ position: 100 });
    response.writeHead(200).end();
  };
  await tick();
  expect(await read()).toMatchObject({ behind: 0 });
  expect(numbersOf(linesOf(calls.slice(arrived + 1)))).toEqual(upTo((await read()).position, 101));
});

test('OpenTelemetry takes the same as log records', async () => {
  const { calls, save } = await openCase('Dora');
  await save({ format: 'otlp' });
  await tick();
  const [{ resource, scopeLogs }] = JSON.parse(String(calls[0]?.body)).resourceLogs;
  expect(resource.attributes[0]).toEqual({ key: 'service.name', value: { stringValue: 'paraph' } });
  const [signIn] = scopeLogs[0].logRecords;
  expect(signIn).toMatchObject({ eventName: 'sign_in.succeeded', severityNumber: 9 });
  expect(signIn.timeUnixNano).toBe(`${instance.deps.clock.now().getTime()}000000`);
  expect(JSON.parse(signIn.body.stringValue)).toMatchObject({ sequence: 1, source: { name: 'Dora' } });
  expect(signIn.attributes).toContainEqual({ key: 'enduser.id', value: { stringValue: 'dora@example.com' } });
});

test('reaches no address inside, and its header no other server', async () => {
  const { call, read, save } = await openCase('Emma');
  for (const [method, path] of [
    ['POST', `${PATH}/retry`],
    ['DELETE', PATH],
  ] as const)
    expect((await call(method, path)).status).toBe(404);
  for (const url of ['http://192.168.1.1/', 'https://169.254.169.254/', 'ftp://example.com', '']) {
    const refused = await call('PUT', PATH, { url });
    expect(refused.status, url).toBe(400);
    expect(Object.keys(refused.body.error.violations)).toEqual(['url']);
  }
  const first = await save({ authorization: 'Bearer a' });
  // As where the name of the collector leads inside since.
  const inside = instance.deps.database
    .updateTable('record_collectors')
    .set({ url: 'https://10.255.255.1/' });
  await inside.where('url', '=', first.collector.url).execute();
  await tick();
  expect((await read()).cause).toContain('public');
  await save({ authorization: 'Bearer a' });
  expect(await save()).toMatchObject({ secret: null, collector: { authorization: true } });
  const moved = await call('PUT', PATH, { url: 'https://elsewhere.example.com/' });
  expect(moved.body.error.violations).toEqual({ authorization: 'Another server needs its own header anew.' });
  const renewed = await save({ authorization: null, renewSecret: true });
  expect(renewed.collector.authorization).toBe(false);
  expect(renewed.secret).not.toBe(first.secret);
  expect((await call('DELETE', PATH)).status).toBe(204);
  expect((await call('GET', PATH)).body).toEqual({ collector: null });
  const kinds = (await call('GET', '/api/v1/organization/events?kind=record.collector_removed')).body;
  expect(kinds.items).toMatchObject([{ name: 'record.collector_removed', after: null }]);
});
