import type { MailKind } from '@paraph/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { readMails } from '../support/mails.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { addUser, Browser, openAccountsInstance, resetPassword, signedIn } from './accounts-instance.ts';
import { newCode, programOf, registerApp } from './oauth-instance.ts';

const ACCOUNT = '/api/v1/account';
const ADA = 'ada@example.com';
const NEW_PASSWORD = 'another fine sentence';

interface Access {
  apps: { id: number; name: string; ownerName: string; lastUseDate: number | null }[];
  apiKeys: { id: number; name: string; organizationName: string; hint: string; lastUseDate: number | null }[];
}

const instance = await forThisFile(openAccountsInstance());
await restoreRowsBeforeEachTest(instance);
let ada: Browser;
let accessToken: string;
let apiKey: { id: number; key: string };

beforeEach(async () => {
  ada = await signedIn(instance, ADA);
  const loom = await registerApp(ada);
  const program = programOf(instance);
  accessToken = (await program.access(loom, await newCode(ada, loom))).json().access_token;
  apiKey = await makeKey(ada, 'Shop');
  await makeKey(await signedIn(instance, 'bob@example.com'), 'Of Bob');
});

async function makeKey(browser: Browser, name: string): Promise<{ id: number; key: string }> {
  const answer = await browser.call('POST', '/api/v1/api-keys', { name, scopes: ['profile:read'] });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

/** Follows the mailed link in a fresh browser. */
async function reset(password = NEW_PASSWORD) {
  const browser = new Browser(instance);
  const answer = expectStatus(await resetPassword(instance, browser, { email: ADA, password }), 200);
  const { reviewToken, ...access } = answer.json() as Access & { reviewToken: string };
  const end = async (chosen: { appIds?: number[]; apiKeyIds?: number[] }, token = reviewToken) =>
    browser.call('POST', `${ACCOUNT}/password-reset/access`, { token, appIds: [], apiKeyIds: [], ...chosen });
  return { access, reviewToken, end };
}

const statusWith = async (headers: Record<string, string>) =>
  (await instance.app.inject({ url: '/api/v1/profile', headers })).statusCode;
const appWorks = async () => (await statusWith({ authorization: `Bearer ${accessToken}` })) === 200;
const keyWorks = async () => (await statusWith({ 'x-api-key': apiKey.key })) === 200;

/** The text of each mail to Ada of one kind. */
async function mailsOf(kind: MailKind): Promise<string[]> {
  const mails = await readMails(instance, { kind, to_email: ADA });
  return mails.map((mail) => `${mail?.subject}\n${mail?.text}`);
}

describe('a completed reset', () => {
  it('ends sessions alone, and lists what may still act in that name, with its last use, also by mail', async () => {
    expect(await appWorks()).toBe(true);
    const { access } = await reset();
    expect((await ada.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    expect(access).toEqual({
      apps: [
        { id: expect.any(Number), name: 'Loom', ownerName: 'Ada Lovelace', lastUseDate: expect.any(Number) },
      ],
      apiKeys: [
        {
          id: apiKey.id,
          name: 'Shop',
          organizationName: 'Ada Lovelace',
          hint: apiKey.key.slice(-4),
          lastUseDate: null,
        },
      ],
    });
    expect([await appWorks(), await keyWorks()]).toEqual([true, true]);
    const [mail] = await mailsOf('password_changed');
    expect(mail).toContain('Your password was changed');
    expect(mail).toMatch(/Apps: Loom\nAPI keys: Shop\n/);
    expect(mail).not.toContain('Of Bob');
    await addUser(instance, 'zoe@example.com');
    const zoe = { email: 'zoe@example.com', password: NEW_PASSWORD };
    const answer = await resetPassword(instance, new Browser(instance), zoe);
    expect(answer.json()).toMatchObject({ apps: [], apiKeys: [] });
  });
});

describe('the page that follows', () => {
  it('ends what was chosen and nothing else, nor anything of other people', async () => {
    const { access, end } = await reset();
    const answer = await end({ appIds: access.apps.map(({ id }) => id) });
    expect([answer.statusCode, answer.json()]).toEqual([200, { apps: [], apiKeys: access.apiKeys }]);
    expect([await appWorks(), await keyWorks()]).toEqual([false, true]);
    const [mail, ...more] = await mailsOf('access_ended');
    expect(mail).toMatch(/Ended: Loom\n.*API keys: Shop\n/s);
    expect(more).toEqual([]);
    const others = await instance.deps.database.selectFrom('api_keys').select('id').execute();
    await end({ apiKeyIds: others.map(({ id }) => id) });
    const left = await instance.deps.database.selectFrom('api_keys').select('name').execute();
    expect(left).toEqual([{ name: 'Of Bob' }]);
  });

  it('ends all, also in two goes, and says once what ended', async () => {
    const { access, end } = await reset();
    await end({ apiKeyIds: [apiKey.id] });
    const rest = { appIds: access.apps.map(({ id }) => id), apiKeyIds: [apiKey.id] };
    expect((await end(rest)).json()).toEqual({ apps: [], apiKeys: [] });
    expect((await end(rest)).json()).toEqual({ apps: [], apiKeys: [] });
    expect([await appWorks(), await keyWorks()]).toEqual([false, false]);
    const mails = await mailsOf('access_ended');
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('Ended: Shop');
    expect(mails[1]).toContain('Ended: Loom');
    expect(mails[1]).toContain('Nothing else can act in your name.');
  });

  it('is good for half an hour, until the next reset, and for nothing else', async () => {
    const first = await reset();
    const rows = await instance.deps.database.selectFrom('account_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.reviewToken);
    const again = { token: first.reviewToken, password: NEW_PASSWORD };
    expect((await ada.call('POST', `${ACCOUNT}/password-reset/confirm`, again)).statusCode).toBe(404);
    const second = await reset(`${NEW_PASSWORD} again`);
    expect((await first.end({ apiKeyIds: [apiKey.id] })).statusCode).toBe(404);
    instance.advance(1_799);
    expect((await second.end({})).statusCode).toBe(200);
    instance.advance(1);
    expect((await second.end({ apiKeyIds: [apiKey.id] })).statusCode).toBe(404);
    expect((await second.end({}, 'made-up')).statusCode).toBe(404);
    expect(await keyWorks()).toBe(true);
  });
});
