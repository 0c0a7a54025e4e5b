import { RATES } from '@paraph/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { consumeLink } from '../../server/src/accounts/account-store.ts';
import { createSetUpLink } from '../../server/src/accounts/set-up.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { expectStatus, forThisTest } from '../support/instance-case.ts';
import {
  type AccountsInstance,
  addUser,
  Browser,
  openAccountsInstance,
  PASSWORD,
  signedIn,
} from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';
const newcomer = {
  organizationName: 'Analytical Engines',
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  password: PASSWORD,
};

let instance: AccountsInstance;
let browser: Browser;

async function open(env: Record<string, string> = {}): Promise<void> {
  instance = await forThisTest(openAccountsInstance(env));
  browser = new Browser(instance);
}

async function setUpToken(): Promise<string> {
  return ((await createSetUpLink(instance.deps)) ?? '').replace('https://sign.example.com/set-up/', '');
}

describe('setting an instance up', () => {
  beforeEach(() => open());

  it('is possible once with a link, whatever became of the account', async () => {
    const token = await setUpToken();
    const link = { kind: 'set_up', tokenHash: sha256(token), now: instance.deps.clock.now() } as const;
    const consume = () => instance.deps.database.transaction().execute((tx) => consumeLink(tx, link));
    expect(await consume()).toEqual({ userId: null });
    expect(await consume()).toBeNull();
    expect((await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token })).statusCode).toBe(404);
  });

  it('makes the first account by the link of the last start, signs it in, and makes it the owner', async () => {
    const older = await setUpToken();
    const token = await setUpToken();
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({ setUpNeeded: true });
    expectStatus(await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token: older }), 404);
    const made = expectStatus(await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token }), 201);
    expect(made.json()).toEqual({
      id: 1,
      email: 'Ada@Example.com',
      name: 'Ada Lovelace',
      firstName: null,
      lastName: null,
      country: null,
      picture: { file: null, thumb: null, format: ' ', size: 0 },
    });
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toEqual({
      secondFactorDue: null,
      setUpNeeded: false,
      signUpAllowed: false,
      signedIn: true,
      lock: null,
      instanceOwner: true,
      unnamedProxies: [],
      unprovedEmail: null,
      language: null,
      timeZone: null,
      colorScheme: null,
      mailKept: true,
      version: instance.deps.config.version,
    });
    expect(await createSetUpLink(instance.deps)).toBeNull();
  });

  it('makes one first account, however many use the link at once', async () => {
    const token = await setUpToken();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        new Browser(instance).call('POST', `${ACCOUNT}/set-up`, {
          ...newcomer,
          token,
          email: `${name}@example.com`,
        }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 404, 404, 404]);
  });

  it('names every problem of the form, and keeps the link for the next try', async () => {
    const token = await setUpToken();
    const bad = { token, organizationName: 'A', name: 'A\u0000da', email: 'ada', password: 'short' };
    const refused = expectStatus(await browser.call('POST', `${ACCOUNT}/set-up`, bad), 400);
    expect(Object.keys(refused.json().error.violations).sort()).toEqual([
      'email',
      'name',
      'organizationName',
      'password',
    ]);
    expect((await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token })).statusCode).toBe(201);
  });

  it('refuses a common password', async () => {
    const token = await setUpToken();
    const own = ['ada@example.com', 'AdaLovelace1815', 'sign.example.com', 'Paraph-2026!'];
    for (const password of ['short', 'aaaaaaaaaaaa', 'qwertyuiop', 'P@ssw0rd12345', ...own]) {
      const answer = await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token, password });
      expect([password, answer.json().error?.violations]).toEqual([
        password,
        { password: expect.stringMatching(/too easy to guess|at least/) },
      ]);
    }
  });

  it('refuses further sign-ups, with the reason', async () => {
    expectStatus(await browser.call('POST', `${ACCOUNT}/sign-up`, newcomer), 403);
  });
});

describe('signing up on an open instance', () => {
  beforeEach(() => open({ PARAPH_SIGN_UP: 'open' }));

  it('waits until the instance has an owner', async () => {
    expect((await browser.call('POST', `${ACCOUNT}/sign-up`, newcomer)).statusCode).toBe(403);
    await addUser(instance, 'owner@example.com');
    browser.language = 'fi,pl-PL;q=0.8,en;q=0.5';
    expectStatus(await browser.call('POST', `${ACCOUNT}/sign-up`, newcomer), 201);
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({
      signUpAllowed: true,
      instanceOwner: false,
      language: 'pl',
    });
    expect((await browser.call('GET', '/api/v1/workspaces')).json()).toMatchObject([{ name: 'Main' }]);
  });
});

it('has no set-up on a closed instance: accounts come from the command line', async () => {
  await open({ PARAPH_SIGN_UP: 'closed' });
  expect(await createSetUpLink(instance.deps)).toBeNull();
  expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({ setUpNeeded: false });
});

describe('a session', () => {
  beforeEach(async () => {
    await open();
    browser = await signedIn(instance);
  });

  it('is held by a cookie that no script and no other site can use', async () => {
    const answer = await new Browser(instance).signIn('ada@example.com');
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^__Host-paraph=[\w-]{43}; /);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(header).toContain(part);
    expect(header).not.toContain('Domain');
  });

  it('is kept as a hash alone', async () => {
    const rows = await instance.deps.database.selectFrom('sessions').selectAll().execute();
    const token = browser.cookie?.split('=')[1] ?? '';
    expect(token).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('gets a new id at every sign-in, and the old one ends', async () => {
    const planted = browser.cookie ?? '';
    await browser.signIn('ada@example.com');
    expect(browser.cookie).not.toBe(planted);
    expectStatus(await instance.app.inject({ url: '/api/v1/profile', headers: { cookie: planted } }), 401);
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(200);
  });

  it('ends on the server when its owner signs out', async () => {
    const cookie = browser.cookie ?? '';
    const out = await browser.call('POST', `${ACCOUNT}/sign-out`);
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([200, '"cache", "storage"']);
    expect(browser.cookie).toBeNull();
    expectStatus(await instance.app.inject({ url: '/api/v1/profile', headers: { cookie } }), 401);
  });

  it('ends after a fortnight without use', async () => {
    instance.advance(14 * 86_400 - 1);
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(200);
    instance.advance(14 * 86_400 - 1);
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(200);
    instance.advance(14 * 86_400);
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(401);
  });

  it('ends after sixty days, however much it is used', async () => {
    for (let day = 0; day < 60; day += 10) {
      expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(200);
      instance.advance(10 * 86_400);
    }
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    await sweepEndedRows(instance.deps);
    expect(await instance.deps.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('is written at most once a minute', async () => {
    const lastSeen = async () =>
      (await instance.deps.database.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow())
        .last_seen_at;
    const first = await lastSeen();
    instance.advance(59);
    await browser.call('GET', '/api/v1/profile');
    expect(await lastSeen()).toEqual(first);
    instance.advance(1);
    await browser.call('GET', '/api/v1/profile');
    expect((await lastSeen()).getTime()).toBe(first.getTime() + 60_000);
  });

  it('cannot be used from another site to change anything', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      const answer = await instance.app.inject({
        method: 'PUT',
        url: `${ACCOUNT}/profile`,
        headers: { cookie: browser.cookie ?? '', ...headers } as Record<string, string>,
        payload: { name: 'Mallory' },
      });
      expect(answer.statusCode).toBe(403);
    }
  });
});

describe('signing in', () => {
  beforeEach(async () => {
    await open();
    await addUser(instance, 'ada@example.com');
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const wrong = await browser.signIn('ada@example.com', 'not the password');
    const unknown = await browser.signIn('nobody@example.com', 'not the password');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    const bare = (answer: typeof wrong) => ({ ...answer.json().error, requestId: '' });
    expect(bare(wrong)).toEqual(bare(unknown));
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('answers what is no address as an address that is unknown', async () => {
    for (const email of ['', 'ada', 'ada\u0000@example.com', `${'x'.repeat(990)}@x.com`]) {
      expect((await browser.signIn(email)).statusCode).toBe(401);
      expectStatus(await browser.call('POST', `${ACCOUNT}/password-reset`, { email }), 202);
    }
  });

  it('does the same work for both', async () => {
    const time = async (email: string) => {
      const start = performance.now();
      await browser.signIn(email, 'not the password');
      return performance.now() - start;
    };
    await time('warm@example.com');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      known.push(await time('ada@example.com'));
      unknown.push(await time('nobody@example.com'));
    }
    const middle = (times: number[]) => times.toSorted((a, b) => a - b)[4] ?? 0;
    // Without the dummy hash, the unknown address would take a small part of the time.
    expect(middle(unknown)).toBeGreaterThan(middle(known) / 2);
    expect(middle(known)).toBeGreaterThan(middle(unknown) / 2);
  });

  it('stops an address that tries many accounts, whatever it says of itself in headers', async () => {
    // Each compares two hashes.
    expect(RATES.signInAddress).toEqual({ hits: 60, seconds: 900 });
    await instance.reopen({ PARAPH_RATES: 'signInAddress=4/900' });
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await browser.signIn(`person${attempt}@example.com`, 'x')).statusCode).toBe(401);
    const answer = await instance.app.inject({
      method: 'POST',
      url: `${ACCOUNT}/sign-in/`,
      headers: { origin: instance.deps.config.baseUrl, 'x-forwarded-for': '198.51.100.7' },
      payload: { email: 'ada@example.com', password: PASSWORD },
    });
    expect(answer.statusCode).toBe(429);
  });

  it('takes a password in either Unicode form', async () => {
    const password = 'cafés au lait, deux';
    const other = await signedIn(instance, 'zoe@example.com');
    await other.call('PUT', `${ACCOUNT}/password`, {
      currentPassword: PASSWORD,
      password: password.normalize('NFD'),
      endOtherSessions: false,
    });
    expect((await browser.signIn('zoe@example.com', password.normalize('NFC'))).statusCode).toBe(200);
  });
});
