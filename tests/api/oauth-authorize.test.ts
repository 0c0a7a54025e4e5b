import { beforeEach, describe, expect, it } from 'vitest';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { openAccountsInstance, signedIn } from './accounts-instance.ts';
import {
  allow,
  CALLBACK,
  isPageServed,
  programOf,
  queryOf,
  type RegisteredApp,
  registerApp,
} from './oauth-instance.ts';

const PAGE = '/integration-apps/authorize';
const ISSUER = 'https://sign.example.com';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let app: RegisteredApp;

const instance = await forThisFile(openAccountsInstance());
const browser = await signedIn(instance);
beforeEach(async () => {
  app = await registerApp(browser);
});

const open = (query: string) => instance.app.inject({ url: `${PAGE}${query}` });

/** The page shows the refusal, without a redirect. */
async function expectErrorPage(query: string, words: string): Promise<void> {
  const answer = expectStatus(await open(query), 400);
  expect(answer.headers.location).toBeUndefined();
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain(words);
}

/** The refusal is sent to the redirect URI of the app. */
async function expectErrorRedirect(query: string, error: string): Promise<URLSearchParams> {
  const answer = expectStatus(await open(query), 303);
  const to = new URL(String(answer.headers.location));
  expect(to.origin + to.pathname).toBe(CALLBACK);
  expect(to.searchParams.get('error')).toBe(error);
  expect(to.searchParams.get('iss')).toBe(ISSUER);
  return to.searchParams;
}

describe('the authorization page', () => {
  it('is served, signed in or not, where the request may be shown', async () => {
    expect(await isPageServed(instance, queryOf(app))).toBe(true);
  });

  it('cannot be framed, is in no Referer, and answers no other origin', async () => {
    const answer = await open('');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  it('tells the app, its owner, the scopes in words, and where it leads', async () => {
    const url = `/api/v1/authorization-request${queryOf(app, { scope: 'profile:read workflows:read' })}`;
    expect((await browser.call('GET', url)).json()).toEqual({
      app: { name: 'Loom', ownerName: 'Ada Lovelace', origin: 'made', host: null },
      scopes: [
        { name: 'profile:read', words: 'See your name, email address and picture' },
        { name: 'workflows:read', words: 'See your documents and their progress, and download them' },
      ],
      redirectHost: 'app.example.com',
    });
  });

  it('refuses a client that is unknown, missing, repeated, or deleted', async () => {
    await expectErrorPage(queryOf(app, { client_id: '0'.repeat(32) }), 'not known here');
    await expectErrorPage(queryOf(app, { client_id: 'x\u0000' }), 'not known here');
    await expectErrorPage(queryOf(app, { client_id: null }), 'client_id');
    await expectErrorPage(`${queryOf(app)}&client_id=${app.clientId}`, 'client_id');
    await expectErrorPage('', 'client_id');
    await browser.call('DELETE', `/api/v1/integration-apps/${app.id}`);
    await expectErrorPage(queryOf(app), 'deleted');
  });

  it.each([
    ['more path', `${CALLBACK}/more`],
    ['a query', `${CALLBACK}?a=b`],
    ['a step up', 'https://app.example.com/callback/../callback'],
    ['another case', 'https://app.example.com/Callback'],
    ['another host case', 'https://APP.example.com/callback'],
    ['a name before the host', 'https://app.example.com@evil.example/callback'],
    ['another port', 'https://app.example.com:8443/callback'],
    ['the default port', 'https://app.example.com:443/callback'],
    ['another scheme', 'http://app.example.com/callback'],
    ['a fragment', `${CALLBACK}#`],
    ['an encoded letter', 'https://app.example.com/%63allback'],
    ['a space', `${CALLBACK} `],
    ['another host', 'https://evil.example/callback'],
    ['script', 'javascript:alert(1)'],
  ])('goes nowhere with a redirect URI that differs by %s', async (_name, redirectUri) => {
    await expectErrorPage(queryOf(app, { redirect_uri: redirectUri }), 'redirect_uri');
    const url = `/api/v1/authorization-request${queryOf(app, { redirect_uri: redirectUri })}`;
    const answer = expectStatus(await browser.call('POST', url, { decision: 'allow' }), 400);
    expect(answer.body).not.toContain('redirectTo');
  });

  it('goes nowhere without a redirect URI, or with two', async () => {
    await expectErrorPage(queryOf(app, { redirect_uri: null }), 'redirect_uri');
    const twice = `${queryOf(app)}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
    await expectErrorPage(twice, 'redirect_uri');
  });

  it('takes a loopback address over http as it is registered, port and all', async () => {
    const local = await registerApp(browser, { redirectUris: ['http://localhost:8080/cb'] });
    expect(await isPageServed(instance, queryOf(local, { redirect_uri: 'http://localhost:8080/cb' }))).toBe(
      true,
    );
    await expectErrorPage(queryOf(local, { redirect_uri: 'http://localhost:8081/cb' }), 'redirect_uri');
  });

  it('sends the app back with what is wrong, its state, and who says so', async () => {
    const answer = await expectErrorRedirect(
      queryOf(app, { response_type: 'token' }),
      'unsupported_response_type',
    );
    expect(answer.get('state')).toBe('a state');
    await expectErrorRedirect(queryOf(app, { response_type: 'code token' }), 'unsupported_response_type');
    await expectErrorRedirect(queryOf(app, { response_type: null }), 'invalid_request');
    await expectErrorRedirect(`${queryOf(app)}&state=another`, 'invalid_request');
    await expectErrorRedirect(queryOf(app, { scope: 'profile:read everything' }), 'invalid_scope');
    await expectErrorRedirect(queryOf(app, { scope: 'templates:read' }), 'invalid_scope');
  });

  it('takes a challenge of SHA-256 alone', async () => {
    const pkce = (method: string | null, challenge: string | null = CHALLENGE) =>
      queryOf(app, { code_challenge: challenge, code_challenge_method: method });
    expect(await isPageServed(instance, pkce('S256'))).toBe(true);
    await expectErrorRedirect(pkce('plain'), 'invalid_request');
    await expectErrorRedirect(pkce(null), 'invalid_request');
    await expectErrorRedirect(pkce('S256', 'short'), 'invalid_request');
    await expectErrorRedirect(pkce('S256', null), 'invalid_request');
  });

  it('means the registered scopes where none are named', async () => {
    const url = `/api/v1/authorization-request${queryOf(app, { scope: null })}`;
    const names = (await browser.call('GET', url)).json().scopes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['profile:read', 'workflows:write']);
    const bare = await registerApp(browser, { scopes: [] });
    await expectErrorRedirect(queryOf(bare, { scope: null }), 'invalid_scope');
    await expectErrorRedirect(queryOf(bare, { scope: '' }), 'invalid_scope');
  });

  it('includes the read scope in the write scope', async () => {
    expect(await isPageServed(instance, queryOf(app, { scope: 'workflows:read' }))).toBe(true);
    await expectErrorRedirect(
      queryOf(await registerApp(browser, { scopes: ['workflows:read'] })),
      'invalid_scope',
    );
  });
});

describe('queries as clients in use write them', () => {
  const raw = (more: string) => `client_id=${app.clientId}&response_type=code${more}`;

  it.each([
    ['begins with ?&', () => `?&${raw(`&redirect_uri=${encodeURIComponent(CALLBACK)}&state=s1`)}`],
    ['begins with ??', () => `??${raw(`&redirect_uri=${CALLBACK}&state=s1`)}`],
    ['has an open redirect URI', () => `?${raw(`&redirect_uri=${CALLBACK}&state=s1`)}`],
    ['has unknown parameters', () => `?utm=1&${raw(`&redirect_uri=${CALLBACK}&state=s1&x[y]=2`)}`],
  ])('is read when it %s', async (_name, query) => {
    expect(await isPageServed(instance, query())).toBe(true);
    expect((await allow(browser, query())).get('state')).toBe('s1');
  });

  it.each([
    [
      'an open address',
      'https://app.example.com/after?tab=1&page=2',
      'https://app.example.com/after?tab=1&page=2',
    ],
    ['open base64 without padding', 'YWJj+GVmZ2hpamt/', 'YWJj+GVmZ2hpamt/'],
    ['a form space', 'hello+world', 'hello world'],
    ['open JSON', '{%22a%22:1}', '{"a":1}'],
    ['a stray percent sign', '100%', '100%'],
    ['nothing', '', ''],
  ])('gives the state back as it was meant: %s', async (_name, state, meant) => {
    const query = `?${raw(`&redirect_uri=${encodeURIComponent(CALLBACK)}&state=${state}`)}`;
    expect((await allow(browser, query)).get('state')).toBe(meant);
  });

  it('finds a registered address with a query of its own, encoded or open', async () => {
    const redirectUri = 'https://app.example.com/cb?module=sign&action=back';
    const other = await registerApp(browser, { redirectUris: [redirectUri] });
    const start = `?client_id=${other.clientId}&response_type=code`;
    for (const given of [redirectUri, encodeURIComponent(redirectUri)]) {
      const query = `${start}&redirect_uri=${given}&state=s1`;
      expect(await isPageServed(instance, query)).toBe(true);
      const answer = await browser.call('POST', `/api/v1/authorization-request${query}`, {
        decision: 'allow',
      });
      const { redirectTo } = answer.json();
      expect(redirectTo.startsWith(`${redirectUri}&code=`)).toBe(true);
    }
  });

  it('answers no state where none was sent', async () => {
    expect((await allow(browser, queryOf(app, { state: null }))).has('state')).toBe(false);
  });
});

describe('the decision', () => {
  const decide = (decision: string, query = queryOf(app)) =>
    browser.call('POST', `/api/v1/authorization-request${query}`, { decision });

  it('leads back with a code, the state, and the issuer', async () => {
    const parameters = await allow(browser, queryOf(app, { state: 'a=b&c' }));
    expect(parameters.get('code')).toMatch(/^[\w-]{43}$/);
    expect(parameters.get('state')).toBe('a=b&c');
    expect(parameters.get('iss')).toBe(ISSUER);
  });

  it('leads back without one when it is Deny', async () => {
    const to = new URL((await decide('deny')).json().redirectTo).searchParams;
    expect(to.get('error')).toBe('access_denied');
    expect(to.get('state')).toBe('a state');
    expect(to.get('iss')).toBe(ISSUER);
    expect(to.has('code')).toBe(false);
  });

  it('is made on a page of the instance alone, not by another site, and is one of two', async () => {
    const url = `/api/v1/authorization-request${queryOf(app)}`;
    const payload = { decision: 'allow' };
    const cookie = browser.cookie ?? '';
    for (const headers of [
      { cookie, origin: 'https://app.example.com' },
      { cookie, 'sec-fetch-site': 'cross-site', origin: ISSUER },
      { cookie },
    ]) {
      const answer = await instance.app.inject({
        method: 'POST',
        url,
        payload,
        headers: headers as Record<string, string>,
      });
      expect(answer.statusCode).toBe(403);
    }
    expect((await decide('perhaps')).statusCode).toBe(400);
  });
});

describe('integration apps', () => {
  it('shows the secret once, and keeps a hash of it alone', async () => {
    const developer = await signedIn(instance, 'developer@example.com');
    const own = await registerApp(developer);
    expect(own.clientSecret).toMatch(/^[\w-]{43}$/);
    const list = await developer.call('GET', '/api/v1/integration-apps');
    expect(list.json()).toEqual([
      {
        id: own.id,
        name: 'Loom',
        clientId: own.clientId,
        redirectUris: [CALLBACK],
        scopes: ['profile:read', 'workflows:write'],
        embedOrigins: [],
        createDate: instance.deps.clock.now().getTime() / 1000,
        lastUseDate: null,
      },
    ]);
    const rows = await instance.deps.database.selectFrom('integration_apps').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(own.clientSecret);
  });

  it('stores no secret for an Idempotency-Key', async () => {
    const answer = await instance.app.inject({
      method: 'POST',
      url: '/api/v1/integration-apps',
      headers: { cookie: browser.cookie ?? '', origin: ISSUER, 'idempotency-key': 'once' },
      payload: { name: 'Loom', redirectUris: [CALLBACK], scopes: [] },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(await instance.deps.database.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });

  it('names every problem of a new one', async () => {
    const answer = await browser.call('POST', '/api/v1/integration-apps', {
      name: ' ',
      redirectUris: [
        CALLBACK,
        'http://app.example.com/cb',
        'ftp://app.example.com/',
        `${CALLBACK}#top`,
        'https://user:pass@app.example.com/',
        '/callback',
        'https://app.example.com/a b',
        'https:\\\\evil.example',
        `https://app.example.com/${'x'.repeat(1_980)}`,
        'https://*.example.com/callback',
        'https://%2a.example.com/callback',
        'https://app.example.com/*',
        'http://localhost/cb?next=*',
      ],
      scopes: ['profile:read', 'everything'],
    });
    expect(answer.statusCode).toBe(400);
    const indexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((index) => `redirectUris[${index}]`);
    expect(Object.keys(answer.json().error.violations).sort()).toEqual(
      ['name', ...indexes, 'scopes[1]'].sort(),
    );
  });

  it('changes what is given, and exchanges the secret at once', async () => {
    const url = `/api/v1/integration-apps/${app.id}`;
    const changed = await browser.call('PUT', url, { name: 'Loom 2' });
    expect(changed.json()).toMatchObject({ name: 'Loom 2', redirectUris: [CALLBACK] });
    expect((await browser.call('PUT', url, { redirectUris: [] })).statusCode).toBe(400);
    const wild = await browser.call('PUT', url, { redirectUris: ['https://*.example.com/callback'] });
    expect(wild.json().error.violations['redirectUris[0]']).toContain('wildcard');
    const rotated = (await browser.call('POST', `${url}/secret`)).json();
    expect(rotated.clientSecret).not.toBe(app.clientSecret);
    const code = (await allow(browser, queryOf(app))).get('code') ?? '';
    expect((await programOf(instance).access(app, code)).json().error.code).toBe('INVALID_CLIENT');
    expect((await programOf(instance).access(rotated, code)).statusCode).toBe(200);
  });
});
