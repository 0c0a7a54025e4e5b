import { beforeEach, expect, test } from 'vitest';
import { good, openDraftClient } from '../support/draft-client.ts';
import { expectStatus, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NAME = 'WorkflowReminderPreference';

const mailServer = await forThisFile(openMailReceiver());
const { instance, sender, signInAgain, create, post, workflowOf } = await openInstanceCase({
  env: { SMTP_URL: mailServer.url },
});
const client = await openDraftClient(instance, sender, lease);
const templates = await openTemplateClient(instance, sender, lease);
const { workspaceId } = client;
const { database } = instance.deps;

/** The next time that clocks in Greenwich show this hour. */
const toHour = (hour: number) => {
  const now = instance.nowSeconds();
  instance.advance(((hour * HOUR - (now % DAY) + DAY - 1) % DAY) + 1);
};
beforeEach(() => toHour(10));
let count = 0;
const person = (name: string) => ({ name, email: `${name.toLowerCase()}${++count}@example.com` });

async function started(
  people: { name: string; email: string }[],
  { reminders, days = 14 }: { reminders?: string; days?: number } = {},
): Promise<{ id: number; asked: number }> {
  await signInAgain();
  const asked = instance.nowSeconds();
  const envelopeId = await create({
    steps: people.map((each) => ({ type: 'sign', recipients: [each] })),
    preferences: reminders === undefined ? {} : { [NAME]: reminders },
    more: { expiryDate: String(asked + days * DAY) },
  });
  await instance.runJobs();
  return { id: (await workflowOf(envelopeId)).id, asked };
}

/** Lets the time pass; two workers look each time. */
async function pass(hours: number, step = 4): Promise<void> {
  for (let hour = 0; hour < hours; hour += step) {
    instance.advance(step * HOUR);
    await Promise.all([instance.jobs['send-reminders'](0), instance.jobs['send-reminders'](0)]);
  }
  await instance.runJobs();
}

/** The hours after the beginning at which reminders were mailed, with their addresses. */
async function remindersSince(id: number, asked: number): Promise<[number, string][]> {
  const mails = await database
    .selectFrom('mails')
    .select(['to_email', 'created_at'])
    .where('workflow_id', '=', id)
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute();
  const events = await database
    .selectFrom('events')
    .select(['occurred_at', 'detail'])
    .where('workflow_id', '=', id)
    .where('name', '=', 'action.reminded')
    .orderBy('id')
    .execute();
  expect(mails).toHaveLength(events.length);
  return events.map(({ occurred_at: at, detail }) => [
    (at.getTime() / 1_000 - asked) / HOUR,
    String(detail.recipientEmail),
  ]);
}

interface WorkflowReminders {
  reminders: string;
  recipients: {
    recipientId: number;
    sent: number;
    max: number;
    nextDate: number | null;
    timeZone: string | null;
    mailProblem: string | null;
  }[];
}
const readReminders = async (id: number) =>
  good<WorkflowReminders>(await client.send('GET', `/${id}/reminders`));
const eventsOf = async (id: number) =>
  good<(TimelineEntry & { automatic: object | null })[]>(await client.send('GET', `/${id}/timeline`));
const setReminders = (id: number, value: string) =>
  client.send('POST', `/${id}/preferences`, { preferences: [{ name: NAME, value }] });

test('go out by the plan and not once more: two workers, a clock an hour back, a call that says nothing', async () => {
  const [ada, silent] = [person('Ada'), person('Silent')];
  const { id, asked } = await started([ada], { reminders: 'first=2;every=3;max=4;beforeExpiry=1' });
  const quiet = await started([silent]);
  expect((await readReminders(id)).recipients).toMatchObject([
    { sent: 0, max: 4, nextDate: asked + 2 * DAY, timeZone: null, mailProblem: null },
  ]);
  await pass(48, 1);
  instance.advance(-HOUR);
  await pass(1, 1);
  await signInAgain();
  expect((await readReminders(id)).recipients).toMatchObject([{ sent: 1, nextDate: asked + 5 * DAY }]);
  await pass(12 * 24);
  expect(await remindersSince(id, asked)).toEqual([2, 5, 8, 13].map((day) => [day * 24, ada.email]));
  expect(await remindersSince(quiet.id, asked)).toEqual([]);
  await signInAgain();
  expect(await readReminders(quiet.id)).toMatchObject({
    reminders: 'off',
    recipients: [{ max: 0, nextDate: null }],
  });
  const reminded = (await eventsOf(id)).filter(({ event }) => event === 'action.reminded');
  expect(reminded.map(({ automatic }) => automatic)).toEqual(
    [1, 2, 3, 4].map((each) => ({ count: each, max: 4 })),
  );
  expect(reminded[0]).toMatchObject({ actor: null, detail: 'Ada' });
  const mailed = mailServer.messages.filter(
    ({ to, mail }) => to.includes(ada.email) && mail.subject?.startsWith('Reminder:'),
  );
  expect(mailed).toHaveLength(4);
});

test('end with the act, and begin with the turn of the next person; the deadline ends them all', async () => {
  const [ada, bob] = [person('Ada'), person('Bob')];
  const { id, asked } = await started([ada, bob], { reminders: 'first=1;every=1;max=20', days: 8 });
  await pass(28);
  expectStatus(await (await followInvitation(instance, ada.email)).sign(), 200);
  await instance.runJobs();
  await pass(10 * 24);
  const all = await remindersSince(id, asked);
  expect(all.filter(([, to]) => to === ada.email)).toEqual([[24, ada.email]]);
  // Bob's turn came at 14:00 of the second day; from then on by day, and never after the deadline.
  expect(all.filter(([, to]) => to === bob.email).map(([hour]) => hour)).toEqual([
    52, 76, 100, 124, 148, 172,
  ]);
});

test('a reminder by hand moves the next one, another person begins anew, and so does a corrected address', async () => {
  const ada = person('Ada');
  const { id, asked } = await started([ada], { reminders: 'first=2;every=2;max=2' });
  await pass(24);
  await signInAgain();
  good(await client.send('POST', `/${id}/remind`, {}));
  await pass(24);
  await pass(24);
  expect(await remindersSince(id, asked)).toEqual([
    [24, ada.email],
    [72, ada.email],
  ]);
  await signInAgain();
  const [recipient] = (await readReminders(id)).recipients;
  expect(recipient).toMatchObject({ sent: 1, nextDate: asked + 5 * DAY });
  const bob = person('Bob');
  good(await client.send('PUT', `/${id}/recipients/${recipient?.recipientId}`, bob));
  expect((await readReminders(id)).recipients).toMatchObject([{ sent: 0, nextDate: asked + 5 * DAY }]);
  await pass(11 * 24);
  expect((await remindersSince(id, asked)).slice(2)).toEqual([
    [120, bob.email],
    [168, bob.email],
  ]);
});

test('are switched off and on, moved with the deadline, and ended by a cancellation and a decline', async () => {
  const [ada, bob] = [person('Ada'), person('Bob')];
  const plan = 'first=2;every=2;max=3;beforeExpiry=1';
  const { id, asked } = await started([ada], { reminders: plan });
  const declined = await started([bob], { reminders: plan });
  const next = async () => (await readReminders(id)).recipients[0]?.nextDate;
  good(await setReminders(id, 'off'));
  expect(await next()).toBeNull();
  good(await setReminders(id, plan));
  expect(await next()).toBe(asked + 2 * DAY);
  good(await client.send('PUT', `/${id}`, { expiryDate: asked + 8 * DAY }));
  await pass(2 * 24);
  await pass(2 * 24);
  await signInAgain();
  expect(await next()).toBe(asked + 7 * DAY);
  good(await client.send('PUT', `/${id}/cancel`));
  const link = await followInvitation(instance, bob.email);
  expectStatus(
    await link.call('POST', '/decline', { reason: 'No', intent: { button: 'Decline', language: 'en' } }),
    200,
  );
  await pass(12 * 24);
  expect((await remindersSince(id, asked)).map(([hour]) => hour)).toEqual([48, 96]);
  expect((await remindersSince(declined.id, asked)).map(([hour]) => hour)).toEqual([48, 96]);
  const { rows } = await instance.deps.pool.query('select from actions where reminder_due_at is not null');
  expect(rows).toEqual([]);
});

test('wait for the day of the recipient, whose browser tells the zone', async () => {
  const [ada, bad] = [person('Ada'), person('Bad')];
  const { id, asked } = await started([ada, bad], { reminders: 'first=1;every=1;max=2' });
  const link = await followInvitation(instance, ada.email);
  expect((await link.call('POST', '/open', { timeZone: 'Nowhere' })).json()).toMatchObject({
    error: { violations: { timeZone: expect.stringContaining('such as Europe/Paris') } },
  });
  expectStatus(await link.call('POST', '/open', { timeZone: 'Pacific/Auckland' }), 204);
  const [recipient] = (await readReminders(id)).recipients;
  expect(recipient).toMatchObject({ timeZone: 'Pacific/Auckland' });
  await pass(60, 1);
  const hours = (await remindersSince(id, asked)).map(([hour]) => {
    const at = new Date((asked + hour * HOUR) * 1_000);
    return Number(
      new Intl.DateTimeFormat('en-GB', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Pacific/Auckland',
      }).format(at),
    );
  });
  expect(hours).toEqual([9, 9]);
});

test('one that was due while nobody worked waits for the morning', async () => {
  const ada = person('Ada');
  const { id, asked } = await started([ada], { reminders: 'first=1;every=1;max=1' });
  await pass(36, 36);
  expect(await remindersSince(id, asked)).toEqual([]);
  await pass(10, 10);
  expect(await remindersSince(id, asked)).toEqual([]);
  await pass(1, 1);
  expect(await remindersSince(id, asked)).toEqual([[47, ada.email]]);
});

test('a mail that the server gives up ends them and shows what it said; a corrected address begins anew', async () => {
  const lost = { name: 'Lost', email: 'nobody@example.com' };
  mailServer.onRecipient((to) =>
    to === lost.email ? { code: 550, message: 'No such mailbox here' } : 'accept',
  );
  const { id, asked } = await started([lost], { reminders: 'first=1;every=1;max=3' });
  const [recipient] = (await readReminders(id)).recipients;
  expect(recipient).toMatchObject({
    nextDate: null,
    mailProblem: expect.stringContaining('No such mailbox here'),
  });
  await pass(3 * 24);
  expect(await remindersSince(id, asked)).toEqual([]);
  await signInAgain();
  const found = person('Found');
  good(await client.send('PUT', `/${id}/recipients/${recipient?.recipientId}`, found));
  await instance.runJobs();
  expect((await readReminders(id)).recipients).toMatchObject([
    { nextDate: asked + 4 * DAY, mailProblem: null },
  ]);
});

test('what workspace and organization say counts where the workflow says nothing, from the start on', async () => {
  await signInAgain();
  const at = (scope: string) => ({
    set: async (reminders: string | null) =>
      good(await sender.call({ method: 'PUT', url: `/api/v1/${scope}/reminders`, payload: { reminders } })),
    read: async () => good(await sender.call({ method: 'GET', url: `/api/v1/${scope}/reminders` })),
  });
  const [organization, workspace] = [at('organization'), at(`workspaces/${workspaceId}`)];
  expect(await organization.read()).toEqual({ reminders: null, effective: 'off', source: null });
  const [monthly, often] = ['first=30;every=30;max=1', 'first=5;every=5;max=1'];
  await organization.set(monthly);
  expect(await workspace.read()).toEqual({ reminders: null, effective: monthly, source: 'organization' });
  const said = async (options = {}) =>
    (await readReminders((await started([person('Ada')], options)).id)).reminders;
  expect(await said()).toBe(monthly);
  const bad = await sender.call({
    ...{ method: 'PUT', url: `/api/v1/workspaces/${workspaceId}/reminders` },
    payload: { reminders: 'first=7' },
  });
  expect(bad.json()).toMatchObject({
    error: { violations: { reminders: expect.stringContaining('“every” is missing') } },
  });
  expect(await workspace.set(often)).toEqual({ reminders: often, effective: often, source: 'workspace' });
  expect(await said()).toBe(often);
  expect(await said({ reminders: 'off' })).toBe('off');
  const { id } = await client.filled([{ ...person('Bob'), roles: [{ type: 'sign' }] }]);
  expect(await readReminders(id)).toEqual({ reminders: often, recipients: [] });
  good(await client.send('PUT', `/${id}/start`));
  expect(await readReminders(id)).toMatchObject({
    ...{ reminders: often, recipients: [{ nextDate: instance.nowSeconds() + 5 * DAY }] },
  });
  const template = await templates.filled([{ name: 'Buyer', type: 'sign' }]);
  const own = at(`workspaces/${workspaceId}/templates/${template.id}`);
  expect(await own.read()).toEqual({ reminders: null, effective: often, source: 'workspace' });
  expect(await own.set(monthly)).toEqual({ reminders: monthly, effective: monthly, source: 'template' });
  const wrong = await templates.send('PUT', `/${template.id}/reminders`, { reminders: 'first=99' });
  expect(wrong.json()).toMatchObject({
    error: { violations: { reminders: expect.stringContaining('first') } },
  });
  const cloned = async (options = {}) => {
    const recipients = [person('Ada')];
    const made = await templates.cloned(template.id, { recipients, hasToBeStarted: true, ...options });
    return (await readReminders(made.id)).reminders;
  };
  expect(await cloned()).toBe(monthly);
  expect(await cloned({ preferences: [{ name: NAME, value: 'off' }] })).toBe('off');
  await own.set(null);
  expect(await cloned()).toBe(often);
  await workspace.set('off');
  expect(await said()).toBe('off');
  await workspace.set(null);
  await organization.set(null);
  expect(await said()).toBe('off');
});

test('a bad part is refused with its remedy; a listener is told which reminder went out by itself', async () => {
  await signInAgain();
  const steps = [{ type: 'sign' as const, recipients: [person('Ada')] }];
  const refused = await post({ steps, preferences: { [NAME]: 'first=3;every=3;max=5;soon=1' } });
  expect(refused.json()).toMatchObject({
    error: { violations: { 'preferences[0][value]': expect.stringContaining('“soon=1” is no part of it') } },
  });
  const receiver = await openWebhookReceiver();
  const { id } = await started([person('Ada')], { reminders: 'first=1;every=1;max=1' });
  const callback = 'WorkflowNotificationCallbackUrlPreference';
  good(
    await client.send('POST', `/${id}/preferences`, {
      preferences: [{ name: callback, value: receiver.url }],
    }),
  );
  good(await client.send('POST', `/${id}/remind`, {}));
  await pass(32);
  await receiver.close();
  const told = receiver.received.map(({ json }) => (json as { event: object }).event);
  expect(told).toMatchObject([
    { name: 'action.reminded', automatic: false },
    { name: 'action.reminded', automatic: true },
  ]);
});
