import { RATES } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { openTestInstance, quickForm, type Session } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';

// Interface.md §2: how far a token reaches.
const CALLBACK = 'https://shop.example.com/callback';
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

async function tokenOf(user: Session): Promise<string> {
  const query = `client_id=${app.clientId}&response_type=code&redirect_uri=${CALLBACK}`;
  const asked = await caller(user)('POST', `/api/v1/authorization-request?${query}`, { decision: 'allow' });
  const { clientId: client_id, clientSecret: client_secret } = app;
  const code = new URL(asked.body.redirectTo).searchParams.get('code');
  const payload = { client_id, client_secret, code, redirect_uri: CALLBACK };
  const answer = await instance.inject({ method: 'POST', url: '/api/v1/OAuth/v2/access', payload });
  return expectStatus(answer, 200).json().access_token;
}

const as = (token: string, url: string) =>
  instance.inject({ method: 'GET', url, headers: { authorization: `Bearer:${token}` } });

test('a token may do no more than its user, and answers as their own session does', async () => {
  const token = await tokenOf(viewer);
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
    const token = await tokenOf(owner);
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
    const other = await tokenOf(viewer);
    expect((await as(other, '/api/v1/profile')).statusCode).toBe(200);
  });
});
