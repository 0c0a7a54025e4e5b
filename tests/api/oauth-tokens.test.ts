import { RATES } from '@paraph/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { type Browser, openAccountsInstance, signedIn } from './accounts-instance.ts';
import { CALLBACK, newCode, programOf, type RegisteredApp, registerApp } from './oauth-instance.ts';

let browser: Browser;
let app: RegisteredApp;

const instance = await forThisFile(openAccountsInstance());
const program = programOf(instance);
let serial = 0;
beforeEach(async () => {
  serial += 1;
  browser = await signedIn(instance, `ada-${serial}@example.com`);
  app = await registerApp(browser);
});

async function isDead(token: string): Promise<boolean> {
  return (await program.profile(token)).statusCode === 401;
}

describe('the access endpoint of the specification', () => {
  it('exchanges a code for tokens that work at once', async () => {
    const answer = expectStatus(await program.access(app, await newCode(browser, app)), 200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
    });
    const profile = await program.profile(answer.json().access_token);
    expect(profile.json()).toMatchObject({ email: `ada-${serial}@example.com` });
  });

  it('takes two grant types, which may be left out, refuses others, and names what is missing', async () => {
    for (const grant_type of ['code', 'authorization_code'])
      expectStatus(await program.access(app, await newCode(browser, app), { grant_type }), 200);
    const answer = await program.access(app, 'x', { grant_type: 'password' });
    expect(answer.json().error).toMatchObject({
      statusCode: 400,
      code: 'VALIDATION_ERROR',
      violations: { grant_type: expect.any(String) },
    });
    const empty = await instance.app.inject({ method: 'POST', url: '/api/v1/OAuth/v2/access', payload: {} });
    expect(Object.keys(empty.json().error.violations).sort()).toEqual(
      ['client_id', 'client_secret', 'code', 'redirect_uri'].sort(),
    );
  });

  it('refuses a wrong secret or client alike', async () => {
    const code = await newCode(browser, app);
    const wrongSecret = await program.access({ ...app, clientSecret: 'wrong' }, code);
    const wrongClient = await program.access({ ...app, clientId: 'f'.repeat(32) }, code);
    const noClient = await program.access({ ...app, clientId: 'x\u0000' }, code);
    for (const answer of [wrongSecret, wrongClient, noClient]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error).toMatchObject({ code: 'INVALID_CLIENT' });
    }
    expect((await program.access(app, code)).statusCode).toBe(200);
  });

  it('refuses the code of another client, and one that came to another address', async () => {
    const other = await registerApp(browser, { name: 'Other', redirectUris: [CALLBACK, `${CALLBACK}/2`] });
    const code = await newCode(browser, app);
    expect((await program.access(other, code)).json().error.code).toBe('INVALID_GRANT');
    const second = await newCode(browser, other);
    const moved = expectStatus(await program.access(other, second, { redirect_uri: `${CALLBACK}/2` }), 400);
    expect(moved.json().error.code).toBe('INVALID_GRANT');
    expect((await program.access(app, code)).statusCode).toBe(200);
  });

  it('takes a code for ten minutes', async () => {
    const [first, second] = [await newCode(browser, app), await newCode(browser, app)];
    instance.advance(590);
    expect((await program.access(app, first)).statusCode).toBe(200);
    instance.advance(10);
    expect((await program.access(app, second)).json().error.code).toBe('INVALID_GRANT');
  });

  it('gives tokens to one of ten that present a code at once, and then ends them', async () => {
    const code = await newCode(browser, app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => program.access(app, code)));
    const granted = answers.filter((answer) => answer.statusCode === 200);
    expect(granted).toHaveLength(1);
    for (const answer of answers.filter((each) => each !== granted[0])) {
      expect(answer.json().error.code).toBe('INVALID_GRANT');
    }
    expect(await isDead(granted[0]?.json().access_token)).toBe(true);
    const refreshed = await program.refresh(app, granted[0]?.json().refresh_token);
    expect(refreshed.json().error.code).toBe('INVALID_GRANT');
  });

  it('keeps no code and no token that could be read', async () => {
    const code = await newCode(browser, app);
    const tokens = (await program.access(app, code)).json();
    const rows = [
      await instance.deps.database.selectFrom('authorization_codes').selectAll().execute(),
      await instance.deps.database.selectFrom('tokens').selectAll().execute(),
    ];
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it('counts failures of an address, and lets the right secret in all the same', async () => {
    for (let time = 0; time < 60; time += 1) await program.access({ ...app, clientSecret: `${time}` }, 'x');
    expectStatus(await program.access({ ...app, clientSecret: 'again' }, 'x'), 429);
    expect((await program.access(app, await newCode(browser, app))).statusCode).toBe(200);
  });
});

describe('the refresh endpoint of the specification', () => {
  it('gives new access tokens for a refresh token that stays', async () => {
    const first = (await program.access(app, await newCode(browser, app))).json();
    for (let year = 0; year < 3; year += 1) {
      instance.advance(365 * 86_400);
      expect(await isDead(first.access_token)).toBe(true);
      const answer = await program.refresh(app, first.refresh_token);
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3_600,
      });
      expect(await isDead(answer.json().access_token)).toBe(false);
    }
    await sweepEndedRows(instance.deps);
    expect(
      (await program.refresh(app, first.refresh_token, { grant_type: 'refresh_token' })).statusCode,
    ).toBe(200);
  });

  it('refuses what is no refresh token of this client', async () => {
    const other = await registerApp(browser, { name: 'Other' });
    const tokens = (await program.access(app, await newCode(browser, app))).json();
    for (const [who, token] of [
      [other, tokens.refresh_token],
      [app, tokens.access_token],
      [app, 'made-up'],
    ] as const) {
      expect((await program.refresh(who, token)).json().error.code).toBe('INVALID_GRANT');
    }
    expect((await program.refresh({ ...app, clientSecret: 'x' }, tokens.refresh_token)).statusCode).toBe(401);
  });

  it('is over once the user uninstalls the app, and lists it until then', async () => {
    const tokens = (await program.access(app, await newCode(browser, app))).json();
    await program.profile(tokens.access_token);
    const list = await browser.call('GET', '/api/v1/approved-apps');
    const now = instance.deps.clock.now().getTime() / 1000;
    expect(list.json()).toEqual([
      {
        id: app.id,
        name: 'Loom',
        ownerName: 'Ada Lovelace',
        origin: 'made',
        scopes: ['profile:read'],
        approveDate: now,
        lastUseDate: now,
      },
    ]);
    const url = `/api/v1/approved-apps/${app.id}`;
    expect((await browser.call('DELETE', url)).statusCode).toBe(204);
    expect(await isDead(tokens.access_token)).toBe(true);
    expect((await program.refresh(app, tokens.refresh_token)).json().error.code).toBe('INVALID_GRANT');
    expect((await browser.call('GET', '/api/v1/approved-apps')).json()).toEqual([]);
    expect((await browser.call('DELETE', url)).statusCode).toBe(404);
  });

  it('is over once the owner deletes the app', async () => {
    const tokens = (await program.access(app, await newCode(browser, app))).json();
    await browser.call('DELETE', `/api/v1/integration-apps/${app.id}`);
    expect(await isDead(tokens.access_token)).toBe(true);
    expect((await program.refresh(app, tokens.refresh_token)).json().error.code).toBe('INVALID_CLIENT');
    expect((await browser.call('GET', '/api/v1/approved-apps')).json()).toEqual([]);
  });
});

describe('an access token', () => {
  let token: string;
  beforeEach(async () => {
    token = (await program.access(app, await newCode(browser, app))).json().access_token;
  });

  it('lives an hour, and is then answered 401 with the standard challenge', async () => {
    instance.advance(3_599);
    expect((await program.profile(token)).statusCode).toBe(200);
    instance.advance(1);
    const answer = expectStatus(await program.profile(token), 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect((await program.profile('made-up')).statusCode).toBe(401);
  });

  it('is read after "Bearer:" too, and never from the query', async () => {
    expect((await program.profile(token, { authorization: `Bearer:${token}` })).statusCode).toBe(200);
    expectStatus(await instance.app.inject({ url: `/api/v1/profile?access_token=${token}` }), 401);
  });

  it('opens what its scopes say, and the answer names the scope that is missing', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = expectStatus(await instance.app.inject({ url: '/api/v1/workspaces', headers }), 403);
    expect(answer.json().error.message).toContain('workspaces:read');
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="workspaces:read"',
    );
    // What its app loses, it loses at once.
    await browser.call('PUT', `/api/v1/integration-apps/${app.id}`, { scopes: ['workflows:write'] });
    expect((await program.profile(token)).statusCode).toBe(403);
  });

  it('may do no more than its user', async () => {
    const scope = 'profile:read workflows:write';
    token = (await program.access(app, await newCode(browser, app, { scope }))).json().access_token;
    const form = quickForm({ document: lease });
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const send = () =>
      instance.inject({ method: 'POST', url: '/api/v1/quick/envelopes', payload: form.payload, headers });
    await instance.deps.database.updateTable('workspace_users').set({ role_id: 4 }).execute();
    const refused = expectStatus(await send(), 403);
    expect(refused.json().error.code).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    await instance.deps.database.updateTable('workspace_users').set({ role_id: 1 }).execute();
    expectStatus(await send(), 200);
  });

  it('has a limit in the plain headers alone, which counts per user and app', async () => {
    const { headers } = await program.profile(token);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-reset': '60' });
    expect(Object.keys(headers).filter((name) => name.startsWith('x-yumisign'))).toEqual([]);
    await instance.deps.database
      .updateTable('rate_windows')
      .set({ hits: RATES.token.hits - 1 })
      .where('key', 'like', 'token:%')
      .execute();
    expect((await program.profile(token)).statusCode).toBe(200);
    const refused = expectStatus(await program.profile(token), 429);
    expect(refused.json().error.code).toBe('RATE_LIMIT_REACHED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await registerApp(browser);
    const { access_token } = (await program.access(other, await newCode(browser, other))).json();
    expect((await program.profile(access_token)).statusCode).toBe(200);
  });
});
