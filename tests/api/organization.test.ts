import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../domain/src/permission.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { hasJoinedMember } from '../../server/src/workspaces/member-store.ts';
import { cookieOf, openTestInstance, PASSWORD } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { listStatements } from '../support/list-statements.ts';
import { addMember, caller, invitedToken } from '../support/organization.ts';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const eve = await instance.signIn('Eve', 'eve@example.com');

const MEMBERS = '/api/v1/organization/members';
const ROLES = '/api/v1/organization/roles';
const INVITATION = '/api/v1/account/invitation';
const organizationOf = async (memberId: number): Promise<number> => {
  const { rows } = await instance.deps.pool.query('select organization_id as id from members where id = $1', [
    memberId,
  ]);
  return rows[0].id;
};
const invite = (...emails: string[]) =>
  caller(ada)('POST', MEMBERS, { members: emails.map((email) => ({ email })) });

it('inviting members answers for each address in order, and mails those that can be invited', async () => {
  const asked = ['bob@', 'no address', 'BOB@', 'ada@', 'bea@'].map((each) =>
    each.replace('@', '@example.com'),
  );
  const { status, body } = await invite(...asked);
  expect(status).toBe(201);
  expect(body.map((each: object) => Object.keys(each)[0])).toEqual(asked);
  const outcomes = body.map((each: object) => Object.values(each)[0]);
  expect(outcomes[0]).toEqual({ result: true, message: null });
  expect(outcomes[1]).toEqual({ result: false, message: expect.stringContaining('email address') });
  expect(outcomes[2]).toEqual({ result: false, message: expect.stringContaining('twice') });
  expect(outcomes[3]).toEqual({ result: false, message: expect.stringContaining('already') });
  expect(outcomes[4]).toEqual({ result: true, message: null });
  expect((await invite('bob@example.com')).body[0]['bob@example.com'].result).toBe(false);
  await instance.runJobs();
  const { rows } = await instance.deps.pool.query(
    `select to_email as to, state, detail from mails where kind = 'member_invited' order by id`,
  );
  expect(rows).toMatchObject(['bob@example.com', 'bea@example.com'].map((to) => ({ to, state: 'kept' })));
  expect(rows[0].detail.subject).toBe('Ada Lovelace invites you to Ada Lovelace Ltd');
});

it('the mail of an invitation is in the chosen language, else in that of who invites, and again in the same', async () => {
  const speak = (language: string | null) =>
    caller(ada)('PUT', '/api/v1/account/profile', { name: 'Ada Lovelace', language });
  const members = (email: string) => [{ email }];
  expect((await speak('de')).status).toBe(200);
  await invite('uwe@example.com');
  await caller(ada)('POST', MEMBERS, { members: members('luc@example.com'), language: 'fr' });
  await instance.runJobs();
  const subjects = async () => {
    const { rows } = await instance.deps.pool.query(
      `select detail ->> 'subject' as subject from mails where to_email in ('uwe@example.com', 'luc@example.com') order by id`,
    );
    return rows.map(({ subject }: { subject: string }) => subject);
  };
  const french = 'Ada Lovelace vous invite à rejoindre Ada Lovelace Ltd';
  const german = expect.stringMatching(/^Ada Lovelace lädt Sie/);
  expect(await subjects()).toEqual([german, french]);
  const luc = (await caller(ada)('GET', `${MEMBERS}?query=luc`)).body.items[0];
  await caller(ada)('POST', `${MEMBERS}/${luc.id}/invitation`);
  await instance.runJobs();
  expect(await subjects()).toEqual([german, french, french]);
  const wrong = await caller(ada)('POST', MEMBERS, { members: members('x@example.com'), language: 'tlh' });
  expect(Object.keys(wrong.body.error.violations)).toEqual(['language']);
  expect((await speak(null)).status).toBe(200);
  for (const query of ['luc', 'uwe']) {
    const { id } = (await caller(ada)('GET', `${MEMBERS}?query=${query}`)).body.items[0];
    expect((await caller(ada)('DELETE', `${MEMBERS}/${id}`)).status).toBe(204);
  }
});

it('inviting members shows the invited among the members, a page at a time', async () => {
  const { body } = await caller(ada)('GET', `${MEMBERS}?limit=2&page=1`);
  expect(body).toMatchObject({ total: 3, limit: 2, pages: 2 });
  expect(body.items[0]).toMatchObject({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    administrator: true,
    status: 'joined',
  });
  expect(body.items[1]).toMatchObject({ email: 'bob@example.com', name: null, status: 'invited' });
  const found = await caller(ada)('GET', `${MEMBERS}?query=BEA`);
  expect(found.body.items.map(({ email }: { email: string }) => email)).toEqual(['bea@example.com']);
  expect((await caller(ada)('GET', `${MEMBERS}?query=%25`)).body.total).toBe(0);
});

it('inviting members refuses an empty list, naming the parameter', async () => {
  const { status, body } = await caller(ada)('POST', MEMBERS, { members: [] });
  expect(status).toBe(400);
  expect(body.error.violations).toHaveProperty('members');
});

describe('an invitation', () => {
  it('makes an account for its address that belongs to that organization alone', async () => {
    await invite('carl@example.com');
    const token = await invitedToken(instance);
    const shown = await instance.inject({ method: 'GET', url: `${INVITATION}?token=${token}` });
    expect(shown.json()).toEqual({
      organizationName: 'Ada Lovelace Ltd',
      inviterName: 'Ada Lovelace',
      email: 'carl@example.com',
      hasAccount: false,
      isSignedIn: false,
    });
    const join = (payload: object) => instance.inject({ method: 'POST', url: INVITATION, payload });
    for (const password of ['short', 'AdaLovelaceLtd-1']) {
      const weak = await join({ token, name: 'Carl', password });
      expect([password, Object.keys(weak.json().error?.violations ?? {})]).toEqual([password, ['password']]);
    }
    const joined = await join({ token, name: 'Carl', password: PASSWORD });
    expect(joined.json()).toMatchObject({ name: 'Carl', email: 'carl@example.com' });
    const headers = { cookie: cookieOf(joined) };
    const mine = await instance.inject({ method: 'GET', url: '/api/v1/workspaces', headers });
    expect(mine.json()).toEqual([]);
    const members = await instance.inject({ method: 'GET', url: MEMBERS, headers });
    expect(members.json().items.at(-1)).toMatchObject({ email: 'carl@example.com', status: 'joined' });
    const again = await join({ token, name: 'Carl', password: PASSWORD });
    expect([again.statusCode, again.json().error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is accepted by the account of its address and by no other', async () => {
    const dan = await instance.signIn('Dan', 'dan@example.com');
    await invite('dan@example.com');
    const token = await invitedToken(instance);
    expect((await caller(dan)('GET', `${INVITATION}?token=${token}`)).body).toMatchObject({
      hasAccount: true,
      isSignedIn: true,
    });
    expect((await caller(eve)('GET', `${INVITATION}?token=${token}`)).body.isSignedIn).toBe(false);
    const foreign = await caller(eve)('POST', INVITATION, { token });
    expect([foreign.status, foreign.body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(foreign.body.error.message).toContain('dan@example.com');
    const taken = await caller(dan)('POST', INVITATION, { token, name: 'Dan', password: PASSWORD });
    expect(taken.body.error.violations).toHaveProperty('email');
    expect((await caller(dan)('POST', INVITATION, { token })).status).toBe(200);
    const { pool } = instance.deps;
    expect((await pool.query('select from members where user_id = $1', [dan.profile.id])).rowCount).toBe(2);
  });

  it('ends after seven days, when it is mailed again, and with its member', async () => {
    const read = (token: string) => instance.inject({ method: 'GET', url: `${INVITATION}?token=${token}` });
    await invite('late@example.com');
    const first = await invitedToken(instance);
    const members = (await caller(ada)('GET', `${MEMBERS}?query=late`)).body;
    const { id } = members.items[0];
    expect((await caller(ada)('POST', `${MEMBERS}/${id}/invitation`)).body).toMatchObject({
      id,
      status: 'invited',
    });
    const second = await invitedToken(instance);
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    instance.advance(7 * 86_400);
    expect((await read(second)).statusCode).toBe(404);
    await caller(ada)('POST', `${MEMBERS}/${id}/invitation`);
    const third = await invitedToken(instance);
    expect((await caller(ada)('DELETE', `${MEMBERS}/${id}`)).status).toBe(204);
    expect((await read(third)).statusCode).toBe(404);
    expect((await read('anything')).json().error.code).toBe('NOT_FOUND');
  });

  it('is not mailed to who has joined', async () => {
    const { body } = await caller(ada)('GET', `${MEMBERS}?query=ada`);
    const again = await caller(ada)('POST', `${MEMBERS}/${body.items[0].id}/invitation`);
    expect(again.body.error.violations).toHaveProperty('memberId');
  });
});

it('running an organization is left by its members, whom administrators promote', async () => {
  const fay = await instance.signIn('Fay', 'fay@example.com');
  const id = await addMember(instance, ada, fay);
  const there = `organizationId=${await organizationOf(id)}`;
  const asFay = caller(fay);
  const promoted = await caller(ada)('PUT', `${MEMBERS}/${id}`, { administrator: true });
  expect(promoted.body.administrator).toBe(true);
  expect((await asFay('PUT', `${MEMBERS}/${id}?${there}`, { administrator: false })).status).toBe(200);
  expect((await asFay('DELETE', `${MEMBERS}/${id}?${there}`)).status).toBe(204);
  expect((await asFay('GET', `${MEMBERS}?${there}`)).status).toBe(404);
});

it('running an organization keeps at least one administrator, and an owner for every workspace', async () => {
  const own = (await caller(eve)('GET', MEMBERS)).body.items[0].id;
  const demoted = await caller(eve)('PUT', `${MEMBERS}/${own}`, { administrator: false });
  expect(demoted.body.error.violations.administrator).toContain('at least one administrator');
  const removed = await caller(eve)('DELETE', `${MEMBERS}/${own}`);
  expect(removed.body.error.violations.memberId).toContain('only owner of “Main”');
});

describe('custom roles', () => {
  it('follow the four that every organization has, with ids from 100 and keys out of their names', async () => {
    const permissions = ['create_workflow', 'view_created_workflow', 'create_workflow'];
    const made = await caller(ada)('POST', ROLES, { name: 'Contracts: clerk', permissions });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      key: 'contracts_clerk',
      name: 'Contracts: clerk',
      system: false,
      permissions: ['create_workflow', 'view_created_workflow'],
    });
    expect(made.body.id).toBeGreaterThanOrEqual(100);
    const { body } = await caller(ada)('GET', ROLES);
    expect(body.map(({ id, key }: { id: number; key: string }) => [id, key]).slice(0, 4)).toEqual([
      [1, 'owner'],
      [2, 'administrator'],
      [3, 'editor'],
      [4, 'viewer'],
    ]);
    expect(body[0].permissions).toEqual([...PERMISSIONS]);
    expect(body).toContainEqual(made.body);
  });

  it('are changed in part, keep their key, and are deleted once no member has them', async () => {
    const made = await caller(ada)('POST', ROLES, { name: 'Reader', permissions: ['view_created_workflow'] });
    const url = `${ROLES}/${made.body.id}`;
    const renamed = await caller(ada)('PUT', url, { name: 'Reader of all' });
    expect(renamed.body).toEqual({ ...made.body, name: 'Reader of all' });
    const widened = await caller(ada)('PUT', url, { permissions: ['view_others_workflow'] });
    expect(widened.body.permissions).toEqual(['view_others_workflow']);

    const gus = await instance.signIn('Gus', 'gus@example.com');
    const memberId = await addMember(instance, ada, gus);
    const [workspace] = (await caller(ada)('GET', '/api/v1/workspaces')).body;
    const users = `/api/v1/workspaces/${workspace.id}/users`;
    const [workspaceUser] = (await caller(ada)('PUT', users, { users: [{ memberId, roleId: 'reader' }] }))
      .body;
    expect(workspaceUser.role).toBe(made.body.id);
    expect(made.body.id).toBeGreaterThanOrEqual(100);
    const seen = (await caller(gus)('GET', `/api/v1/workspaces/${workspace.id}`)).body;
    expect(seen.permissions).toEqual(['view_others_workflow']);
    const shown = { role: made.body.id, roleKey: 'reader', email: 'gus@example.com' };
    expect(seen.workspaceUsers.at(-1)).toMatchObject(shown);
    expect((await caller(ada)('DELETE', url)).body.error.violations.roleId).toContain('One workspace user');
    expect((await caller(ada)('DELETE', `${users}/${workspaceUser.id}`)).status).toBe(204);
    expect((await caller(ada)('DELETE', url)).status).toBe(204);
    expect((await caller(ada)('PUT', url, { name: 'Gone' })).status).toBe(404);
  });

  it('are refused with every problem named at once', async () => {
    const wrong = { name: 'x', permissions: ['fly', 'create_workflow'] };
    const { status, body } = await caller(ada)('POST', ROLES, wrong);
    expect(status).toBe(400);
    expect(Object.keys(body.error.violations).sort()).toEqual(['name', 'permissions[0]']);
    for (const name of ['Owner', 'owner', 'Contracts clerk']) {
      const taken = await caller(ada)('POST', ROLES, { name, permissions: ['create_workflow'] });
      expect([name, taken.body.error.violations.name]).toEqual([
        name,
        expect.stringContaining('There is a role'),
      ]);
    }
    const none = await caller(ada)('POST', ROLES, { name: 'Nothing', permissions: [] });
    expect(none.body.error.violations).toHaveProperty('permissions');
    expect((await caller(ada)('DELETE', `${ROLES}/1`)).status).toBe(404);
  });
});

it('pending invitations say who invited, when and until when; sent again they have a new end', async () => {
  await invite('pending@example.com');
  const find = async () =>
    (await caller(ada)('GET', `${MEMBERS}?status=invited&query=pending`)).body.items[0];
  const first = await find();
  const now = instance.nowSeconds();
  expect(first.invitation).toEqual({ by: 'Ada Lovelace', createDate: now, expiryDate: now + 7 * 86_400 });
  instance.advance(8 * 86_400);
  await sweepEndedRows(instance.deps);
  // The link has ended; who sent it, and when, is still told.
  expect(await find()).toEqual(first);
  const again = await caller(ada)('POST', `${MEMBERS}/${first.id}/invitation`);
  expect(again.body.invitation).toMatchObject({ createDate: instance.nowSeconds() });
  const everyone = (await caller(ada)('GET', `${MEMBERS}?limit=100`)).body.items;
  const joined = everyone.filter(({ status }: { status: string }) => status === 'joined');
  expect(joined.map(({ invitation }: { invitation: unknown }) => invitation)).toEqual(joined.map(() => null));
  await caller(ada)('DELETE', `${MEMBERS}/${first.id}`);
  const { body } = await caller(ada)('GET', '/api/v1/organization/events?limit=3');
  expect(body.items).toMatchObject([
    { name: 'member.invitation_withdrawn', by: 'Ada Lovelace', detail: { memberId: first.id } },
    { name: 'member.invited_again', about: null },
    { name: 'member.invited', date: now },
  ]);
  const others = (await caller(eve)('GET', '/api/v1/organization/events')).body.items;
  expect(others.map(({ name }: { name: string }) => name)).toEqual(['sign_in.succeeded']);
});

describe('the name of an organization', () => {
  const rename = (name: string) => caller(ada)('PUT', '/api/v1/organization', { name });
  const read = async () => (await caller(ada)('GET', '/api/v1/organizations')).body[0];

  it('is changed by administrators, and what it was stays written down', async () => {
    const before = await read();
    const renamed = await rename('  Engines & Sons ');
    expect(renamed).toMatchObject({ status: 200, body: { id: before.id, name: 'Engines & Sons' } });
    expect((await read()).name).toBe('Engines & Sons');
    await rename('Engines & Sons');
    const { body } = await caller(ada)('GET', '/api/v1/organization/events?limit=2');
    const detail = { before: before.name, after: 'Engines & Sons' };
    expect(body.items[0]).toMatchObject({ name: 'organization.renamed', by: 'Ada Lovelace', detail });
    expect(body.items[1].name).not.toBe('organization.renamed');
    await invite('renamed@example.com');
    const token = await invitedToken(instance);
    const shown = await instance.inject({ method: 'GET', url: `${INVITATION}?token=${token}` });
    expect(shown.json().organizationName).toBe('Engines & Sons');
    await rename(before.name);
  });

  it('is refused where it is none', async () => {
    expect((await rename('A')).body.error.violations).toHaveProperty('name');
  });
});

it('whether anyone or an administrator is left is asked of those who have joined, among 10,000 who have not', async () => {
  const { database, pool } = instance.deps;
  const id = (await caller(eve)('GET', '/api/v1/organizations')).body[0].id;
  // And 10,000 who have joined elsewhere, among whom they are not looked for either.
  const crowd = `insert into members
      (unique_id, organization_id, user_id, email, email_key, administrator, created_at)
    select 'crowd' || $1 || ' ' || n, $1::bigint, $2::bigint, n || '@crowd.example', n || '@crowd.example',
      $2::bigint is not null, now()
    from generate_series(1, 10000) as n`;
  const elsewhere = (await caller(ada)('GET', '/api/v1/organizations')).body[0].id;
  await pool.query(crowd, [id, null]);
  await pool.query(crowd, [elsewhere, ada.profile.id]);
  await pool.query('analyze members');
  for (const isAdministrator of [true, false]) {
    const [text = ''] = await listStatements(async () => {
      expect(await hasJoinedMember(database, id, { isAdministrator })).toBe(true);
    });
    const { rows } = await pool.query(`explain (analyze, buffers) ${text}`, [id, null]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, removed = '0'] = /Rows Removed by Filter: (\d+)/.exec(plan) ?? [];
    expect(Number(removed), plan).toBeLessThan(100);
  }
  await pool.query("delete from members where unique_id like 'crowd%'");
});
