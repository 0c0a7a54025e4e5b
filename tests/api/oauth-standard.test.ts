import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROTATION_GRACE_SECONDS } from '../../server/src/oauth/refresh-access.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { type Browser, openAccountsInstance, signedIn } from './accounts-instance.ts';
import {
  allow,
  CALLBACK,
  isPageServed,
  newCode,
  programOf,
  queryOf,
  type RegisteredApp,
  registerApp,
  VERIFIER,
} from './oauth-instance.ts';

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

let browser: Browser;
let app: RegisteredApp;

const instance = await forThisFile(openAccountsInstance());
const program = programOf(instance);
let serial = 0;
beforeEach(async () => {
  serial += 1;
  browser = await signedIn(instance, `ada-${serial}@example.com`);
  app = await registerApp(browser);
});

const refresh = (token: string, more: Record<string, string> = {}) =>
  program.token(app, { grant_type: 'refresh_token', refresh_token: token, ...more });

async function newTokens(): Promise<{ access_token: string; refresh_token: string }> {
  return (await program.redeem(app, await newCode(browser, app))).json();
}

describe('the token endpoint', () => {
  it('exchanges a code with PKCE, in the shape of RFC 6749', async () => {
    const code = await newCode(browser, app, challengeOf(VERIFIER));
    const answer = await program.redeem(app, code, { code_verifier: VERIFIER });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.any(String),
      scope: 'profile:read',
    });
    expect((await program.profile(answer.json().access_token)).statusCode).toBe(200);
  });

  it('takes the client from the Basic header, form-encoded inside it', async () => {
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
    const body = async () => ({
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code: await newCode(browser, app),
    });
    const encoded = app.clientSecret.replaceAll('-', '%2D').replaceAll('_', '%5F');
    expectStatus(await program.form('/oauth/token', await body(), basic(app.clientId, encoded)), 200);
    const wrong = await program.form('/oauth/token', await body(), basic(app.clientId, 'wrong'));
    expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'invalid_client']);
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic /);
    const both = { ...(await body()), client_secret: app.clientSecret };
    const twice = await program.form('/oauth/token', both, basic(app.clientId, app.clientSecret));
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
    const none = await program.form('/oauth/token', await body());
    expect([none.statusCode, none.json().error]).toEqual([401, 'invalid_client']);
  });

  it('names what is wrong with a request, and refuses a parameter that is given twice', async () => {
    for (const [body, error] of [
      [{ grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{}, 'invalid_request'],
      [{ grant_type: 'authorization_code' }, 'invalid_request'],
      [{ grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
      [{ grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK }, 'invalid_grant'],
      [{ grant_type: 'refresh_token' }, 'invalid_request'],
      [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
    ] as const) {
      const answer = expectStatus(await program.token(app, body as unknown as Record<string, string>), 400);
      expect(answer.json(), JSON.stringify(body)).toEqual({ error, error_description: expect.any(String) });
    }
    const twice = `grant_type=refresh_token&client_id=${app.clientId}&client_id=${app.clientId}`;
    const answer = await program.form('/oauth/token', twice);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('refuses verifiers of the wrong length or of another challenge, and a downgrade', async () => {
    for (const verifier of ['x'.repeat(42), 'x'.repeat(129)]) {
      const code = await newCode(browser, app, challengeOf(verifier));
      expect((await program.redeem(app, code, { code_verifier: verifier })).json().error).toBe(
        'invalid_grant',
      );
    }
    for (const verifier of ['x'.repeat(43), 'x'.repeat(128)]) {
      const code = await newCode(browser, app, challengeOf(verifier));
      expect((await program.redeem(app, code, { code_verifier: verifier })).statusCode).toBe(200);
    }
    const code = await newCode(browser, app, challengeOf(VERIFIER));
    const wrong = await program.redeem(app, code, { code_verifier: `${VERIFIER}x` });
    expect(wrong.json().error).toBe('invalid_grant');
    expect((await program.redeem(app, code)).json().error).toBe('invalid_grant');
    const plain = await newCode(browser, app);
    expect((await program.redeem(app, plain, { code_verifier: VERIFIER })).json().error).toBe(
      'invalid_grant',
    );
  });

  it('ends the tokens of a code that is used again, at either endpoint', async () => {
    const code = await newCode(browser, app);
    const tokens = (await program.redeem(app, code)).json();
    expect((await program.access(app, code)).json().error.code).toBe('INVALID_GRANT');
    expect((await program.profile(tokens.access_token)).statusCode).toBe(401);
    expect((await refresh(tokens.refresh_token)).json().error).toBe('invalid_grant');
  });
});

describe('a rotating refresh token', () => {
  it('is no access token, and ends the whole family when it is used again', async () => {
    const first = await newTokens();
    expect((await program.profile(first.refresh_token)).statusCode).toBe(401);
    const second = (await refresh(first.refresh_token)).json();
    instance.advance(ROTATION_GRACE_SECONDS);
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).json().error).toBe('invalid_grant');
    expect((await program.profile(second.access_token)).statusCode).toBe(401);
  });

  it('lets a client whose answer was lost ask once more: it gets the same successor', async () => {
    const first = await newTokens();
    const second = (await refresh(first.refresh_token)).json();
    instance.advance(ROTATION_GRACE_SECONDS - 1);
    const again = (await refresh(first.refresh_token)).json();
    expect(again.refresh_token).toBe(second.refresh_token);
    expect((await refresh(again.refresh_token)).statusCode).toBe(200);
  });

  it('ends the family even within the grace, once the successor is in use', async () => {
    const first = await newTokens();
    const second = (await refresh(first.refresh_token)).json();
    const third = (await refresh(second.refresh_token)).json();
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(third.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('gives one successor to many that present it at once', async () => {
    const { refresh_token } = await newTokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token)));
    expect(new Set(answers.map((answer) => answer.json().refresh_token)).size).toBe(1);
  });

  it('ends after ninety days, however often it was exchanged', async () => {
    let { refresh_token } = await newTokens();
    for (let month = 0; month < 3; month += 1) {
      instance.advance(30 * 86_400 - 10);
      refresh_token = (await refresh(refresh_token)).json().refresh_token;
    }
    instance.advance(30);
    expect((await refresh(refresh_token)).json().error).toBe('invalid_grant');
  });

  it('may ask for fewer scopes, never for more', async () => {
    const code = await newCode(browser, app, { scope: 'profile:read workflows:read' });
    const tokens = (await program.redeem(app, code)).json();
    const fewer = (await refresh(tokens.refresh_token, { scope: 'workflows:read' })).json();
    expect(fewer.scope).toBe('workflows:read');
    expect((await program.profile(fewer.access_token)).statusCode).toBe(403);
    const more = await refresh(fewer.refresh_token, { scope: 'profile:read workflows:write' });
    expect(more.json().error).toBe('invalid_scope');
    expect((await refresh(fewer.refresh_token)).json().scope).toBe('profile:read workflows:read');
  });

  it('is refused where it could not rotate; one that stays, stays here too', async () => {
    const { refresh_token } = await newTokens();
    expect((await program.refresh(app, refresh_token)).json().error.code).toBe('INVALID_GRANT');
    const lasting = (await program.access(app, await newCode(browser, app))).json().refresh_token;
    expect((await refresh(lasting)).json().refresh_token).toBe(lasting);
  });
});

describe('the revocation endpoint', () => {
  it.each(['access_token', 'refresh_token'] as const)('ends the whole grant by its %s', async (kind) => {
    const tokens = await newTokens();
    const other = await newTokens();
    const answer = await program.revoke(app, tokens[kind]);
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
    expect((await program.profile(tokens.access_token)).statusCode).toBe(401);
    expect((await refresh(tokens.refresh_token)).json().error).toBe('invalid_grant');
    expect((await program.profile(other.access_token)).statusCode).toBe(200);
  });

  it("answers an unknown token alike, and leaves another client's alone", async () => {
    const tokens = await newTokens();
    expect((await program.revoke(app, 'made-up')).statusCode).toBe(200);
    const other = await registerApp(browser, { name: 'Other' });
    expect((await program.revoke(other, tokens.refresh_token)).statusCode).toBe(200);
    expect((await program.profile(tokens.access_token)).statusCode).toBe(200);
  });

  it('asks for the client, and for a token', async () => {
    const wrong = await program.revoke({ ...app, clientSecret: 'wrong' }, 'x');
    expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'invalid_client']);
    const none = await program.revoke(app, '');
    expect([none.statusCode, none.json().error]).toEqual([400, 'invalid_request']);
  });
});

it('says of itself what is there, and no more', async () => {
  const answer = await instance.app.inject({ url: '/.well-known/oauth-authorization-server' });
  const metadata = answer.json();
  expect(metadata).toMatchObject({
    issuer: 'https://sign.example.com',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
  for (const [name, method] of [
    ['authorization_endpoint', 'GET'],
    ['token_endpoint', 'POST'],
    ['revocation_endpoint', 'POST'],
  ] as const) {
    const url = new URL(metadata[name]);
    expect(url.origin).toBe(metadata.issuer);
    expect((await instance.app.inject({ method, url: url.pathname })).statusCode).not.toBe(404);
  }
});

const CLIENT = { id: 0, clientId: 'paraph-cli', clientSecret: '' };
const LOOPBACK = 'http://127.0.0.1:43117/callback';
const LOOPBACK_CHALLENGE = {
  redirect_uri: LOOPBACK,
  ...challengeOf(VERIFIER),
};

async function redeemAlone(more: Record<string, string> = {}) {
  const code = (await allow(browser, queryOf(CLIENT, LOOPBACK_CHALLENGE))).get('code') ?? '';
  const body = { grant_type: 'authorization_code', client_id: CLIENT.clientId, redirect_uri: LOOPBACK, code };
  return program.form('/oauth/token', { ...body, code_verifier: VERIFIER, ...more });
}

const refreshAlone = (token: string) =>
  program.form('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: CLIENT.clientId,
    refresh_token: token,
  });

describe('the command line, a client without a secret', () => {
  it('gets tokens at any loopback port by PKCE alone, and renews and revokes them', async () => {
    const { access_token: token, refresh_token: first } = (await redeemAlone()).json();
    expect((await program.profile(token)).statusCode).toBe(200);
    const second = expectStatus(await refreshAlone(first), 200).json();
    expect(second.refresh_token).not.toBe(first);
    const ended = { client_id: CLIENT.clientId, token: second.refresh_token };
    expect((await program.form('/oauth/revoke', ended)).statusCode).toBe(200);
    expect((await program.profile(second.access_token)).statusCode).toBe(401);
  });

  it('is named on the page that asks, as this server’s own, and among the approved apps', async () => {
    const asked = await browser.call(
      'GET',
      `/api/v1/authorization-request${queryOf(CLIENT, LOOPBACK_CHALLENGE)}`,
    );
    expect(asked.json().app).toEqual({
      ...{ name: 'Paraph command line', ownerName: 'this server', origin: 'made', host: null },
    });
    await redeemAlone();
    const approved = (await browser.call('GET', '/api/v1/approved-apps')).json();
    expect(approved).toMatchObject([{ name: 'Paraph command line', ownerName: 'this server' }]);
  });

  it('is sent back with invalid_request without a challenge, or with a plain one', async () => {
    for (const more of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
    ]) {
      const query = queryOf(CLIENT, { ...LOOPBACK_CHALLENGE, ...more });
      expect(await isPageServed(instance, query)).toBe(false);
      const url = `/api/v1/authorization-request${query}`;
      expectStatus(await browser.call('POST', url, { decision: 'allow' }), 400);
    }
  });

  it('is not sent to another path, host or scheme', async () => {
    for (const uri of [
      'http://127.0.0.1:43117/other',
      'http://127.0.0.1:43117@evil.example/callback',
      'http://localhost:43117/callback',
      'https://127.0.0.1:43117/callback',
      'http://127.0.0.2:43117/callback',
    ])
      expect([
        uri,
        await isPageServed(instance, queryOf(CLIENT, { ...LOOPBACK_CHALLENGE, redirect_uri: uri })),
      ]).toEqual([uri, false]);
  });

  it('must prove the challenge, and has no secret that could be guessed', async () => {
    expect((await redeemAlone({ code_verifier: `${VERIFIER}x` })).json().error).toBe('invalid_grant');
    expect((await redeemAlone({ client_secret: 'guess' })).json().error).toBe('invalid_client');
    const json = await program.access({ ...CLIENT, clientSecret: 'guess' }, 'code');
    expect([json.statusCode, json.json().error.code]).toEqual([401, 'INVALID_CLIENT']);
  });
});

describe('an app that nobody has registered, at an instance of the internet', () => {
  it('is not read at an address inside, at this one, without TLS or at another port', async () => {
    for (const [clientId, words] of [
      ['https://127.0.0.1/client.json', /public address/],
      ['https://10.1.2.3/client.json', /public address/],
      ['https://[::ffff:169.254.169.254]/client.json', /whole address|public address/],
      ['https://localhost/client.json', /public address/],
      ['https://sign.example.com/client.json', /leads back/],
      ['http://app.example.com/client.json', /must begin with https/],
      ['https://app.example.com:22/client.json', /Port 22/],
    ] as const) {
      const query = queryOf({ ...CLIENT, clientId }, LOOPBACK_CHALLENGE);
      expect(await isPageServed(instance, query), clientId).toBe(true);
      const refused = await browser.call('GET', `/api/v1/authorization-request${query}`);
      expect(expectStatus(refused, 400).json().error.violations.client_id).toMatch(words);
    }
  });

  it('does not register itself, unless the operator has opened that', async () => {
    const metadata = (await instance.app.inject({ url: '/.well-known/oauth-authorization-server' })).json();
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
    expect(metadata).not.toHaveProperty('registration_endpoint');
    const payload = { client_name: 'Claude', redirect_uris: [LOOPBACK] };
    const refused = await instance.app.inject({ method: 'POST', url: '/oauth/register', payload });
    expect(refused.statusCode).toBe(404);
  });
});
