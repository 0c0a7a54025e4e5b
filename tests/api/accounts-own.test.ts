import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { resetPasswordCommand } from '../../operator/src/commands/accounts.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest } from '../support/operator-case.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { openStoredBytes } from '../support/stored-bytes.ts';
import {
  addUser,
  Browser,
  mailedToken,
  openAccountsInstance,
  PASSWORD,
  readResetMails,
  signedIn,
} from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';

const instance = await forThisFile(openAccountsInstance());
await restoreRowsBeforeEachTest(instance);
let browser: Browser;
beforeEach(() => {
  browser = new Browser(instance);
});

/** A common one, and little more than the words of the person, their organization and this service. */
const EASY = ['qwertyuiop', 'AdaLovelace1815', 'Millhouse-2026!', 'sign.example.com'];
const TOO_EASY = { password: expect.stringContaining('too easy to guess') };

async function nameOrganization(): Promise<void> {
  await instance.deps.database.updateTable('organizations').set({ name: 'Millhouse' }).execute();
}

// First, since it goes by the clock on the wall, and the others advance that of the instance.
it('the command reset-password prints a link that works once, without a mail, and says where there is no account', async () => {
  await addUser(instance, 'ada@example.com');
  settingsForThisTest({
    DATABASE_URL: instance.connectionString,
    PARAPH_BASE_URL: instance.deps.config.baseUrl,
  });
  const run = (...args: string[]) => runOperator([resetPasswordCommand], ['reset-password', ...args]);
  const unknown = await run('--email', 'nobody@example.com');
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('email: There is no account')]);
  expect(JSON.parse((await run('--email', 'ada@example.com', '--json')).printed)).toEqual({
    email: 'ada@example.com',
    url: expect.stringContaining('/password-reset/'),
    expiryDate: expect.any(Number),
  });
  const { code, printed } = await run('--email', ' ADA@example.com');
  expect(code).toBe(0);
  const [, token = ''] = /https:\/\/sign\.example\.com\/password-reset\/([\w-]{43})$/.exec(printed) ?? [];
  const confirm = () =>
    browser.call('POST', `${ACCOUNT}/password-reset/confirm`, { token, password: 'another fine sentence' });
  expect((await confirm()).statusCode).toBe(200);
  expect((await confirm()).statusCode).toBe(404);
  expect((await browser.signIn('ada@example.com', 'another fine sentence')).statusCode).toBe(200);
  expect(await readResetMails(instance)).toEqual([]);
  const rows = await instance.deps.database.selectFrom('account_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

describe('a forgotten password', () => {
  beforeEach(async () => {
    await addUser(instance, 'ada@example.com');
  });

  const ask = (email: string) => browser.call('POST', `${ACCOUNT}/password-reset`, { email });
  const confirm = (token: string, password = 'another fine sentence') =>
    browser.call('POST', `${ACCOUNT}/password-reset/confirm`, { token, password });

  it('is answered alike whether or not there is an account, by the same work, and mailed only if there is', async () => {
    const statementsFor = async (email: string) => {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      const answer = await ask(email);
      expect([answer.statusCode, answer.body]).toEqual([202, '{}']);
      const texts = queries.mock.calls.map(([query]) => {
        const text = typeof query === 'string' ? query : (query as unknown as { text: string }).text;
        return text.replaceAll(/\s+/g, ' ').trim();
      });
      queries.mockRestore();
      return texts;
    };
    await ask('warm@example.com');
    const known = await statementsFor('ADA@example.com');
    expect(known.join('\n')).toMatch(/insert into "mails"[\s\S]*add_job[\s\S]*commit/i);
    expect(await statementsFor('nobody@example.com')).toEqual(known);
    for (const email of ['no address', 'ada\u0000@example.com']) await ask(email);
    await instance.runJobs();
    const left = await instance.deps.database.selectFrom('mails').select(['to_email', 'to_name']).execute();
    expect(left).toEqual([{ to_email: 'ada@example.com', to_name: 'Ada Lovelace' }]);
  });

  it('is replaced by the mailed link, once, and ends every session', async () => {
    const elsewhere = new Browser(instance);
    await elsewhere.signIn('ada@example.com');
    await ask('ada@example.com');
    const token = await mailedToken(instance);
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await elsewhere.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    expect((await browser.signIn('ada@example.com')).statusCode).toBe(401);
    expect((await browser.signIn('ada@example.com', 'another fine sentence')).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(404);
  });

  it('cannot be replaced an hour later, nor by a link that is unknown or made of what is stored', async () => {
    await ask('ada@example.com');
    const rows = await instance.deps.database.selectFrom('account_links').selectAll().execute();
    const mails = await readResetMails(instance);
    const token = await mailedToken(instance);
    expect(JSON.stringify([rows, mails])).not.toContain(token);
    instance.advance(3_599);
    for (const other of [String(mails[0]?.detail.linkId), 'made-up'])
      expect((await confirm(other)).statusCode).toBe(404);
    instance.advance(1);
    expect((await confirm(token)).statusCode).toBe(404);
  });

  it('is refused for the same reasons as the first one, and the link can be used again', async () => {
    await nameOrganization();
    await ask('ada@example.com');
    for (const password of EASY) {
      const answer = await confirm(await mailedToken(instance), password);
      expect([password, answer.json().error?.violations]).toEqual([password, TOO_EASY]);
    }
    expect((await confirm(await mailedToken(instance), 'ada@example.com')).statusCode).toBe(400);
    expect((await confirm(await mailedToken(instance))).statusCode).toBe(200);
  });

  it('may be asked for five times an hour', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask('ada@example.com')).statusCode).toBe(202);
    expect((await ask('Ada@example.com')).statusCode).toBe(429);
    expect((await ask('someone-else@example.com')).statusCode).toBe(202);
  });
});

describe('the own account', () => {
  beforeEach(async () => {
    browser = await signedIn(instance);
  });

  it('changes what is given and keeps the rest', async () => {
    const put = (body: object) => browser.call('PUT', `${ACCOUNT}/profile`, body);
    await put({ name: 'Ada King', firstName: 'Ada', lastName: 'King', country: 'GB' });
    const answer = await put({ name: 'Augusta Ada King', lastName: null });
    expect(answer.json()).toMatchObject({
      name: 'Augusta Ada King',
      firstName: 'Ada',
      lastName: null,
      country: 'GB',
    });
    await put({ name: 'Ada', language: 'nl', timeZone: 'Europe/Amsterdam', colorScheme: 'dark' });
    await put({ name: 'Ada', colorScheme: null });
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({
      language: 'nl',
      timeZone: 'Europe/Amsterdam',
      colorScheme: null,
    });
    const refused = await put({ name: 'x', country: 'gb', timeZone: 'Europe/Nowhere' });
    expect(Object.keys(refused.json().error.violations).sort()).toEqual(['country', 'name', 'timeZone']);
  });

  const change = (currentPassword: string, password: string, endOtherSessions = false) =>
    browser.call('PUT', `${ACCOUNT}/password`, { currentPassword, password, endOtherSessions });

  it('changes the password if the current one is given, and refuses a new one as it does the first one', async () => {
    expectStatus(await change('no', 'brief'), 400);
    const refused = await change('not this one', 'another fine sentence');
    expect(Object.keys(refused.json().error.violations)).toEqual(['currentPassword']);
    await nameOrganization();
    for (const password of EASY) {
      const answer = await change(PASSWORD, password);
      expect([password, answer.json().error?.violations]).toEqual([password, TOO_EASY]);
    }
  });

  it('keeps the other sessions, or ends them with the old password if asked to', async () => {
    const elsewhere = new Browser(instance);
    await elsewhere.signIn('ada@example.com');
    expect((await change(PASSWORD, 'another fine sentence')).statusCode).toBe(204);
    expect((await elsewhere.call('GET', '/api/v1/profile')).statusCode).toBe(200);
    expect((await change('another fine sentence', 'a third fine sentence', true)).statusCode).toBe(204);
    expect((await elsewhere.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    expect((await browser.call('GET', '/api/v1/profile')).statusCode).toBe(200);
  });
});

describe('the picture of the own account', () => {
  beforeEach(async () => {
    browser = await signedIn(instance);
  });

  const listFiles = () =>
    instance.deps.database.selectFrom('files').select('blob_key').orderBy('id', 'desc').execute();

  const PNG = pngPicture();

  const upload = (value: Uint8Array, name = 'picture') => {
    const { payload, headers } = multipart([{ name, value, fileName: 'me.png', type: 'image/png' }]);
    return browser.call('PUT', '/api/v1/account/picture', payload, headers);
  };

  it('is shown at an absolute address that every caller who was given it can read', async () => {
    const { picture } = (await upload(PNG)).json();
    expect(picture).toMatchObject({ format: 'png', size: PNG.length, thumb: picture.file });
    const { id } = (await browser.call('GET', '/api/v1/profile')).json();
    expect(picture.file).toMatch(
      new RegExp(`^https://sign\\.example\\.com/api/v1/storage/picture/${id}/[0-9]{8}[0-9a-f]{32}$`),
    );
    const path = new URL(picture.file).pathname;
    await addUser(instance, 'other@example.com');
    const other = new Browser(instance);
    await other.signIn('other@example.com');
    const answer = await other.call('GET', path);
    expect(answer.rawPayload.equals(PNG)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect((await new Browser(instance).call('GET', path)).statusCode).toBe(401);
    expect((await other.call('GET', path.replace(/.{32}$/, '0'.repeat(32)))).statusCode).toBe(404);
  });

  it('is gone from its address and the store once it is replaced or removed', async () => {
    const first = (await upload(PNG)).json().picture.file;
    const [{ blob_key: key } = { blob_key: '' }] = await listFiles();
    const stored = openStoredBytes(instance.deps.config);
    expect(await stored.has(key)).toBe(true);
    const second = (await upload(jpegPicture)).json().picture.file;
    expect(await stored.has(key)).toBe(false);
    expect((await browser.call('GET', new URL(first).pathname)).statusCode).toBe(404);
    const answer = await browser.call('DELETE', '/api/v1/account/picture');
    expect(answer.json().picture).toEqual({ file: null, thumb: null, format: ' ', size: 0 });
    expect((await browser.call('GET', new URL(second).pathname)).statusCode).toBe(404);
  });

  it('is refused when it is damaged, missing, no picture, or too large, and names the remedy', async () => {
    const before = await listFiles();
    const damaged = expectStatus(await upload(pngPicture({ height: 2 })), 400);
    expect(damaged.json().error).toMatchObject({
      code: 'VALIDATION_ERROR',
      violations: { picture: expect.stringMatching(/damaged.* Save it again/) },
    });
    expect((await upload(PNG, 'photo')).json().error.violations).toHaveProperty('picture');
    expect((await upload(Buffer.from('<svg/>'))).json().error.violations.picture).toContain('PNG or JPEG');
    expectStatus(await upload(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])), 413);
    // Each before it is kept.
    expect(await listFiles()).toEqual(before);
  });
});
