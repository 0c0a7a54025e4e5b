import { beforeEach, expect, it } from 'vitest';
import { freezeOrganization } from '../../server/src/organization-moves/freeze-organization.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { forThisFile } from '../support/scratch.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

// Interface.md §9: the events that an integrator receives, and that the body is the envelope as it was at that moment.
const receiver = await forThisFile(openWebhookReceiver());
const mailbox = await forThisFile(openMailReceiver());
const instance = await forThisFile(openNotifyingInstance({ SMTP_URL: mailbox.url }));
await restoreRowsBeforeEachTest(instance);
beforeEach(() => {
  receiver.reset();
  mailbox.reset();
});

const BOB = { name: 'Bob', email: 'bob@example.com' };
const told = () => receiver.received.map(({ headers }) => headers['paraph-event']);
const last = () => receiver.received.at(-1);
const statusOf = (json: unknown) => (json as { status: string }).status;

it.each([
  ['canceled', 'canceled', (id: number) => instance.command(id, { verb: 'cancel' })],
  ['declined', 'declined', (id: number) => instance.answer(id, BOB.email, 'Not like this')],
  ['blocked', 'blocked', block],
  ['expired', 'expired', expire],
] as [string, string, (id: number) => Promise<void>][])(
  'a workflow that is %s is notified as %s',
  async (_what, status, act) => {
    const id = await instance.start({ preferences: notifying(receiver.url) });
    await act(id);
    await instance.run();
    expect(told().at(-1)).toBe(`workflow.${status}`);
    expect(statusOf(last()?.json)).toBe(status);
    // A refusal tells in which words.
    const refusal = { status: 'declined', actions: [{ status: 'declined', comment: 'Not like this' }] };
    if (status === 'declined') expect(last()?.json).toMatchObject({ oldStatus: 'started', steps: [refusal] });
  },
);

async function block(id: number): Promise<void> {
  await instance.answer(id, BOB.email);
  await instance.command(id, { verb: 'block', cause: 'The disk is full.' });
}

async function expire(id: number): Promise<void> {
  instance.advanceClock(8 * 86_400);
  await instance.command(id, { verb: 'expire' });
}

it('an approved review and a reassigned recipient are notified', async () => {
  const id = await instance.start({
    preferences: notifying(receiver.url),
    steps: [
      { type: 'review', recipients: [BOB] },
      { type: 'sign', recipients: [{ name: 'Ann', email: 'ann@example.com' }] },
    ],
  });
  await instance.answer(id, BOB.email);
  const headers = await instance.asSender();
  const at = `/api/v1/workspaces/${instance.workspaceId}/workflows/${id}`;
  const { recipients } = (await instance.app.inject({ url: at, headers })).json();
  const changed = await instance.app.inject({
    method: 'PUT',
    url: `${at}/recipients/${recipients[1].id}`,
    headers,
    payload: { name: 'Cleo', email: 'cleo@example.com' },
  });
  expect(changed.statusCode, changed.body).toBe(200);
  await instance.run();
  expect(told()).toEqual([
    'workflow.started',
    'action.started',
    'action.approved',
    'action.started',
    'recipient.reassigned',
  ]);
  expect(last()?.json).toMatchObject({ recipients: [{ email: BOB.email }, { email: 'cleo@example.com' }] });
});

it('the body is what the envelope family answers, compact, in ASCII, with plain slashes and [] for an empty map', async () => {
  await instance.start({ name: 'Müller/Söhne – 契約 🖋', preferences: notifying(receiver.url) });
  await instance.run();
  const list = await instance.app.inject({ url: '/api/v1/envelopes', headers: await instance.asSender() });
  const envelope = list.json().items[0];
  const { body = '', json } = last() ?? {};
  // What is added beside it changes none of its members.
  const notified = json as { event?: object; endDate?: null; steps: { actions: { endDate?: null }[] }[] };
  const { event, endDate, ...carried } = structuredClone(notified);
  for (const action of carried.steps.flatMap(({ actions }) => actions)) delete action.endDate;
  expect(carried).toEqual(envelope);
  expect([event, endDate]).toEqual([expect.objectContaining({ name: 'action.started' }), null]);
  expect(envelope).toMatchObject({ id: envelope.envelopeId, name: 'Müller/Söhne – 契約 🖋', metadata: [] });
  const ascii = JSON.stringify(json).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  expect(body).toBe(ascii);
  expect(body).toContain('M\\u00fcller/S\\u00f6hne');
});

it('what waits when an organization is frozen is sent afterwards, and once', async () => {
  const { deps } = instance;
  mailbox.onMessage(() => ({ code: 451, message: 'Later' }));
  receiver.answerWith((_received, response) => response.writeHead(500).end());
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  await instance.run();
  const { rows } = await deps.pool.query('select organization_id as id from workflows');
  await freezeOrganization({ ...deps, patienceMs: 0 }, Number(rows[0].id));
  const events = await instance.events(workflowId);
  mailbox.onMessage(() => 'accept');
  // The last word of the receiver, of which an event would tell.
  receiver.answerWith((_received, response) => response.writeHead(410).end());
  const called = receiver.received.length;
  for (const seconds of [3600, 60, 60]) {
    instance.advanceClock(seconds);
    await instance.run();
  }
  expect(mailbox.messages.map(({ to }) => to)).toEqual([['bob@example.com']]);
  const states = async (table: 'mails' | 'deliveries') =>
    (await deps.pool.query(`select state from ${table} order by id`)).rows.map(({ state }) => state);
  expect(await states('mails')).toEqual(['sent']);
  expect(await states('deliveries')).toEqual(['dead', 'dead']);
  expect(receiver.received.length - called).toBe(2);
  expect(await instance.events(workflowId)).toEqual(events);
});
