import { afterEach, beforeEach, expect, it } from 'vitest';
import { JOB_NAMES } from '../../server/src/jobs/enqueue.ts';
import { type JobHandlers, startWorker } from '../../server/src/jobs/worker.ts';
import { webhookJobs } from '../../server/src/webhooks/webhook-jobs.ts';
import { type NotifyingInstance, notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { until } from '../support/processes.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let instance: NotifyingInstance;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [instance, receiver] = await Promise.all([openNotifyingInstance(), openWebhookReceiver()]);
});
afterEach(async () => {
  await Promise.all([instance.close(), receiver.close()]);
});

it('keeps the order of every workflow while several workers deliver at once', async () => {
  const workflows = await Promise.all(
    Array.from({ length: 6 }, () => instance.start({ preferences: notifying(receiver.url) })),
  );
  for (const workflowId of workflows) {
    await instance.answer(workflowId, 'bob@example.com');
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
  }
  // The workers go by the database's clock, so the deliveries must be due by it.
  const clock = { now: () => new Date() };
  const deps = { ...instance.deps, clock };
  const idle = JOB_NAMES.map((name) => [name, async () => {}]);
  const nothingElse: JobHandlers = Object.fromEntries(idle);
  const worker = await startWorker(deps, {
    ...nothingElse,
    ...webhookJobs(deps),
  });
  await receiver.waitFor(workflows.length * 5);
  await worker.stop();
  for (const workflowId of workflows) {
    const { envelope_id: envelopeId } = await instance.deps.database
      .selectFrom('workflows')
      .select('envelope_id')
      .where('id', '=', workflowId)
      .executeTakeFirstOrThrow();
    const told = receiver.received.filter(({ body }) => body.includes(envelopeId));
    expect(told.map(({ headers }) => headers['paraph-event'])).toEqual([
      'workflow.started',
      'action.started',
      'action.signed',
      'workflow.approved',
      'workflow.signed',
    ]);
  }
  const left = await instance.deps.database
    .selectFrom('deliveries')
    .select('id')
    .where('state', '<>', 'delivered')
    .execute();
  expect(left).toEqual([]);
});

it('wakes a notification that was added while the outcome of the one before it was being saved', async () => {
  const { deps } = instance;
  const { pool } = deps;
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  const { rows: events } = await pool.query<{ id: number }>(
    `select id from events where workflow_id = $1 and snapshot is not null order by sequence`,
    [workflowId],
  );
  const jobs = webhookJobs(deps);
  await jobs['webhook-follow-event'](events[0]?.id ?? 0);
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
  await jobs['webhook-follow-event'](events[1]?.id ?? 0);
  await pool.query('delete from graphile_worker._private_jobs');
  const { rows } = await pool.query<{ id: number }>('select max(id) as id from deliveries');
  await jobs['webhook-deliver'](rows[0]?.id ?? 0);
  await gate.query('select pg_advisory_unlock(42)');
  gate.release();
  await delivering;
  await instance.run();
  expect(receiver.received.map(({ headers }) => headers['paraph-event'])).toEqual([
    'workflow.started',
    'action.started',
  ]);
});

it('wakes a notification whose own job begins while the one before it is being saved', async () => {
  const { deps } = instance;
  const { pool } = deps;
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  const { rows: events } = await pool.query<{ id: number }>(
    `select id from events where workflow_id = $1 and snapshot is not null order by sequence`,
    [workflowId],
  );
  const jobs = webhookJobs(deps);
  for (const { id } of events) await jobs['webhook-follow-event'](id);
  const [first = 0, second = 0] = (
    await pool.query<{ id: number }>('select id from deliveries order by id')
  ).rows.map(({ id }) => id);
  await pool.query('delete from graphile_worker._private_jobs where key is distinct from $1', [
    `webhook-deliver:${second}`,
  ]);
  // A job that is asked for waits until the test lets it go; meanwhile one with the same key is taken.
  await pool.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(42); return new; end $$;
     create trigger wait_for_test before insert on graphile_worker._private_jobs
       for each row execute function wait_for_test()`,
  );
  const gate = await pool.connect();
  await gate.query('select pg_advisory_lock(42)');
  const waiting = async () =>
    (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rows.length;
  const delivering = jobs['webhook-deliver'](first);
  await until('the wake to wait', async () => (await waiting()) === 1);
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test', attempts = 1 where key = $1`,
    [`webhook-deliver:${second}`],
  );
  let isOver = false;
  const taken = jobs['webhook-deliver'](second).finally(() => {
    isOver = true;
  });
  await until('the other to be over or to wait as well', async () => isOver || (await waiting()) === 2);
  await gate.query('select pg_advisory_unlock(42)');
  gate.release();
  await Promise.all([delivering, taken]);
  await pool.query(`delete from graphile_worker._private_jobs where locked_by = 'test'`);
  instance.advanceClock(5);
  await instance.run();
  expect(receiver.received.map(({ headers }) => headers['paraph-event'])).toEqual([
    'workflow.started',
    'action.started',
  ]);
});

async function idOfOldest(): Promise<number> {
  const { rows } = await instance.deps.pool.query<{ id: number }>('select min(id) as id from deliveries');
  return rows[0]?.id ?? 0;
}
