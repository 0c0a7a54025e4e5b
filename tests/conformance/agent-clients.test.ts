import { createHash } from 'node:crypto';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../server/src/agents/tools.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { AGENT_SCOPES } from '../support/agent.ts';
import { findFreePort } from '../support/free-port.ts';
import { openHttpServer } from '../support/http-server.ts';
import { openTestInstance } from '../support/instance.ts';
import { connectAgent } from '../support/mcp-client.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { makeSelfSigned } from '../support/self-signed.ts';

const port = await findFreePort();
const issuer = new URL(`http://127.0.0.1:${port}`);
const env = { PARAPH_BASE_URL: issuer.origin, PARAPH_CLIENT_REGISTRATION: 'open' };
const instance = await forThisFile(openTestInstance({ env }));
await instance.app.listen({ port, host: '127.0.0.1' });
const enter = () => instance.signIn('Ada Lovelace', 'ada@example.com');
let session = await enter();
const call: typeof session.call = (request) => session.call(request);

/** Time passes, and she signs in again. */
async function wait(seconds: number): Promise<void> {
  instance.advance(seconds);
  session = await enter();
}

/** What the user's browser does on the page: presses Allow, and is sent back to the app. */
async function allowAt(authorizationUrl: string): Promise<URL> {
  const url = `/api/v1/authorization-request${new URL(authorizationUrl).search}`;
  const answer = await call({ method: 'POST', url, payload: { decision: 'allow' } });
  expect(answer.statusCode, answer.body).toBe(200);
  return new URL(answer.json().redirectTo);
}

const LOOPBACK = 'http://127.0.0.1:33418/callback';
const certificate = makeSelfSigned();
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
const read: { url: string; etag: string | undefined }[] = [];
/** What the document of a path says instead. */
const said = new Map<string, { status?: number; type?: string; text?: string; document?: object }>();
const site = await forThisFile(
  openHttpServer(({ url, headers }, response) => {
    const { status = 200, type = 'application/json', text, document } = said.get(url) ?? {};
    const etag = headers['if-none-match'];
    read.push({ url, etag });
    const usual = {
      client_id: `${site.origin}${url}`,
      client_name: 'Claude',
      redirect_uris: ['cursor://callback', 'http://127.0.0.1/callback', 'https://claude.example/callback'],
      token_endpoint_auth_method: 'none',
    };
    response.writeHead(etag === undefined ? status : 304, { 'content-type': type, etag: '"1"' });
    response.end(etag === undefined ? (text ?? JSON.stringify({ ...usual, ...document })) : '');
  }, certificate),
);

describe.each([
  ['2026-07-28, described by a document', { pin: '2026-07-28' }, `${site.origin}/client.json`],
  ['2025-11-25, having registered itself', 'legacy' as const, null],
])('an agent of the revision %s', (_what, mode, documentUrl) => {
  it('finds the way from a refused call to what a person sends', async () => {
    await call({ method: 'PUT', url: '/api/v1/organization/agents', payload: { mode: 'confirmation' } });
    const asked: string[] = [];
    const allow = (url: string) => {
      asked.push(new URL(url).searchParams.get('scope') ?? '');
      return allowAt(url);
    };
    const redirectUrl = LOOPBACK;
    const agent = await connectAgent(`${issuer.origin}/mcp`, { allow }, { documentUrl, redirectUrl, mode });
    expect(agent.version()).toBe(mode === 'legacy' ? '2025-11-25' : mode.pin);
    if (documentUrl !== null) expect(agent.clientId()).toBe(documentUrl);
    expect(await agent.listTools()).toEqual(TOOLS.map(({ name }) => name));
    const sha256 = createHash('sha256').update(lease).digest('hex');
    const file = { name: 'lease.pdf', size: lease.length, sha256 };
    const { putUrl, uploadId } = await agent.call<Record<string, string>>('create_upload', file);
    await fetch(String(putUrl), { method: 'PUT', body: new Uint8Array(lease) });
    const recipients = [{ name: 'Ann', email: 'ann@example.com' }];
    const draft = { uploadId, name: 'Lease', recipients };
    const { id } = await agent.call<{ id: string }>('draft_from_file', draft);
    const { requestId, state } = await agent.call<Record<string, string>>('request_send', { id });
    expect(state).toBe('waiting_for_person');
    // At once: clients of the earlier line ask their user for no further scope once they have a token.
    expect(asked).toEqual([AGENT_SCOPES.join(' ')]);
    const url = `/api/v1/agent-requests/${requestId}`;
    const shown = (await call({ method: 'GET', url })).json();
    expect(shown.agent).toEqual({ name: 'Claude', clientId: agent.clientId() });
    const payload = { decision: 'confirm', digest: shown.digest };
    expect((await call({ method: 'POST', url: `${url}/decision`, payload })).statusCode).toBe(200);
    expect(await agent.call('get_workflow', { id })).toMatchObject({ status: 'started' });
    await agent.close();
  });
});

const VERIFIER = 'a-verifier-of-more-than-forty-three-characters';
const RESOURCE = `${issuer.origin}/mcp`;
const queryOf = (path: string, change: Record<string, string> = {}) =>
  `?${new URLSearchParams({
    ...{
      client_id: `${site.origin}${path}`,
      redirect_uri: LOOPBACK,
      response_type: 'code',
      resource: RESOURCE,
    },
    ...{ scope: 'workflows:read', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...change,
  })}`;
const ask = (query: string) => call({ method: 'GET', url: `/api/v1/authorization-request${query}` });
const inject = (url: string, body: Record<string, string>) =>
  instance.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(body).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
async function tokensBy(query: string) {
  const { searchParams } = await allowAt(`${issuer.origin}/${query}`);
  const { client_id = '', redirect_uri = '' } = Object.fromEntries(new URLSearchParams(query));
  const code = searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: VERIFIER };
  const answer = (await inject('/oauth/token', form)).json();
  const renew = (refresh_token: string) =>
    inject('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token });
  return { answer, renew };
}
const ping = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const payload = { jsonrpc: '2.0', id: 1, method: 'ping' };
  return (await instance.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode;
};

describe('an app that nobody has registered', () => {
  it('is read for users alone, shown by its host, and read again when it has to be', async () => {
    const query = queryOf('/shown.json');
    const host = new URL(site.origin).host;
    const before = read.length;
    expect((await instance.inject({ url: `/integration-apps/authorize${query}` })).statusCode).toBe(200);
    expect((await instance.inject({ url: `/api/v1/authorization-request${query}` })).statusCode).toBe(401);
    expect(read.length).toBe(before);
    const app = { name: 'Claude', ownerName: host, origin: 'document', host };
    expect((await ask(query)).json()).toMatchObject({ app, redirectHost: '127.0.0.1:33418' });
    expect((await ask(query)).json().app).toEqual(app);
    expect(read.slice(before)).toEqual([{ url: '/shown.json', etag: undefined }]);
    await wait(3_601);
    expect((await ask(query)).json().app).toEqual(app);
    expect(read.slice(before + 1)).toEqual([{ url: '/shown.json', etag: '"1"' }]);
    await tokensBy(query);
    const allowed = (await call({ method: 'GET', url: '/api/v1/approved-apps' })).json();
    expect(allowed.at(-1)).toMatchObject({ name: 'Claude', ownerName: host, origin: 'document' });
  });

  it.each<[string, { status?: number; type?: string; text?: string; document?: object }, string]>([
    [
      'names another app',
      { document: { client_id: 'https://claude.example/client.json' } },
      'another client_id',
    ],
    ['has a secret', { document: { client_secret: 'x' } }, 'has no secret'],
    ['shows a secret', { document: { token_endpoint_auth_method: 'client_secret_post' } }, 'has no secret'],
    ['has no name', { document: { client_name: '\u200b' } }, 'no client_name'],
    [
      'leads nowhere',
      { document: { redirect_uris: ['http://evil.example/', 'cursor://x'] } },
      'redirect_uris',
    ],
    ['wants no codes', { document: { grant_types: ['client_credentials'] } }, 'ask for codes'],
    ['is no JSON', { text: '<html>' }, 'not JSON'],
    ['is called a page', { type: 'text/html' }, 'not JSON'],
    ['is elsewhere', { status: 302 }, 'status 302'],
    ['is long', { document: { more: 'x'.repeat(6_000) } }, 'too long'],
  ])('is refused in words where its document %s', async (what, answer, words) => {
    const path = `/${what.replaceAll(' ', '-')}.json`;
    said.set(path, answer);
    const refused = await ask(queryOf(path));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.violations.client_id).toContain(words);
    expect(
      (
        await call({
          method: 'POST',
          url: `/api/v1/authorization-request${queryOf(path)}`,
          payload: { decision: 'allow' },
        })
      ).statusCode,
    ).toBe(400);
  });

  it.each([
    ['for the API', { resource: issuer.origin }],
    ['back to another host', { redirect_uri: 'http://localhost:33418/callback' }],
    ['back to another path', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['back to another port', { redirect_uri: 'https://claude.example:8443/callback' }],
    ['without a challenge', { code_challenge: '' }],
  ])('is not allowed %s', async (_what, change) => {
    expect((await ask(queryOf('/shown.json', change))).statusCode).toBe(400);
  });

  it('asks again after 90 days, and ends for all members where an administrator says so', async () => {
    const query = queryOf('/ended.json');
    const first = await tokensBy(query);
    await wait(89 * 86_400);
    const later = (await first.renew(first.answer.refresh_token)).json();
    expect(await ping(later.access_token)).toBe(200);
    await wait(86_400);
    expect((await first.renew(later.refresh_token)).json().error).toBe('invalid_grant');
    const { answer } = await tokensBy(query);
    const url = '/api/v1/organization/agents/apps';
    const listed: { id: number; clientId: string }[] = (await call({ method: 'GET', url })).json();
    const app = listed.find(({ clientId }) => clientId === `${site.origin}/ended.json`);
    expect(app).toMatchObject({ name: 'Claude', origin: 'document', members: 1 });
    const eve = await instance.signIn('Eve', 'eve@example.com');
    expect((await eve.call({ method: 'GET', url })).json()).toEqual([]);
    expect((await eve.call({ method: 'DELETE', url: `${url}/${app?.id}` })).statusCode).toBe(404);
    expect(await ping(answer.access_token)).toBe(200);
    expect((await call({ method: 'DELETE', url: `${url}/${app?.id}` })).statusCode).toBe(204);
    expect(await ping(answer.access_token)).toBe(401);
  });

  const register = (payload: object) => instance.inject({ method: 'POST', url: '/oauth/register', payload });
  const METADATA = { client_name: 'Claude', redirect_uris: [LOOPBACK] };

  it('registers itself without a secret, for agents alone, and is forgotten where nobody allows it', async () => {
    const made = await register({ ...METADATA, scope: 'organization:write', client_secret: 'mine' });
    expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store']);
    const { client_id } = made.json();
    expect(made.json()).toEqual({
      ...{
        ...METADATA,
        client_id,
        client_id_issued_at: expect.any(Number),
        token_endpoint_auth_method: 'none',
      },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
      scope: 'workflows:read workflows:write templates:read agents:send',
    });
    const query = queryOf('', { client_id });
    expect((await ask(query)).json().app).toMatchObject({ origin: 'registered', host: null });
    const { answer } = await tokensBy(query);
    const idle = (await register(METADATA)).json().client_id;
    await wait(29 * 86_400);
    await sweepEndedRows(instance.deps);
    expect((await ask(queryOf('', { client_id: idle }))).statusCode).toBe(200);
    await wait(86_401);
    await sweepEndedRows(instance.deps);
    expect((await ask(queryOf('', { client_id: idle }))).statusCode).toBe(400);
    expect((await ask(query)).statusCode).toBe(200);
    expect(answer.scope).toBe('workflows:read');
    expect((await ask(queryOf('', { client_id, resource: issuer.origin }))).statusCode).toBe(400);
  });

  it.each([
    [{ client_name: '' }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    [{ grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [LOOPBACK, 7] }, 'invalid_redirect_uri'],
  ])('is not registered with %j', async (change, error) => {
    const refused = await register({ ...METADATA, ...change });
    expect([refused.statusCode, refused.json().error]).toEqual([400, error]);
  });

  it('is registered at most 20 times an hour from one address', async () => {
    instance.advance(3_601);
    const statuses = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await register(METADATA)).statusCode);
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([20, 429]);
  });
});
