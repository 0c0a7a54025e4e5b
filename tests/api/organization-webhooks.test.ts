import { createHmac } from 'node:crypto';
import { RETRIES } from '@paraph/domain';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/instance-case.ts';
import { notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const receiver = await forThisFile(openWebhookReceiver());
const instance = await forThisFile(openNotifyingInstance());
await restoreRowsBeforeEachTest(instance);
let headers: Record<string, string>;
beforeEach(async () => {
  receiver.reset();
  headers = await instance.asSender();
});

const WEBHOOKS = '/api/v1/organization/webhooks';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, url: string, payload?: object, as = headers) {
  const answer = await instance.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** Self-signed receivers must be asked for: an organization's webhook verifies certificates. */
const add = async (more: object = {}) =>
  (await call('POST', WEBHOOKS, { url: receiver.url, sslVerification: false, ...more })).body;
const names = () => receiver.received.map((each) => each.headers['paraph-event']);
const answer = (status: number) =>
  receiver.answerWith((_received, response) => response.writeHead(status).end());
const log = async (id: number) => (await call('GET', `${WEBHOOKS}/${id}/deliveries`)).body;

describe('a webhook of an organization', () => {
  it('receives the events of every workflow, signed with a secret that is shown once', async () => {
    const { secret, ...shown } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      id: expect.any(Number),
      url: receiver.url,
      events: [],
      enabled: true,
      sslVerification: false,
      createDate: expect.any(Number),
      previousSecretEndDate: null,
    });
    expect((await call('GET', WEBHOOKS)).body).toEqual([shown]);
    expect((await call('GET', `${WEBHOOKS}/${shown.id}`)).body).toEqual(shown);
    const stored = await instance.deps.database.selectFrom('webhook_endpoints').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));

    const workflowId = await instance.start();
    await instance.answer(workflowId, 'bob@example.com');
    await instance.run();
    expect(names()).toEqual(['workflow.started', 'action.started', 'action.signed', 'workflow.approved']);
    const [first] = receiver.received;
    expect(first?.json).toMatchObject({ name: 'Lease', status: 'started' });
    const sent = first?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(first?.body ?? '', sent)).toEqual(first?.json);
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(sent['paraph-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${first?.body}`).digest('hex'));
    expect(sent['yumisign-signature']).toBe(sent['paraph-signature']);
  });

  it('receives events in addition to the callback of the workflow, each signed with its own secret, even at the same URL', async () => {
    const { id, secret } = await add({ events: ['workflow.started'] });
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    expect(names().sort()).toEqual(['action.started', 'workflow.started', 'workflow.started']);
    const isTheirs = ({ body, headers: given }: (typeof receiver.received)[number]) => {
      try {
        new Webhook(secret).verify(body, given as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect(receiver.received.filter(isTheirs)).toHaveLength(1);
    const workspace = instance.workspaceId;
    const own = await call('GET', `/api/v1/workspaces/${workspace}/workflows/${workflowId}/deliveries`);
    expect(own.body.map(({ event }: { event: string }) => event)).toEqual([
      'workflow.started',
      'action.started',
    ]);
    expect((await log(id)).items).toMatchObject([
      { event: 'workflow.started', workflowId, state: 'delivered' },
    ]);
  });

  it('receives only events it subscribes to, and none that occurred before', async () => {
    const early = await instance.start();
    const { id } = await add({ events: ['workflow.declined', 'workflow.started'] });
    await instance.answer(early, 'bob@example.com', 'No.');
    await instance.run();
    expect(names()).toEqual(['workflow.declined']);
    const later = await instance.start();
    instance.advanceClock(1);
    expect((await call('PUT', `${WEBHOOKS}/${id}`, { events: [] })).body.events).toEqual([]);
    await instance.run();
    instance.advanceClock(1);
    await instance.answer(later, 'bob@example.com');
    await instance.run();
    expect(names().slice(1)).toContain('action.signed');
    const started = receiver.received.filter((each) => each.headers['paraph-event'] === 'workflow.started');
    expect(started).toHaveLength(1);
  });

  it('receives nothing that is older than itself, even of a workflow that notifies already', async () => {
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    instance.advanceClock(1);
    const { id } = await add();
    await instance.answer(workflowId, 'bob@example.com', 'No.');
    await instance.run();
    const events = (await log(id)).items.map(({ event }: { event: string }) => event);
    expect(events.sort()).toEqual(['action.declined', 'workflow.declined']);
  });

  it('receives no event of the time while it was disabled', async () => {
    const { id } = await add();
    await call('PUT', `${WEBHOOKS}/${id}`, { enabled: false });
    const workflowId = await instance.start();
    await instance.run();
    expect(receiver.received).toEqual([]);
    // The callback of this workflow makes its events notifications.
    await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    expect(names()).toEqual(['workflow.started', 'action.started']);
    expect((await log(id)).items).toEqual([]);
    instance.advanceClock(1);
    await call('PUT', `${WEBHOOKS}/${id}`, { enabled: true });
    await instance.answer(workflowId, 'bob@example.com', 'No.');
    await instance.run();
    expect(names().slice(2)).toEqual(['action.declined', 'workflow.declined']);
  });

  it('verifies certificates unless it says otherwise', async () => {
    const { id } = (await call('POST', WEBHOOKS, { url: receiver.url })).body;
    await instance.start();
    await instance.run();
    expect(receiver.received).toEqual([]);
    const { items } = await log(id);
    expect(items.at(-1).attempts[0].error).toContain('self-signed');
  });
});

it('changing the secret signs by both until the old one ends', async () => {
  const { id, secret: old } = await add();
  const rotated = await call('POST', `${WEBHOOKS}/${id}/secret`, { overlapSeconds: 60 });
  expect(rotated.status).toBe(200);
  const { secret } = rotated.body;
  expect(secret).not.toBe(old);
  expect(rotated.body.previousSecretEndDate).toBe(
    Math.floor(instance.deps.clock.now().getTime() / 1000) + 60,
  );
  await instance.start();
  await instance.run();
  const [first] = receiver.received;
  const sent = first?.headers as Record<string, string>;
  for (const each of [old, secret]) new Webhook(each).verify(first?.body ?? '', sent);
  const hmac = (key: string) => {
    const signed = `${sent['webhook-timestamp']}.${first?.body}`;
    return `v1=${createHmac('sha256', key).update(signed).digest('hex')}`;
  };
  expect(sent['paraph-signature']).toBe(`t=${sent['webhook-timestamp']},${hmac(secret)},${hmac(old)}`);

  instance.advanceClock(60);
  await instance.start();
  await instance.run();
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/);
  const long = await call('POST', `${WEBHOOKS}/${id}/secret`, { overlapSeconds: 1e9 });
  expect(long.body.error.violations).toHaveProperty('overlapSeconds');
});

describe('a webhook that fails', () => {
  it('keeps its order, delays no other delivery, and is tried by the schedule', async () => {
    answer(500);
    const { id } = await add();
    const other = await openWebhookReceiver();
    await call('POST', WEBHOOKS, { url: other.url, sslVerification: false });
    await instance.start();
    await instance.run();
    expect(names()).toEqual(['workflow.started']);
    expect(other.received).toHaveLength(2);
    await other.close();
    const waiting = (await log(id)).items;
    expect(waiting.map(({ event, state }: { event: string; state: string }) => [event, state])).toEqual([
      ['action.started', 'pending'],
      ['workflow.started', 'pending'],
    ]);
    answer(204);
    instance.advanceClock(Math.ceil((RETRIES.notification[0] ?? 0) * 1.1));
    await instance.run();
    expect(names()).toEqual(['workflow.started', 'workflow.started', 'action.started']);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  });

  it('is switched off by 410; what it missed can be delivered again', async () => {
    answer(410);
    const { id } = await add({ events: ['workflow.started'] });
    await instance.start();
    await instance.run();
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.enabled).toBe(false);
    const [dead] = (await log(id)).items;
    expect(dead).toMatchObject({ state: 'dead', attempts: [{ status: 410 }] });
    answer(204);
    await call('PUT', `${WEBHOOKS}/${id}`, { enabled: true });
    const replay = `${WEBHOOKS}/${id}/deliveries/${dead.id}/replay`;
    const replayed = await call('POST', replay);
    expect(replayed.body).toMatchObject({ id: dead.id, state: 'pending', messageId: dead.messageId });
    const early = await call('POST', replay);
    expect([early.status, early.body.error.code]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    await instance.run();
    expect((await log(id)).items).toMatchObject([{ state: 'delivered', messageId: dead.messageId }]);
  });

  it('is given up when it is deleted, and sent to its new address when that changes', async () => {
    answer(500);
    const { id } = await add({ events: ['workflow.started'] });
    await instance.start();
    await instance.run();
    const moved = await openWebhookReceiver();
    await call('PUT', `${WEBHOOKS}/${id}`, { url: moved.url });
    instance.advanceClock(6);
    await instance.run();
    expect(moved.received).toHaveLength(1);
    await moved.close();
    await instance.start();
    await instance.run();
    expect((await call('DELETE', `${WEBHOOKS}/${id}`)).status).toBe(204);
    expect((await call('GET', `${WEBHOOKS}/${id}`)).status).toBe(404);
    instance.advanceClock(6);
    await instance.run();
    const { pool } = instance.deps;
    const { rows } = await pool.query('select state from deliveries order by id');
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'dead']);
    expect((await pool.query(`select from mails where kind = 'delivery_dead'`)).rows).toEqual([]);
  });
});

it('who may manage webhooks gets all violations at once', async () => {
  const { status, body } = await call('POST', WEBHOOKS, {
    url: 'http://10.0.0.1/',
    events: ['workflow.eaten'],
  });
  expect(status).toBe(400);
  expect(Object.keys(body.error.violations).sort()).toEqual(['events[0]', 'url']);
  const { id } = await add();
  const change = await call('PUT', `${WEBHOOKS}/${id}`, { url: 'ftp://example.com' });
  expect(change.body.error.violations).toHaveProperty('url');
});
