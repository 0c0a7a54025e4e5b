import { createRequire } from 'node:module';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/scratch.ts';

const CALLBACK = 'https://app.example.com/callback';
const SCOPE = 'profile:read workflows:write';

const port = await findFreePort();
const issuer = new URL(`http://127.0.0.1:${port}`);
const instance = await forThisFile(openTestInstance({ env: { PARAPH_BASE_URL: issuer.origin } }));
await instance.app.listen({ port, host: '127.0.0.1' });
const { cookie, call } = await instance.signIn('Ada Lovelace', 'ada@example.com');
const payload = { name: 'Loom', redirectUris: [CALLBACK], scopes: SCOPE.split(' ') };
const registered = await call({ method: 'POST', url: '/api/v1/integration-apps', payload });
const app: { clientId: string; clientSecret: string } = registered.json();

/** What the user's browser does on the page: presses Allow, and is sent back to the app. */
async function allowAt(authorizationUrl: string): Promise<URL> {
  const { search } = new URL(authorizationUrl);
  const answer = await fetch(`${issuer.origin}/api/v1/authorization-request${search}`, {
    method: 'POST',
    headers: { cookie, origin: issuer.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'allow' }),
  });
  expect(answer.status).toBe(200);
  return new URL(((await answer.json()) as { redirectTo: string }).redirectTo);
}

async function expectProfile(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${issuer.origin}/api/v1/profile`, { headers });
  expect(await answer.json()).toMatchObject({ email: 'ada@example.com' });
}

async function expectDead(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${issuer.origin}/api/v1/profile`, { headers })).status).toBe(401);
}

describe('openid-client', () => {
  it.each([
    ['Basic', () => openid.ClientSecretBasic(app.clientSecret)],
    ['the body', () => openid.ClientSecretPost(app.clientSecret)],
  ])('discovers, authorizes with PKCE, refreshes and revokes, by %s', async (_name, authentication) => {
    const config = await openid.discovery(issuer, app.clientId, undefined, authentication(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: SCOPE,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, await allowAt(url.href), checks);
    await expectProfile(tokens.access_token);
    expect(tokens.scope).toBe(SCOPE);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expectProfile(refreshed.access_token);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    await expectDead(refreshed.access_token);
  });

  it('gets error codes that it knows', async () => {
    const config = await openid.discovery(
      issuer,
      app.clientId,
      undefined,
      openid.ClientSecretBasic('not the secret'),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    await expect(openid.refreshTokenGrant(config, 'made-up')).rejects.toThrow(/401|www-authenticate|Basic/i);
  });
});

const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

it('oauth4webapi is given the error of a refused request with the issuer in it', async () => {
  const server = await discover();
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: CALLBACK,
    response_type: 'token',
    state: 'a state',
  });
  const answer = await fetch(`${server.authorization_endpoint}?${query}`, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(() => oauth.validateAuthResponse(server, { client_id: app.clientId }, back, 'a state')).toThrow(
    expect.objectContaining({ error: 'unsupported_response_type' }),
  );
});

interface SimpleToken {
  token: { access_token: string; refresh_token: string };
  expired(): boolean;
  refresh(): Promise<SimpleToken>;
  revokeAll(): Promise<void>;
}

interface SimpleClient {
  authorizeURL(parameters: { redirect_uri: string; scope: string; state: string }): string;
  getToken(parameters: { code: string; redirect_uri: string }): Promise<SimpleToken>;
}

// It comes without types.
const { AuthorizationCode } = createRequire(import.meta.url)('simple-oauth2') as {
  AuthorizationCode: new (config: object) => SimpleClient;
};

describe('simple-oauth2', () => {
  const authorizePath = '/integration-apps/authorize';

  async function authorize(client: SimpleClient): Promise<SimpleToken> {
    const url = client.authorizeURL({ redirect_uri: CALLBACK, scope: SCOPE, state: 'a state' });
    const back = await allowAt(url);
    return client.getToken({ code: back.searchParams.get('code') ?? '', redirect_uri: CALLBACK });
  }

  const clientOf = (auth: object, options: object) =>
    new AuthorizationCode({
      client: { id: app.clientId, secret: app.clientSecret },
      auth: { tokenHost: issuer.origin, authorizePath, ...auth },
      options,
    });

  it.each(['header', 'body'])('completes a code flow and a refresh, its secret in the %s', async (method) => {
    const token = await authorize(clientOf({}, { authorizationMethod: method }));
    await expectProfile(token.token.access_token);
    const refreshed = await token.refresh();
    await expectProfile(refreshed.token.access_token);
    await refreshed.revokeAll();
    await expectDead(refreshed.token.access_token);
  });

  it.each(['json', 'form'])("completes them at the specification's own endpoints, in %s", async (format) => {
    const paths = { tokenPath: '/api/v1/OAuth/v2/access', refreshPath: '/api/v1/OAuth/v2/refresh' };
    const client = clientOf(paths, { authorizationMethod: 'body', bodyFormat: format });
    const token = await authorize(client);
    expect(token.expired()).toBe(false);
    await expectProfile(token.token.access_token);
    const refreshed = await token.refresh();
    await expectProfile(refreshed.token.access_token);
  });
});
