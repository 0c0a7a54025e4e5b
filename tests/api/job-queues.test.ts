import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { enqueueAll, type JobKind, type JobName, laneOf } from '../../server/src/jobs/enqueue.ts';
import { placesFor } from '../../server/src/jobs/lanes.ts';
import { openGate, startTestWorker } from '../support/api-case.ts';
import { listStatements } from '../support/list-statements.ts';
import { notificationJobs, notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { until } from '../support/processes.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { forThisFile, forThisTest } from '../support/scratch.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** However many processors this machine has. */
const PLACES = placesFor(2);

const receiver = await forThisFile(openWebhookReceiver());
const instance = await forThisFile(openNotifyingInstance());
await restoreRowsBeforeEachTest(instance);
let gate: ReturnType<typeof openGate>;
beforeEach(() => {
  receiver.reset();
  gate = openGate();
});

async function work(
  handlersOf: Parameters<typeof startTestWorker>[1],
  kinds?: readonly JobKind[],
): Promise<void> {
  const config = { ...instance.deps.config, places: PLACES };
  const worker = await startTestWorker({ ...instance.deps, config }, handlersOf, kinds);
  await forThisTest({ close: worker.stop });
  onTestFinished(gate.open);
}

const enqueueEach = (names: readonly JobName[]) =>
  instance.deps.database.transaction().execute((tx) =>
    enqueueAll(
      tx,
      names.map((name, index) => ({ name, id: index + 1 })),
    ),
  );
const query = async <Row>(text: string): Promise<Row[]> => (await instance.deps.pool.query(text)).rows;
const queues = () =>
  query<{ queue_name: string }>('select queue_name from graphile_worker._private_job_queues');
const pending = () => query(`select id from deliveries where state = 'pending'`);
/** Attempts that hang at this moment: on a busy machine the first ones may be given up, and others follow them. */
let hanging = 0;
const hang: Parameters<WebhookReceiver['answerWith']>[0] = (_received, response) => {
  hanging += 1;
  response.on('close', () => {
    hanging -= 1;
  });
  void gate.opened.then(() => response.writeHead(204).end());
};

it('a new job is inserted by one statement, also beside one of a kind that the queue does not know yet', async () => {
  await enqueueEach(['sweep-files']);
  const sent = await listStatements(() => enqueueEach(['sweep-files', 'renew-seals']));
  expect(sent).toEqual(['begin', expect.stringMatching(/^with job as/), 'commit']);
  const jobs = await query<{ name: string; id: number }>(
    `select identifier as name, (payload->>'id')::int as id from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = task_id order by jobs.id`,
  );
  expect(jobs.map(({ name, id }) => [name, id])).toEqual([
    ['sweep-files', 1],
    ['sweep-files', 1],
    ['renew-seals', 2],
  ]);
});

it('queues are as many after three workflows as after none', async () => {
  for (let index = 0; index < 3; index += 1) {
    const workflowId = await instance.start({ preferences: notifying(receiver.url) });
    await instance.answer(workflowId, 'bob@example.com');
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
  }
  await instance.run();
  expect(receiver.received).toHaveLength(15);
  expect(await queues()).toEqual([]);
});

it('a delivery to a receiver that hangs holds up no other receiver', async () => {
  const healthy = await openWebhookReceiver();
  receiver.answerWith(hang);
  for (let index = 0; index < PLACES.delivery + 5; index += 1) {
    await instance.start({ preferences: notifying(receiver.url) });
  }
  await instance.start({ preferences: notifying(healthy.url) });
  await work(notificationJobs);
  await healthy.waitFor(2);
  await expect.poll(() => hanging).toBeLessThan(PLACES.delivery / 2);
  expect((await pending()).length).toBeGreaterThan(PLACES.delivery);
  gate.open();
  await healthy.close();
});

it('a worker for some kinds leaves the other kinds, and does what follows events all the same', async () => {
  const done: JobName[] = [];
  const names = ['mail-send', 'code-send', 'webhook-deliver', 'seal-document', 'follow-events'] as const;
  const handlers = Object.fromEntries(names.map((name) => [name, async () => void done.push(name)]));
  await enqueueEach(names);
  const statements = await listStatements(async () => {
    await work(() => handlers, ['seal', 'webhook']);
    await until('its kinds to be done', () => done.length === 3);
  });
  // Locking a job does not wait for the disk.
  const searches = statements.filter((text) => text.includes('attempts = jobs.attempts + 1'));
  expect(searches.filter((text) => !text.includes(`set_config('synchronous_commit', 'off', true)`))).toEqual(
    [],
  );
  expect(searches.length).toBeGreaterThanOrEqual(3);
  expect(done.toSorted()).toEqual(['follow-events', 'seal-document', 'webhook-deliver']);
  await work(() => handlers, ['mail']);
  await until('the others to be done', () => done.length === 5);
  expect(done.slice(3).toSorted()).toEqual(['code-send', 'mail-send']);
});

it.each(['mail-send', 'webhook-deliver', 'seal-document'] as const)(
  'the places of a worker for jobs "%s" are all taken, and every other job runs all the same',
  async (slow) => {
    const done: JobName[] = [];
    const running: JobName[] = [];
    const others = (['mail-send', 'webhook-deliver', 'seal-document', 'sweep-files'] as const).filter(
      (name) => name !== slow,
    );
    await enqueueEach(Array.from({ length: PLACES[laneOf(slow)] + 10 }, () => slow));
    const handlers = others.map((name) => [name, async () => void done.push(name)]);
    await work(() => ({
      ...Object.fromEntries(handlers),
      [slow]: async () => {
        running.push(slow);
        await gate.opened;
      },
    }));
    await until('all places to be taken', () => running.length === PLACES[laneOf(slow)]);
    await enqueueEach(others);
    await until('the others to be done', () => others.every((name) => done.includes(name)));
    expect(running).toHaveLength(PLACES[laneOf(slow)]);
    gate.open();
    await until('those that waited to run', () => running.length === PLACES[laneOf(slow)] + 10);
  },
);
