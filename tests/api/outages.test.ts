import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDeps } from '../../server/src/app.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { JOB_NAMES } from '../../server/src/jobs/enqueue.ts';
import { countOutages } from '../../server/src/jobs/outages.ts';
import { type JobHandlers, startWorker } from '../../server/src/jobs/worker.ts';
import { requestMail } from '../../server/src/mail/request-mail.ts';
import { backlogOf } from '../support/backlog.ts';
import { forThisFile, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { openTestStore } from '../support/object-store.ts';
import { until } from '../support/processes.ts';
import { ann, bob } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const store = await forThisFile(openTestStore());
const mailServer = await forThisFile(openMailReceiver());
store.now = (callers) => callers;
const { instance, create, post, sendSigned, statusOf } = await openInstanceCase({
  storage: { ownOf: 'tests/api/outages.test.ts' },
  env: { ...store.env, PARAPH_S3_CACHE_MB: '1', SMTP_URL: mailServer.url },
  // By the clock on the wall, as workers and the database are.
  now: new Date(),
});
afterEach(() => {
  store.fault = () => null;
});

/** Makes this machine's copies of documents give way. */
async function emptyCopies(): Promise<void> {
  const filler = Buffer.alloc(600 * 1024);
  for (let count = 0; count < 2; count += 1) await instance.deps.blobs.put(filler);
}

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await instance.deps.pool.query(text, values)).rows as Row[];
}

const isAway = async () => (await query('select from outages')).length === 1;
const mailsTo = (email: string) =>
  query<{ state: string; attempts: number; error: string | null }>(
    `select state, attempts, last_error as error from mails where to_email = $1 order by id`,
    [email],
  );
/** Why it was delayed, as the timeline says, and how many tries its seal has used up. */
const delaysOf = (id: string) =>
  query<{ cause: string; attempts: number }>(
    `select detail ->> 'cause' as cause,
       (select max(attempts) from seals where seals.workflow_id = workflows.id) as attempts
     from events join workflows on workflows.id = workflow_id
     where envelope_id = $1 and events.name = 'sealing.delayed'`,
    [id],
  );

test('a storage that is away for seconds, again and again, delays a seal by a second or two', async () => {
  const { deps } = instance;
  const id = await sendSigned(ann);
  await emptyCopies();
  store.fault = () => 503;
  const clock = { now: () => new Date() };
  const worker = await startWorker({ ...deps, clock }, buildJobs({ ...deps, clock }));
  await forThisTest({ close: worker.stop });
  await until('the seal to wait', isAway);
  // It takes what is tried, and does not give what jobs need: the next try of the job comes later.
  store.fault = ({ method }) => (method === 'GET' ? 503 : null);
  await until('the first outage to be over', async () => !(await isAway()));
  await until('the seal to wait again', isAway);
  store.fault = () => null;
  const backAt = performance.now();
  await until('the seal', async () => (await statusOf(id)) === 'signed');
  expect(performance.now() - backAt).toBeLessThan(8_000);
  expect(await delaysOf(id)).toHaveLength(1);
  await until('no outage to be left', async () => !(await isAway()));
});

test('a storage that is away for a day fails no mail and no seal, and is named as why they wait', async () => {
  const signed = await sendSigned(bob);
  const eve = { name: 'Eve', email: 'eve@example.com' };
  await create({ steps: [{ type: 'sign', recipients: [eve] }] });
  await emptyCopies();
  store.fault = () => 503;
  for (let hours = 0; hours < 24; hours += 12) {
    await instance.runJobs();
    instance.advance(12 * 3_600);
  }
  expect(await mailsTo(eve.email)).toEqual([
    { state: 'queued', attempts: 0, error: expect.stringMatching(/^Waiting for the storage/) },
  ]);
  expect(await delaysOf(signed)).toEqual([
    { cause: expect.stringContaining('is waiting for the storage of documents'), attempts: 0 },
  ]);
  expect(await statusOf(signed)).toBe('approved');
  expect(await backlogOf(instance.deps, 'outages')).toBeGreaterThanOrEqual(2);
  const used = await query<{ attempts: number }>(
    `select max(attempts) as attempts from graphile_worker._private_jobs where flags ? 'waits-for-storage'`,
  );
  expect(used).toEqual([{ attempts: 0 }]);
  store.fault = () => null;
  await instance.runJobs();
  expect(await statusOf(signed)).toBe('signed');
  expect(await mailsTo(eve.email)).toEqual([{ state: 'sent', attempts: 1, error: null }]);
  expect(await backlogOf(instance.deps, 'outages')).toBe(0);
});

test('a completion waits for its certificate, and is not mailed without', async () => {
  await sendSigned({ name: 'Cy', email: 'cy@example.com' });
  let puts = 0;
  // The sealed file is taken, and the certificate of completion is not.
  store.fault = ({ method }) => (method === 'PUT' && ++puts > 1 ? 503 : null);
  await instance.runJobs();
  const last = async () => (await mailsTo('sender@example.com')).at(-1);
  expect(await last()).toMatchObject({ state: 'queued', error: expect.stringMatching(/^Waiting/) });
  store.fault = () => null;
  await instance.runJobs();
  expect(await last()).toMatchObject({ state: 'sent', attempts: 1 });
  const completed = mailServer.messages.filter(({ to }) => to.includes('sender@example.com')).at(-1);
  const names = completed?.mail.attachments.map(({ filename }) => filename);
  expect(names).toContainEqual(expect.stringMatching(/ \(certificate\)\.pdf$/));
});

test('a signer who asks for the certificate while the storage is away is told to come again', async () => {
  const email = 'dan@example.com';
  const id = await sendSigned({ name: 'Dan', email });
  await instance.runJobs();
  expect(await statusOf(id)).toBe('signed');
  const signer = await followInvitation(instance, email);
  const { certificateUrl } = (await signer.call('GET')).json() as { certificateUrl: string };
  const url = certificateUrl.replace('=en', '=de');
  const take = () => instance.inject({ method: 'GET', url, headers: signer.headers });
  store.fault = ({ method }) => (method === 'PUT' ? 503 : null);
  const away = await take();
  expect([away.statusCode, Number(away.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
  store.fault = () => null;
  expect((await take()).statusCode).toBe(200);
});

test('a program that creates under a key of its own while the storage is away is told to come again', async () => {
  const steps = [{ type: 'sign', recipients: [ann] }];
  const send = () => post({ steps }, { 'idempotency-key': 'lease-of-today' });
  store.fault = ({ method }) => (method === 'PUT' ? 503 : null);
  const away = await send();
  expect([away.statusCode, Number(away.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
  store.fault = () => null;
  expect((await send()).statusCode).toBe(200);
});

describe('a machine whose clock is 26 hours ahead', () => {
  const AHEAD_MS = 26 * 3_600_000;
  afterEach(() => {
    vi.useRealTimers();
  });

  test('adds jobs that are due by the clock of the database', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS });
    const config = readConfig(instance.settings);
    const opening = openDeps(config, instance.databaseOptions, { log: instance.deps.log });
    const { deps } = await forThisTest(opening);
    const now = deps.clock.now();
    const about = { kind: 'password_reset', toName: null, workflowId: null, eventId: null } as const;
    const mail = { ...about, toEmail: 'dee@example.com', recipientId: null, detail: {}, now };
    const id = await deps.database.transaction().execute((tx) => requestMail(tx, mail));
    const rows = await query<{ isDue: boolean; age: number }>(
      `select run_at <= clock_timestamp() as "isDue", extract(epoch from now() - run_at)::float8 as age
       from graphile_worker.jobs where key = $1`,
      [`mail-send:${id}`],
    );
    expect(rows).toEqual([{ isDue: true, age: expect.closeTo(0, -1) }]);
    await query('select graphile_worker.remove_job($1)', [`mail-send:${id}`]);
  });

  test('begins no job until it is right, and the database’s clock says what housekeeping is due', async () => {
    const { deps } = instance;
    let aheadMs = AHEAD_MS;
    const begun: string[] = [];
    const handlers = Object.fromEntries(
      JOB_NAMES.map((name) => [name, async () => void begun.push(name)]),
    ) as unknown as JobHandlers;
    const machine = { now: () => new Date(Date.now() + aheadMs) };
    await query(`update job_schedules set period = period - 1 where name = 'expire-workflows'`);
    const before = countOutages().clock;
    const worker = await startWorker({ ...deps, machine }, handlers);
    await forThisTest({ close: worker.stop });
    const expiring = () =>
      query<{ ms: number }>(
        `select extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs
         where key = 'housekeeping:expire-workflows'`,
      );
    await until('housekeeping to be due', async () => (await expiring()).length === 1);
    expect((await expiring())[0]?.ms).toBeLessThanOrEqual(0);
    await deps.pool.query(`select pg_notify('jobs:insert', '{"count": 1}')`);
    const others = await startWorker(deps, {
      ...handlers,
      'expire-workflows': async () => void begun.push('there'),
    });
    await until('another machine to do it', () => begun.includes('there'));
    await others.stop();
    expect(begun).not.toContain('expire-workflows');
    expect(countOutages().clock).toBe(before + 1);
    aheadMs = 0;
    await query(`update job_schedules set period = period - 1 where name = 'expire-workflows'`);
    await until('it to be done here', () => begun.includes('expire-workflows'));
  });
});
