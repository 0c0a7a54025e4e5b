import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorizationUrl,
  createPkcePair,
  exchangeCode,
  Paraph,
  renewingToken,
  type Tokens,
} from '../../sdk/src/index.ts';
import { fakeServer, json, refusal } from './fake-server.ts';

const app = { baseUrl: 'https://sign.example.com/', clientId: 'id', clientSecret: 'secret' };
const renewed = (token: string) => json({ access_token: token, token_type: 'Bearer', expires_in: 3_600 });
const nowSeconds = () => Math.floor(Date.now() / 1000);
const tokensUntil = (expiresAt: number): Tokens => ({
  accessToken: 'first',
  refreshToken: 'keep',
  expiresAt,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('leads the user to the authorization page, with a challenge that fits its verifier', async () => {
  const { verifier, challenge } = await createPkcePair();
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
  const url = new URL(
    authorizationUrl(app, {
      redirectUri: 'https://app.example.com/back?a=b',
      scopes: ['profile:read', 'workflows:write'],
      state: 'a state',
      codeChallenge: challenge,
    }),
  );
  expect(url.origin + url.pathname).toBe('https://sign.example.com/integration-apps/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'id',
    redirect_uri: 'https://app.example.com/back?a=b',
    response_type: 'code',
    scope: 'profile:read workflows:write',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
});

it('exchanges the code for tokens that know when they end', async () => {
  const answer = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3_600 };
  const { sent, fetch } = fakeServer(json(answer));
  const keys = { code: 'c', redirectUri: 'https://app.example.com/back', codeVerifier: 'v' };
  expect(await exchangeCode({ ...app, fetch }, keys)).toEqual({
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: nowSeconds() + 3_600,
  });
  expect(sent[0]?.url.href).toBe('https://sign.example.com/api/v1/OAuth/v2/access');
  expect(JSON.parse(String(sent[0]?.body))).toEqual({
    client_id: 'id',
    client_secret: 'secret',
    redirect_uri: 'https://app.example.com/back',
    code: 'c',
    code_verifier: 'v',
  });
});

describe('a token that renews itself', () => {
  it('is used while it lasts, and renewed once for calls at the same time', async () => {
    const { sent, fetch } = fakeServer(renewed('second'));
    const kept: Tokens[] = [];
    const getToken = renewingToken({ ...app, fetch }, tokensUntil(nowSeconds() + 60), (tokens) => {
      kept.push(tokens);
    });
    expect(await getToken()).toBe('first');
    expect(sent).toHaveLength(0);
    vi.advanceTimersByTime(31_000);
    expect(await Promise.all([getToken(), getToken(), getToken()])).toEqual(['second', 'second', 'second']);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(String(sent[0]?.body)).refresh_token).toBe('keep');
    expect(kept).toEqual([{ accessToken: 'second', refreshToken: 'keep', expiresAt: nowSeconds() + 3_600 }]);
  });

  it('is renewed when it is refused, and the call is sent again with the same key', async () => {
    const tokens = fakeServer(renewed('second'));
    const calls = fakeServer(({ headers }) =>
      headers.get('authorization') === 'Bearer second'
        ? json({ id: 'e' })
        : refusal(401, 'AUTHENTICATION_REQUIRED'),
    );
    const getToken = renewingToken({ ...app, fetch: tokens.fetch }, tokensUntil(nowSeconds() + 3_600));
    const paraph = new Paraph({ baseUrl: app.baseUrl, getToken, fetch: calls.fetch, retries: 0 });
    const both = await Promise.all([
      paraph.startEnvelope({ envelopeId: 'e' }),
      paraph.startEnvelope({ envelopeId: 'f' }),
    ]);
    expect(both).toEqual([{ id: 'e' }, { id: 'e' }]);
    expect(tokens.sent).toHaveLength(1);
    const keys = calls.sent.map(({ url, headers }) => `${url.pathname} ${headers.get('idempotency-key')}`);
    expect(new Set(keys).size).toBe(2);
    expect(keys).toHaveLength(4);
  });

  it('is asked for once: a second refusal is the answer', async () => {
    const tokens = fakeServer(renewed('second'));
    const calls = fakeServer(refusal(401, 'AUTHENTICATION_REQUIRED'));
    const getToken = renewingToken({ ...app, fetch: tokens.fetch }, tokensUntil(nowSeconds() + 3_600));
    const paraph = new Paraph({ baseUrl: app.baseUrl, getToken, fetch: calls.fetch });
    await expect(paraph.readProfile()).rejects.toMatchObject({ name: 'AuthenticationError' });
    expect(calls.sent).toHaveLength(2);
  });

  it('tries anew after a renewal that failed', async () => {
    const { sent, fetch } = fakeServer(refusal(400, 'INVALID_GRANT'), renewed('second'));
    const getToken = renewingToken({ ...app, fetch }, tokensUntil(0));
    await expect(getToken()).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    expect(await getToken()).toBe('second');
    expect(sent).toHaveLength(2);
  });
});
