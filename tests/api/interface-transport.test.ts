import { LIMITS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { codeOf, openDraftClient } from '../support/draft-client.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { ann, lease } from '../support/quick-sender.ts';

// Interface.md §1, §2.3, §8, §12: how clients in use write their requests, and what every answer carries.
const ALL = ['profile:read', 'workspaces:write', 'workflows:write', 'organization:write'];

const { instance, sender, get, post } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);
const key = await newKey(ALL);

async function newKey(scopes: readonly string[]): Promise<string> {
  const payload = { name: 'A client in use', scopes };
  const answer = await sender.call({ method: 'POST', url: '/api/v1/api-keys', payload });
  return (answer.json() as { key: string }).key;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD';
/** A call as a program makes it: a key, and nothing that it was not given. */
const program = (method: Method, url: string, more: { payload?: string; headers?: object } = {}) =>
  instance.inject({
    method: method as 'GET',
    url,
    headers: { 'x-yumisign-api-key': key, ...more.headers },
    ...(more.payload === undefined ? {} : { payload: more.payload }),
  });

test.each<[Method, string, number]>([
  ['GET', '/none', 404],
  ['DELETE', '/api/v1/profile', 404],
  ['OPTIONS', '/api/v1/profile', 404],
  ['HEAD', '/api/v1/profile', 200],
  ['GET', '/api/v1/workspaces/99999999999999999999', 400],
  ['GET', '/api/v1/workspaces/2147483648', 404],
  ['GET', '/api/v1/workspaces/9007199254740993/workflows', 400],
  ['POST', '/api/v1/quick/envelopes', 415],
  ['POST', '/api/v1/OAuth/v2/access', 400],
  ['POST', '/oauth/token', 401],
  ['GET', '/.well-known/oauth-authorization-server', 200],
])('a JSON answer to %s %s has its content type exactly, and a request id', async (method, url, status) => {
  const answer = await program(method, url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json']);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  if (method === 'HEAD') return;
  const body = answer.json() as { error?: { statusCode: number; requestId: string } };
  expect(typeof body).toBe('object');
  if (!url.startsWith('/oauth/') && status >= 400) {
    expect(body.error).toMatchObject({ statusCode: status, requestId: answer.headers['x-request-id'] });
  }
});

test('a JSON answer is missing where there is nothing to say: 204 has no body', async () => {
  const draft = await client.draft();
  const answer = await program('DELETE', `/api/v1/envelopes/${draft.envelopeId}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(answer.headers['content-type']).toBeUndefined();
});

describe('a request as clients in use write it', () => {
  test.each<[string, Record<string, string>]>([
    ['no content type', {}],
    ['the type of JSON', { 'content-type': 'application/json' }],
    ['the type of JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['the type of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['the type of text', { 'content-type': 'text/plain;charset=UTF-8' }],
  ])('JSON under %s is read by POST, PUT and DELETE', async (_what, headers) => {
    const { id } = await client.draft();
    const put = await program('PUT', `${client.base}/${id}`, { headers, payload: '\n {"name":"Renamed"}' });
    expect([put.statusCode, put.body.includes('"id"')]).toEqual([200, true]);
    const steps = JSON.stringify({ preferences: [] });
    const post = await program('POST', `${client.base}/${id}/preferences`, { headers, payload: steps });
    expect([post.statusCode, post.body]).toEqual([200, '[]']);
    const workflows = [{ id: String(id), workspaceId: String(client.workspaceId) }];
    const payload = JSON.stringify({ workflows });
    const gone = await program('DELETE', `${client.base}/`, { headers, payload });
    expect(gone.json()).toEqual([{ identifier: id, result: true, response: null, error: null }]);
  });

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['the type of JSON', { 'content-type': 'application/json' }],
    ['the type of a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a length of none', { 'content-length': '0' }],
  ])('a PUT and a GET without a body may come with %s', async (_what, headers) => {
    const { id } = await client.draft();
    const put = await program('PUT', `${client.base}/${id}/cancel/`, { headers });
    expect([put.statusCode, put.json()]).toMatchObject([200, [{ identifier: id, result: true }]]);
    const read = await program('GET', `${client.base}/${id}/?&session=1`, { headers });
    expect([read.statusCode, (read.json() as { status: string }).status]).toEqual([200, 'canceled']);
  });

  test('what a body has besides is ignored and named, in JSON and in a form', async () => {
    const made = await program('POST', '/api/v1/workspaces', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'Second', colour: 'red', 'a, b': { deep: 1 } }),
    });
    expect([made.statusCode, made.headers['paraph-ignored']]).toEqual([201, 'colour, a%2C%20b']);
    const { payload, headers } = quickForm({
      document: lease,
      more: { 'steps[0][colour]': 'red', folowers: '1' },
    });
    const sent = await instance.inject({
      ...{ method: 'POST', url: '/api/v1/quick/envelopes', payload },
      headers: { ...headers, 'x-api-key': key },
    });
    expect([sent.statusCode, sent.headers['paraph-ignored']]).toEqual([200, 'steps[0].colour, folowers']);
    const plain = await program('GET', client.base);
    expect(plain.headers).not.toHaveProperty('paraph-ignored');
  });

  test('the query may begin ?&, integers are digits, what is unknown is passed over', async () => {
    const page = await program('GET', `${client.base}/?&page=1&limit=300&unknown=x`);
    expect(page.json()).toMatchObject({ limit: 100 });
    for (const none of ['?&', '?page=&limit=']) {
      const whole = await program('GET', `${client.base}${none}`);
      expect(whole.json()).toMatchObject({ limit: LIMITS.wholeListItemsMax });
    }
    const beyond = await program('GET', `${client.base}?page=1000`);
    expect(beyond.json()).toMatchObject({ limit: 8, items: [] });
  });

  test('the users of a workspace are set at the address without /api/v1, ids as text, a slash at the end', async () => {
    const [workspace] = (await program('GET', '/api/v1/workspaces')).json() as {
      id: number;
      workspaceUsers: { id: number; memberId: number }[];
    }[];
    const [owner] = workspace?.workspaceUsers ?? [];
    const users = [{ id: String(owner?.id), memberId: String(owner?.memberId), roleId: '1' }];
    const answer = await program('PUT', `/workspaces/${workspace?.id}/users/`, {
      payload: JSON.stringify({ users }),
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, [{ id: owner?.id, role: 1 }]]);
    expect(Object.keys((answer.json() as object[])[0] ?? {}).sort()).toEqual(
      ['email', 'id', 'name', 'picture', 'role'].sort(),
    );
  });
});

describe('what a client leaves out', () => {
  const both: [string, 'PUT' | 'POST', string][] = [
    ['PUT', 'PUT', ''],
    ['the deprecated form', 'POST', '/edit'],
  ];

  test.each(both)('may be null, and stays: %s', async (_what, method, suffix) => {
    const { id } = await client.draft();
    const set = { senderMessage: 'Please sign.', metadata: { deal: 'D-117' } };
    const change = (body: object) =>
      program(method, `${client.base}/${id}${suffix}`, { payload: JSON.stringify(body) });
    expect((await change(set)).statusCode).toBe(200);
    const before = await client.read(id);
    const nothing = { name: null, type: null, expiryDate: null, newWorkspaceId: null, metadata: null };
    expectStatus(await change(nothing), 200);
    expect(await client.read(id)).toEqual(before);
    // Where null says something, it is heard.
    await change({ senderMessage: null, metadata: { deal: null } });
    expect(await client.read(id)).toEqual({ ...before, senderMessage: null, metadata: [] });
  });

  test('is null in the lists of people and steps as well, and a yes may be a 1', async () => {
    const { id } = await client.draft();
    const recipients = [{ id: null, name: 'Ann', email: 'ann@example.com', anchorTag: null }];
    const roles = [{ id: null, type: 'sign', color: null }];
    const people = await program('PUT', `${client.base}/${id}/roles`, {
      payload: JSON.stringify({ recipients: recipients.map((person) => ({ ...person, roles })) }),
    });
    expect(people.statusCode, people.body).toBe(200);
    const [role] = (people.json() as { roles: { id: number }[] }[])[0]?.roles ?? [];
    const steps = await program('POST', `${client.base}/${id}/steps`, {
      payload: JSON.stringify({ steps: [{ type: null, sign: 1, review: 0, roles: [String(role?.id)] }] }),
    });
    expect([steps.statusCode, steps.json()]).toMatchObject([200, [{ order: 1, type: 'sign' }]]);
  });
});

describe('an Idempotency-Key', () => {
  const rename = (id: number, name: string, header: string, caller = key) =>
    instance.inject({
      method: 'PUT',
      url: `${client.base}/${id}`,
      headers: { 'x-api-key': caller, 'idempotency-key': header },
      payload: { name },
    });

  test('on a PUT gives the first answer again, for a day; another body is refused', async () => {
    const { id } = await client.draft();
    const first = await rename(id, 'First', 'put-1');
    await rename(id, 'Second', 'put-2');
    const again = await rename(id, 'First', 'put-1');
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await client.read(id)).name).toBe('Second');
    const other = await rename(id, 'Third', 'put-1');
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    instance.advance(LIMITS.idempotencySeconds + 1);
    const later = await rename(id, 'Third', 'put-1');
    expect([later.statusCode, later.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  test('replays the notice of a deprecated call with its answer', async () => {
    const { id } = await client.draft();
    const edit = () =>
      program('POST', `${client.base}/${id}/edit`, {
        headers: { 'idempotency-key': 'edit-1', 'content-type': 'application/json' },
        payload: '{"name":"Edited"}',
      });
    const [first, again] = [await edit(), await edit()];
    expect(again.headers['idempotency-replayed']).toBe('true');
    for (const name of ['deprecation', 'sunset', 'link']) {
      expect(first.headers[name]).toBeDefined();
      expect(again.headers[name], name).toBe(first.headers[name]);
    }
  });
});

test('a deprecated call says that it is going where it refuses, too, at least a year ahead', async () => {
  const answer = await program('POST', `${client.base}/987654/edit`, { payload: '{"name":"x"}' });
  expect(answer.statusCode).toBe(404);
  const since = Number(/^@(\d+)$/.exec(String(answer.headers.deprecation))?.[1]);
  const until = Date.parse(String(answer.headers.sunset)) / 1000;
  expect(until - since).toBeGreaterThanOrEqual(365 * 86_400);
});

describe('the limits of a key', () => {
  const names = [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-yumisign-ratelimit-limit',
    'x-yumisign-ratelimit-remaining',
    'x-yumisign-calllimit-remaining',
  ];

  test('are on every answer to it: done, refused, not found, or beyond its scopes', async () => {
    const narrow = await newKey(['profile:read']);
    const asked: [string, number][] = [
      ['/api/v1/profile', 200],
      ['/api/v1/workspaces', 403],
      ['/api/v1/app/initialize?data[]=nothing', 400],
    ];
    for (const [at, [url, status]] of asked.entries()) {
      const answer = await instance.inject({ method: 'GET', url, headers: { 'x-api-key': narrow } });
      expect(answer.statusCode).toBe(status);
      for (const name of names) expect(answer.headers[name], `${url} ${name}`).toBeDefined();
      expect(answer.headers['x-yumisign-calllimit-remaining']).toBe(String(299 - at));
    }
  });

  test('are not told to a person at a page', async () => {
    const { headers } = await get('/api/v1/profile');
    expect(names.filter((name) => headers[name] !== undefined)).toEqual([]);
  });
});

test('names what the service does not have as validation, with every parameter in brackets', async () => {
  const steps = [
    { type: 'dance', recipients: [{ name: '', email: 'nobody' }] },
    { type: 'sign', recipients: [ann, ann] },
  ];
  const answer = await post({
    ...{ document: Buffer.from('no PDF at all'), name: 'x', type: 'solemn', steps },
    more: { expiryDate: 'soon', 'metadata[deal]': 'x'.repeat(251), workspaceId: 'first' },
    preferences: { Unknown: '1' },
  });
  expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
  const { violations } = (answer.json() as { error: { violations: object } }).error;
  expect(Object.keys(violations).sort()).toEqual([
    'document',
    'expiryDate',
    'metadata[deal]',
    'name',
    'preferences[0][name]',
    'steps[0][recipients][0][email]',
    'steps[0][recipients][0][name]',
    'steps[0][type]',
    'steps[1][recipients][1][email]',
    'type',
    'workspaceId',
  ]);
});
