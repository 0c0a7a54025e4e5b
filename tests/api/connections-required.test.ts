import { describe, expect, test } from 'vitest';
import { openConnectionCase, PATH } from '../support/connection-case.ts';
import { expectStatus } from '../support/instance-case.ts';
import { Browser, PASSWORD } from './accounts-instance.ts';

const { call, change, instance, mapping, profileOf, proven, provider, query, sender, signInBy, workspaceId } =
  await openConnectionCase();

describe('a connection that is required', () => {
  const entry = (email: string, password = PASSWORD) => new Browser(instance).signIn(email, password);
  const codeOf = (answer: { json(): { error?: { code: string; message: string } } }) => answer.json().error;

  test('is refused before it worked; then passwords, resets and sign-ups of its domain are, but of one administrator', async () => {
    const { id } = await proven('must.example');
    const must = { domains: ['must.example'], isEnforced: true };
    expect((await change(id, must)).body.error.violations.isEnforced).toMatch(/Sign in by it once/);
    await instance.signIn('Peter', 'peter@must.example');
    await signInBy(new Browser(instance), id, { email: 'ann@must.example', claims: { groups: ['writers'] } });
    const on = await change(id, must);
    expect(on.body).toMatchObject({ isEnforced: true, passwordAdministrator: 'sender@example.com' });
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
    expectStatus(await entry('sender@must.example'), 200);
    expectStatus(await entry('sender@must.example', 'a wrong password'), 403);
    await query(
      "update users set email = 'sender@example.com', email_key = 'sender@example.com' where email = 'sender@must.example'",
    );
    expect((await change(id, { ...must, issuer: 'https://other.example', clientSecret: 'x' })).status).toBe(
      400,
    );
    expect((await change(id, { domains: ['must.example'] })).body).toMatchObject({ isEnforced: false });
    expectStatus(await entry('peter@must.example'), 200);
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
    for (let click = 0; click < 80; click += 1) {
      const act = next(acts.length);
      await acts[act]?.();
      if (await isRequired()) {
        required += 1;
        const able = await query(
          `select from members join users on users.id = members.user_id where members.id = $1
             and administrator and password_hash is not null and erased_at is null`,
          [own],
        );
        expect(able.length, `click ${click}, act ${act}`).toBe(1);
      } else {
        await query('update members set administrator = true where id = any($1)', [[own, chief]]);
        await require({ isEnforced: false });
        await query('update connection_domains set proven_at = now() where connection_id = $1', [id]);
      }
    }
    expect(required).toBeGreaterThan(20);
    expectStatus(await entry('sender@example.com'), 200);
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
