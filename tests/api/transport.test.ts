import { readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../server/src/app.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { removeDeadUploads } from '../../server/src/http/multipart.ts';
import { listUnnamedProxies } from '../../server/src/http/unnamed-proxies.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { openTestInstance, PASSWORD } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { until } from '../support/processes.ts';

const instance = await forThisFile(openTestInstance());
await instance.app.listen({ host: '127.0.0.1', port: 0 });
const user = await instance.signIn('Ada', 'ada@example.com');

interface ErrorBody {
  error: { statusCode: number; code: string; message: string; violations?: object; requestId: string };
}
const errorOf = (answer: { json(): unknown }) => (answer.json() as ErrorBody).error;
const profile = { name: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace', country: 'GB' };
const get = (url: string) => user.call({ method: 'GET', url });
const getAs = (headers: Record<string, string>) =>
  instance.inject({ method: 'GET', url: '/api/v1/profile', headers });
const putProfile = (payload: string, headers: Record<string, string> = {}) =>
  user.call({ method: 'PUT', url: '/api/v1/account/profile', payload, headers });

test('every answer (interface.md §1) forbids sniffing, framing, foreign scripts and keeping', async () => {
  const { headers } = await user.call({ method: 'GET', url: '/api/v1/profile' });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe/);
});

describe('errors have one shape (interface.md §6)', () => {
  type Call = () => Promise<{ statusCode: number; json(): unknown; headers: object }>;
  const json = { 'content-type': 'application/json' };
  const signOut = { method: 'POST' as const, url: '/api/v1/account/sign-out' };
  const withCookie = () => instance.inject({ ...signOut, headers: { cookie: user.cookie } });
  const fromElsewhere = () => putProfile(JSON.stringify(profile), { 'sec-fetch-site': 'cross-site' });
  const patch = () => user.call({ method: 'PATCH' as 'PUT', url: '/api/v1/profile' });
  const calls: [string, Call, number, string][] = [
    ['no credential', () => getAs({}), 401, 'AUTHENTICATION_REQUIRED'],
    ['a dead token', () => getAs({ authorization: 'Bearer nobody' }), 401, 'AUTHENTICATION_REQUIRED'],
    ['an unknown path', () => get('/api/v1/none'), 404, 'NOT_FOUND'],
    ['metrics that no setting asks for', () => get('/metrics'), 404, 'NOT_FOUND'],
    ['an unknown method', patch, 404, 'NOT_FOUND'],
    ['an address that cannot be decoded', () => get('/api/v1/workspaces/%ff'), 400, 'VALIDATION_ERROR'],
    ['an id that is longer than any', () => get(`/api/v1/envelopes/${'x'.repeat(501)}`), 404, 'NOT_FOUND'],
    ['a bad id', () => get('/api/v1/workspaces/abc'), 400, 'VALIDATION_ERROR'],
    ['a bad page', () => get('/api/v1/profile/actions?page=0'), 400, 'VALIDATION_ERROR'],
    ['broken JSON', () => putProfile('{"name":', json), 400, 'VALIDATION_ERROR'],
    ['a bare value', () => putProfile('"text"', json), 400, 'VALIDATION_ERROR'],
    [
      'another type',
      () => putProfile('<x/>', { 'content-type': 'application/xml' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['too much', () => putProfile(`{"name":"${'x'.repeat(1_100_000)}"}`), 413, 'DOCUMENT_TOO_LARGE'],
    ['a browser from elsewhere', fromElsewhere, 403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'],
    [
      'a cookie with neither origin nor fetch metadata',
      withCookie,
      403,
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    ],
  ];

  test.each(calls)('%s', async (_what, call, status, code) => {
    const answer = await call();
    expect([answer.statusCode, errorOf(answer).code]).toEqual([status, code]);
  });

  test.each(['/api/none', '/oauth/none', '/.well-known/none'])(
    'where there is nothing at %s, though HTML is asked for',
    async (url) => {
      const answer = await instance.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      expectStatus(answer, 404);
      expect(errorOf(answer).code).toBe('NOT_FOUND');
    },
  );

  test('where the database is away the answer is 503 with the time to wait', async () => {
    const { close, ...away } = openDatabase({ host: '/nowhere', user: 'nobody', database: 'none' });
    const app = buildApp({ ...instance.deps, ...away });
    const answer = await app.inject({ method: 'GET', url: '/readyz' });
    expect([answer.statusCode, errorOf(answer).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await app.close();
    await close();
  });
});

test('a server is not ready while its worker is not running', async () => {
  const app = buildApp(instance.deps, { isWorking: () => isWorking });
  let isWorking = false;
  const status = async () => (await app.inject({ method: 'GET', url: '/readyz' })).statusCode;
  expect(await status()).toBe(503);
  isWorking = true;
  expect(await status()).toBe(200);
  await app.close();
});

test('a server whose clock is not the database’s is not ready, and says by how much', async () => {
  let seconds = 0;
  const app = buildApp(instance.deps, { machine: { now: () => new Date(Date.now() + seconds * 1_000) } });
  const ready = () => app.inject({ method: 'GET', url: '/readyz' });
  for (const right of [0, 55, -55]) {
    seconds = right;
    expect((await ready()).statusCode).toBe(200);
  }
  seconds = 26 * 3_600 + 5;
  const ahead = await ready();
  expect([ahead.statusCode, errorOf(ahead).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(errorOf(ahead).message).toContain('26 h 0 min ahead of that of the database');
  seconds = -70;
  expect(errorOf(await ready()).message).toContain('1 min behind');
  await app.close();
});

describe('the wire', () => {
  /** Sends raw bytes to a listening server and answers all that comes back until it closes. */
  async function answerTo(request: string): Promise<string> {
    const { port } = instance.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text)).on('error', reject);
    });
  }

  const GET = (path: string) => `GET ${path} HTTP/1.1\r\n`;
  const POST = 'POST /api/v1/account/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n';
  const HOST = 'Host: localhost\r\n';
  test.each([
    ['two lengths', `${POST}Content-Length: 3\r\n\r\n{}`, 400],
    ['length and chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two hosts', `${GET('/livez')}${HOST}Host: 127.0.0.1\r\n\r\n`, 400],
    ['the host of another', `${GET('/sign-in')}Host: rebound.example\r\n\r\n`, 400],
    ['the same host twice, at no address', `${GET('/none')}${HOST}host: localhost\r\n\r\n`, 400],
    ['a header of 100 KB', `${GET('/livez')}${HOST}X: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['a space in a header’s name', `${GET('/livez')}${HOST}Bad Name: x\r\n\r\n`, 400],
  ])('%s is refused, in the one shape, and the connection closes', async (_what, request, status) => {
    const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n');
    const headers = new Map(head.split('\r\n').map((line) => line.split(': ') as [string, string]));
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(body)).toEqual({
      error: {
        statusCode: status,
        code: 'VALIDATION_ERROR',
        message: expect.any(String),
        requestId: headers.get('x-request-id'),
      },
    });
  });

  test('what a killed process was receiving goes at a start, and what a living one receives stays', async () => {
    const { deps, app } = instance;
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const part = '--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const head = 'POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n';
    socket.write(`${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n${part}`);
    const list = () => readdir(deps.blobs.incomingDir);
    await until('the upload is on disk', async () => (await list()).length === 1);
    const dead = 'upload-7-0123456789abcdef-0';
    for (const name of [dead, 'of-another-kind']) await writeFile(join(deps.blobs.incomingDir, name), '%PDF');
    await removeDeadUploads(deps);
    const left = await list();
    expect(left).toContain('of-another-kind');
    expect(left).not.toContain(dead);
    expect(left.filter((name) => name.startsWith('upload-'))).toHaveLength(1);
    // As when the process of this upload is killed.
    await deps.requestLock.abandon();
    await removeDeadUploads(deps);
    expect(await list()).toEqual(['of-another-kind']);
    socket.destroy();
  });

  test('what a client expects beyond our answer is passed over', async () => {
    const request = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n';
    expect(await answerTo(request)).toMatch(/^HTTP\/1.1 200 /);
  });
});

// At the end: the time that passes ends the session, and another address is listened at.
describe('the visitor’s address', () => {
  const signInBehindProxy = async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'sec-fetch-site': 'same-origin' };
    const payload = { email: user.profile.email, password: PASSWORD };
    const url = '/api/v1/account/sign-in';
    expectStatus(await instance.inject({ method: 'POST', url, headers, payload }), 200);
    const { rows } = await instance.deps.pool.query('select ip from sessions');
    return rows.map((row) => row.ip);
  };

  test('is the peer’s, and said to be that of a proxy where one reports visitors without being named', async () => {
    const { deps } = instance;
    const readStatus = async (session: typeof user, headers: Record<string, string> = {}) =>
      (await session.call({ method: 'GET', url: '/api/v1/account/status', headers })).json();
    expect((await readStatus(user)).unnamedProxies).toEqual([]);
    const warn = vi.spyOn(deps.log, 'warn');
    for (const visitor of ['203.0.113.7', '203.0.113.8'])
      await readStatus(user, { 'x-forwarded-for': visitor });
    expect(warn.mock.calls).toEqual([
      [{ proxy: '127.0.0.1' }, expect.stringContaining('PARAPH_TRUSTED_PROXIES')],
    ]);
    expect((await readStatus(user)).unnamedProxies).toEqual(['127.0.0.1']);
    expect(new Set(await signInBehindProxy())).toEqual(new Set(['127.0.0.1']));
    // Others are told nothing of how the instance is set up.
    expect((await readStatus(await instance.signIn('Bob', 'bob@example.com'))).unnamedProxies).toEqual([]);
    const config = { ...deps.config, trustedProxies: ['127.0.0.0/8'] };
    expect(await listUnnamedProxies({ ...deps, config })).toEqual([]);
    instance.advance(31 * 86_400);
    expect(await listUnnamedProxies(deps)).toEqual([]);
  });

  test('is what a trusted proxy says', async () => {
    await instance.reopen({ PARAPH_TRUSTED_PROXIES: '127.0.0.0/8' });
    expect(await signInBehindProxy()).toContain('203.0.113.7');
  });
});

describe('the proxies that are not named', () => {
  beforeEach(async () => {
    await instance.deps.database.deleteFrom('unnamed_proxies').execute();
    // What the process remembers of the test before is over.
    instance.advance(3_600);
  });

  const sendFrom = async (remoteAddress: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await instance.inject({ method: 'GET', url: '/livez', remoteAddress, headers });
  };
  const sendFromStrangers = async (count: number) => {
    for (let at = 1; at <= count; at += 1) {
      instance.advance(1);
      await sendFrom(`198.51.100.${at}`);
    }
  };

  test('a new address replaces the one seen longest ago, so that strangers cannot hide one that stays', async () => {
    await sendFromStrangers(20);
    instance.advance(1);
    await sendFrom('10.0.0.5');
    const listed = await listUnnamedProxies(instance.deps);
    expect(listed).toHaveLength(20);
    expect(listed).toContain('10.0.0.5');
    expect(listed).not.toContain('198.51.100.1');
    // However many come after it: its next request records it again.
    await sendFromStrangers(40);
    instance.advance(1);
    await sendFrom('10.0.0.5');
    expect(await listUnnamedProxies(instance.deps)).toContain('10.0.0.5');
  });

  test('an address is recorded again within the hour where another process’s strangers replaced it', async () => {
    await sendFrom('10.0.0.5');
    await instance.deps.database.deleteFrom('unnamed_proxies').execute();
    await sendFrom('10.0.0.5');
    expect(await listUnnamedProxies(instance.deps)).toEqual([]);
    instance.advance(3_600);
    await sendFrom('10.0.0.5');
    expect(await listUnnamedProxies(instance.deps)).toEqual(['10.0.0.5']);
  });

  test('one address a second is recorded by a process, however many addresses a stranger has', async () => {
    await sendFrom('198.51.100.1');
    await sendFrom('198.51.100.2');
    expect(await listUnnamedProxies(instance.deps)).toEqual(['198.51.100.1']);
    instance.advance(1);
    await sendFrom('198.51.100.2');
    expect(await listUnnamedProxies(instance.deps)).toEqual(['198.51.100.1', '198.51.100.2']);
  });

  test('an address is removed by housekeeping 30 days after it stopped', async () => {
    await sendFrom('198.51.100.1');
    const count = async () =>
      (await instance.deps.database.selectFrom('unnamed_proxies').select('address').execute()).length;
    instance.advance(30 * 86_400 - 1);
    await sweepEndedRows(instance.deps);
    expect(await count()).toBe(1);
    instance.advance(1);
    await sweepEndedRows(instance.deps);
    expect(await count()).toBe(0);
  });
});
