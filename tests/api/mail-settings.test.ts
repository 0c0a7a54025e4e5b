import { beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '../../server/src/audit/record-events.ts';
import { stopToken } from '../../server/src/mail/choose-mails.ts';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { sendSummaries } from '../../server/src/mail/send-summaries.ts';
import { openTestInstance, type QuickRequest } from '../support/instance.ts';
import {
  envelopesOf,
  expectStatus,
  firstWorkspace,
  forThisFile,
  makeKey,
  programWith,
} from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const eve = await instance.signIn('Eve', 'eve@example.com');
const gus = await instance.signIn('Gus', 'gus@example.com');
const { create, draft, send, sign, workflowOf, timelineOf } = envelopesOf(instance, () => ada);
const SETTINGS = '/api/v1/account/mails';

const choose = async (wishes: object, who = ada) =>
  expect((await caller(who)('PUT', SETTINGS, wishes)).status).toBe(200);
let last = 0;

beforeEach(async () => {
  await choose({ signatures: 'off', completions: 'now', stops: 'now', failures: 'now' });
  await instance.runJobs();
  last = (await instance.deps.pool.query('select coalesce(max(id), 0)::int as id from mails')).rows[0].id;
});

/** The mails to the sender since the beginning of the test: what kind, and as they are read. */
async function told(asSigner = false) {
  await instance.runJobs();
  const mails = await instance.deps.database
    .selectFrom('mails')
    .selectAll()
    .where('id', '>', last)
    .where('to_email', '=', 'ada@example.com')
    .where('recipient_id', asSigner ? 'is not' : 'is', null)
    .orderBy('id')
    .execute();
  return Promise.all(
    mails.map(async (mail) => ({ ...mail, composed: await composeMail(instance.deps, mail) })),
  );
}
const kinds = async () => (await told()).map(({ kind }) => kind);

describe('mails about what one sent', () => {
  it('are as before until one chooses, each person for themselves', async () => {
    expect((await caller(eve)('GET', SETTINGS)).body).toEqual({
      ...{ signatures: 'off', completions: 'now', stops: 'now', failures: 'now' },
    });
    await choose({ completions: 'off' }, eve);
    await send(ann);
    await sign(ann);
    expect(await kinds()).toEqual(['completed']);
    const wrong = await caller(ada)('PUT', SETTINGS, { failures: 'daily' });
    expect(wrong.body.error.violations).toHaveProperty('failures');
  });

  it('tell each signature where that is chosen, and the end or not', async () => {
    await choose({ signatures: 'now', completions: 'off' });
    await send(ann, bob);
    await sign(ann);
    const [mail] = await told();
    expect(mail?.composed?.subject).toMatch(/^Ann signed /);
    await sign(bob);
    expect(await kinds()).toEqual(['signed', 'signed']);
  });

  it('leave the copy of who signs as well', async () => {
    await choose({ completions: 'off' });
    const self = { name: 'Ada', email: 'ada@example.com' };
    await send(self);
    await sign(self);
    expect(await kinds()).toEqual([]);
    expect((await told(true)).map(({ kind }) => kind)).toContain('completed');
  });

  it('tell failures until they are switched off in as many words', async () => {
    await choose({ signatures: 'off', completions: 'off', stops: 'off' });
    const id = await send(ann);
    const { id: workflowId } = await workflowOf(id);
    const { clock, database, vault } = instance.deps;
    const detail = { to: ann.email, cause: 'no such mailbox' };
    const event = { name: 'mail.failed', actor: null, detail } as const;
    const fail = () =>
      database
        .transaction()
        .execute((tx) => recordEvents(tx, { workflowId, now: clock.now(), vault }, [event]));
    await fail();
    expect(await kinds()).toEqual(['mail_failed']);
    // No link stops them.
    expect((await told())[0]?.composed?.text).not.toContain('/stop-mails/');
    await choose({ failures: 'off' });
    await fail();
    expect(await kinds()).toEqual(['mail_failed']);
  });

  it('come once a day together, each thing once, and names are those of now', async () => {
    await choose({ signatures: 'daily', completions: 'daily', stops: 'daily' });
    const id = await send(ann, bob);
    await sign(ann);
    await sign(bob);
    expect(await kinds()).toEqual([]);
    await sendSummaries(instance.deps);
    expect(await kinds(), 'not before the next morning').toEqual([]);
    await instance.deps.pool.query(`update workflows set name = 'Renamed' where envelope_id = $1`, [id]);
    instance.advance(86_400);
    await Promise.all([sendSummaries(instance.deps), sendSummaries(instance.deps)]);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.kind).toBe('daily_summary');
    expect(mail?.composed?.subject).toBe('Your documents: 3 things happened');
    expect(mail?.composed?.text).toMatch(/Signatures: +Renamed/);
    expect(mail?.composed?.text).toMatch(/Signed by everyone: +Renamed/);
    // Stopped by a press in the mail program, which has neither a cookie nor a page.
    const press = (url: string) =>
      instance.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const { pathname } = new URL(mail?.composed?.stopUrl ?? '');
    expectStatus(await press(pathname.replace(/.{3}$/, 'xxx')), 404);
    expect((await caller(ada)('GET', SETTINGS)).body).toMatchObject({ signatures: 'daily' });
    expectStatus(await press(pathname), 204);
    expect((await caller(ada)('GET', SETTINGS)).body).toEqual({
      ...{ signatures: 'off', completions: 'off', stops: 'off', failures: 'now' },
    });
    await sendSummaries(instance.deps);
    expect(await kinds()).toHaveLength(1);
  });

  it('are stopped by the link in one of them, without a session; a link stops nothing else', async () => {
    await send(ann);
    await sign(ann);
    const { text = '', stopUrl = '' } = (await told())[0]?.composed ?? {};
    expect(text).toContain(stopUrl);
    const [, userId, topic, token] = /\/stop-mails\/(\d+)\/(\w+)\/([\w-]{43})/.exec(text) ?? [];
    const stop = (body: object) =>
      instance.inject({
        method: 'POST',
        url: `${SETTINGS}/stop`,
        payload: { userId: Number(userId), topic, token, ...body },
      });
    const ofFailures = { userId: Number(userId), topic: 'failures' };
    const whole = { ...ofFailures, token: stopToken(instance.deps.vault, ofFailures) };
    for (const other of [whole, { topic: 'stops' }, { userId: eve.profile.id }, { token: 'x' }])
      expectStatus(await stop(other), 404);
    expectStatus(await stop({}), 204);
    expect((await caller(ada)('GET', SETTINGS)).body).toMatchObject({ completions: 'off', stops: 'now' });
    expect((await caller(eve)('GET', SETTINGS)).body).toMatchObject({ completions: 'off', failures: 'now' });
    await send(ann);
    await sign(ann);
    expect(await kinds()).toEqual(['completed']);
  });
});

const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
const TLS_NAME = 'WorkflowNotificationCallbackUrlSslVerificationPreference';

/** The kept mails of a kind to an address, newest first, as their readers read them. */
async function mailsTo(email: string, kind: string): Promise<{ subject: string; text: string }[]> {
  await instance.runJobs();
  const list = await ada.call({ method: 'GET', url: '/api/v1/mailbox?limit=100' });
  const { items } = list.json() as { items: { id: number; to: string; kind: string }[] };
  const mails = items.filter((item) => item.to === email && item.kind === kind);
  return Promise.all(
    mails.map(async ({ id }) => {
      const mail = (await ada.call({ method: 'GET', url: `/api/v1/mailbox/${id}` })).json();
      // Hosts are written so that no mail program makes links of them.
      return { ...mail, text: mail.text.replaceAll('\u200c', '') };
    }),
  );
}

describe('where notifications go, changed while a workflow is under way', () => {
  const set = async (path: string, preferences: Record<string, string>) => {
    const payload = { preferences: Object.entries(preferences).map(([name, value]) => ({ name, value })) };
    expectStatus(await ada.call({ method: 'POST', url: `${path}/preferences`, payload }), 200);
  };

  it('is an event with the old and the new host, mailed to the sender, and never the secret', async () => {
    const id = await create({ preferences: { [URL_NAME]: 'https://old.example.com/hook' } });
    const { path } = await workflowOf(id);
    const secret = 's3cr3t'.repeat(6).slice(0, 32);
    await set(path, { [URL_NAME]: 'https://new.example.org/hook', [SECRET_NAME]: secret, [TLS_NAME]: '0' });
    const [mail, ...more] = await mailsTo('ada@example.com', 'callback_changed');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Before: old.example.com (any certificate accepted)');
    expect(mail?.text).toContain(
      'From now on: new.example.org (certificate verified, signed with another secret)',
    );
    const entries = (await timelineOf(id)).filter(({ event }) => event === 'callback.changed');
    expect(entries).toMatchObject([
      { detail: 'old.example.com → new.example.org', actor: { name: 'Ada Lovelace' } },
    ]);
    const { rows } = await instance.deps.pool.query(
      `select detail::text from events where name = 'callback.changed'`,
    );
    expect(JSON.stringify([rows, mail])).not.toContain(secret);

    // The same again changes nothing; certificate and secret alone are changes, too.
    await set(path, { [URL_NAME]: 'https://new.example.org/hook' });
    expect(await mailsTo('ada@example.com', 'callback_changed')).toHaveLength(1);
    await set(path, { [TLS_NAME]: '1' });
    expect((await mailsTo('ada@example.com', 'callback_changed'))[0]?.text).toContain(
      'From now on: new.example.org (any certificate accepted)',
    );
    await set(path, { [URL_NAME]: '', [SECRET_NAME]: '', [TLS_NAME]: '' });
    expect((await mailsTo('ada@example.com', 'callback_changed'))[0]?.text).toContain('From now on: nowhere');
  });

  it('is nothing to be told of in a draft', async () => {
    const { id } = await draft();
    await set((await workflowOf(id)).path, { [URL_NAME]: 'https://draft.example.com/hook' });
    expect((await timelineOf(id)).map(({ event }) => event)).not.toContain('callback.changed');
  });
});

describe('what a key that another member made does', () => {
  const sendBy = (key: string, steps: QuickRequest['steps'] = []) =>
    quickSender(() => programWith(instance, { 'x-api-key': key })).create({ steps });

  it('is named in the timeline and the invitation, and mailed to the member it acts for', async () => {
    const memberId = await addMember(instance, ada, gus);
    const users = [{ memberId, roleId: 'editor' }];
    await caller(ada)('PUT', `${await firstWorkspace(ada)}/users`, { users });
    const scopes = ['workflows:write', 'workspaces:read'];
    const { key } = await makeKey(ada, { name: 'Nightly run', memberId, scopes });
    const steps = [ann, bob].map((person) => ({ type: 'sign', recipients: [person] }));
    const id = await sendBy(key, steps);

    const [told, ...more] = await mailsTo('gus@example.com', 'key_used');
    expect(more).toEqual([]);
    expect(told?.text).toContain(
      'The key “Nightly run” of Ada Lovelace sent “Lease of the mill” in your name.',
    );
    await sign(ann);
    for (const { email } of [ann, bob]) {
      const [invitation] = await mailsTo(email, 'invitation');
      expect(invitation?.text).toMatch(/Sent by:?\s+the key “Nightly run” of Ada Lovelace/);
    }
    const url = `/api/v1/envelopes/${id}/cancel`;
    const canceled = await instance.inject({ method: 'PUT', url, headers: { 'x-api-key': key } });
    expect(canceled.statusCode, canceled.body).toBe(200);
    const mails = await mailsTo('gus@example.com', 'key_used');
    expect(mails.map(({ text }) => /(sent|canceled) “Lease/.exec(text)?.[1])).toEqual(['canceled', 'sent']);
    const entries = await envelopesOf(instance, () => gus).timelineOf(id);
    for (const event of ['workflow.created', 'workflow.started', 'workflow.canceled']) {
      const entry = entries.find((each) => each.event === event);
      expect(entry?.actor).toMatchObject({
        name: 'Gus',
        byKey: { name: 'Nightly run', maker: 'Ada Lovelace' },
      });
    }
  });

  it('is not said of a key that its own member made', async () => {
    const before = (await mailsTo('ada@example.com', 'key_used')).length;
    const { key } = await makeKey(ada, { name: 'Own key', scopes: ['workflows:write'] });
    await sendBy(key, [{ type: 'sign', recipients: [ann] }]);
    expect(await mailsTo('ada@example.com', 'key_used')).toHaveLength(before);
    expect((await mailsTo(ann.email, 'invitation'))[0]?.text).not.toContain('Own key');
  });
});

it('a kept mail has one subject in the list and when it is read, in the language of the sender’s account', async () => {
  const speak = (language: string | null) =>
    ada.call({ method: 'PUT', url: '/api/v1/account/profile', payload: { name: 'Ada Lovelace', language } });
  expect((await speak('de')).statusCode).toBe(200);
  await send(ann);
  await sign(ann);
  const [read] = await mailsTo('ada@example.com', 'completed');
  const mailbox = await ada.call({ method: 'GET', url: '/api/v1/mailbox?limit=100' });
  const { items } = mailbox.json() as { items: { kind: string; to: string; subject: string }[] };
  const own = items.find(({ kind, to }) => kind === 'completed' && to === 'ada@example.com');
  expect(own?.subject).toBe(read?.subject);
  expect((await speak(null)).statusCode).toBe(200);
  const [english] = await mailsTo('ada@example.com', 'completed');
  expect(english?.subject).not.toBe(own?.subject);
});
