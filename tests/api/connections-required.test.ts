import { describe, expect, test } from 'vitest';
import { resetFactorOf } from '../../server/src/second-factors/reset-factors.ts';
import { openConnectionCase, PATH } from '../support/connection-case.ts';
import { expectStatus } from '../support/instance-case.ts';
import { codeAt } from '../support/totp-code.ts';
import { Browser, PASSWORD } from './accounts-instance.ts';

const connections = await openConnectionCase();
const { call, change, instance, mapping, profileOf, proven, provider, query, sender } = connections;
const { removeFactor, setUpFactor, signInAgain, signInBy, workspaceId } = connections;

describe('a connection that is required', () => {
  const entry = (email: string, password = PASSWORD) => new Browser(instance).signIn(email, password);
  const codeOf = (answer: { json(): { error?: { code: string; message: string } } }) => answer.json().error;

  test('is refused before it worked; then passwords, resets and sign-ups of its domain are, but of one administrator', async () => {
    const { id } = await proven('must.example');
    const must = { domains: ['must.example'], isEnforced: true };
    expect((await change(id, must)).body.error.violations.isEnforced).toMatch(/Sign in by it once/);
    await instance.signIn('Peter', 'peter@must.example');
    await signInBy(new Browser(instance), id, { email: 'ann@must.example', claims: { groups: ['writers'] } });
    const keeper = { passwordAdministrator: 'sender@example.com', passwordAdministratorHasFactor: true };
    expect((await change(id, must)).body.error.violations.isEnforced).toMatch(
      /^sender@example.com keeps the password, .* second factor yet. They set one up under Account → Security/,
    );
    const secret = await setUpFactor();
    const on = await change(id, must);
    expect(on.body).toMatchObject({ isEnforced: true, ...keeper });
    const words = { code: 'CONNECTION_REQUIRED', message: 'Your organization signs in through Acme.' };
    for (const answer of [
      await entry('peter@must.example'),
      await entry('peter@must.example', 'a wrong password'),
      await entry('nobody@must.example'),
      await new Browser(instance).call('POST', '/api/v1/account/password-reset', {
        email: 'peter@must.example',
      }),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, expect.objectContaining(words)]);
    // The one administrator, also where their address is of the domain.
    await query(
      "update users set email = 'sender@must.example', email_key = 'sender@must.example' where email = 'sender@example.com'",
    );
    const browser = new Browser(instance);
    const asked = await browser.signIn('sender@must.example');
    expect([asked.statusCode, codeOf(asked)]).toMatchObject([401, { code: 'SECOND_FACTOR_REQUIRED' }]);
    const code = codeAt(instance.deps.clock.now(), secret, 1);
    expectStatus(await browser.call('POST', '/api/v1/account/sign-in/second-factor', { code }), 200);
    expectStatus(await entry('sender@must.example', 'a wrong password'), 403);
    await query(
      "update users set email = 'sender@example.com', email_key = 'sender@example.com' where email = 'sender@must.example'",
    );
    expect((await change(id, { ...must, issuer: 'https://other.example', clientSecret: 'x' })).status).toBe(
      400,
    );
    expect((await change(id, { domains: ['must.example'] })).body).toMatchObject({ isEnforced: false });
    expectStatus(await entry('peter@must.example'), 200);
    await removeFactor();
  });

  test('keeps the second factor of who signs in without it, against each act that would remove it', async () => {
    const domain = 'keeper.example';
    const rules = { ...mapping, administratorGroups: ['chiefs'] };
    const { id } = await proven(domain, { mapping: rules });
    const chief = new Browser(instance);
    await signInBy(chief, id, { email: `chief@${domain}`, claims: { groups: ['chiefs'] } });
    await setUpFactor();
    const [own] = await query("select id, user_id from members where email = 'sender@example.com'");
    const reset = `/api/v1/organization/members/${own?.id}/second-factor-reset`;
    // Asked for while nothing was required, and not carried out once it is.
    expectStatus(await chief.call('POST', reset), 200);
    const must = { domains: [domain], isEnforced: true, mapping: rules };
    expect((await change(id, must)).status).toBe(200);
    // Another administrator with a password alone is no other way in.
    await instance.signIn('Second', 'second@example.com');
    await query(
      `insert into members (organization_id, user_id, email, email_key, unique_id, administrator, created_at)
       select own.organization_id, u.id, u.email, u.email_key, 'second', true, now()
       from users u, members own where u.email = 'second@example.com' and own.id = $1`,
      [own?.id],
    );
    expect((await removeFactor()).body.error.violations.secondFactor).toMatch(
      /^Nobody else can sign in to “.*” by password and second factor/,
    );
    const asked = expectStatus(await chief.call('POST', reset), 400).json();
    expect(asked.error.violations.memberId).toMatch(/^Nobody else/);
    await query("update factor_resets set due_at = '2000-01-01'");
    await instance.jobs['reset-factors'](0);
    expect(await query('select user_id from factor_resets')).toEqual([]);
    expect((await call('GET', '/api/v1/account/second-factor')).body).toMatchObject({ totp: {} });
    // The operator resets it in any case; then the password opens nothing but the set-up of another one.
    const { deps } = instance;
    const ports = { queueMail: async () => undefined };
    await resetFactorOf({ ...deps, ports }, 'sender@example.com');
    const browser = new Browser(instance);
    expectStatus(await browser.signIn('sender@example.com'), 200);
    expect(codeOf(await browser.call('GET', PATH))?.code).toBe('SECOND_FACTOR_SET_UP_REQUIRED');
    await query('update users set second_factor_due_at = null');
    await query("delete from members where unique_id = 'second'");
    await signInAgain();
    await change(id, { ...must, isEnforced: false });
  });

  test('leaves an administrator who can sign in by password, in whatever order one clicks', async () => {
    const domain = 'clicks.example';
    const groups = [{ group: 'chiefs', workspaceId, role: 'owner' }];
    const rules = { ...mapping, groups };
    const { id } = await proven(domain, { mapping: rules });
    const chiefEnters = () =>
      signInBy(new Browser(instance), id, { email: `chief@${domain}`, claims: { groups: ['chiefs'] } });
    await chiefEnters();
    const idOf = async (email: string) =>
      Number((await query('select id from members where email = $1', [email]))[0]?.id);
    const [own, chief] = [await idOf('sender@example.com'), await idOf(`chief@${domain}`)];
    const isRequired = async () =>
      (await query('select is_enforced from identity_providers where id = $1', [id]))[0]?.is_enforced ===
      true;
    /** What is refused only where the connection is required, and would end the test elsewhere. */
    const whereRequired = (act: () => Promise<unknown>) => async () => ((await isRequired()) ? act() : null);
    const require = (more: object = {}) =>
      change(id, { domains: [domain], isEnforced: true, mapping: rules, ...more });
    const acts: (() => Promise<unknown>)[] = [
      () => require(),
      () => require({ mapping: { ...rules, isDecisive: true } }),
      () => require({ domains: [] }),
      () => require({ isEnforced: false }),
      () => call('PUT', `/api/v1/organization/members/${own}`, { administrator: false }),
      () => call('PUT', `/api/v1/organization/members/${chief}`, { administrator: false }),
      () => call('PUT', `/api/v1/organization/members/${chief}`, { administrator: true }),
      chiefEnters,
      setUpFactor,
      removeFactor,
      whereRequired(() => call('DELETE', `/api/v1/organization/members/${own}`)),
      whereRequired(() =>
        sender.call({
          method: 'POST',
          url: '/api/v1/account/erasure',
          payload: { currentPassword: PASSWORD },
        }),
      ),
    ];
    // A generator with a fixed start, so that a failure can be repeated.
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let required = 0;
    for (let click = 0; click < 40; click += 1) {
      const act = next(acts.length);
      await acts[act]?.();
      if (await isRequired()) {
        required += 1;
        const able = await query(
          `select from members join users on users.id = members.user_id where members.id = $1
             and administrator and password_hash is not null and second_factor_at is not null
             and erased_at is null`,
          [own],
        );
        expect(able.length, `click ${click}, act ${act}`).toBe(1);
      } else {
        await query('update members set administrator = true where id = any($1)', [[own, chief]]);
        await require({ isEnforced: false });
        await setUpFactor();
        await query('update connection_domains set proven_at = now() where connection_id = $1', [id]);
      }
    }
    expect(required).toBeGreaterThan(10);
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  });
});

describe('signing out', () => {
  test('ends the session at the provider where the connection asks, and here in any case', async () => {
    const { id } = await proven('out.example', { endsSession: true });
    const browser = new Browser(instance);
    await signInBy(browser, id, { email: 'ann@out.example', claims: { groups: ['writers'] } });
    const out = expectStatus(await browser.call('POST', '/api/v1/account/sign-out', {}), 200).json();
    const url = new URL(out.providerUrl);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/end`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/sign-in');
    expect((await profileOf(browser)).statusCode).toBe(401);
    await change(id, { domains: ['out.example'] });
    await signInBy(browser, id, { email: 'ann@out.example', claims: { groups: ['writers'] } });
    expect((await browser.call('POST', '/api/v1/account/sign-out', {})).json()).toEqual({
      providerUrl: null,
    });
  });

  test('at the provider ends sessions here at once, by tokens that count once', async () => {
    const { id } = await proven('back.example');
    const enter = async (sid: string) => {
      const browser = new Browser(instance);
      await signInBy(browser, id, { email: 'ann@back.example', claims: { groups: ['writers'], sid } });
      return browser;
    };
    const [one, two, three] = [await enter('s1'), await enter('s2'), await enter('s2')];
    const send = (token: string, to = id) =>
      instance.inject({ method: 'POST', url: `/sso/${to}/logout`, payload: { logout_token: token } });
    const bad = [
      provider.logoutToken({ sid: 's1' }, 'other'),
      provider.logoutToken({ sid: 's1', aud: 'another' }),
      provider.logoutToken({ sid: 's1', iss: 'https://evil.example' }),
      provider.logoutToken({ sid: 's1', events: {} }),
      provider.logoutToken({ sid: 's1', nonce: 'n' }),
      provider.logoutToken({ sid: 's1', jti: undefined }),
      provider.logoutToken({ sid: 's1', iat: instance.nowSeconds() - 700, exp: instance.nowSeconds() + 60 }),
      provider.logoutToken({}),
      'nonsense',
    ];
    for (const token of bad) expectStatus(await send(token), 400);
    expect((await profileOf(one)).statusCode).toBe(200);
    const token = provider.logoutToken({ sid: 's2' });
    expectStatus(await send(token), 200);
    expect((await profileOf(one)).statusCode).toBe(200);
    for (const browser of [two, three]) expect((await profileOf(browser)).statusCode).toBe(401);
    expectStatus(await send(token), 400);
    expectStatus(await send(provider.logoutToken({ sub: 'sub-ann@back.example' })), 200);
    expect((await profileOf(one)).statusCode).toBe(401);
  });
});
