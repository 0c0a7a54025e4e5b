import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liftLimits } from '../../server/src/accounts/sign-up.ts';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { startScheduled } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { codeOf, lease } from '../support/quick-sender.ts';
import {
  type AccountsInstance,
  addUser,
  Browser,
  openAccountsInstance,
  PASSWORD,
  signedIn,
} from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';
const newcomer = { organizationName: 'Engines', name: 'Ada Lovelace', email: 'ada@example.com' };

const instance = await forThisFile(openAccountsInstance({ PARAPH_SIGN_UP: 'open' }));
await addUser(instance, 'owner@example.com', 'Olive Owner');

async function signUp(email: string, password = PASSWORD) {
  const browser = new Browser(instance);
  const answer = await browser.call('POST', `${ACCOUNT}/sign-up`, { ...newcomer, email, password });
  return { browser, answer };
}

/** What was mailed last to an address, as its reader sees it. */
async function lastMail(email: string): Promise<{ subject: string; text: string }> {
  const { deps } = instance;
  const mail = await deps.database
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const composed = await composeMail(deps, mail);
  if (composed === null) throw new Error(`nothing is mailed to ${email}`);
  return composed;
}

const proofIn = ({ text }: { text: string }) => /\/confirm-address\/([\w-]{43})/.exec(text)?.[1] ?? 'none';

describe('an account whose address is not proved', () => {
  const quick = quickForm({ document: lease, name: 'Lease' });
  const draftOf = (more: Record<string, string> = {}) => quickForm({ document: lease, name: 'Lease', more });
  const send = (browser: Browser, url: string, form: ReturnType<typeof quickForm>) => browser.form(url, form);

  it('sends nothing in its name, whatever the way, and is told the remedy', async () => {
    const { browser } = await signUp('ada@example.com');
    const status = await browser.call('GET', `${ACCOUNT}/status`);
    expect(status.json()).toMatchObject({ signedIn: true, unprovedEmail: 'ada@example.com' });
    const [workspace] = (await browser.call('GET', '/api/v1/workspaces')).json() as { id: number }[];
    expectStatus(await send(browser, '/api/v1/envelopes', draftOf()), 200);
    const workflows = `/api/v1/workspaces/${workspace?.id}/workflows`;
    const [{ id }] = (await browser.call('GET', workflows)).json().items;
    const soon = instance.nowSeconds() + 3_600;
    const hook = { name: 'WorkflowNotificationCallbackUrlPreference', value: 'https://hooks.example.com/' };
    const refused = {
      quick: await send(browser, '/api/v1/quick/envelopes', quick),
      scheduled: await send(browser, '/api/v1/envelopes', draftOf({ scheduledStartDate: String(soon) })),
      laterScheduled: await browser.call('PUT', `${workflows}/${id}`, { scheduledStartDate: soon }),
      callback: await browser.call('POST', `${workflows}/${id}/preferences`, { preferences: [hook] }),
      key: await browser.call('POST', '/api/v1/api-keys', { name: 'Key', scopes: ['profile:read'] }),
      app: await browser.call('POST', '/api/v1/integration-apps', {
        ...{ name: 'App', scopes: ['profile:read'], redirectUris: ['https://app.example.com/back'] },
      }),
      webhook: await browser.call('POST', '/api/v1/organization/webhooks', {
        ...{ url: 'https://hooks.example.com/', events: ['workflow.signed'] },
      }),
      member: await browser.call('POST', '/api/v1/organization/members', {
        members: [{ email: 'eve@example.com' }],
      }),
    };
    for (const [way, answer] of Object.entries(refused)) {
      expect([way, answer.statusCode], answer.body).toEqual([way, 403]);
      expect(answer.json().error.message, way).toContain('Confirm your email address first');
    }
    const [started] = (await browser.call('PUT', `${workflows}/${id}/start`)).json();
    expect(started).toMatchObject({ result: false, error: { code: 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION' } });
    // A date that an earlier version let it set.
    await instance.deps.database
      .updateTable('workflows')
      .set({ scheduled_start_at: new Date(soon * 1000 - 7_200_000) })
      .where('id', '=', id)
      .execute();
    await startScheduled(instance.deps);
    const after = (await browser.call('GET', `${workflows}/${id}`)).json();
    expect(after.status).toBe('not_started');
    const mailed = await instance.deps.database.selectFrom('mails').select(['kind', 'to_email']).execute();
    expect(mailed).toEqual([{ kind: 'address_proof', to_email: 'ada@example.com' }]);

    const token = proofIn(await lastMail('ada@example.com'));
    expect((await browser.call('POST', `${ACCOUNT}/address-proof/confirm`, { token })).statusCode).toBe(204);
    await startScheduled(instance.deps);
    expect((await browser.call('GET', `${workflows}/${id}`)).json().status).toBe('started');
    expect((await send(browser, '/api/v1/quick/envelopes', quick)).statusCode).toBe(200);
    const key = { name: 'Key', scopes: ['profile:read'] };
    expect((await browser.call('POST', '/api/v1/api-keys', key)).statusCode).toBe(201);
    expect((await browser.call('GET', `${ACCOUNT}/status`)).json()).toMatchObject({ unprovedEmail: null });
  });

  it('is confirmed by its own link and session alone, which it may ask for again', async () => {
    const { browser } = await signUp('bea@example.com');
    const first = proofIn(await lastMail('bea@example.com'));
    const { browser: other } = await signUp('carl@example.com');
    const foreign = await other.call('POST', `${ACCOUNT}/address-proof/confirm`, { token: first });
    expect([foreign.statusCode, codeOf(foreign)]).toEqual([404, 'NOT_FOUND']);
    const nobody = await new Browser(instance).call('POST', `${ACCOUNT}/address-proof/confirm`, {
      token: first,
    });
    expect(nobody.statusCode).toBe(401);
    expect((await browser.call('POST', `${ACCOUNT}/address-proof`)).statusCode).toBe(202);
    const second = proofIn(await lastMail('bea@example.com'));
    expect(second).not.toBe(first);
    for (let mails = 2; mails < 5; mails += 1) await browser.call('POST', `${ACCOUNT}/address-proof`);
    expect((await browser.call('POST', `${ACCOUNT}/address-proof`)).statusCode).toBe(429);
    expectStatus(await browser.call('POST', `${ACCOUNT}/address-proof/confirm`, { token: second }), 204);
  });
});

describe('signing up with the address of an account', () => {
  it('is answered like any other, and gives nothing of that account; its owner is told', async () => {
    await addUser(instance, 'known@example.com', 'Kay Known');
    const workspaces: string[] = [];
    const seen = [];
    for (const email of ['known@example.com', 'fresh@example.com']) {
      const { browser, answer } = await signUp(email, 'a password of a stranger');
      const { id, ...profile } = answer.json();
      const again = await new Browser(instance).signIn(email, 'a password of a stranger');
      const inbox = await browser.call('GET', '/api/v1/workspaces');
      seen.push([
        answer.statusCode,
        { ...profile, email: null },
        Object.keys(answer.headers),
        again.statusCode,
      ]);
      workspaces.push(inbox.json()[0].name);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(workspaces).toEqual(['Main', 'Main']);
    const told = await lastMail('known@example.com');
    expect(told.subject).toBe('You already have an account at sign.example.com');
    expect(proofIn(told)).toBe('none');
    expect(proofIn(await lastMail('fresh@example.com'))).not.toBe('none');
    const owner = await new Browser(instance).signIn('known@example.com');
    expect(owner.json()).toMatchObject({ name: 'Kay Known' });
  });

  it('lets the first who proves an address have it', async () => {
    const { browser: first } = await signUp('dora@example.com', 'the first of two persons');
    const token = proofIn(await lastMail('dora@example.com'));
    const { browser: second } = await signUp('dora@example.com', 'the second of two persons');
    const secondToken = proofIn(await lastMail('dora@example.com'));
    expect((await first.call('POST', `${ACCOUNT}/address-proof/confirm`, { token })).statusCode).toBe(204);
    const late = await second.call('POST', `${ACCOUNT}/address-proof/confirm`, { token: secondToken });
    expect(late.json().error.message).toContain('Another account has proved this address');
    expect((await second.call('GET', `${ACCOUNT}/status`)).json().unprovedEmail).toBe('dora@example.com');
    expect(
      (await new Browser(instance).signIn('dora@example.com', 'the first of two persons')).statusCode,
    ).toBe(200);
  });
});

describe('a new account', () => {
  const rates = 'newAccountEnvelopes=2/86400,newAccountMails=4/86400,newAccountMebibytes=3/86400';
  const people = [...'abcd'].map((letter) => ({ name: `Person ${letter}`, email: `${letter}@example.com` }));
  let limited: AccountsInstance;
  beforeAll(async () => {
    const env = { PARAPH_SIGN_UP: 'open', PARAPH_RATES: rates, PARAPH_ABUSE_CONTACT: 'abuse@example.com' };
    limited = await openAccountsInstance(env);
    await addUser(limited, 'owner@example.com', 'Olive Owner');
  });
  afterAll(() => limited.close());

  const startNewcomer = async (email: string) => {
    const browser = new Browser(limited);
    await browser.call('POST', `${ACCOUNT}/sign-up`, { ...newcomer, email, password: PASSWORD });
    const database = limited.deps.database;
    const mail = database.selectFrom('mails').selectAll().where('to_email', '=', email);
    const composed = await composeMail(limited.deps, await mail.executeTakeFirstOrThrow());
    expect(composed?.text).toContain('Report it to abuse@example.com.');
    const token = proofIn({ text: composed?.text ?? '' });
    expect((await browser.call('POST', `${ACCOUNT}/address-proof/confirm`, { token })).statusCode).toBe(204);
    return browser;
  };
  const sendTo = (browser: Browser, recipients: { name: string; email: string }[]) =>
    browser.form(
      '/api/v1/quick/envelopes',
      quickForm({ document: lease, steps: [{ type: 'sign', recipients }] }),
    );

  it('starts few workflows a day, mails few people and uploads little, until its first days are over', async () => {
    const browser = await startNewcomer('gus@example.com');
    const tooMany = await sendTo(browser, [...people, { name: 'Person e', email: 'e@example.com' }]);
    expect([tooMany.statusCode, codeOf(tooMany)]).toEqual([429, 'RATE_LIMIT_REACHED']);
    expect(tooMany.json().error.message).toContain('4 mails a day to others');
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(80_000);
    // What was refused is not counted, and was not sent.
    expect((await sendTo(browser, people.slice(0, 1))).statusCode).toBe(200);
    expect((await sendTo(browser, people.slice(1, 2))).statusCode).toBe(200);
    const third = await sendTo(browser, people.slice(2, 3));
    expect(third.json().error.message).toContain('3 MiB of uploads a day');
    limited.advance(86_401);
    await browser.signIn('gus@example.com');
    expect((await sendTo(browser, people.slice(0, 1))).statusCode).toBe(200);
    limited.advance(13 * 86_400);
    await browser.signIn('gus@example.com');
    for (let count = 0; count < 4; count += 1)
      expect((await sendTo(browser, people.slice(0, 2))).statusCode).toBe(200);
  });

  it('keeps no workflow of a form with fields that it may not send', async () => {
    const browser = await startNewcomer('kim@example.com');
    const recipients = [...people, { name: 'Person e', email: 'e@example.com' }];
    const field = { type: 'text', page: '1', posX: '10', posY: '10', recipientEmail: 'e@example.com' };
    const texts = Object.entries(field).map(([key, value]) => [`fields[0][${key}]`, value]);
    const size = { 'fields[0][style][width]': '25', 'fields[0][style][height]': '6' };
    const more = { ...Object.fromEntries(texts), ...size };
    const form = quickForm({ document: lease, steps: [{ type: 'sign', recipients }], more });
    const refused = await browser.form('/api/v1/quick/envelopes', form);
    expect([refused.statusCode, codeOf(refused)], refused.body).toEqual([429, 'RATE_LIMIT_REACHED']);
    const [workspace] = (await browser.call('GET', '/api/v1/workspaces')).json() as { id: number }[];
    const { items } = (await browser.call('GET', `/api/v1/workspaces/${workspace?.id}/workflows`)).json();
    expect(items).toEqual([]);
  });

  it('has no limits once the operator says so, and accounts that the operator makes have none', async () => {
    const browser = await startNewcomer('hal@example.com');
    const owner = await signedIn(limited, 'ida@example.com');
    await liftLimits(limited.deps, 'hal@example.com');
    for (const each of [browser, owner])
      for (let count = 0; count < 4; count += 1)
        expect((await sendTo(each, people.slice(0, 2))).statusCode).toBe(200);
  });

  it('may start two workflows, however small', async () => {
    const browser = await startNewcomer('jim@example.com');
    const drafts = [];
    const [workspace] = (await browser.call('GET', '/api/v1/workspaces')).json() as { id: number }[];
    for (let count = 0; count < 3; count += 1)
      drafts.push(await browser.form('/api/v1/envelopes', quickForm({ document: lease })));
    const { items } = (await browser.call('GET', `/api/v1/workspaces/${workspace?.id}/workflows`)).json();
    const started = [];
    for (const { id } of items) {
      const [item] = (
        await browser.call('PUT', `/api/v1/workspaces/${workspace?.id}/workflows/${id}/start`)
      ).json();
      started.push(item.error?.code ?? 'started');
    }
    expect(started).toEqual(['started', 'started', 'RATE_LIMIT_REACHED']);
  });
});
