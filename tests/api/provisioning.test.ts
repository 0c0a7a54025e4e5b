import { describe, expect, test } from 'vitest';
import { readArchive } from '../support/archive.ts';
import { openConnectionCase, PATH } from '../support/connection-case.ts';
import { expectStatus } from '../support/instance-case.ts';
import { addMember } from '../support/organization.ts';
import { entraSteps, oktaSteps, provisionedBy, type Step } from '../support/scim-provider.ts';
import { Browser, PASSWORD } from './accounts-instance.ts';

const connections = await openConnectionCase();
const { call, emailOf, instance, query, rolesOf, sender, signInBy } = connections;
const provisioned = provisionedBy(connections);

const accountOf = async (email: string) =>
  (await query('select * from users where email = $1', [email]))[0] as Record<string, unknown> | undefined;
const mailsTo = (email: string) =>
  query('select kind, detail from mails where to_email = $1 order by id', [email]);

describe('the documented requests', () => {
  test.each<[string, (domain: string) => Step[]]>([
    ['entra', entraSteps],
    ['okta', oktaSteps],
  ])('of %s are answered as it needs', async (name, steps) => {
    const domain = `${name}.example`;
    const { send, state } = await provisioned(domain);
    const ids: Record<string, string> = {};
    const filled = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value).replaceAll(/\{(user|group)\}/g, (_, kind: string) => ids[kind] ?? ''),
      ) as T;
    for (const step of steps(domain)) {
      const { call: line, body, patch, status, has } = filled(step);
      const [method = '', ...rest] = line.split(' ');
      const [path = '', search] = rest.join(' ').split('?');
      const url = search ? `${path}?${new URLSearchParams(search)}` : path;
      const operations = patch && {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: patch,
      };
      const sent = body ?? operations;
      const answer = await send(method as 'GET', url, sent ? { body: sent } : {});
      expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).toBe(status);
      if (has) expect(answer.body, line).toMatchObject(filled(has));
      if (method !== 'POST' || status !== 201) continue;
      ids[path === '/Users' ? 'user' : 'group'] = answer.body.id;
      expect(answer.headers.location).toBe(`http://localhost:3000/scim/v2${path}/${answer.body.id}`);
    }
    expect(await state()).toMatchObject({ lastContactDate: expect.any(Number), groups: 0 });
  });

  test('say without a token what the endpoints can do', async () => {
    const get = async (path: string) =>
      (await instance.inject({ method: 'GET', url: `/scim/v2/${path}` })).json();
    expect(await get('ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
    });
    expect((await get('ResourceTypes')).Resources.map(({ id }: { id: string }) => id)).toEqual([
      'User',
      'Group',
    ]);
    expect(await get('Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).toMatchObject({ name: 'Group' });
    expect(await get('Schemas/none')).toMatchObject({ status: '404' });
    expect(await get('Bulk')).toMatchObject({ status: '404' });
  });
});

describe('a person', () => {
  test('is changed by every shape of PATCH', async () => {
    const domain = 'patch.example';
    const { add, patch, send } = await provisioned(domain);
    const id = await add(`one@${domain}`, {
      name: { givenName: 'One', familyName: 'First' },
      externalId: 'e1',
    });
    const url = `/Users/${id}`;
    const shapes: [object[], number, object][] = [
      [[{ op: 'Replace', path: 'active', value: 'False' }], 200, { active: false }],
      [[{ op: 'Add', path: 'active', value: 'True' }], 200, { active: true }],
      [[{ op: 'replace', value: { active: 'false' } }], 200, { active: false }],
      [[{ op: 'replace', value: { ACTIVE: true } }], 200, { active: true }],
      [
        [{ op: 'replace', value: { 'name.givenName': 'Uno', displayName: 'Uno' } }],
        200,
        { name: { givenName: 'Uno' } },
      ],
      [
        [{ op: 'replace', value: { name: { familyName: 'Primo' } } }],
        200,
        { name: { givenName: 'Uno', familyName: 'Primo' } },
      ],
      [[{ op: 'remove', path: 'name.familyName' }], 200, { name: { formatted: 'Uno', givenName: 'Uno' } }],
      [
        [{ op: 'add', path: 'emails', value: [{ type: 'home', value: 'h@h.example' }] }],
        200,
        { emails: [{ value: `one@${domain}` }] },
      ],
      [
        [{ op: 'Add', path: 'emails[type eq "work"].value', value: `uno@${domain}` }],
        200,
        { emails: [{ value: `uno@${domain}` }] },
      ],
      [
        [{ op: 'replace', value: { 'emails[type eq "work"].value': `one@${domain}` } }],
        200,
        { emails: [{ value: `one@${domain}` }] },
      ],
      [
        [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'Ein' }],
        200,
        { displayName: 'Ein' },
      ],
      [
        [
          { op: 'remove', path: 'externalId' },
          { op: 'add', path: 'externalId', value: 'e2' },
        ],
        200,
        { externalId: 'e2' },
      ],
      [[{ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' }], 200, { externalId: 'e2' }],
      [[{ op: 'replace', path: 'id', value: 'mine' }], 400, { scimType: 'mutability' }],
      [[{ op: 'replace', path: 'active', value: 'perhaps' }], 400, { scimType: 'invalidValue' }],
      [[{ op: 'replace', path: 'emails[', value: 'x' }], 400, { scimType: 'invalidPath' }],
      [
        [{ op: 'replace', path: 'emails[type gt "work"].value', value: 'x' }],
        400,
        { scimType: 'invalidFilter' },
      ],
      [[{ op: 'replace', path: 'emails[type ne "work"].value', value: 'x' }], 400, { scimType: 'noTarget' }],
      [[{ op: 'remove' }], 400, { scimType: 'noTarget' }],
      [[{ op: 'move', path: 'active' }], 400, { scimType: 'invalidSyntax' }],
      [[{ op: 'remove', path: 'userName' }], 400, { scimType: 'invalidValue' }],
      [[], 400, { scimType: 'invalidSyntax' }],
    ];
    for (const [operations, status, has] of shapes) {
      const answer = await patch(url, ...operations);
      expect([answer.status, answer.body], JSON.stringify(operations)).toEqual([
        status,
        expect.objectContaining({}),
      ]);
      expect(answer.body, JSON.stringify(operations)).toMatchObject(has);
    }
    // What was refused changed nothing.
    expect((await send('GET', url)).body).toMatchObject({
      userName: `one@${domain}`,
      active: true,
      displayName: 'Ein',
    });
  });

  test('is found by filters, page by page, with the attributes that are asked for', async () => {
    const domain = 'find.example';
    const { add, addGroup, listed, send } = await provisioned(domain);
    const [a, b, c] = [`ann@${domain}`, `Bob@${domain}`, `cy_%@${domain}`];
    const ids = [
      await add(a, { externalId: 'Ext-A', displayName: 'Ann "the" One', name: { givenName: 'Ann' } }),
    ];
    instance.advance(1);
    ids.push(await add(b, { externalId: 'ext-b', displayName: 'Bob', active: false }));
    instance.advance(1);
    ids.push(await add(c));
    await addGroup('found', ids[0] ?? '');
    const table: [string, string[]][] = [
      [`userName eq "ANN@FIND.EXAMPLE"`, [a]],
      [`USERNAME Eq "${a}"`, [a]],
      [`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${a}"`, [a]],
      ['externalId eq "Ext-A"', [a]],
      ['externalId eq "ext-a"', []],
      [`emails.value eq "${b.toUpperCase()}"`, [b]],
      [`emails[type eq "work" and value eq "${a}"]`, [a]],
      [`emails[type eq "home"]`, []],
      ['active eq true', [a, c]],
      ['active eq False', [b]],
      ['active ne "true"', [b]],
      ['displayName eq "ann \\"THE\\" one"', [a]],
      ['displayName sw "b"', [b]],
      ['userName co "_%"', [c]],
      ['userName ew "find.example" and not (active eq false)', [a, c]],
      ['name.givenName pr', [a]],
      ['not (name.givenName pr)', [b, c]],
      ['displayName ne "Bob"', [a, c]],
      [`userName eq "${a}" or userName eq "${b}" and active eq true`, [a]],
      [`(userName eq "${a}" or userName eq "${b}") and active eq false`, [b]],
      ['meta.lastModified gt "2001-01-01T00:00:00Z"', [b, a, c].sort()],
      [`id eq "${ids[2]}"`, [c]],
    ];
    for (const [filter, found] of table)
      expect(await listed('Users', filter), filter).toEqual(found.toSorted());
    expect(await listed('Groups', `members.value eq "${ids[0]}" and displayName eq "FOUND"`)).toEqual([
      'found',
    ]);
    expect(await listed('Groups', `members[value eq "${ids[1]}"]`)).toEqual([]);
    for (const wrong of [
      'userName',
      'userName eq',
      'userName is "x"',
      'password eq "x"',
      '(userName pr',
      'userName eq "x" userName',
      'active gt true',
      'constructor eq "x"',
      'userName eq {}',
      '   and',
      `${'('.repeat(3_000)}`,
    ]) {
      const answer = await send('GET', `/Users?filter=${encodeURIComponent(wrong)}`);
      expect([answer.status, answer.body.scimType], wrong).toEqual([400, 'invalidFilter']);
    }
    const page = async (search: string) => (await send('GET', `/Users?${search}`)).body;
    expect(await page('startIndex=2&count=1')).toMatchObject({
      ...{ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ userName: b }] },
    });
    expect(await page('startIndex=0&count=-1')).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      Resources: [],
    });
    expect(await page('startIndex=9')).toMatchObject({ totalResults: 3, itemsPerPage: 0 });
    expect(await page('count=x')).toMatchObject({ scimType: 'invalidValue' });
    const one = async (search: string) =>
      Object.keys((await send('GET', `/Users/${ids[0]}?${search}`)).body).sort();
    expect(await one('attributes=userName')).toEqual(['id', 'schemas', 'userName']);
    expect(await one('excludedAttributes=emails,groups,meta,name,active')).toEqual([
      'displayName',
      'externalId',
      'id',
      'schemas',
      'userName',
    ]);
    const sub = await send('GET', `/Users/${ids[0]}?attributes=name.givenName`);
    expect(sub.body.name).toEqual({ givenName: 'Ann' });
    expect((await send('GET', `/Users/${ids[0]}`)).body.groups).toMatchObject([
      { display: 'found', type: 'direct' },
    ]);
    const plans = await query(
      `explain select * from provisioned_users where connection_id = 'x' and lower(user_name) = lower('a'::text)`,
    );
    expect(JSON.stringify(plans)).toContain('provisioned_users_name');
  });

  test('has a version, by which two changes do not undo each other', async () => {
    const { add, send } = await provisioned('etag.example');
    const url = `/Users/${await add('ann@etag.example')}`;
    const read = await send('GET', url);
    expect([read.headers.etag, (read.body.meta as { version: string }).version]).toEqual(['W/"1"', 'W/"1"']);
    const body = { userName: 'ann@etag.example', displayName: 'Ann' };
    const change = (version: string) => send('PUT', url, { body, headers: { 'if-match': version } });
    expect((await change('W/"1"')).headers.etag).toBe('W/"2"');
    expect(await change('W/"1"')).toMatchObject({ status: 412, body: { status: '412' } });
    // Nothing changes, so neither does the version.
    expect((await change('*')).headers.etag).toBe('W/"2"');
    expect((await send('DELETE', url, { headers: { 'if-match': 'W/"1"' } })).status).toBe(412);
    expect((await send('GET', url, { headers: { 'if-none-match': 'W/"2"' } })).status).toBe(304);
  });

  test('gets an account, or the one of their address where the provider may have it', async () => {
    const domain = 'link.example';
    const { add, id, send, state } = await provisioned(domain);
    const refused = async (body: object) => (await send('POST', '/Users', { body })).body;
    expect(await refused({ userName: 'ann@other.example' })).toMatchObject({
      ...{
        status: '400',
        scimType: 'invalidValue',
        detail: expect.stringMatching(/^ann@other.example is not of a domain/),
      },
    });
    expect(await state()).toMatchObject({
      lastError: { message: expect.stringMatching(/ann@other.example/) },
    });
    expect(await refused({ userName: 'ann' })).toMatchObject({ scimType: 'invalidValue' });
    expect(await refused({ userName: 7 })).toMatchObject({ scimType: 'invalidValue' });
    expect(await refused({ displayName: 'Ann' })).toMatchObject({
      detail: expect.stringMatching(/userName/),
    });
    // An account with a password, of nobody here.
    await instance.signIn('Stranger', `stranger@${domain}`);
    expect(await refused({ userName: `stranger@${domain}` })).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    const browser = new Browser(instance);
    await signInBy(browser, id, { email: `stranger@${domain}`, claims: { groups: ['writers'] } });
    expectStatus(await browser.call('POST', '/api/v1/account/sign-in/confirm', { password: PASSWORD }), 200);
    await add(`stranger@${domain}`);
    // A member by hand.
    const member = await instance.signIn('Member', `member@${domain}`);
    await addMember(instance, sender, member);
    await add('its-name-there', { emails: [{ value: `MEMBER@${domain}` }] });
    expect(await refused({ userName: `member@${domain}` })).toMatchObject({ scimType: 'uniqueness' });
    // An account of the provider arrives by itself later, with the roles that it was sent.
    await add(`new@${domain}`, { displayName: 'New One', name: { formatted: 'N' } });
    const arrived = new Browser(instance);
    expect(await signInBy(arrived, id, { email: `new@${domain}`, claims: { groups: ['chiefs'] } })).toBe(
      '/documents',
    );
    expect([await emailOf(arrived), await rolesOf(`new@${domain}`)]).toEqual([
      `new@${domain}`,
      [[null, false]],
    ]);
    expect((await arrived.call('GET', '/api/v1/profile')).json().name).toBe('New One');
  });

  test('gets another address with the mail that tells of it, and never that of another account', async () => {
    const domain = 'move.example';
    const { add, patch, send } = await provisioned(domain);
    const url = `/Users/${await add(`maiden@${domain}`, { emails: [{ value: `maiden@${domain}`, primary: true }] })}`;
    await add(`other@${domain}`);
    const userName = { op: 'replace', path: 'userName' };
    expect((await patch(url, { ...userName, value: `married@${domain}` })).body).toMatchObject({
      emails: [{ value: `married@${domain}` }],
    });
    const told = (await mailsTo(`maiden@${domain}`)) as {
      kind: string;
      detail: { changed: boolean; newEmail: string };
    }[];
    expect(told).toMatchObject([
      { kind: 'address_notice', detail: { changed: true, newEmail: `married@${domain}` } },
    ]);
    expect(await accountOf(`married@${domain}`)).toBeDefined();
    expect((await patch(url, { ...userName, value: `other@${domain}` })).body).toMatchObject({
      scimType: 'uniqueness',
    });
    expect((await patch(url, { ...userName, value: 'x@elsewhere.example' })).body).toMatchObject({
      scimType: 'invalidValue',
    });
    const member = await instance.signIn('Own', `own@${domain}`);
    await addMember(instance, sender, member);
    const own = await add(`own@${domain}`);
    const moved = { userName: `own@${domain}`, emails: [{ value: `taken@${domain}` }] };
    expect((await send('PUT', `/Users/${own}`, { body: moved })).body).toMatchObject({
      status: '409',
      scimType: 'mutability',
    });
    expect(await accountOf(`own@${domain}`)).toBeDefined();
  });
});

test('what a provider sends is limited, and the connection takes all of it along', async () => {
  const { id, send, token } = await provisioned('limit.example');
  await query(
    'insert into rate_windows (key, started_at, hits) values ($1, $2, 3000) on conflict (key) do update set hits = 3000',
    [`provisioning:${id}`, new Date(instance.nowSeconds() * 1000)],
  );
  const answer = await send('GET', '/Users');
  expect([answer.status, answer.body.status, Number(answer.headers['retry-after'])]).toEqual([
    429,
    '429',
    expect.any(Number),
  ]);
  expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  expect((await send('GET', '/Users', { by: token })).status).toBe(401);
});

test('what a provider has sent of a person is in their export, and erased with the account', async () => {
  const domain = 'erase.example';
  const email = `ann@${domain}`;
  const { add, id, send } = await provisioned(domain);
  await add(email, { externalId: 'e-77' });
  await send('POST', '/Users', { body: { userName: email } });
  const browser = new Browser(instance);
  await signInBy(browser, id, { email });
  const exported = await browser.call('GET', '/api/v1/account/export');
  expect([...(await readArchive(exported.rawPayload)).values()].join('')).toContain('e-77');
  expectStatus(await browser.call('POST', '/api/v1/account/erasure', { currentPassword: '' }), 204);
  expect(await query('select * from provisioned_users where email = $1', [email])).toEqual([]);
  expect(JSON.stringify(await query('select * from scim_tokens'))).not.toContain(email);
});
