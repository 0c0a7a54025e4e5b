import { afterEach, beforeEach, expect, it } from 'vitest';
import { JOB_NAMES } from '../../server/src/jobs/enqueue.ts';
import { type JobHandlers, startWorker } from '../../server/src/jobs/worker.ts';
import { webhookJobs } from '../../server/src/webhooks/webhook-jobs.ts';
import { type NewsInstance, notifying, openNewsInstance } from '../support/news-instance.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let instance: NewsInstance;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [instance, receiver] = await Promise.all([openNewsInstance(), openWebhookReceiver()]);
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
