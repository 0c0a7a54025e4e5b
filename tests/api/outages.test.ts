import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildJobs } from '../../server/src/app.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { backlogOf } from '../support/backlog.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { openTestStore, type TestStore } from '../support/object-store.ts';
import { until } from '../support/processes.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

let store: TestStore;
let mailServer: MailReceiver;
let instance: TestInstance;
let sender: Session;
beforeAll(async () => {
  [store, mailServer] = await Promise.all([openTestStore(), openMailReceiver()]);
  store.now = (callers) => callers;
  instance = await openTestInstance({
    storage: { ownOf: 'tests/api/outages.test.ts' },
    env: { ...store.env, PARAPH_S3_CACHE_MB: '1', SMTP_URL: mailServer.url },
    // By the clock on the wall, as workers and the database are.
    now: new Date(),
  });
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(async () => {
  await instance.close();
  await Promise.all([store.close(), mailServer.close()]);
});
afterEach(() => {
  store.fault = () => null;
});

const send = (recipient: { name: string; email: string }) =>
  quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [recipient] }] });
const statusOf = async (id: string) => (await quickSender(() => sender).read(id)).envelope.status;

/** An envelope whose only signer has finished, so that it waits for its seal. */
async function sendSigned(recipient: { name: string; email: string }): Promise<string> {
  const id = await send(recipient);
  await instance.runJobs();
  expect((await (await followInvitation(instance, recipient.email)).sign()).statusCode).toBe(200);
  return id;
}

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
  try {
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
  } finally {
    await worker.stop();
  }
});

test('a storage that is away for a day fails no mail and no seal, and is named as why they wait', async () => {
  const signed = await sendSigned(bob);
  const eve = { name: 'Eve', email: 'eve@example.com' };
  await send(eve);
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
  // Not sent without what could not be read meanwhile.
  const completed = mailServer.messages.filter(({ to }) => to.includes('sender@example.com')).at(-1);
  const names = completed?.mail.attachments.map(({ filename }) => filename);
  expect(names).toContain('Certificate of completion.pdf');
});
