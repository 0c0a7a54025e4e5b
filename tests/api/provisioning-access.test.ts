import { describe, expect, test } from 'vitest';
import { buildApp, openDeps } from '../../server/src/app.ts';
import { openConnectionCase, PATH } from '../support/connection-case.ts';
import { pdfForm } from '../support/draft-client.ts';
import { expectStatus, forThisTest } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { provisionedBy } from '../support/scim-provider.ts';
import { openSoftAuthenticator } from '../support/soft-authenticator.ts';
import { Browser, PASSWORD } from './accounts-instance.ts';
import { CALLBACK, newCode, programOf, type RegisteredApp } from './oauth-instance.ts';

const connections = await openConnectionCase();
const { call, emailOf, instance, mapping, query, rolesOf, sender, signInBy, workspaceId } = connections;
const provisioned = provisionedBy(connections);

describe('who is deactivated', () => {
  const otherProcess = async () => {
    const { clock, intake, log } = instance.deps;
    const opened = await openDeps(instance.deps.config, instance.databaseOptions, { clock, intake, log });
    const app = buildApp(opened.deps);
    await forThisTest(Promise.resolve({ close: () => app.close().then(opened.close) }));
    return app;
  };

  test('is out with every credential, on every process, and finds all again', async () => {
    const domain = 'leave.example';
    const email = `ada@${domain}`;
    const { add, addGroup, id, patch, state } = await provisioned(domain);
    const userId = await add(email);
    await addGroup('writers', userId);
    const enter = async () => {
      const browser = new Browser(instance);
      return { browser, to: await signInBy(browser, id, { email }) };
    };
    const { browser: ada } = await enter();
    const passkey = openSoftAuthenticator();
    const { challenge } = (await ada.call('POST', '/api/v1/account/passkeys/challenge')).json();
    expectStatus(
      await ada.call('POST', '/api/v1/account/passkeys', { name: 'Laptop', ...passkey.create(challenge) }),
      201,
    );
    const key = expectStatus(
      await ada.call('POST', '/api/v1/api-keys', {
        name: 'Night',
        scopes: ['profile:read', 'workspaces:read'],
      }),
      201,
    ).json().key as string;
    const app = (
      await call('POST', '/api/v1/integration-apps', {
        name: 'Loom',
        redirectUris: [CALLBACK],
        scopes: ['profile:read', 'workspaces:read'],
      })
    ).body as unknown as RegisteredApp;
    const program = programOf(instance);
    const codeOf = () => newCode(ada, app, { scope: 'profile:read workspaces:read' });
    const tokens = expectStatus(await program.access(app, await codeOf()), 200).json();
    const unused = await codeOf();
    const form = pdfForm({ name: 'Kept' }, lease);
    const draft = expectStatus(
      await ada.call('POST', `/api/v1/workspaces/${workspaceId}/workflows`, form.payload, form.headers),
      200,
    ).json();
    await query(
      "update users set password_hash = (select password_hash from users where email = 'sender@example.com') where email = $1",
      [email],
    );
    const apps = [instance.app, await otherProcess()];
    const headers = [
      { cookie: ada.cookie ?? '', 'sec-fetch-site': 'same-origin' },
      { authorization: `Bearer ${tokens.access_token}` },
      { 'x-api-key': key },
    ];
    const statuses = () =>
      Promise.all(
        apps.flatMap((each) =>
          headers.map(
            async (shown) =>
              (await each.inject({ method: 'GET', url: '/api/v1/workspaces', headers: shown })).statusCode,
          ),
        ),
      );
    const byPasskey = async () => {
      const browser = new Browser(instance);
      const asked = (await browser.call('POST', '/api/v1/account/sign-in/passkey/challenge')).json();
      return browser.call('POST', '/api/v1/account/sign-in/passkey', passkey.get(asked.challenge));
    };
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await patch(`/Users/${userId}`, { op: 'Replace', path: 'active', value: 'False' })).status).toBe(
      200,
    );
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401]);
    const words = { error: { message: expect.stringMatching(/Your organization has ended your access/) } };
    expect([(await byPasskey()).statusCode, (await byPasskey()).json()]).toMatchObject([403, words]);
    await query('update users set second_factor_at = null where email = $1', [email]);
    expect((await new Browser(instance).signIn(email)).json()).toMatchObject(words);
    expect((await new Browser(instance).signIn(email, 'wrong')).statusCode).toBe(401);
    const gone = await enter();
    expect([gone.to, await emailOf(gone.browser)]).toEqual(['/sign-in#returned', undefined]);
    for (const ended of [await program.access(app, unused), await program.refresh(app, tokens.refresh_token)])
      expect(ended.json().error.code).toBe('INVALID_GRANT');
    expect(await state()).toMatchObject({ users: 0, groups: 1 });
    // Nothing is lost: an administrator sees them, and hands over what they had.
    const member = (
      (await call('GET', `/api/v1/organization/members?query=${email}`)).body as unknown as {
        items: { id: number; status: string; name: string }[];
      }
    ).items[0];
    expect(member).toMatchObject({ status: 'deactivated', name: 'ada' });
    expect((await call('POST', `/api/v1/organization/members/${member?.id}/invitation`)).status).toBe(400);
    expect((await call('GET', '/api/v1/organization/members?status=invited')).body).toMatchObject({
      total: 0,
    });
    expect((await call('GET', `/api/v1/organization/members/${member?.id}/hand-over`)).body).toMatchObject({
      drafts: 1,
    });
    expect((await call('GET', `/api/v1/workspaces/${workspaceId}/workflows/${draft.id}`)).status).toBe(200);
    // And given back, roles too; keys and apps are not.
    expect(
      (await patch(`/Users/${userId}`, { op: 'Replace', path: 'active', value: true })).body,
    ).toMatchObject({ active: true });
    const { browser: back } = await enter();
    expect([await emailOf(back), await rolesOf(email)]).toEqual([email, [[3, false]]]);
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401]);
    const events = (await call('GET', '/api/v1/organization/events?limit=100')).body as unknown as {
      items: { name: string; by: string | null }[];
    };
    const names = events.items
      .filter(({ name }) => name.startsWith('member.'))
      .map(({ name, by }) => [name, by]);
    expect(names.slice(0, 3)).toEqual([
      ['member.reactivated', null],
      ['member.deactivated', null],
      ['member.provisioned', null],
    ]);
  });

  test('who belongs elsewhere as well keeps that alone', async () => {
    const domain = 'both.example';
    const { add, id, send } = await provisioned(domain);
    const member = await instance.signIn('Both', `both@${domain}`);
    await addMember(instance, sender, member);
    const url = `/Users/${await add(`both@${domain}`)}`;
    const organizations = async () =>
      ((await caller(member)('GET', '/api/v1/organizations')).body as unknown as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await organizations()).toContain('Sender Ltd');
    expect((await send('DELETE', url)).status).toBe(204);
    expect(await organizations()).toEqual(['Both Ltd']);
    // The same person comes again as another resource.
    expect(`/Users/${await add(`both@${domain}`)}`).not.toBe(url);
    expect(await organizations()).toContain('Sender Ltd');
    // Who confirmed the account by a sign-in is out of all sessions, and no group lets them in.
    await instance.signIn('Sure', `sure@${domain}`);
    const browser = new Browser(instance);
    const visitor = { email: `sure@${domain}`, claims: { groups: ['chiefs'] } };
    await signInBy(browser, id, visitor);
    expectStatus(await browser.call('POST', '/api/v1/account/sign-in/confirm', { password: PASSWORD }), 200);
    expect((await send('DELETE', `/Users/${await add(visitor.email)}`)).status).toBe(204);
    expect(await emailOf(browser)).toBeUndefined();
    expect(await signInBy(browser, id, visitor)).toBe('/sign-in#returned');
    expectStatus(await browser.signIn(visitor.email), 200);
  });

  test('stays so when the connection is removed, until another one sends them', async () => {
    const domain = 'gone.example';
    const { add, id, send } = await provisioned(domain);
    const list = `/api/v1/organization/members?query=ann@${domain}`;
    const seen = async () => ((await call('GET', list)).body as unknown as { items: object[] }).items;
    const url = `/Users/${await add(`ann@${domain}`)}`;
    expect(await seen()).toMatchObject([{ status: 'joined', provisionedBy: id }]);
    expect((await send('DELETE', url)).status).toBe(204);
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await seen()).toMatchObject([{ status: 'deactivated', provisionedBy: null }]);
    const next = await provisioned(domain);
    await next.add(`ann@${domain}`);
    expect(await seen()).toMatchObject([{ status: 'joined', provisionedBy: next.id }]);
  });

  test('is never the last administrator, the last with a password, or the only owner of a workspace', async () => {
    const domain = 'last.example';
    const { add, id, patch, send } = await provisioned(domain);
    const email = `sender@${domain}`;
    const move = (from: string, to: string) =>
      query('update users set email = $2, email_key = $2 where email = $1', [from, to]).then(() =>
        query('update members set email = $2, email_key = $2 where email = $1', [from, to]),
      );
    await move('sender@example.com', email);
    const url = `/Users/${await add(email)}`;
    const out = { op: 'replace', value: { active: false } };
    const stays = async (words: RegExp) => {
      for (const answer of [await patch(url, out), await send('DELETE', url)])
        expect([answer.status, answer.body.scimType, answer.body.detail]).toEqual([
          409,
          'mutability',
          expect.stringMatching(words),
        ]);
      expect((await call('GET', '/api/v1/organization/members')).status).toBe(200);
    };
    await stays(/only owner of/);
    const heir = await add(`heir@${domain}`);
    await query(
      'update workspace_users set role_id = 2 where role_id = 1 and member_id = (select id from members where email = $1)',
      [email],
    );
    await stays(/keeps at least one administrator/);
    await query('update members set administrator = true where email = $1', [`heir@${domain}`]);
    await signInBy(new Browser(instance), id, { email: `heir@${domain}` });
    const must = { domains: [domain], isEnforced: true };
    await connections.setUpFactor();
    expect((await connections.change(id, must)).status).toBe(200);
    await stays(/one administrator with a password and a second factor stays/);
    await connections.change(id, { ...must, isEnforced: false });
    await connections.removeFactor();
    expect((await patch(`/Users/${heir}`, out)).status).toBe(200);
    await query(
      'update workspace_users set role_id = 1 where role_id = 2 and member_id = (select id from members where email = $1)',
      [email],
    );
    await move(email, 'sender@example.com');
  });
});

describe('groups', () => {
  test('give the roles of the mapping and take them, but for what was given by hand', async () => {
    const domain = 'roles.example';
    const { add, addGroup, patch, send } = await provisioned(domain);
    const [ann, bob] = [await add(`ann@${domain}`), await add(`bob@${domain}`)];
    const [a, b] = [`ann@${domain}`, `bob@${domain}`];
    /** Of Ann and Bob, each with whether they run the organization. */
    const expectRoles = async (...expected: [number | null, boolean][]) =>
      expect([...(await rolesOf(a)), ...(await rolesOf(b))]).toEqual(expected);
    const writers = await addGroup('writers', ann);
    await expectRoles([3, false], [null, false]);
    const by = (...operations: object[]) => patch(`/Groups/${writers}`, ...operations);
    // Shapes of both providers.
    await by(
      { op: 'Add', path: 'members', value: [{ value: bob }] },
      { op: 'Remove', path: `members[value eq "${ann}"]` },
    );
    await expectRoles([null, false], [3, false]);
    await by({ op: 'add', value: { members: [{ value: ann }] } });
    await by({ op: 'remove', path: 'members', value: [{ value: bob }] });
    await expectRoles([3, false], [null, false]);
    // By its name, or by the id that Entra has in tokens too.
    await by({ op: 'replace', path: 'displayName', value: 'others' });
    await expectRoles([null, false], [null, false]);
    await by({ op: 'replace', value: { externalId: 'writers' } });
    await expectRoles([3, false], [null, false]);
    await by({ op: 'replace', path: 'members', value: [{ value: bob }] });
    await expectRoles([null, false], [3, false]);
    const chiefs = await addGroup('chiefs', bob);
    await expectRoles([null, false], [3, true]);
    await send('DELETE', `/Groups/${chiefs}`);
    await expectRoles([null, false], [3, false]);
    await query('update members set administrator = true where email = $1', [a]);
    await by({ op: 'add', path: 'members', value: [{ value: ann }] }, { op: 'remove', path: 'members' });
    await expectRoles([null, true], [null, false]);
    const problem = async (body: object) => (await send('POST', '/Groups', { body })).body;
    expect(await problem({ displayName: 'OTHERS' })).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect(await problem({ displayName: 'nest', members: [{ value: writers }] })).toMatchObject({
      scimType: 'invalidValue',
    });
    expect(await problem({})).toMatchObject({ scimType: 'invalidValue' });
    expect((await by({ op: 'remove', path: 'members[display eq "x"]' })).body).toMatchObject({
      scimType: 'invalidPath',
    });
    await query('update members set administrator = false where email = $1', [a]);
  });

  test('take what was given by hand where the provider decides alone, and have a default', async () => {
    const domain = 'decides.example';
    const rules = { ...mapping, isDecisive: true, defaultRole: { workspaceId, role: 'viewer' } };
    const { add, addGroup, id } = await provisioned(domain, { mapping: rules });
    const ann = await add(`ann@${domain}`);
    expect(await rolesOf(`ann@${domain}`)).toEqual([[4, false]]);
    const otherwise = { ...rules, defaultRole: { workspaceId, role: 'editor' } };
    expect((await connections.change(id, { domains: [domain], mapping: otherwise })).status).toBe(200);
    await instance.runJobs();
    expect(await rolesOf(`ann@${domain}`)).toEqual([[3, false]]);
    await connections.change(id, { domains: [domain], mapping: rules });
    await instance.runJobs();
    await query('update members set administrator = true where email = $1', [`ann@${domain}`]);
    await addGroup('writers', ann);
    expect(await rolesOf(`ann@${domain}`)).toEqual([[3, false]]);
  });
});

describe('a token', () => {
  test('is for its connection alone, hashed, replaced with an overlap of a day, and ended by a press', async () => {
    const { add, addGroup, made, path, send, state, token } = await provisioned('token.example');
    const [user, group] = [await add('ann@token.example'), await addGroup('all')];
    const other = await provisioned('neighbour.example', { name: 'Other' });
    for (const url of [`/Users/${user}`, `/Groups/${group}`]) {
      const { token: by } = other;
      const body = {
        userName: 'ann@token.example',
        displayName: 'x',
        Operations: [{ op: 'replace', path: 'displayName', value: 'x' }],
      };
      expect([
        (await send('GET', url, { by })).status,
        (await send('PUT', url, { by, body })).status,
        (await send('PATCH', url, { by, body })).status,
        (await send('DELETE', url, { by })).status,
      ]).toEqual([404, 404, 404, 404]);
    }
    expect(await other.listed('Users', 'userName pr')).toEqual([]);
    expect(await other.listed('Groups', 'displayName pr')).toEqual([]);
    const taken = await other.send('POST', '/Groups', {
      body: { displayName: 'mine', members: [{ value: user }] },
    });
    expect(taken.body).toMatchObject({ scimType: 'invalidValue' });
    expect(JSON.stringify(await query('select * from scim_tokens'))).not.toContain(token);
    instance.advance(1);
    const newer = await made();
    const works = async () => [
      (await send('GET', '/Users')).status,
      (await send('GET', '/Users', { by: newer })).status,
    ];
    expect(await works()).toEqual([200, 200]);
    const ids = (await state()).tokens.map(({ id }) => id);
    expect((await call('DELETE', `${other.path}/tokens/${ids[0]}`)).status).toBe(404);
    expect((await call('DELETE', `${path}/tokens/${ids[0]}`)).status).toBe(204);
    expect(await works()).toEqual([200, 401]);
    instance.advance(86_401);
    expect(await works()).toEqual([401, 401]);
    expect(await state()).toMatchObject({ tokens: [], users: 1, groups: 1 });
    await instance.jobs['sweep-records'](0);
    const left = 'select id from scim_tokens where connection_id = $1';
    expect(await query(left, [path.split('/').at(-2)])).toEqual([]);
    for (const by of ['', 'nonsense']) {
      const answer = await send('GET', '/Users', { by });
      expect([answer.status, answer.body.status, answer.headers['www-authenticate']]).toEqual([
        401,
        '401',
        'Bearer',
      ]);
    }
    const stranger = await instance.signIn('Stranger', 'eve@evil.example');
    const signers = await connections.made({ isForMembers: false, isForSigners: true, name: 'Signers' });
    const none = await call('POST', `${PATH}/${signers.id}/provisioning/tokens`);
    expect(none.body.error?.violations).toMatchObject({
      connectionId: expect.stringMatching(/not for members/),
    });
    for (const [method, url] of [
      ['GET', path],
      ['POST', `${path}/tokens`],
      ['DELETE', `${path}/tokens/${ids[1]}`],
    ] as const)
      expect((await caller(stranger)(method, url)).status, method).toBe(404);
  });
});
