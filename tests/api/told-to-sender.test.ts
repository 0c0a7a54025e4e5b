import { describe, expect, test } from 'vitest';
import { openTestInstance, type QuickRequest, quickForm } from '../support/instance.ts';
import { envelopesOf, expectStatus, firstWorkspace, forThisFile, makeKey } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { ann, bob, lease } from '../support/quick-sender.ts';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const gus = await instance.signIn('Gus', 'gus@example.com');
const { create, send, sign, workflowOf, timelineOf } = envelopesOf(instance, () => ada);

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

  test('is an event with the old and the new host, mailed to the sender, and never the secret', async () => {
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

  test('is nothing to be told of in a draft', async () => {
    const form = quickForm({ document: lease });
    const { id } = (await ada.call({ method: 'POST', url: '/api/v1/envelopes', ...form })).json();
    await set((await workflowOf(id)).path, { [URL_NAME]: 'https://draft.example.com/hook' });
    expect((await timelineOf(id)).map(({ event }) => event)).not.toContain('callback.changed');
  });
});

describe('what a key that another member made does', () => {
  const sendBy = async (key: string, steps: QuickRequest['steps'] = []) => {
    const form = quickForm({ document: lease, steps });
    const headers = { ...form.headers, 'x-api-key': key };
    const sent = await instance.inject({ method: 'POST', url: '/api/v1/quick/envelopes', ...form, headers });
    expect(sent.statusCode, sent.body).toBe(200);
    return sent;
  };

  test('is named in the timeline and the invitation, and mailed to the member it acts for', async () => {
    const memberId = await addMember(instance, ada, gus);
    const users = [{ memberId, roleId: 'editor' }];
    await caller(ada)('PUT', `${await firstWorkspace(ada)}/users`, { users });
    const scopes = ['workflows:write', 'workspaces:read'];
    const { key } = await makeKey(ada, { name: 'Nightly run', memberId, scopes });
    const steps = [ann, bob].map((person) => ({ type: 'sign', recipients: [person] }));
    const sent = await sendBy(key, steps);
    const { id } = sent.json() as { id: string };

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

  test('is not said of a key that its own member made', async () => {
    const before = (await mailsTo('ada@example.com', 'key_used')).length;
    const { key } = await makeKey(ada, { name: 'Own key', scopes: ['workflows:write'] });
    await sendBy(key, [{ type: 'sign', recipients: [ann] }]);
    expect(await mailsTo('ada@example.com', 'key_used')).toHaveLength(before);
    expect((await mailsTo(ann.email, 'invitation'))[0]?.text).not.toContain('Own key');
  });
});

test('a kept mail has one subject in the list and when it is read, in the language of the sender’s account', async () => {
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
