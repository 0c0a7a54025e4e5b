import { beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { enqueueAll, enqueueWithoutChange } from '../../server/src/jobs/enqueue.ts';
import { placesFor } from '../../server/src/jobs/lanes.ts';
import { startPresence } from '../../server/src/jobs/presence.ts';
import { mailJobs } from '../../server/src/mail/mail-jobs.ts';
import { openGate, startTestWorker } from '../support/api-case.ts';
import { queryOnce } from '../support/database.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import {
  type NotifyingInstance,
  notificationJobs,
  notifying,
  openNotifyingInstance,
} from '../support/notifying-instance.ts';
import { until } from '../support/processes.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { forThisFile, forThisTest } from '../support/scratch.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const receiver = await forThisFile(openWebhookReceiver());
const mailServer = await forThisFile(openMailReceiver());
const instance = await forThisFile(openNotifyingInstance({ SMTP_URL: mailServer.url }));
await restoreRowsBeforeEachTest(instance);
let gate: ReturnType<typeof openGate>;
beforeEach(() => {
  gate = openGate();
  receiver.reset();
  mailServer.reset();
});

async function work(
  handlersOf: Parameters<typeof startTestWorker>[1],
  deps: NotifyingInstance['deps'] = instance.deps,
): Promise<void> {
  const worker = await startTestWorker(deps, handlersOf);
  await forThisTest({ close: worker.stop });
  onTestFinished(gate.open);
}

async function lockedJobs(): Promise<{ name: string; lockedBy: string }[]> {
  const { rows } = await instance.deps.pool.query<{ name: string; lockedBy: string }>(
    `select tasks.identifier as name, jobs.locked_by as "lockedBy" from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where jobs.locked_by is not null
     union all
     select queue_name, locked_by from graphile_worker._private_job_queues where locked_by is not null`,
  );
  return rows;
}

/** A process that starts beside the one at work sets free the jobs of those that died, and not this one. */
async function expectKept(jobs: readonly string[]): Promise<void> {
  const presence = await startPresence(instance.deps.pool, instance.deps.log);
  await presence.stop();
  expect(await countLocked(jobs)).toBeGreaterThan(0);
}

async function countLocked(jobs: readonly string[]): Promise<number> {
  return (await lockedJobs()).filter(({ name }) => jobs.includes(name)).length;
}

it('locks jobs under no other name than those by which its presence is known', async () => {
  let running = 0;
  const wait = async () => {
    running += 1;
    await gate.opened;
  };
  await instance.deps.database.transaction().execute((tx) =>
    enqueueAll(tx, [
      { name: 'sweep-files', id: 1 },
      { name: 'renew-seal', id: 2, queue: 'renewals' },
    ]),
  );
  await work(() => ({ 'sweep-files': wait, 'renew-seal': wait }));
  await until('both jobs to run', () => running === 2);
  const { rows } = await instance.deps.pool.query<{ held: number }>(
    `select (objid::bigint::bit(32)::int) as held from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  const { rows: hashes } = await instance.deps.pool.query<{ hash: number }>(
    'select hashtext(name) as hash from unnest($1::text[]) as name',
    [(await lockedJobs()).map(({ lockedBy }) => lockedBy)],
  );
  expect(hashes).toHaveLength(3);
  expect(rows.map(({ held }) => held)).toEqual(expect.arrayContaining(hashes.map(({ hash }) => hash)));
  gate.open();
});

it('sets free the jobs of a process that died while others live', async () => {
  const { database, pool, log } = instance.deps;
  await database
    .transaction()
    .execute((tx) => enqueueAll(tx, [{ name: 'renew-seal', id: 1, queue: 'renewals' }]));
  const presence = await startPresence(pool, log, { lookEveryMs: 20 });
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-dead'`);
  await pool.query(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-dead'`,
  );
  await until('nothing to be locked', async () => (await lockedJobs()).length === 0);
  await presence.stop();
});

const SWEEP = { name: 'sweep-files', id: 1, key: 'sweep' } as const;
const keysOfJobs = async () =>
  (await instance.deps.pool.query<{ key: string | null }>('select key from graphile_worker.jobs')).rows;

it('keeps no job of a process that died, or failed, once another of its key was added meanwhile', async () => {
  const { database, pool, log } = instance.deps;
  await enqueueWithoutChange(database, [SWEEP]);
  const lock = `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-dead', attempts = 1`;
  await pool.query(lock);
  await enqueueWithoutChange(database, [SWEEP]);
  expect(await keysOfJobs()).toHaveLength(2);
  await (await startPresence(pool, log)).stop();
  expect(await keysOfJobs()).toEqual([{ key: 'sweep' }]);
  let runs = 0;
  await work(() => ({
    'sweep-files': async () => {
      runs += 1;
      if (runs > 1) return;
      await enqueueWithoutChange(database, [SWEEP]);
      throw new Error('It fails the first time.');
    },
  }));
  await until('the queue to be empty', async () => (await keysOfJobs()).length === 0);
  expect(runs).toBe(2);
});

it('sends a notification once to a receiver that takes its time, whatever jobs and processes ask for it meanwhile', async () => {
  receiver.answerWith((_received, response) => {
    void gate.opened.then(() => response.writeHead(204).end());
  });
  await instance.start({ preferences: notifying(receiver.url) });
  await work(notificationJobs);
  await work(notificationJobs);
  await receiver.waitFor(1);
  // The first one where it has room for it.
  const senders = ['follow-events', 'webhook-deliver'];
  await expectKept(senders);
  const { database } = instance.deps;
  const pending = database.selectFrom('deliveries').select('id').where('state', '=', 'pending').orderBy('id');
  const { id } = await pending.executeTakeFirstOrThrow();
  const other = notificationJobs({ ...instance.deps, clock: { now: () => new Date() } });
  await other['webhook-deliver'](id);
  expect(receiver.received).toHaveLength(1);
  // Others may ask at this very moment; one alone waits for the answer.
  await until('one job to be kept', async () => (await countLocked(senders)) === 1);
  gate.open();
  await until('all to be delivered', async () => (await pending.execute()).length === 0);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([...new Set(ids)]);
});

it('hands a mail once to a mail server that takes its time', async () => {
  mailServer.onMessage(async () => {
    arrived += 1;
    await gate.opened;
    return 'accept' as const;
  });
  let arrived = 0;
  await instance.start();
  await work((deps) => ({ ...notificationJobs(deps), ...mailJobs(deps) }));
  await until('the mail to be at the server', () => arrived === 1);
  await expectKept(['mail-send']);
  gate.open();
  const { database } = instance.deps;
  const waiting = () => database.selectFrom('mails').select('id').where('state', '=', 'queued').execute();
  await until('all to be sent', async () => (await waiting()).length === 0);
  expect(mailServer.messages).toHaveLength(1);
  expect(arrived).toBe(1);
});

it('begins again after the database was away while several jobs ended, and ends in order', async () => {
  const { deps } = instance;
  const said: string[] = [];
  const log = { ...deps.log, error: (...words: unknown[]) => void said.push(words.map(String).join(' ')) };
  const gates = new Map([1, 2, 3, 4].map((id) => [id, openGate()]));
  const running = new Set<number>();
  const done: number[] = [];
  let isBack = false;
  const config = { ...deps.config, places: placesFor(2) };
  await work(
    () => ({
      'sweep-files': async (id) => {
        running.add(id);
        await gates.get(id)?.opened;
        if (!isBack) throw new Error('away');
        done.push(id);
      },
    }),
    { ...deps, config, log: log as unknown as typeof deps.log },
  );
  const ids = [...gates.keys()];
  await enqueueWithoutChange(
    deps.database,
    ids.map((id) => ({ name: 'sweep-files', id })),
  );
  await until('all to run', () => running.size === 4);
  const { rows } = await deps.pool.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  const { host, port, user } = inject('postgres');
  const ask = (text: string, values?: unknown[]) =>
    queryOnce({ host, port, user, database: 'postgres' }, text, values);
  await ask(`alter database ${database} with allow_connections false`);
  await ask('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  // Each end is written by itself, and fails.
  for (const [place, id] of ids.entries()) {
    gates.get(id)?.open();
    await until(
      'its end to be lost',
      () => said.filter((line) => /Failed to fail/.test(line)).length > place,
    );
  }
  await ask(`alter database ${database} with allow_connections true`);
  isBack = true;
  // The first good answer frees what was cut off: nobody waits until this process could be dead.
  await until('all to be done', () => new Set(done).size === 4, 7_000);
});
