import { RATES } from '@paraph/domain';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consumeLink } from '../../server/src/accounts/account-store.ts';
import { hashPassword } from '../../server/src/accounts/password.ts';
import { createSetUpLink } from '../../server/src/accounts/set-up.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { addUser, Browser, openAccountsInstance, PASSWORD, signedIn } from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';
const newcomer = {
  organizationName: 'Analytical Engines',
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  password: PASSWORD,
};

const instance = await forThisFile(openAccountsInstance({ PARAPH_SIGN_UP: 'open' }));
let browser: Browser;
beforeEach(() => {
  browser = new Browser(instance);
});

async function setUpToken(): Promise<string> {
  return ((await createSetUpLink(instance.deps)) ?? '').replace('https://sign.example.com/set-up/', '');
}

describe('an instance without an account', () => {
  it('takes no sign-up though it is open, and has no set-up where it is closed: accounts come from the command line', async () => {
    expectStatus(await browser.call('POST', `${ACCOUNT}/sign-up`, newcomer), 403);
    await instance.reopen({ PARAPH_SIGN_UP: 'closed' });
    expect(await createSetUpLink(instance.deps)).toBeNull();
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({ setUpNeeded: false });
    await instance.reopen({ PARAPH_SIGN_UP: 'first' });
  });

  it('is set up once with a link, whatever became of the account', async () => {
    const token = await setUpToken();
    const link = { kind: 'set_up', tokenHash: sha256(token), now: instance.deps.clock.now() } as const;
    const consume = () => instance.deps.database.transaction().execute((tx) => consumeLink(tx, link));
    expect(await consume()).toEqual({ userId: null });
    expect(await consume()).toBeNull();
    expect((await browser.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token })).statusCode).toBe(404);
  });

  it('names every problem of the form, also a common password, and keeps the link for the next try', async () => {
    const older = await setUpToken();
    const token = await setUpToken();
    const setUp = (body: object, by = browser) =>
      by.call('POST', `${ACCOUNT}/set-up`, { ...newcomer, token, ...body });
    const bad = { organizationName: 'A', name: 'A\u0000da', email: 'ada', password: 'short' };
    const refused = expectStatus(await setUp(bad), 400);
    const named = ['email', 'name', 'organizationName', 'password'];
    expect(Object.keys(refused.json().error.violations).sort()).toEqual(named);
    const own = ['ada@example.com', 'AdaLovelace1815', 'sign.example.com', 'Paraph-2026!'];
    for (const password of ['short', 'aaaaaaaaaaaa', 'qwertyuiop', 'P@ssw0rd12345', ...own]) {
      const answer = await setUp({ password });
      expect([password, answer.json().error?.violations]).toEqual([
        password,
        { password: expect.stringMatching(/too easy to guess|at least/) },
      ]);
    }
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({ setUpNeeded: true });
    // The link of the last start alone makes one account, however many use it at once.
    expectStatus(await setUp({ token: older }), 404);
    const browsers = [0, 1, 2].map(() => new Browser(instance));
    const answers = await Promise.all(browsers.map((each) => setUp({}, each)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404, 404]);
    const at = answers.findIndex(({ statusCode }) => statusCode === 201);
    expect(answers[at]?.json()).toEqual({
      id: expect.any(Number),
      email: 'Ada@Example.com',
      name: 'Ada Lovelace',
      firstName: null,
      lastName: null,
      country: null,
      picture: { file: null, thumb: null, format: ' ', size: 0 },
    });
    // It is signed in, and the owner.
    expect((await browsers[at]?.call('GET', `${ACCOUNT}/status`))?.json()).toEqual({
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
});

it('takes sign-ups once it has an owner and is open, and refuses them with the reason where it is not', async () => {
  const second = { ...newcomer, email: 'second@example.com' };
  expectStatus(await browser.call('POST', `${ACCOUNT}/sign-up`, second), 403);
  await instance.reopen({ PARAPH_SIGN_UP: 'open' });
  browser.language = 'fi,pl-PL;q=0.8,en;q=0.5';
  expectStatus(await browser.call('POST', `${ACCOUNT}/sign-up`, second), 201);
  expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({
    signUpAllowed: true,
    instanceOwner: false,
    language: 'pl',
  });
  expect((await browser.call('GET', '/api/v1/workspaces')).json()).toMatchObject([{ name: 'Main' }]);
});

describe('a session', () => {
  const ADA = 'ada.king@example.com';
  beforeAll(() => addUser(instance, ADA));
  beforeEach(() => browser.signIn(ADA));
  const profileBy = async (cookie: string) =>
    (await instance.app.inject({ url: '/api/v1/profile', headers: { cookie } })).statusCode;
  const profile = async () => (await browser.call('GET', '/api/v1/profile')).statusCode;

  it('is held by a cookie that no script and no other site can use, as a hash alone, until its owner signs out', async () => {
    const planted = browser.cookie ?? '';
    const header = String((await browser.signIn(ADA)).headers['set-cookie']);
    expect(header).toMatch(/^__Host-paraph=[\w-]{43}; /);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(header).toContain(part);
    expect(header).not.toContain('Domain');
    const rows = await instance.deps.database.selectFrom('sessions').selectAll().execute();
    const cookie = browser.cookie ?? '';
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
    // Each sign-in has another one, and ends that of before.
    expect(cookie).not.toBe(planted);
    expect([await profileBy(planted), await profile()]).toEqual([401, 200]);
    const out = await browser.call('POST', `${ACCOUNT}/sign-out`);
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([200, '"cache", "storage"']);
    expect([browser.cookie, await profileBy(cookie)]).toEqual([null, 401]);
  });

  it('ends after a fortnight without use', async () => {
    for (const [seconds, status] of [
      [14 * 86_400 - 1, 200],
      [14 * 86_400 - 1, 200],
      [14 * 86_400, 401],
    ] as const) {
      instance.advance(seconds);
      expect(await profile()).toBe(status);
    }
  });

  it('ends after sixty days, however much it is used', async () => {
    for (let day = 0; day < 60; day += 10) {
      expect(await profile()).toBe(200);
      instance.advance(10 * 86_400);
    }
    expect(await profile()).toBe(401);
    await sweepEndedRows(instance.deps);
    expect(await instance.deps.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('is written at most once a minute', async () => {
    const sessions = instance.deps.database.selectFrom('sessions').select('last_seen_at');
    const latest = sessions.orderBy('last_seen_at', 'desc');
    const lastSeen = async () => (await latest.executeTakeFirstOrThrow()).last_seen_at;
    const first = await lastSeen();
    instance.advance(59);
    await profile();
    expect(await lastSeen()).toEqual(first);
    instance.advance(1);
    await profile();
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
    // By the cost of the service, and not by that of the tests.
    const ada = { password_hash: await hashPassword(instance.deps.ids, PASSWORD) };
    const users = instance.deps.database.updateTable('users').where('email_key', '=', 'ada@example.com');
    await users.set(ada).execute();
    const work = async (email: string) => {
      const start = process.cpuUsage();
      await browser.signIn(email, 'not the password');
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await work('warm@example.com');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      known.push(await work('ada@example.com'));
      unknown.push(await work('nobody@example.com'));
    }
    // The least of each, since memory is tidied now and then. Without the dummy hash, it would be a small part.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
    expect(Math.min(...known)).toBeGreaterThan(Math.min(...unknown) / 2);
  });

  it('stops an address that tries many accounts, whatever it says of itself in headers', async () => {
    expect(RATES.signInAddress).toEqual({ hits: 60, seconds: 900 });
    await instance.reopen({ PARAPH_RATES: 'signInAddress=4/900' });
    instance.advance(900);
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
    await instance.reopen({ PARAPH_RATES: '' });
    const other = await signedIn(instance, 'zoe@example.com');
    await other.call('PUT', `${ACCOUNT}/password`, {
      currentPassword: PASSWORD,
      password: password.normalize('NFD'),
      endOtherSessions: false,
    });
    expect((await browser.signIn('zoe@example.com', password.normalize('NFC'))).statusCode).toBe(200);
  });
});
