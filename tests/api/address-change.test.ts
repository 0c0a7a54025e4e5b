import { erasedAddress } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { readMails } from '../support/mails.ts';
import { Browser, openAccountsInstance, PASSWORD, resetPassword, signedIn } from './accounts-instance.ts';

const CHANGE = '/api/v1/account/address-change';
const MEMBERS = '/api/v1/organization/members';

const instance = await forThisFile(openAccountsInstance({ PARAPH_SIGN_UP: 'open' }));
await signedIn(instance, 'owner@example.com');

const ask = (browser: Browser, email: string, currentPassword = PASSWORD) =>
  browser.call('POST', CHANGE, { email, currentPassword });
const emailOf = async (browser: Browser) => (await browser.call('GET', '/api/v1/profile')).json().email;

const mailsTo = (email: string) => readMails(instance, { to_email: email });
const lastMail = async (email: string) => (await mailsTo(email)).at(-1) ?? null;
const tokenIn = async (email: string, page: 'change-address' | 'refuse-address') =>
  new RegExp(`/${page}/([\\w-]{43})`).exec((await lastMail(email))?.text ?? '')?.[1] ?? 'none';
const confirm = async (browser: Browser, email: string) =>
  browser.call('POST', `${CHANGE}/confirm`, { token: await tokenIn(email, 'change-address') });
const refuse = (token: string) => new Browser(instance).call('POST', `${CHANGE}/refusal`, { token });

describe('a change of address', () => {
  it('needs the password and an address, and names what is wrong', async () => {
    const ann = await signedIn(instance, 'ann@example.com');
    const wrong = expectStatus(await ask(ann, 'ann2@example.com', 'not the password'), 400);
    expect(wrong.json().error.violations).toHaveProperty('currentPassword');
    for (const email of ['ann', 'ANN@example.com', erasedAddress(1)]) {
      const refused = expectStatus(await ask(ann, email), 400);
      expect(refused.json().error.violations, email).toHaveProperty('email');
    }
    expect((await ann.call('GET', CHANGE)).json()).toEqual({ pending: null });
    expect(await mailsTo('ann@example.com')).toEqual([]);
    expectStatus(await ask(new Browser(instance), 'ann2@example.com'), 401);
  });

  it('is made by the new mailbox and the account together; other sessions and links end', async () => {
    const bob = await signedIn(instance, 'bob@example.com');
    const phone = new Browser(instance);
    await phone.signIn('bob@example.com');
    expectStatus(await ask(bob, 'bob@new.example.com'), 202);
    expect((await bob.call('GET', CHANGE)).json().pending).toMatchObject({ email: 'bob@new.example.com' });
    expect((await lastMail('bob@example.com'))?.text).toContain('bob@new.example.com');
    const stranger = await signedIn(instance, 'stranger@example.com');
    expectStatus(await confirm(stranger, 'bob@new.example.com'), 404);
    expectStatus(await confirm(new Browser(instance), 'bob@new.example.com'), 401);
    expect(await emailOf(bob)).toBe('bob@example.com');
    await new Browser(instance).call('POST', '/api/v1/account/password-reset', { email: 'bob@example.com' });

    expectStatus(await confirm(bob, 'bob@new.example.com'), 204);
    expect(await emailOf(bob)).toBe('bob@new.example.com');
    expect((await phone.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    expectStatus(await new Browser(instance).signIn('bob@example.com'), 401);
    expectStatus(await new Browser(instance).signIn('bob@new.example.com'), 200);
    expect((await bob.call('GET', `${MEMBERS}?query=new`)).json().items).toMatchObject([
      { email: 'bob@new.example.com', administrator: true },
    ]);
    expect((await bob.call('GET', '/api/v1/organization/events?kind=account')).json().items).toMatchObject([
      { name: 'account.address_changed', by: 'Ada Lovelace', about: 'Ada Lovelace', detail: {} },
    ]);
    const links = await instance.deps.database.selectFrom('account_links').select('kind').execute();
    expect(links).toEqual([]);
    expect((await lastMail('bob@example.com'))?.subject).toBe('The address of your account was changed');
    expectStatus(await confirm(bob, 'bob@new.example.com'), 404);
  });

  it('is stopped by the former mailbox before it is made, and with it the password that asked', async () => {
    const cid = await signedIn(instance, 'cid@example.com');
    await ask(cid, 'thief@example.com');
    const token = await tokenIn('cid@example.com', 'refuse-address');
    expectStatus(await refuse(token), 204);
    expectStatus(await confirm(cid, 'thief@example.com'), 401);
    expect(await lastMail('thief@example.com')).toBeNull();
    expectStatus(await new Browser(instance).signIn('cid@example.com'), 401);
    expect((await lastMail('cid@example.com'))?.subject).toBe('Choose a new password');
    expectStatus(await refuse(token), 404);
    const own = new Browser(instance);
    expectStatus(
      await resetPassword(instance, own, { email: 'cid@example.com', password: `${PASSWORD} 2` }),
      200,
    );
    expectStatus(await own.signIn('cid@example.com', `${PASSWORD} 2`), 200);
  });

  it('is taken back by the first mailbox for a week, also where another change followed', async () => {
    const dan = await signedIn(instance, 'dan@example.com');
    await ask(dan, 'dan@thief.example.com');
    const early = await tokenIn('dan@example.com', 'refuse-address');
    await confirm(dan, 'dan@thief.example.com');
    expect(await tokenIn('dan@example.com', 'refuse-address')).toBe(early);
    await ask(dan, 'dan@far.example.com');
    const late = await tokenIn('dan@thief.example.com', 'refuse-address');
    await confirm(dan, 'dan@far.example.com');
    instance.advance(6 * 86_400);
    expectStatus(await refuse(early), 204);
    expect((await dan.call('GET', '/api/v1/profile')).statusCode).toBe(401);
    expectStatus(await refuse(late), 404);
    const { rows } = await instance.deps.pool.query(
      `select email from users where email like 'dan@%' union all select email from members where email like 'dan@%'`,
    );
    expect(rows.map(({ email }) => email)).toEqual(['dan@example.com', 'dan@example.com']);

    const eli = await signedIn(instance, 'eli@example.com');
    await ask(eli, 'eli@new.example.com');
    const kept = await tokenIn('eli@example.com', 'refuse-address');
    await confirm(eli, 'eli@new.example.com');
    instance.advance(7 * 86_400 + 1);
    expectStatus(await refuse(kept), 404);
    await sweepEndedRows(instance.deps);
    expect(await instance.deps.database.selectFrom('address_changes').select('id').execute()).toEqual([]);
  });

  it('says the same of a taken address; its owner alone reads that somebody asked', async () => {
    const fay = await signedIn(instance, 'fay@example.com');
    const taken = await ask(fay, 'owner@example.com');
    const free = await ask(fay, 'free@example.com');
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const [told] = await mailsTo('owner@example.com');
    // The second request took the place of the first, whose mail is not sent any more.
    expect(told).toBeNull();
    await ask(fay, 'owner@example.com');
    expect((await lastMail('owner@example.com'))?.text).toContain('another account already');
    expect(await tokenIn('owner@example.com', 'change-address')).toBe('none');
  });

  it('is refused where another account has proved the address meanwhile', async () => {
    const gil = await signedIn(instance, 'gil@example.com');
    await ask(gil, 'later@example.com');
    const token = await tokenIn('later@example.com', 'change-address');
    await signedIn(instance, 'later@example.com');
    const refused = expectStatus(await gil.call('POST', `${CHANGE}/confirm`, { token }), 404);
    expect(refused.json().error.message).toContain('Another account');
    expect(await emailOf(gil)).toBe('gil@example.com');
  });

  it('may be withdrawn, ends after a week, and is asked for five times an hour', async () => {
    const hal = await signedIn(instance, 'hal@example.com');
    await ask(hal, 'hal@one.example.com');
    const token = await tokenIn('hal@one.example.com', 'change-address');
    expectStatus(await hal.call('DELETE', CHANGE), 204);
    expectStatus(await hal.call('POST', `${CHANGE}/confirm`, { token }), 404);
    await ask(hal, 'hal@two.example.com');
    const old = await tokenIn('hal@two.example.com', 'change-address');
    instance.advance(7 * 86_400 + 1);
    expectStatus(await hal.call('POST', `${CHANGE}/confirm`, { token: old }), 404);
    for (let each = 0; each < 5; each += 1) await ask(hal, `hal${each}@example.com`);
    expectStatus(await ask(hal, 'hal9@example.com'), 429);
  });

  it('makes one membership of two where the new address was invited as well, with its roles', async () => {
    const ida = await signedIn(instance, 'ida@example.com');
    await ida.call('POST', MEMBERS, { members: [{ email: 'ida@new.example.com' }] });
    const invited = (await ida.call('GET', `${MEMBERS}?status=invited`)).json().items;
    expect(invited).toHaveLength(1);
    const workspace = (await ida.call('POST', '/api/v1/workspaces', { name: 'Second' })).json();
    await ida.call('POST', `/api/v1/workspaces/${workspace.id}/users`, {
      users: [{ memberId: invited[0].id, roleId: 3 }],
    });
    await ask(ida, 'ida@new.example.com');
    expectStatus(await confirm(ida, 'ida@new.example.com'), 204);
    const members = (await ida.call('GET', MEMBERS)).json().items;
    expect(members).toMatchObject([{ email: 'ida@new.example.com', status: 'joined' }]);
  });
});
