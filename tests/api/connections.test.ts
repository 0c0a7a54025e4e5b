import { describe, expect, test } from 'vitest';
import { type Connection, lockSessionOf, openConnectionCase, PATH } from '../support/connection-case.ts';
import { expectStatus } from '../support/instance-case.ts';
import { Browser, PASSWORD } from './accounts-instance.ts';

const {
  call,
  change,
  comeBack,
  dns,
  form,
  instance,
  leave,
  made,
  mapping,
  operators,
  profileOf,
  proven,
  provider,
  query,
  signInBy,
  visitOf,
  workspaceId,
  emailOf,
  rolesOf,
} = await openConnectionCase();

describe('the connection of the instance', () => {
  const houseId = async () =>
    (
      (await new Browser(instance).call('GET', '/api/v1/account/sign-in/choices')).json()
        .connections as Connection[]
    )[0]?.id ?? '';

  test('is named to all, makes accounts on arrival, and knows a person by their subject', async () => {
    const browser = new Browser(instance);
    const id = await houseId();
    expect((await browser.call('GET', '/api/v1/account/sign-in/choices')).json()).toEqual({
      ...{ connections: [{ id, name: 'The house' }], byAddress: false },
    });
    const first = { email: 'newcomer@elsewhere.example' };
    expect(await signInBy(browser, id, first, operators)).toBe('/documents');
    expect((await profileOf(browser)).json()).toMatchObject({ email: first.email, name: 'Ann at Acme' });
    // Another address there, and another password-less visit: the subject is who it was.
    const again = new Browser(instance);
    const sub = `sub-${first.email}`;
    const moved = { email: 'renamed@elsewhere.example', claims: { sub }, userInfo: { sub } };
    await signInBy(again, id, moved, operators);
    expect(await emailOf(again)).toBe(first.email);
    const rows = JSON.stringify(await query('select * from connection_sessions'));
    expect(rows).not.toContain('eyJ');
  });

  test('asks anew on a device that its member has handed over, where the session is kept by the provider', async () => {
    const browser = new Browser(instance);
    const id = await houseId();
    await signInBy(browser, id, { email: 'host@elsewhere.example' }, operators);
    expect(await leave(browser, id)).not.toContain('prompt=');
    await lockSessionOf(query, 'host@elsewhere.example');
    expect((await profileOf(browser)).statusCode).toBe(401);
    const left = new URL(await leave(browser, id)).searchParams;
    expect([left.get('prompt'), left.get('max_age')]).toEqual(['login', '0']);
    // The cookie changes when the lock ends, and the session is still that of the connection.
    expectStatus(await browser.call('POST', '/api/v1/account/unlock', { pin: '0000' }), 401);
    await query(
      'update sessions set token_hash = sha256(token_hash) where token_hash in (select token_hash from session_locks)',
    );
    expect(
      await query('select 1 from connection_sessions join session_locks using (token_hash)'),
    ).toHaveLength(1);
  });

  test('never takes an account by an address that is not verified, and one with a password by that alone', async () => {
    await instance.signIn('Paula', 'paula@elsewhere.example');
    const id = await houseId();
    const browser = new Browser(instance);
    const email = 'paula@elsewhere.example';
    for (const verified of [false, undefined, 'no', 1])
      await signInBy(browser, id, { email, claims: { email_verified: verified } }, operators);
    expect(await visitOf(browser)).toMatchObject({ problem: 'unverified', emailToConfirm: null });
    expect((await profileOf(browser)).statusCode).toBe(401);
    expect(await signInBy(browser, id, { email }, operators)).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject({ problem: null, emailToConfirm: email });
    const confirm = (by: Browser, password: string) =>
      by.call('POST', '/api/v1/account/sign-in/confirm', { password });
    expectStatus(await confirm(new Browser(instance), PASSWORD), 404);
    expectStatus(await confirm(browser, 'a wrong password of hers'), 400);
    // The password alone would get around a second factor.
    await query(`update users set second_factor_at = now() where email = '${email}'`);
    const refused = expectStatus(await confirm(browser, PASSWORD), 400).json().error.violations;
    expect(refused.password).toMatch(/has a second factor/);
    expect((await profileOf(browser)).statusCode).toBe(401);
    await query(`update users set second_factor_at = null where email = '${email}'`);
    expectStatus(await confirm(browser, PASSWORD), 200);
    expect(await emailOf(browser)).toBe(email);
    const sessions = expectStatus(await browser.call('GET', '/api/v1/account/sessions'), 200).json();
    expect(sessions).toContainEqual(expect.objectContaining({ current: true, method: 'connection' }));
    expectStatus(await confirm(browser, PASSWORD), 404);
    const later = new Browser(instance);
    expect(await signInBy(later, id, { email }, operators)).toBe('/documents');
  });

  test('an account without a password erases itself after a sign-in of now, and leaves no identity', async () => {
    const browser = new Browser(instance);
    await signInBy(browser, await houseId(), { email: 'leaver@elsewhere.example' }, operators);
    instance.advance(601);
    const erase = () => browser.call('POST', '/api/v1/account/erasure', { currentPassword: '' });
    expect(expectStatus(await erase(), 400).json().error.violations.currentPassword).toMatch(/sign in again/);
    await signInBy(browser, await houseId(), { email: 'leaver@elsewhere.example' }, operators);
    expectStatus(await erase(), 204);
    expect(await query("select * from identities where subject = 'sub-leaver@elsewhere.example'")).toEqual(
      [],
    );
  });
});

describe('a sign-in counts once, in its browser, for its connection', () => {
  const TRIES: Record<string, (back: URL, browser: Browser) => Promise<string>> = {
    'its state is that of another browser, which left for it too': async (back) => {
      const [, id = ''] = /sso\/(\w+)\//.exec(back.pathname) ?? [];
      const other = new Browser(instance);
      await leave(other, id);
      return comeBack(other, back.href);
    },
    'its state is changed': async (back, browser) => {
      back.searchParams.set('state', 'guessed');
      return comeBack(browser, back.href);
    },
    'the issuer is another one (RFC 9207)': async (back, browser) => {
      back.searchParams.set('iss', 'https://evil.example');
      return comeBack(browser, back.href);
    },
    'the issuer is missing': async (back, browser) => {
      back.searchParams.delete('iss');
      return comeBack(browser, back.href);
    },
    'it is brought to another connection': async (back, browser) => {
      const other = await made({ name: 'Other' });
      back.pathname = `/sso/${other.id}/callback`;
      return comeBack(browser, back.href);
    },
    'the code is that of another sign-in': async (back, browser) => {
      const [, id = ''] = /sso\/(\w+)\//.exec(back.pathname) ?? [];
      const eve = provider.signIn(await leave(new Browser(instance), id), { email: 'eve@acme.example' });
      back.searchParams.set('code', new URL(eve).searchParams.get('code') ?? '');
      return comeBack(browser, back.href);
    },
    'it took too long': async (back, browser) => {
      instance.advance(601);
      return comeBack(browser, back.href);
    },
  };
  test('not in another browser, with another state, issuer, connection or code, nor late', async () => {
    const { id } = await proven('once-here.example');
    const visitor = { email: 'ann@once-here.example', claims: { groups: ['writers'] } };
    for (const [what, tryIt] of Object.entries(TRIES)) {
      const browser = new Browser(instance);
      const back = new URL(provider.signIn(await leave(browser, id), visitor));
      instance.advance(1);
      expect(await tryIt(back, browser), what).toBe('/sign-in#returned');
      expect((await profileOf(browser)).statusCode, what).toBe(401);
      // Nothing else is wrong with it.
      expect(await signInBy(browser, id, visitor), what).toBe('/documents');
    }
  });

  test('not where the token has another nonce, audience or issuer', async () => {
    const { id } = await proven('token.example');
    for (const claims of [
      { nonce: 'of-another-sign-in' },
      { aud: 'another-client' },
      { iss: 'https://evil.example' },
    ]) {
      const browser = new Browser(instance);
      const visitor = { email: 'ann@x.example', claims: { groups: ['writers'], ...claims } };
      expect(await signInBy(browser, id, visitor)).toBe('/sign-in#returned');
      expect(await visitOf(browser)).toMatchObject({ problem: 'failed' });
    }
  });

  test('the same return twice, and a return to another site, lead nowhere', async () => {
    const { id } = await proven('once.example');
    const browser = new Browser(instance);
    const visitor = { email: 'ann@once.example', claims: { groups: ['writers'] } };
    const url = await leave(browser, id, `?returnTo=${encodeURIComponent('/documents/new?x=1')}`);
    const back = provider.signIn(url, visitor);
    expect(await comeBack(browser, back)).toBe('/documents/new?x=1');
    expect(await comeBack(browser, back)).toBe('/sign-in#returned');
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '/%0a\n/x',
    ])
      expect(
        await comeBack(
          browser,
          provider.signIn(await leave(browser, id, `?returnTo=${encodeURIComponent(evil)}`), visitor),
        ),
        evil,
      ).toBe('/documents');
  });
});

describe('the connection of an organization', () => {
  test('lets those in whom a group or the default gives a role, and reads groups at each sign-in', async () => {
    const { id } = await proven('groups.example');
    const ann = { email: 'ann@groups.example', claims: { groups: ['readers'] as unknown } };
    const browser = new Browser(instance);
    expect(await signInBy(browser, id, ann)).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject({ problem: 'no_access' });
    expect(await query("select * from users where email = 'ann@groups.example'")).toEqual([]);
    ann.claims.groups = ['readers', 'writers'];
    expect(await signInBy(browser, id, ann)).toBe('/documents');
    expect(await rolesOf(ann.email)).toEqual([[3, false]]);
    ann.claims.groups = ['writers', 'chiefs'];
    await signInBy(browser, id, ann);
    expect(await rolesOf(ann.email)).toEqual([[3, true]]);
    // What the provider does not say takes nothing away; an empty list does.
    ann.claims.groups = undefined;
    await signInBy(new Browser(instance), id, ann);
    expect(await rolesOf(ann.email)).toEqual([[3, true]]);
    ann.claims.groups = [];
    expect(await signInBy(new Browser(instance), id, ann)).toBe('/sign-in#returned');
    expect(await rolesOf(ann.email)).toEqual([[null, false]]);
    // With the access, the sessions are gone.
    expect((await profileOf(browser)).statusCode).toBe(401);
    await change(id, {
      domains: ['groups.example'],
      mapping: { ...mapping, defaultRole: { workspaceId, role: 'viewer' } },
    });
    expect(await signInBy(browser, id, ann)).toBe('/documents');
    expect(await rolesOf(ann.email)).toEqual([[4, false]]);
    const events = (await call('GET', '/api/v1/organization/events?kind=connection')).body.items as {
      name: string;
    }[];
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['connection.made', 'connection.member_arrived', 'connection.roles_changed']),
    );
  });

  test('leaves what was given by hand, unless the provider decides', async () => {
    const { id } = await proven('hand.example');
    const bob = { email: 'bob@hand.example', claims: { groups: ['writers'] } };
    const browser = new Browser(instance);
    await signInBy(browser, id, bob);
    await query("update members set administrator = true where email = 'bob@hand.example'");
    await query("update identities set granted_workspaces = '[]' where subject = 'sub-bob@hand.example'");
    bob.claims.groups = [];
    expect(await signInBy(browser, id, bob)).toBe('/documents');
    expect(await rolesOf(bob.email)).toEqual([[3, true]]);
    await change(id, { domains: ['hand.example'], mapping: { ...mapping, isDecisive: true } });
    expect(await signInBy(browser, id, bob)).toBe('/sign-in#returned');
    expect(await rolesOf(bob.email)).toEqual([[null, false]]);
  });

  test('vouches for no address of a domain that it has not proven', async () => {
    const { id } = await made({ domains: ['bank.example'] });
    await instance.signIn('Victim', 'victim@bank.example');
    const visitor = { email: 'victim@bank.example', claims: { groups: ['chiefs'] } };
    for (const email of ['victim@bank.example', 'nobody@bank.example']) {
      const browser = new Browser(instance);
      expect(await signInBy(browser, id, { ...visitor, email })).toBe('/sign-in#returned');
      expect((await visitOf(browser))?.problem).toMatch(/no_a/);
    }
    expect(await query("select * from users where email = 'nobody@bank.example'")).toEqual([]);
    const check = () => call('POST', `${PATH}/${id}/domain-check`, { domain: 'bank.example' });
    expect((await check()).body.error.violations.domain).toMatch(/has no TXT record yet/);
    dns.records.set('_paraph.bank.example', ['something else']);
    expect((await check()).body.error.violations.domain).toMatch(/has other TXT records/);
    expect((await call('POST', `${PATH}/${id}/domain-check`, { domain: 'none.example' })).status).toBe(404);
  });

  test('is chosen by the domain of an address, whether or not that has an account', async () => {
    const { id } = await proven('chosen.example', { name: 'Chosen' });
    const start = async (email: string) =>
      (await new Browser(instance).call('POST', '/api/v1/account/sign-in/start', { email })).json();
    expect(await start('NOBODY@Chosen.Example ')).toEqual({ connection: { id, name: 'Chosen' } });
    expect(await start('sender@example.com')).toEqual({ connection: null });
    expect(await start('odd')).toEqual({ connection: null });
    const named = await proven('xn--bcher-kva.example', { name: 'Books' });
    expect(await start('ann@Bücher.example')).toEqual({ connection: { id: named.id, name: 'Books' } });
    // Another one cannot take the domain.
    const other = await made({ domains: ['chosen.example'] });
    dns.records.get('_paraph.chosen.example')?.push(other.domains[0]?.recordValue ?? '');
    const taken = await call('POST', `${PATH}/${other.id}/domain-check`, { domain: 'chosen.example' });
    expect(taken.body.error.violations.domain).toMatch(/Another connection/);
  });

  test('that is down is said to be, with when to try again', async () => {
    const { id } = await proven('down.example');
    // What was asked within the hour is known.
    await leave(new Browser(instance), id);
    instance.advance(3_601);
    provider.broken.set('/.well-known/openid-configuration', { status: 503, body: '{}' });
    const browser = new Browser(instance);
    expect(await leave(browser, id)).toBe('/sign-in#returned');
    const isDown = { problem: 'unavailable', retryDate: instance.nowSeconds() + 60 };
    expect(await visitOf(browser)).toMatchObject({ connection: { id, name: 'Acme' }, ...isDown });
    provider.broken.clear();
    provider.broken.set('/token', { status: 503, body: '' });
    expect(await signInBy(browser, id, { email: 'ann@down.example' })).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject(isDown);
  });

  test.each([
    [{ name: 'A' }, 'name'],
    [{ issuer: '' }, 'issuer'],
    [{ domains: ['no domain'] }, 'domains[0]'],
    [{ isForMembers: false }, 'isForMembers'],
    [
      { mapping: { ...mapping, groups: [{ group: 'g', workspaceId: 999_999, role: 'editor' }] } },
      'mapping[groups][0][workspaceId]',
    ],
    [{ mapping: { ...mapping, defaultRole: { workspaceId, role: 'king' } } }, 'mapping[defaultRole][role]'],
    [{ isEnforced: true }, 'isEnforced'],
  ])('is refused with the field that is wrong: %j', async (more, field) => {
    const { status, body } = await call('POST', PATH, form(more));
    expect([status, Object.keys(body.error?.violations ?? {})]).toEqual([400, [field]]);
  });
});
