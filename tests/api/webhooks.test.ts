import { createHmac } from 'node:crypto';
import { Envelope, NotifiedEnvelope } from '@paraph/contract';
import { PREFERENCES, RETRIES } from '@paraph/domain';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../server/src/database/database.ts';
import { toSeconds } from '../../server/src/platform/clock.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { addDeliveries } from '../../server/src/webhooks/webhook-store.ts';
import { fits } from '../support/check-responses.ts';
import { forThisFile, forThisTest, untilWaiting } from '../support/instance-case.ts';
import { notificationJobs, notifying, openNotifyingInstance, SECRET } from '../support/notifying-instance.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

interface Notified {
  steps: { actions: { id: number; endDate: number | null }[] }[];
  endDate: number | null;
  event: { name: string; actionId?: number; time: number };
}

const receiver = await forThisFile(openWebhookReceiver());
const instance = await forThisFile(openNotifyingInstance());
await restoreRowsBeforeEachTest(instance);
beforeEach(() => receiver.reset());

const names = () => receiver.received.map(({ headers }) => headers['paraph-event']);
const deliveries = () => instance.deps.database.selectFrom('deliveries').selectAll().orderBy('id').execute();
const attempts = () =>
  instance.deps.database.selectFrom('delivery_attempts').selectAll().orderBy('id').execute();
/** Until it is given up. */
const ATTEMPTS = RETRIES.notification.length + 1;

describe('a notification', () => {
  it('carries the envelope as it was, and headers that three kinds of receiver can check', async () => {
    await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    const [first] = receiver.received;
    expect(first?.json).toMatchObject({ name: 'Lease', status: 'started', metadata: [] });
    const { headers = {}, body = '' } = first ?? {};
    const signature = String(headers['yumisign-signature']);
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex'));
    expect(headers['paraph-signature']).toBe(signature);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'paraph-event': 'workflow.started',
      'webhook-timestamp': t,
      'user-agent': `Paraph/${instance.deps.config.version}`,
    });
    expect(body).toMatch(/^[\x20-\x7e]+$/);
    expect(body).not.toContain('\\/');
    expect(body).not.toContain('/sign/');
    const verifier = new Webhook(SECRET, { format: 'raw' });
    const shown = headers as Record<string, string>;
    expect(verifier.verify(body, shown)).toEqual(first?.json);
    expect(() => verifier.verify(body.replace('Lease', 'Leash'), shown)).toThrow();
    expect(() => verifier.verify(body, { ...shown, 'webhook-id': 'msg_other' })).toThrow();
    expect(() => verifier.verify(body, { ...shown, 'webhook-timestamp': `${Number(t) + 1}` })).toThrow();
  });

  it('says what happened and when, beside the envelope as its own family shows it', async () => {
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.answer(workflowId, 'bob@example.com');
    const started = toSeconds(instance.deps.clock.now());
    instance.advanceClock(60);
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
    await instance.run();
    const bodies = receiver.received.map(({ json }) => json as Notified);
    for (const { body, json } of receiver.received) {
      expect(fits(NotifiedEnvelope, json)).toBeNull();
      expect(body.length).toBeLessThan(20_000);
    }
    expect(bodies.map(({ event }) => event.name)).toEqual(names());
    const acts = ['action.signed', 'workflow.approved', 'workflow.signed'];
    expect(names()).toEqual(['workflow.started', 'action.started', ...acts]);
    const [begun, asked, signed] = bodies;
    const acted = signed?.steps[0]?.actions[0];
    expect(begun?.event).toEqual({ name: 'workflow.started', time: started });
    expect([asked?.event.actionId, signed?.event.actionId]).toEqual([acted?.id, acted?.id]);
    expect([begun?.endDate, begun?.steps[0]?.actions[0]?.endDate]).toEqual([null, null]);
    expect([signed?.endDate, acted?.endDate]).toEqual([null, started]);
    const last = bodies.at(-1);
    expect([last?.endDate, last?.event.time]).toEqual([started + 60, started + 60]);
    const { endDate: _, event: __, ...envelope } = last ?? signed ?? ({} as Notified);
    const steps = envelope.steps.map(({ actions, ...step }) => ({
      ...step,
      actions: actions.map(({ endDate: ___, ...action }) => action),
    }));
    expect(fits(Envelope, { ...envelope, steps })).toBeNull();
  });

  it('keeps that order even when the jobs that follow events run in another', async () => {
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.answer(workflowId, 'bob@example.com');
    const { database, pool } = instance.deps;
    await pool.query('delete from graphile_worker._private_jobs');
    const events = await database.selectFrom('events').select('id').orderBy('id', 'desc').execute();
    for (const { id } of events) {
      await pool.query(
        `select graphile_worker.add_job('webhook-follow-event', json_build_object('id', $1::bigint))`,
        [id],
      );
      // Whatever the event at hand brought about is delivered before the next one is followed.
      await instance.run();
    }
    expect(names()).toEqual(['workflow.started', 'action.started', 'action.signed', 'workflow.approved']);
  });

  it('goes to a self-signed receiver only while the preference allows it', async () => {
    const strict = { [PREFERENCES.callbackTlsVerification]: '0' };
    await instance.start({ preferences: notifying(receiver.url, strict) });
    await instance.run();
    expect(receiver.received).toEqual([]);
    const error = expect.stringContaining('self-signed');
    expect((await attempts())[0]).toMatchObject({ status: null, error });
  });
});

describe('a receiver that fails', () => {
  it('is tried again under the same id on the schedule, and then no more', async () => {
    // Its first answer gets lost, on a connection that was not used before: on such a one a request is repeated at once.
    const receiver = await forThisTest(openWebhookReceiver());
    receiver.answerWith((_received, response, count) => {
      if (count === 1) response.destroy();
      else response.writeHead(count < ATTEMPTS ? 500 : 410).end('no\0no');
    });
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    let before = instance.deps.clock.now().getTime();
    for (const [index, pause] of RETRIES.notification.entries()) {
      const [delivery] = await deliveries();
      const waits = ((delivery?.next_attempt_at?.getTime() ?? 0) - before) / 1000;
      expect(delivery).toMatchObject({ state: 'pending', attempts: index + 1 });
      expect(waits).toBeGreaterThanOrEqual(pause * 0.9);
      expect(waits).toBeLessThanOrEqual(pause * 1.1);
      instance.advanceClock(waits - 1);
      await instance.run();
      expect(receiver.received.length).toBe(index + 1);
      instance.advanceClock(1);
      before = instance.deps.clock.now().getTime();
      await instance.run();
    }
    const tried = receiver.received.slice(0, ATTEMPTS);
    expect(new Set(tried.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(new Set(tried.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(ATTEMPTS);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'dead', attempts: ATTEMPTS, next_attempt_at: null });
    // The log shows each, with what the receiver said, even what no text may hold.
    const [lost, ...log] = (await attempts()).filter((attempt) => attempt.delivery_id === delivery?.id);
    expect(lost).toMatchObject({ status: null, error: expect.any(String) });
    expect(log.map(({ status, response }) => [status, response])).toEqual([
      ...Array(ATTEMPTS - 2).fill([500, 'no\ufffdno']),
      [410, 'no\ufffdno'],
    ]);
    const dead = (await instance.events(workflowId)).filter(({ name }) => name === 'delivery.dead');
    expect(dead[0]?.detail).toMatchObject({ url: receiver.url, cause: 'The receiver answered 410.' });
  });

  it('holds back the later events of its workflow, and of no other', async () => {
    const other = await openWebhookReceiver();
    receiver.answerWith((_received, response, count) => response.writeHead(count === 1 ? 503 : 204).end());
    await instance.start({ preferences: notifying(receiver.url) });
    await instance.start({ preferences: notifying(other.url) });
    await instance.run();
    expect(names()).toEqual(['workflow.started']);
    expect(other.received.length).toBe(2);
    instance.advanceClock(6);
    await instance.run();
    expect(names()).toEqual(['workflow.started', 'workflow.started', 'action.started']);
    await other.close();
  });

  it('cannot be a private address, whatever was saved', async () => {
    await instance.start({ preferences: notifying('https://169.254.169.254/latest') });
    await instance.run();
    expect((await deliveries())[0]).toMatchObject({ state: 'dead' });
    const error = expect.stringContaining('public address');
    expect((await attempts())[0]).toMatchObject({ status: null, error });
  });
});

describe('jobs that run twice', () => {
  it('make one delivery of an event and send nothing twice', async () => {
    await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    const { pool } = instance.deps;
    await pool.query(
      `select graphile_worker.add_job('webhook-follow-event', json_build_object('id', id)) from events`,
    );
    await pool.query(
      `select graphile_worker.add_job('webhook-deliver', json_build_object('id', id)) from deliveries`,
    );
    await instance.run();
    expect((await deliveries()).length).toBe(2);
    expect(receiver.received.length).toBe(2);
  });

  it('send what a killed process had only added, and find what has lost its job', async () => {
    await instance.start({ preferences: notifying(receiver.url) });
    const { database, pool } = instance.deps;
    const ids = (await database.selectFrom('events').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    const follow = () => notificationJobs(instance.deps)['follow-events'](ids[0] ?? 0, ids.at(-1));
    // Killed before it goes on with what it has added.
    expect(await follow()).toMatchObject([{ name: 'webhook-deliver' }]);
    expect(receiver.received).toEqual([]);
    for (const again of (await follow()) ?? []) await again.run();
    expect(names()).toEqual(['workflow.started', 'action.started']);
    expect(await follow()).toEqual([]);

    await database.updateTable('deliveries').set({ state: 'pending' }).execute();
    await database.updateTable('deliveries').set({ next_attempt_at: instance.deps.clock.now() }).execute();
    await pool.query('delete from graphile_worker._private_jobs');
    instance.advanceClock(901);
    await sweepRecords(instance.deps);
    expect(await instance.run()).toContain('webhook-deliver');
    expect(receiver.received.length).toBe(4);
  });

  it('create one delivery of an event when they run at the same time', async () => {
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    const { database, clock } = instance.deps;
    const event = await database.selectFrom('events').select('id').orderBy('id').executeTakeFirstOrThrow();
    const recorded = { workflowId, ids: [event.id], upTo: event.id };
    const add = (tx: Tx, key: string) => addDeliveries(tx, recorded, { key, now: clock.now() });
    const { second } = await database.transaction().execute(async (tx) => {
      expect(await add(tx, 'first')).toMatchObject([{ added: expect.any(Number) }]);
      const adding = database.transaction().execute((other) => add(other, 'second'));
      await untilWaiting(instance);
      return { second: adding };
    });
    expect(await second).toEqual([{ endpointId: null, added: null }]);
    expect((await deliveries()).map((each) => each.event_id)).toEqual([event.id]);
  });
});

async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string>) {
  const response = await instance.app.inject({ method, url, headers });
  return { status: response.statusCode, body: response.json() };
}

it('what 410 ends is told to the sender, listed with every attempt, and delivered again by hand', async () => {
  receiver.answerWith((_received, response, count) => response.writeHead(count === 1 ? 410 : 204).end());
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  // Without a callback nothing is sent.
  const otherId = await instance.start();
  await instance.run();
  expect((await deliveries()).map((each) => [each.workflow_id, each.state])).toEqual([
    [workflowId, 'dead'],
    [workflowId, 'delivered'],
  ]);
  const dead = (await instance.events(workflowId)).find(({ name }) => name === 'delivery.dead');
  expect(dead?.detail).toMatchObject({ event: 'workflow.started', cause: expect.stringContaining('410') });
  const mails = instance.deps.database.selectFrom('mails').select('to_email');
  const told = await mails.where('kind', '=', 'delivery_dead').executeTakeFirst();
  expect(told?.to_email).toBe('ada@example.com');

  const owner = await instance.asSender();
  const urlOf = (id: number) => `/api/v1/workspaces/${instance.workspaceId}/workflows/${id}/deliveries`;
  const url = urlOf(workflowId);
  const { body } = await ask('GET', url, owner);
  expect(body).toMatchObject([
    { event: 'workflow.started', url: receiver.url, state: 'dead', attempts: [{ status: 410, error: null }] },
    { event: 'action.started', state: 'delivered', nextAttemptDate: null, attempts: [{ status: 204 }] },
  ]);
  const elsewhere = await ask('POST', `${urlOf(otherId)}/${body[0].id}/replay`, owner);
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([404, 'NOT_FOUND']);
  const replayed = await ask('POST', `${url}/${body[0].id}/replay`, owner);
  expect(replayed).toMatchObject({ status: 200, body: { id: body[0].id, state: 'pending' } });
  expect((await ask('POST', `${url}/${body[0].id}/replay`, owner)).body.error.code).toBe(
    'WORKFLOW_STATUS_CONFLICT',
  );
  await instance.run();
  const [again] = (await ask('GET', url, owner)).body;
  expect(again).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 204 }] });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[2]).toBe(ids[0]);
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body);
});
