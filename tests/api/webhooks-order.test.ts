import { beforeEach, expect, it } from 'vitest';
import { eventJobs } from '../../server/src/audit/follow-events.ts';
import type { JobName } from '../../server/src/jobs/enqueue.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { handleWebhookEvents } from '../../server/src/webhooks/handle-webhook-event.ts';
import { startLease } from '../../server/src/webhooks/sending-store.ts';
import { openGate, startTestWorker } from '../support/api-case.ts';
import { forThisFile, untilWaiting } from '../support/instance-case.ts';
import { notificationJobs, notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { until } from '../support/processes.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { queuedJobs } from '../support/run-due-jobs.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const STARTED = ['workflow.started', 'action.started'];

const receiver = await forThisFile(openWebhookReceiver());
const instance = await forThisFile(openNotifyingInstance());
await restoreRowsBeforeEachTest(instance);
beforeEach(() => receiver.reset());
const names = () => receiver.received.map(({ headers }) => headers['paraph-event']);

it('keeps the order of every workflow while several workers deliver at once', async () => {
  const start = () => instance.start({ preferences: notifying(receiver.url) });
  const workflows = await Promise.all(Array.from({ length: 6 }, start));
  for (const workflowId of workflows) {
    await instance.answer(workflowId, 'bob@example.com');
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
  }
  const { pool } = instance.deps;
  const worker = await startTestWorker(instance.deps, notificationJobs);
  await receiver.waitFor(workflows.length * 5);
  await worker.stop();
  for (const workflowId of workflows) {
    const { rows } = await pool.query('select envelope_id as id from workflows where id = $1', [workflowId]);
    const told = receiver.received.filter(({ body }) => body.includes(rows[0].id));
    const order = [...STARTED, 'action.signed', 'workflow.approved', 'workflow.signed'];
    expect(told.map(({ headers }) => headers['paraph-event'])).toEqual(order);
  }
  expect((await pool.query(`select from deliveries where state <> 'delivered'`)).rows).toEqual([]);
});

it('wakes a notification that was added while the outcome of the one before it was being saved', async () => {
  const { deps } = instance;
  const { pool } = deps;
  const { events } = await startTold();
  const jobs = notificationJobs(deps);
  await jobs['follow-events'](events[0]?.id ?? 0);
  // The outcome of the first is written and read, and its commit waits until the test lets it go.
  await pool.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(42); return null; end $$;
     create constraint trigger wait_for_test after update on deliveries deferrable initially deferred
       for each row execute function wait_for_test()`,
  );
  const gate = await pool.connect();
  await gate.query('select pg_advisory_lock(42)');
  const delivering = jobs['webhook-deliver'](await idOfOldest());
  await until('the commit to wait', async () => {
    const waiting = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`);
    return waiting.rows.length === 1;
  });
  await jobs['follow-events'](events[1]?.id ?? 0);
  await pool.query('delete from graphile_worker._private_jobs');
  const { rows } = await pool.query<{ id: number }>('select max(id) as id from deliveries');
  await jobs['webhook-deliver'](rows[0]?.id ?? 0);
  await gate.query('select pg_advisory_unlock(42)');
  gate.release();
  await delivering;
  await instance.run();
  expect(names()).toEqual(STARTED);
});

/** A workflow that has started, and the events of which the receiver is to be told. */
async function startTold() {
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  const { rows: events } = await instance.deps.pool.query<{ id: number }>(
    `select id from events where workflow_id = $1 and snapshot is not null order by sequence`,
    [workflowId],
  );
  return { workflowId, events };
}

/** One whose events have been followed. */
async function startFollowed() {
  const { workflowId, events } = await startTold();
  const jobs = notificationJobs(instance.deps);
  for (const { id } of events) await jobs['follow-events'](id);
  return { workflowId, jobs };
}

/** A lease of the same deliveries by another job, which ends as told while the own one waits for that. */
async function startAmid(end: 'commit' | 'rollback') {
  const { pool, database } = instance.deps;
  const { workflowId } = await startFollowed();
  const deliveryId = await idOfOldest();
  const other = await pool.connect();
  await other.query('begin');
  await other.query(
    `insert into delivery_leases (workflow_id, leased_by, leased_until)
       values ($1, 'another', clock_timestamp() + interval '20 seconds')`,
    [workflowId],
  );
  const starting = startLease(database, { deliveryId, holder: 'this one', seconds: 30 });
  await untilWaiting(instance);
  await pool.query(`update deliveries set state = 'delivered' where id = $1`, [deliveryId]);
  await other.query(end);
  other.release();
  return starting;
}

it('does not send again what was delivered while a lease was being taken', async () => {
  expect(await startAmid('rollback')).toMatchObject({ pending: [{ event_name: 'action.started' }] });
});

it('leaves to another job what that one leased at the same moment', async () => {
  expect(await startAmid('commit')).toEqual({ leasedForSeconds: 30 });
});

it('goes on with what a killed process was sending once its lease ends, and no earlier', async () => {
  const { deps } = instance;
  const { jobs } = await startFollowed();
  const deliveryId = await idOfOldest();
  await startLease(deps.database, { deliveryId, holder: 'a killed process', seconds: 30 });
  await jobs['webhook-deliver'](deliveryId);
  await instance.run();
  expect(receiver.received).toEqual([]);
  // The lease goes by the clock of the database, the job by that of the test.
  await deps.pool.query('update delivery_leases set leased_until = clock_timestamp()');
  instance.advanceClock(31);
  expect(await instance.run()).toContain('webhook-deliver');
  expect(names()).toEqual(STARTED);
  expect((await deps.pool.query('select from delivery_leases')).rows).toEqual([]);
});

it('forgets the lease of a killed process whose workflow is gone, and no lease that holds', async () => {
  const { pool } = instance.deps;
  await pool.query(
    `insert into delivery_leases (workflow_id, leased_by, leased_until)
       values (1, 'a killed process', now() - interval '1 second'), (2, 'another', now() + interval '1 hour')`,
  );
  await sweepRecords(instance.deps);
  const { rows } = await pool.query('select leased_by as "leasedBy" from delivery_leases');
  expect(rows).toEqual([{ leasedBy: 'another' }]);
});

it('leases the deliveries of a workflow that is locked, as by who erases it', async () => {
  const { pool, database } = instance.deps;
  const { workflowId } = await startFollowed();
  const deliveryId = await idOfOldest();
  const eraser = await pool.connect();
  await eraser.query('begin');
  await eraser.query('select from workflows where id = $1 for update', [workflowId]);
  const lease = await startLease(database, { deliveryId, holder: 'this one', seconds: 30 });
  await eraser.query('rollback');
  eraser.release();
  expect(lease).toMatchObject({ pending: [{ id: deliveryId }, { event_name: 'action.started' }] });
});

it('counts the first outcome where a lease ran out during its attempt, and logs both', async () => {
  const { pool } = instance.deps;
  const { jobs } = await startFollowed();
  const deliveryId = await idOfOldest();
  const answers: (() => void)[] = [];
  receiver.answerWith((_received, response, count) => {
    answers.push(() => response.writeHead(count === 1 ? 204 : 500).end());
    if (count > 2) answers.at(-1)?.();
  });
  const first = jobs['webhook-deliver'](deliveryId);
  await receiver.waitFor(1);
  await pool.query('update delivery_leases set leased_until = clock_timestamp()');
  const second = jobs['webhook-deliver'](deliveryId);
  await receiver.waitFor(2);
  answers[0]?.();
  await first;
  answers[1]?.();
  await second;
  const { rows } = await pool.query(
    `select state, attempts, array(select status from delivery_attempts where delivery_id = deliveries.id
       order by id) as statuses from deliveries where id = $1`,
    [deliveryId],
  );
  expect(rows).toEqual([{ state: 'delivered', attempts: 1, statuses: [204, 500] }]);
  const ids = receiver.received.slice(0, 2).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});

it('sends a notification whose own job found the one before it on its way', async () => {
  const { pool } = instance.deps;
  const { jobs } = await startFollowed();
  const [first = 0, second = 0] = (
    await pool.query<{ id: number }>('select id from deliveries order by id')
  ).rows.map(({ id }) => id);
  const { open, opened } = openGate();
  receiver.answerWith((_received, response) => {
    void opened.then(() => response.writeHead(204).end());
  });
  const delivering = jobs['webhook-deliver'](first);
  await receiver.waitFor(1);
  await jobs['webhook-deliver'](second);
  // Its own job is over without having sent it.
  await pool.query('delete from graphile_worker._private_jobs');
  open();
  await delivering;
  expect(names()).toEqual(STARTED);
});

it('leaves a notification whose host is busy to its own job, which comes later', async () => {
  const { deps } = instance;
  const jobs = notificationJobs(deps);
  const { open, opened } = openGate();
  receiver.answerWith((_received, response) => {
    void opened.then(() => response.writeHead(204).end());
  });
  for (let count = 0; count < HOST_AT_ONCE + 1; count += 1)
    await instance.start({ preferences: notifying(receiver.url) });
  const { rows: events } = await deps.pool.query<{ id: number }>(
    'select max(id) as id from events where snapshot is not null group by workflow_id',
  );
  for (const { id } of events) await jobs['follow-events'](id);
  const { rows: oldest } = await deps.pool.query<{ id: number }>(
    'select min(id) as id from deliveries group by workflow_id',
  );
  const sending = oldest.slice(1).map(({ id }) => jobs['webhook-deliver'](id));
  await receiver.waitFor(HOST_AT_ONCE);
  const postponed = oldest[0]?.id ?? 0;
  await jobs['webhook-deliver'](postponed);
  const { rows } = await deps.pool.query<{ dueAt: Date }>(
    'select run_at as "dueAt" from graphile_worker._private_jobs where key = $1',
    [`webhook-deliver:${postponed}`],
  );
  expect(rows[0]?.dueAt.getTime()).toBeGreaterThan(deps.clock.now().getTime());
  expect(receiver.received).toHaveLength(HOST_AT_ONCE);
  open();
  await Promise.all(sending);
});

/** As many as one host gets at once (`host-throttle.ts`). */
const HOST_AT_ONCE = 8;

async function idOfOldest(): Promise<number> {
  const { rows } = await instance.deps.pool.query<{ id: number }>('select min(id) as id from deliveries');
  return rows[0]?.id ?? 0;
}

it('leaves a listener that fails to a job of its own, and the others hear once', async () => {
  const { deps } = instance;
  const heard: [string, string[]][] = [];
  let isBroken = true;
  const idle = async () => {};
  const others = { sealing: idle, contacts: idle, destinations: idle };
  const jobs = eventJobs(deps, {
    ...others,
    webhooks: async (events) => {
      if (isBroken) throw new Error('the webhooks are broken');
      heard.push(['webhooks', events.map(({ name }) => name)]);
    },
    mail: async (events) => {
      heard.push(['mail', events.map(({ name }) => name)]);
    },
  });
  const queued = (name: JobName) => queuedJobs(deps, name);
  await instance.start({ preferences: notifying(receiver.url) });
  const [change = { id: 0, upTo: 0, workflowId: 0 }] = await queued('follow-events');
  await jobs['follow-events'](change.id, change.upTo, change.workflowId);
  expect(heard).toEqual([['mail', ['workflow.started', 'action.started']]]);
  expect(await queued('webhook-follow-event')).toEqual([change]);
  expect(await queued('mail-follow-event')).toEqual([]);
  await expect(jobs['webhook-follow-event'](change.id, change.upTo, change.workflowId)).rejects.toThrow(
    'are broken',
  );
  isBroken = false;
  await jobs['webhook-follow-event'](change.id, change.upTo, change.workflowId);
  expect(heard.slice(1)).toEqual([['webhooks', ['workflow.started', 'action.started']]]);

  // What another has written with it is not lost.
  const withoutMail = eventJobs(deps, {
    ...others,
    webhooks: (events) => handleWebhookEvents(deps, events),
    mail: async () => {
      throw new Error('the mails are broken');
    },
  });
  await withoutMail['follow-events'](change.id, change.upTo, change.workflowId);
  const deliveries = await deps.database.selectFrom('deliveries').select('event_name').execute();
  expect(deliveries.map((row) => row.event_name)).toEqual(['workflow.started', 'action.started']);
  expect(await queued('mail-follow-event')).toEqual([change]);
});
