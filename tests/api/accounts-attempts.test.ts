import { beforeEach, describe, expect, it } from 'vitest';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import {
  addUser,
  Browser,
  openAccountsInstance,
  PASSWORD,
  resetPassword,
  signedIn,
} from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';
const WRONG = 'not the password';
const STRANGER = '198.51.100.7';

// Where the numbers are not the point, few are let through.
const few = { PARAPH_RATES: 'signInClient=2/900,signInAccount=3/3600' };
const instance = await forThisFile(openAccountsInstance(few));
let ADA: string;
let serial = 0;
/** Each test has an account of its own, and an hour in which nothing was tried before. */
beforeEach(async () => {
  serial += 1;
  ADA = `ada-${serial}@example.com`;
  instance.advance(3_600);
  await addUser(instance, ADA);
});

/** Tries wrong passwords from one address, each in a browser of its own; answers the statuses. */
async function guess(times: number, ip = STRANGER): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await new Browser(instance, ip).signIn(ADA, WRONG)).statusCode);
  }
  return statuses;
}

const statusOf = async (browser: Browser, password = PASSWORD) =>
  (await browser.signIn(ADA, password)).statusCode;

describe('wrong passwords', () => {
  it('count by the /64 of an IPv6 address, and by the IPv4 address inside one', async () => {
    for (const time of [0, 1]) await guess(1, `2001:db8:1:2:${time}::${time}`);
    expect(await statusOf(new Browser(instance, '2001:db8:1:2:ffff::1'))).toBe(429);
    expect(await statusOf(new Browser(instance, '2001:0DB8:0001:2::77'))).toBe(429);
    expect(await statusOf(new Browser(instance, '2001:db8:1:3::1'))).toBe(200);
    instance.advance(3_600);
    await guess(2, `::ffff:${STRANGER}`);
    expect(await statusOf(new Browser(instance, STRANGER))).toBe(429);
    expect(await statusOf(new Browser(instance, '::ffff:203.0.113.5'))).toBe(200);
  });

  it('alone use up attempts: right ones do not', async () => {
    for (let time = 0; time < 4; time += 1) {
      expect(await statusOf(new Browser(instance, STRANGER))).toBe(200);
    }
  });

  it('do not keep a signed-in user from changing the password', async () => {
    const ada = new Browser(instance);
    await ada.signIn(ADA);
    for (const host of [1, 2, 3]) await guess(1, `198.51.100.${host}`);
    expect(await statusOf(new Browser(instance, '203.0.113.5'))).toBe(429);
    const body = { currentPassword: PASSWORD, password: 'another fine sentence', endOtherSessions: false };
    expect((await ada.call('PUT', `${ACCOUNT}/password`, body)).statusCode).toBe(204);
  });
});

describe('wrong passwords from many addresses', () => {
  const besiege = async () => {
    const all = await Promise.all([1, 2, 3, 4].map((host) => guess(1, `192.0.2.${host}`)));
    expect(all.flat().filter((status) => status === 401)).toHaveLength(3);
  };

  it('are bounded together, for a while', async () => {
    await besiege();
    const ada = new Browser(instance, '203.0.113.5');
    expect(expectStatus(await ada.signIn(ADA), 429).json().error.message).toContain('reset the password');
    // Refused attempts do not count.
    for (let time = 0; time < 5; time += 1) expect(await statusOf(ada)).toBe(429);
    instance.advance(3_600);
    expect(await statusOf(ada)).toBe(200);
  });

  it('never keep out a device that is known', async () => {
    const ada = new Browser(instance, '192.0.2.1');
    expect(await statusOf(ada)).toBe(200);
    await ada.call('POST', `${ACCOUNT}/sign-out`);
    await besiege();
    expect(await statusOf(ada)).toBe(200);
    expect(await statusOf(new Browser(instance, '203.0.113.5'))).toBe(429);
  });

  it('end to matter once the password was reset', async () => {
    await besiege();
    await guess(2, STRANGER);
    const ada = new Browser(instance, STRANGER);
    const body = { email: ADA, password: 'another fine sentence' };
    expect((await resetPassword(instance, ada, body)).statusCode).toBe(200);
    expect(await statusOf(new Browser(instance, STRANGER), body.password)).toBe(200);
    await besiege();
    expect(await statusOf(new Browser(instance, STRANGER), body.password)).toBe(429);
    // The browser of the reset has become one that is known.
    expect(await statusOf(ada, body.password)).toBe(200);
  });
});

describe('a known device', () => {
  const devices = () => {
    const all = instance.deps.database.selectFrom('known_devices').selectAll('known_devices');
    const theirs = all.innerJoin('users', 'users.id', 'known_devices.user_id').where('users.email', '=', ADA);
    return theirs.execute();
  };
  /** Its browser, which has signed in. */
  const knownTo = async (email: string) => {
    const browser = new Browser(instance);
    expectStatus(await browser.signIn(email), 200);
    return browser;
  };

  it('has a count of its own', async () => {
    const ada = await knownTo(ADA);
    for (let time = 0; time < 10; time += 1) expect(await statusOf(ada, WRONG)).toBe(401);
    expect(await statusOf(ada)).toBe(429);
    // It used up nothing of what others have, at the same address.
    expect(await statusOf(new Browser(instance))).toBe(200);
    instance.advance(900);
    expect(await statusOf(ada)).toBe(200);
  });

  it('is known for its own account alone', async () => {
    const bob = await signedIn(instance, 'bob@example.com');
    await guess(2, '127.0.0.1');
    expect((await bob.signIn('bob@example.com')).statusCode).toBe(200);
    expect(await statusOf(bob)).toBe(429);
  });

  it('may be known for two, as where two people share it', async () => {
    const both = await knownTo(ADA);
    await addUser(instance, 'zoe@example.com');
    expect((await both.signIn('zoe@example.com')).statusCode).toBe(200);
    await guess(2, '127.0.0.1');
    expect(await statusOf(both)).toBe(200);
  });

  it('is recognized by a cookie that no script and no other site can use, hashed at rest', async () => {
    const ada = new Browser(instance);
    const answer = await ada.signIn(ADA);
    const header = [answer.headers['set-cookie']].flat().find((line) => line?.includes('-device='));
    expect(header).toMatch(
      /^__Host-paraph-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite/,
    );
    expect(header).not.toContain('Domain');
    const rows = await devices();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(ada.device?.split('=')[1]);
  });

  it('gets another cookie at every sign-in: one that was copied before is worth nothing', async () => {
    const ada = await knownTo(ADA);
    const copied = ada.device ?? '';
    await ada.signIn(ADA);
    expect(ada.device).not.toBe(copied);
    await guess(2, STRANGER);
    const answer = await instance.app.inject({
      method: 'POST',
      url: `${ACCOUNT}/sign-in`,
      remoteAddress: STRANGER,
      headers: { origin: instance.deps.config.baseUrl, cookie: copied },
      payload: { email: ADA, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(429);
  });

  it('is forgotten after half a year, by a reset elsewhere, and beyond the twenty latest', async () => {
    const ada = await knownTo(ADA);
    const isKnown = async () => {
      await guess(2, '127.0.0.1');
      return (await statusOf(ada)) === 200;
    };
    expect(await isKnown()).toBe(true);
    instance.advance(180 * 86_400);
    await guess(2, '127.0.0.1');
    expect(await statusOf(ada)).toBe(429);
    instance.advance(900);
    expect(await statusOf(ada)).toBe(200);
    for (let time = 0; time < 20; time += 1) {
      instance.advance(1);
      await new Browser(instance).signIn(ADA);
    }
    expect(await isKnown()).toBe(false);
    expect(await devices()).toHaveLength(20);
    const body = { email: ADA, password: 'another fine sentence' };
    await resetPassword(instance, new Browser(instance), body);
    expect(await devices()).toHaveLength(1);
  });
});

it('ten from one address are let through by default, in any spelling of the account; others are not blocked', async () => {
  await instance.reopen({ PARAPH_RATES: '' });
  expect(new Set(await guess(10))).toEqual(new Set([401]));
  const refused = await new Browser(instance, STRANGER).signIn(` ${ADA.toUpperCase()} `, WRONG);
  expect(Number(expectStatus(refused, 429).headers['retry-after'])).toBeGreaterThan(0);
  expect(await statusOf(new Browser(instance, '203.0.113.5'))).toBe(200);
  instance.advance(900);
  expect(await statusOf(new Browser(instance, STRANGER))).toBe(200);
});
