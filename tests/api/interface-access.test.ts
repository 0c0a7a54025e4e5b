import { RATES } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { openTestInstance, quickForm, type Session } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';

// Interface.md §2: an app as clients in use act for a user, and how far a token or a key reaches.
const CALLBACK = 'https://shop.example.com/index.php?route=sign&step=2';
const SCOPES = ['profile:read', 'workspaces:read', 'workflows:write'];

const instance = await forThisFile(openTestInstance());
await instance.deps.intake.warm();
const owner = await instance.signIn('Owner', 'owner@example.com');
const viewer = await instance.signIn('Viewer', 'viewer@example.com');
const memberId = await addMember(instance, owner, viewer);
const workspaceId = (await caller(owner)('GET', '/api/v1/workspaces')).body[0].id;
await caller(owner)('PUT', `/api/v1/workspaces/${workspaceId}/users`, {
  users: [{ memberId, roleId: 'viewer' }],
});
const made = await caller(owner)('POST', '/api/v1/integration-apps', {
  name: 'A shop',
  redirectUris: [CALLBACK],
  scopes: SCOPES,
});
const app = made.body;

/** As clients in use ask: no scope, nothing percent-encoded, the query begun twice. */
async function codeFor(user: Session): Promise<string> {
  const query = `?&client_id=${app.clientId}&response_type=code&redirect_uri=${CALLBACK}&state=a=b+c/d`;
  const asked = await caller(user)('POST', `/api/v1/authorization-request${query}`, { decision: 'allow' });
  const back = new URL(asked.body.redirectTo);
  expect(back.href.startsWith(`${CALLBACK}&`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('a=b+c/d');
  expect(back.searchParams.get('iss')).toBe('http://localhost:3000');
  return back.searchParams.get('code') ?? '';
}

/** JSON without a content type. */
const post = (url: string, body: object) =>
  instance.inject({ method: 'POST', url, payload: JSON.stringify(body) });

async function tokensOf(user: Session): Promise<{ access_token: string; refresh_token: string }> {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const code = await codeFor(user);
  const body = { client_id, client_secret, code, redirect_uri: CALLBACK };
  const answer = expectStatus(await post('/api/v1/OAuth/v2/access', body), 200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3_600,
  });
  return answer.json();
}

const as = (token: string, url: string) =>
  instance.inject({ method: 'GET', url, headers: { authorization: `Bearer:${token}` } });

test('an app that sends no scope and no content type gets tokens, and the refresh token stays', async () => {
  const { access_token: token, refresh_token } = await tokensOf(owner);
  expect((await as(token, '/api/v1/profile')).json().email).toBe('owner@example.com');
  instance.advance(3_600);
  const late = await as(token, '/api/v1/profile');
  expect([late.statusCode, late.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  const { clientId: client_id, clientSecret: client_secret } = app;
  for (const _round of [1, 2]) {
    const body = { refresh_token, client_id, client_secret };
    const answer = await post('/api/v1/OAuth/v2/refresh', body);
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
    });
    expect((await as(answer.json().access_token, '/api/v1/profile')).statusCode).toBe(200);
  }
});

test('a token may do no more than its user, and answers as their own session does', async () => {
  const { access_token: token } = await tokensOf(viewer);
  const form = quickForm({ document: lease, more: { workspaceId: String(workspaceId) } });
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  const url = '/api/v1/quick/envelopes';
  const answer = await instance.inject({ method: 'POST', url, payload: form.payload, headers });
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION']);
  const seen = (await as(token, '/api/v1/workspaces')).json() as { id: number; permissions: string[] }[];
  expect(seen.find(({ id }) => id === workspaceId)?.permissions).not.toContain('create_workflow');
  expect((await as(token, `/api/v1/workspaces/${workspaceId}/templates`)).statusCode).toBe(403);
});

describe('the limit of a token', () => {
  test('is in the plain headers alone, counts per user and app, and refuses with Retry-After', async () => {
    const { access_token: token } = await tokensOf(owner);
    const first = await as(token, '/api/v1/profile');
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-reset': '60' });
    expect(Object.keys(first.headers).filter((name) => name.startsWith('x-yumisign'))).toEqual([]);
    await instance.deps.database
      .updateTable('rate_windows')
      .set({ hits: RATES.token.hits - 1 })
      .where('key', 'like', `token:${owner.profile.id}:%`)
      .execute();
    expect((await as(token, '/api/v1/profile')).statusCode).toBe(200);
    const refused = await as(token, '/api/v1/profile');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMIT_REACHED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-type']).toBe('application/json');
    const { access_token: other } = await tokensOf(viewer);
    expect((await as(other, '/api/v1/profile')).statusCode).toBe(200);
  });
});
