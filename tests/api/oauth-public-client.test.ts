import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { type Browser, openAccountsInstance, signedIn } from './accounts-instance.ts';
import { allow, isPageServed, programOf, queryOf, VERIFIER } from './oauth-instance.ts';

const CLIENT = { id: 0, clientId: 'paraph-cli', clientSecret: '' };
const LOOPBACK = 'http://127.0.0.1:43117/callback';
const CHALLENGE = {
  redirect_uri: LOOPBACK,
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

let browser: Browser;

const instance = await forThisFile(openAccountsInstance());
const program = programOf(instance);
let serial = 0;
beforeEach(async () => {
  serial += 1;
  browser = await signedIn(instance, `ada-${serial}@example.com`);
});

async function redeem(more: Record<string, string> = {}) {
  const code = (await allow(browser, queryOf(CLIENT, CHALLENGE))).get('code') ?? '';
  const body = { grant_type: 'authorization_code', client_id: CLIENT.clientId, redirect_uri: LOOPBACK, code };
  return program.form('/oauth/token', { ...body, code_verifier: VERIFIER, ...more });
}

const refresh = (token: string) =>
  program.form('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: CLIENT.clientId,
    refresh_token: token,
  });

describe('the command line, a client without a secret', () => {
  it('gets tokens at any loopback port by PKCE alone, and renews and revokes them', async () => {
    const { access_token: token, refresh_token: first } = (await redeem()).json();
    expect((await program.profile(token)).statusCode).toBe(200);
    const second = expectStatus(await refresh(first), 200).json();
    expect(second.refresh_token).not.toBe(first);
    const ended = { client_id: CLIENT.clientId, token: second.refresh_token };
    expect((await program.form('/oauth/revoke', ended)).statusCode).toBe(200);
    expect((await program.profile(second.access_token)).statusCode).toBe(401);
  });

  it('is named on the page that asks, as this server’s own, and among the approved apps', async () => {
    const asked = await browser.call('GET', `/api/v1/authorization-request${queryOf(CLIENT, CHALLENGE)}`);
    expect(asked.json().app).toEqual({
      ...{ name: 'Paraph command line', ownerName: 'this server', origin: 'made', host: null },
    });
    await redeem();
    const approved = (await browser.call('GET', '/api/v1/approved-apps')).json();
    expect(approved).toMatchObject([{ name: 'Paraph command line', ownerName: 'this server' }]);
  });

  it('is sent back with invalid_request without a challenge, or with a plain one', async () => {
    for (const more of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
    ]) {
      const query = queryOf(CLIENT, { ...CHALLENGE, ...more });
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
        await isPageServed(instance, queryOf(CLIENT, { ...CHALLENGE, redirect_uri: uri })),
      ]).toEqual([uri, false]);
  });

  it('must prove the challenge, and has no secret that could be guessed', async () => {
    expect((await redeem({ code_verifier: `${VERIFIER}x` })).json().error).toBe('invalid_grant');
    expect((await redeem({ client_secret: 'guess' })).json().error).toBe('invalid_client');
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
      const query = queryOf({ ...CLIENT, clientId }, CHALLENGE);
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
