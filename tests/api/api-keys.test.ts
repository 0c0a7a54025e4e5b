import { RATES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { quickForm, type Session } from '../support/instance.ts';
import { expectStatus, openTeamCase } from '../support/instance-case.ts';
import { addMember, bare, caller } from '../support/organization.ts';
import { buildPdf } from '../support/pdf-fixtures.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, ada, bob, eve, bobsMember } = await openTeamCase();
const { query } = workflowTables(() => instance);
const KEYS = '/api/v1/api-keys';
const make = (session: Session, body: object) => caller(session)('POST', KEYS, body);
const keyed = (key: string, url: string, header = 'x-api-key') =>
  instance.inject({ method: 'GET', url, headers: { [header]: key } });

describe('an API key', () => {
  it('is shown once, kept as a hash, and speaks for who made it', async () => {
    const { status, body } = await make(ada, {
      name: 'Nightly',
      scopes: ['profile:read', 'workspaces:read'],
    });
    expect(status).toBe(201);
    const { key, ...shown } = body;
    expect(key).toMatch(/^paraph_key_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Nightly',
      member: { email: 'ada@example.com', name: 'Ada Lovelace' },
      scopes: ['profile:read', 'workspaces:read'],
      creatorName: 'Ada Lovelace',
      hint: key.slice(-4),
      lastUseDate: null,
    });
    for (const header of ['x-api-key', 'X-YumiSign-Api-Key']) {
      const profile = await keyed(key, '/api/v1/profile', header);
      expect([header, profile.json().email]).toEqual([header, 'ada@example.com']);
    }
    const { body: list } = await caller(ada)('GET', KEYS);
    expect(list).toEqual([{ ...shown, lastUseDate: instance.nowSeconds() }]);
    const stored = JSON.stringify(await instance.deps.database.selectFrom('api_keys').selectAll().execute());
    expect(stored).not.toContain(key);
  });

  it('is refused with every problem named at once', async () => {
    const { status, body } = await make(ada, { name: 'x', memberId: 987_654, scopes: ['fly'] });
    expect(status).toBe(400);
    expect(Object.keys(body.error.violations).sort()).toEqual(['memberId', 'name', 'scopes[0]']);
    const none = await make(ada, { name: 'Nothing', scopes: [] });
    expect(none.body.error.violations).toHaveProperty('scopes');
    await caller(ada)('POST', '/api/v1/organization/members', { members: [{ email: 'soon@example.com' }] });
    const { id: memberId } = (await caller(ada)('GET', '/api/v1/organization/members?query=soon')).body
      .items[0];
    const early = await make(ada, { name: 'Early', memberId, scopes: ['profile:read'] });
    expect(early.body.error.violations.memberId).toContain('accepted the invitation');
    const [{ id: foreign }] = (await caller(eve)('GET', '/api/v1/organization/members')).body.items;
    const elsewhere = await make(ada, { name: 'Elsewhere', memberId: foreign, scopes: ['profile:read'] });
    expect(elsewhere.body.error.violations.memberId).toContain('no such member');
  });

  it('asks for the scope of each part that an app begins with', async () => {
    const { body } = await make(ada, { name: 'Reader', scopes: ['profile:read'] });
    expectStatus(await keyed(body.key, '/api/v1/app/initialize?data[]=workspaces'), 403);
    const own = await keyed(body.key, '/api/v1/app/initialize?data[]=profile');
    expect(own.json().profile.email).toBe('ada@example.com');
  });

  it('ends at once when it is deleted, and when its member leaves', async () => {
    const { body } = await make(ada, { name: 'Short', scopes: ['profile:read'] });
    expect((await caller(ada)('DELETE', `${KEYS}/${body.id}`)).status).toBe(204);
    const after = await keyed(body.key, '/api/v1/profile');
    expect([after.statusCode, after.json().error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(after.headers['www-authenticate']).toBe('Bearer');
    const gus = await instance.signIn('Gus', 'gus@example.com');
    const memberId = await addMember(instance, ada, gus);
    const { body: other } = await make(ada, { name: 'Leaves', memberId, scopes: ['profile:read'] });
    expect((await keyed(other.key, '/api/v1/profile')).json().email).toBe('gus@example.com');
    await caller(ada)('DELETE', `/api/v1/organization/members/${memberId}`);
    expect((await keyed(other.key, '/api/v1/profile')).statusCode).toBe(401);
  });

  it('sends documents whose source is the interface', async () => {
    const { body } = await make(ada, { name: 'Sender', scopes: ['workflows:write'] });
    const form = quickForm({ document: buildPdf() });
    const sent = await instance.inject({
      method: 'POST',
      url: '/api/v1/quick/envelopes',
      payload: form.payload,
      headers: { ...form.headers, 'x-api-key': body.key, 'idempotency-key': 'once' },
    });
    expect(sent.statusCode).toBe(200);
    const stored = 'select source_type, source_value, creator_id from workflows where envelope_id = $1';
    expect(await query(stored, [sent.json().id])).toEqual([
      { source_type: 'api', source_value: null, creator_id: ada.profile.id },
    ]);
    const read = await keyed(body.key, `/api/v1/quick/envelopes/${sent.json().id}`);
    expect(read.json().id).toBe(sent.json().id);
  });
});

describe('a key that acts as another member', () => {
  it('is made by administrators alone', async () => {
    const organizationId = await organizationOf(bobsMember);
    const asBob = await caller(bob)('POST', `${KEYS}?organizationId=${organizationId}`, {
      name: 'Ada’s',
      memberId: (await caller(ada)('GET', '/api/v1/organization/members')).body.items[0].id,
      scopes: ['profile:read'],
    });
    expect([asBob.status, asBob.body.error.code]).toEqual([403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION']);
  });

  it('reaches into no other organization of that member, and learns neither signing links nor what they signed', async () => {
    const scopes = ['workspaces:write', 'workflows:read', 'organization:write', 'profile:read'];
    const { body } = await make(ada, { name: 'As Bob', memberId: bobsMember, scopes });
    const [team] = (await caller(ada)('GET', '/api/v1/workspaces')).body;
    const [own] = (await caller(bob)('GET', '/api/v1/workspaces')).body;
    await caller(ada)('PUT', `/api/v1/workspaces/${team.id}/users`, {
      users: [{ memberId: bobsMember, roleId: 'editor' }],
    });
    for (const [session, space] of [
      [ada, team],
      [bob, own],
    ] as const) {
      const form = quickForm({ document: buildPdf(), more: { workspaceId: String(space.id) } });
      await session.call({ method: 'POST', url: '/api/v1/envelopes', ...form });
    }
    const { total, items } = (await keyed(body.key, '/api/v1/envelopes?limit=100')).json();
    expect(items.length).toBeGreaterThan(0);
    expect(total).toBe(items.length);
    for (const { workspaceId } of items) expect(workspaceId).toBe(team.id);
    const ids = (await keyed(body.key, '/api/v1/workspaces')).json().map(({ id }: { id: number }) => id);
    expect(ids).toEqual([team.id]);
    const hidden = await keyed(body.key, `/api/v1/workspaces/${own.id}`);
    const random = await keyed(body.key, '/api/v1/workspaces/987654');
    expect([hidden.statusCode, bare(hidden.json())]).toEqual([404, bare(random.json())]);
    expect((await keyed(body.key, `/api/v1/workspaces/${own.id}/workflows`)).statusCode).toBe(404);
    const bobsOrganization = await organizationOf(own.workspaceUsers[0].memberId);
    const members = '/api/v1/organization/members';
    expect((await keyed(body.key, `${members}?organizationId=${bobsOrganization}`)).statusCode).toBe(404);
    expect((await keyed(body.key, members)).json().items[0].email).toBe('ada@example.com');
    for (const list of ['actions', 'signed-envelopes']) {
      const theirs = await keyed(body.key, `/api/v1/profile/${list}`);
      const refused = [403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'];
      expect([list, theirs.statusCode, theirs.json().error.code]).toEqual([list, ...refused]);
    }
    const { body: self } = await make(bob, { name: 'My own', scopes: ['workflows:read'] });
    for (const list of ['actions', 'signed-envelopes']) {
      expect((await keyed(self.key, `/api/v1/profile/${list}`)).statusCode).toBe(200);
    }
  });

  it('is listed for that member, who may end it', async () => {
    const { body } = await make(ada, { name: 'Unwanted', memberId: bobsMember, scopes: ['profile:read'] });
    const there = `${KEYS}?organizationId=${await organizationOf(bobsMember)}`;
    const { body: list } = await caller(bob)('GET', there);
    expect(list.map(({ name }: { name: string }) => name)).toContain('Unwanted');
    expect(list.every(({ member }: { member: { id: number } }) => member.id === bobsMember)).toBe(true);
    const ended = await caller(bob)('DELETE', there.replace(KEYS, `${KEYS}/${body.id}`));
    expect(ended.status).toBe(204);
    expect((await keyed(body.key, '/api/v1/profile')).statusCode).toBe(401);
  });
});

it('the limit of a key is in both families of headers, and refuses requests above it until the window ends', async () => {
  const { body } = await make(ada, { name: 'Busy', scopes: ['profile:read'] });
  const first = await keyed(body.key, '/api/v1/profile');
  expect(first.headers).toMatchObject({
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-reset': '30',
    'x-yumisign-ratelimit-limit': '300',
    'x-yumisign-ratelimit-remaining': '299',
    'x-yumisign-calllimit-remaining': '299',
  });
  const counting = 'update rate_windows set hits = $1 where key = $2';
  await query(counting, [RATES.apiKey.hits - 1, `apiKey:key:${body.id}`]);
  const last = await keyed(body.key, '/api/v1/profile');
  expect([last.statusCode, last.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
  const refused = await keyed(body.key, '/api/v1/profile');
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'API_KEY_RATE_LIMIT_REACHED']);
  expect(refused.headers).toMatchObject({ 'retry-after': '30', 'x-yumisign-ratelimit-remaining': '0' });
  const { body: other } = await make(ada, { name: 'Calm', scopes: ['profile:read'] });
  expect((await keyed(other.key, '/api/v1/profile')).statusCode).toBe(200);
  instance.advance(30);
  expect((await keyed(body.key, '/api/v1/profile')).statusCode).toBe(200);
});

async function organizationOf(memberId: number): Promise<number> {
  return (await query('select organization_id as id from members where id = $1', [memberId]))[0].id;
}
