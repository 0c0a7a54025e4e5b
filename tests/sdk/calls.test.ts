import { describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DocumentError,
  NotFoundError,
  Paraph,
  ParaphError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../../sdk/src/index.ts';
import { fakeServer, json, refusal } from './fake-server.ts';

const baseUrl = 'https://sign.example.com';
const clientOf = (fetch: typeof globalThis.fetch, more: object = {}) =>
  new Paraph({ baseUrl, token: 'TOKEN', fetch, retries: 0, ...more });

describe('a call', () => {
  it('puts its input where the interface has it: path, query, and the credential in a header', async () => {
    const { sent, fetch } = fakeServer(json({ total: 0, limit: 8, pages: 0, items: [] }));
    await clientOf(fetch).listWorkflows({ workspaceId: 7, filters: { status: 'signed' }, query: 'a b&c' });
    expect(sent[0]?.method).toBe('GET');
    expect(sent[0]?.url.pathname).toBe('/api/v1/workspaces/7/workflows');
    expect([...(sent[0]?.url.searchParams ?? [])].sort()).toEqual([
      ['filters[status]', 'signed'],
      ['query', 'a b&c'],
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer TOKEN');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('escapes path parameters, and refuses to call without it', async () => {
    const { sent, fetch } = fakeServer(json({}));
    const paraph = clientOf(fetch);
    await paraph.readEnvelope({ envelopeId: '../profile?x' });
    expect(sent[0]?.url.href).toBe(`${baseUrl}/api/v1/envelopes/..%2Fprofile%3Fx`);
    await expect(paraph.readEnvelope({ envelopeId: '' })).rejects.toThrow('envelopeId is missing');
    await expect(paraph.readEnvelope({ envelopeId: '..' })).rejects.toThrow('envelopeId is missing or no id');
    expect(sent).toHaveLength(1);
  });

  it('sends an API key by its own header, and no credentials in a browser with a cookie', async () => {
    const { sent, fetch } = fakeServer(json({ id: 1 }));
    await new Paraph({ baseUrl: `${baseUrl}//`, apiKey: 'KEY', fetch }).readProfile();
    await new Paraph({ baseUrl, fetch }).readProfile();
    expect(sent[0]?.url.href).toBe(`${baseUrl}/api/v1/profile`);
    expect(sent[0]?.headers.get('x-api-key')).toBe('KEY');
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(sent[1]?.headers.has('x-api-key')).toBe(false);
    expect(sent[1]?.headers.has('authorization')).toBe(false);
  });

  it('follows no redirect, which would take an API key to another host', async () => {
    const modes: unknown[] = [];
    const { fetch } = fakeServer((_sent, { redirect }) => {
      modes.push(redirect);
      return json({ id: 1 });
    });
    await new Paraph({ baseUrl, apiKey: 'KEY', fetch }).readProfile();
    expect(modes).toEqual(['manual']);
  });

  it('refuses options that cannot work', () => {
    expect(() => new Paraph({ baseUrl: 'sign.example.com' })).toThrow('baseUrl must begin with https://');
    expect(() => new Paraph({ baseUrl, token: 'a', apiKey: 'b' })).toThrow('one of token, getToken');
  });
});

const page = (ids: number[], pages: number) =>
  json({ total: 5, limit: 2, pages, items: ids.map((id) => ({ id })) });

it('a list is walked page by page, asking only when the next one is needed', async () => {
  const { sent, fetch } = fakeServer(page([1, 2], 3), page([3, 4], 3), page([5], 3));
  const seen: number[] = [];
  for await (const { id } of clientOf(fetch).listWorkflows.all({ workspaceId: 7, limit: 2 })) {
    seen.push(id);
    if (id === 2) expect(sent).toHaveLength(1);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(sent.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '2', '3']);
  expect(sent[0]?.url.searchParams.get('limit')).toBe('2');
});

it('a list gives an item once that moved to the next page meanwhile', async () => {
  const { fetch } = fakeServer(page([5, 4], 3), page([4, 3], 3), page([2, 1], 3));
  const seen: number[] = [];
  for await (const { id } of clientOf(fetch).listWorkflows.all({ workspaceId: 7 })) seen.push(id);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
});

it('a list stops where the caller stops, and where nothing is left', async () => {
  const { sent, fetch } = fakeServer(page([1, 2], 3));
  for await (const { id } of clientOf(fetch).listWorkflows.all({ workspaceId: 7 })) if (id === 1) break;
  expect(sent).toHaveLength(1);
  const empty = fakeServer(json({ total: 0, limit: 100, pages: 0, items: [] }));
  for await (const each of clientOf(empty.fetch).listEnvelopes.all({})) expect.unreachable(`${each.id}`);
  expect(empty.sent).toHaveLength(1);
});

describe('a failure', () => {
  const cases: [number, string, new (...given: never[]) => ParaphError][] = [
    [400, 'VALIDATION_ERROR', ValidationError],
    [401, 'AUTHENTICATION_REQUIRED', AuthenticationError],
    [403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION', PermissionError],
    [404, 'ENVELOPE_NOT_FOUND', NotFoundError],
    [409, 'WORKFLOW_STATUS_CONFLICT', ConflictError],
    [413, 'DOCUMENT_TOO_LARGE', DocumentError],
    [415, 'UNSUPPORTED_MEDIA_TYPE', DocumentError],
    [422, 'DOCUMENT_NOT_ACCEPTED', DocumentError],
    [422, 'IDEMPOTENCY_KEY_REUSED', ConflictError],
    [429, 'RATE_LIMIT_REACHED', RateLimitError],
    [500, 'INTERNAL_ERROR', ServerError],
    [503, 'SERVICE_UNAVAILABLE', ServerError],
  ];

  it.each(cases)('%i %s has its class, code, status and request id', async (status, code, Kind) => {
    const { fetch } = fakeServer(refusal(status, code));
    const failure = await clientOf(fetch)
      .readProfile()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Kind);
    expect(failure).toBeInstanceOf(ParaphError);
    expect(failure).toMatchObject({ status, code, message: `No: ${code}`, requestId: 'r1', name: Kind.name });
  });

  it('of the one workflow that a call names is thrown, and that of a list of them is not', async () => {
    const item = (code: string) => ({
      ...{ identifier: 7, result: false, response: null },
      error: { code, message: `No: ${code}` },
    });
    const answer = (code: string) => json([item(code)], 200, { 'x-request-id': 'r1' });
    const where = { workspaceId: 1, workflowId: 7 };
    const { fetch, sent } = fakeServer(
      answer('WORKFLOW_STATUS_CONFLICT'),
      answer('WORKFLOW_NOT_FOUND'),
      answer('NEWER'),
    );
    const paraph = clientOf(fetch, { retries: 2 });
    const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);
    const conflict = await failureOf(paraph.startWorkflow(where));
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict).toMatchObject({
      ...{ code: 'WORKFLOW_STATUS_CONFLICT', status: 409, requestId: 'r1' },
      message: 'No: WORKFLOW_STATUS_CONFLICT',
    });
    expect(await failureOf(paraph.cancelWorkflow(where))).toBeInstanceOf(NotFoundError);
    expect(await failureOf(paraph.startWorkflow(where))).toMatchObject({
      code: 'NEWER',
      name: 'ParaphError',
    });
    expect(await paraph.deleteWorkflows({ workspaceId: 1, workflows: [{ id: 7 }] })).toEqual([item('NEWER')]);
    expect(sent).toHaveLength(4);
  });

  it('of a missing scope names it, and no other refusal does', async () => {
    const denied = () => refusal(403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    const lacking = denied();
    lacking.headers.set('www-authenticate', 'Bearer error="insufficient_scope", scope="webhooks:write"');
    const { fetch } = fakeServer(lacking, denied());
    await expect(clientOf(fetch).readProfile()).rejects.toMatchObject({ missingScope: 'webhooks:write' });
    await expect(clientOf(fetch).readProfile()).rejects.toMatchObject({ missingScope: null });
  });

  it('of validation names every parameter', async () => {
    const { fetch } = fakeServer(refusal(400, 'VALIDATION_ERROR'));
    const failure = clientOf(fetch).readProfile();
    await expect(failure).rejects.toMatchObject({ violations: { name: 'Must have 2 characters.' } });
  });

  it('by another server than Paraph says to look at baseUrl', async () => {
    for (const answer of [
      new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
      new Response('nothing here', { status: 404 }),
      new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
    ]) {
      const failure = clientOf(fakeServer(answer).fetch).readProfile();
      await expect(failure).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', name: 'ConnectionError' });
      await expect(failure).rejects.toThrow('check baseUrl');
    }
  });

  it('of the network carries its cause, and says in one sentence what could not be sent', async () => {
    const cause = new TypeError('fetch failed');
    const failure = clientOf(fakeServer(cause).fetch).readProfile();
    await expect(failure).rejects.toBeInstanceOf(ConnectionError);
    // As a program shows it that catches nothing.
    const stack = expect.stringMatching(
      /^ConnectionError: GET https:\/\/sign\.example\.com\/api\/v1\/profile could not be sent/,
    );
    await expect(failure).rejects.toMatchObject({ code: 'CONNECTION_FAILED', status: 0, cause, stack });
  });
});

it('a download takes the path of a link alone, so that the credential goes nowhere else', async () => {
  const { sent, fetch } = fakeServer(new Response('%PDF'));
  const link = 'https://elsewhere.example/api/v1/storage/archive/5/doc/ab?expires=1&signature=x';
  const response = await clientOf(fetch).download(link);
  expect(await response.text()).toBe('%PDF');
  expect(sent[0]?.url.href).toBe(`${baseUrl}/api/v1/storage/archive/5/doc/ab?expires=1&signature=x`);
  expect(() => clientOf(fetch).download('https://elsewhere.example/secrets')).toThrow('no link to a file');
});

it('a download fails like any other call', async () => {
  const { fetch } = fakeServer(refusal(404, 'NOT_FOUND'));
  await expect(clientOf(fetch).download('/api/v1/storage/temp/1/doc/a')).rejects.toThrow(NotFoundError);
});

const warned = async (env: string | undefined) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubEnv('NODE_ENV', env);
  try {
    const { fetch } = fakeServer(json({ id: 1 }, 200, { 'Paraph-Ignored': 'fields[1].formula, folowers' }));
    const paraph = clientOf(fetch);
    for (let times = 0; times < 2; times += 1) await paraph.createWorkspace({ name: 'Second' });
    return warn.mock.calls.flat();
  } finally {
    vi.unstubAllEnvs();
    warn.mockRestore();
  }
};

it('keys that the server ignored are said once in development, and never in production', async () => {
  expect(await warned('development')).toEqual([
    'Paraph ignored "fields[1].formula" of POST /api/v1/workspaces: it does not know this key.',
    'Paraph ignored "folowers" of POST /api/v1/workspaces: it does not know this key.',
  ]);
  expect(await warned(undefined)).toHaveLength(2);
  expect(await warned('production')).toEqual([]);
});
