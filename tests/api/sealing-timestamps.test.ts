import { validate } from '@paraph/pades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../server/src/platform/ids.ts';
import { backlogOf } from '../support/backlog.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { codeOf, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import {
  openTimestampServer,
  type TimestampMood,
  type TimestampServer,
} from '../support/timestamp-server.ts';

let authority: TimestampServer;
let second: TimestampServer;
let instance: TestInstance;
let sender: Session;
let count = 0;

beforeAll(async () => {
  [authority, second] = [await openTimestampServer(), await openTimestampServer('Second Time')];
  instance = await openTestInstance({
    env: {
      PARAPH_TSA_URLS: authority.url,
      PARAPH_TSA_ROOTS: authority.rootsFile,
    },
  });
  for (const each of [authority, second]) each.now = () => instance.deps.clock.now();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(async () => {
  await instance.close();
  await authority.close();
  await second.close();
});

interface Told {
  status: string;
  blockedCause: string | null;
}

/** One person's signature, given; the document waits to be sealed. */
async function signed(): Promise<number> {
  count += 1;
  const person = { name: 'Ada', email: `ada-${count}@example.com` };
  const id = await quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [person] }] });
  await instance.runJobs();
  expect((await (await followInvitation(instance, person.email)).sign()).statusCode).toBe(200);
  const row = await instance.deps.database
    .selectFrom('workflows')
    .select('id')
    .where('envelope_id', '=', id)
    .executeTakeFirstOrThrow();
  await instance.runJobs();
  return row.id;
}

async function address(workflowId: number): Promise<string> {
  const spaces = (await sender.call({ method: 'GET', url: '/api/v1/workspaces' })).json() as { id: number }[];
  return `/api/v1/workspaces/${spaces[0]?.id}/workflows/${workflowId}`;
}

async function read(workflowId: number): Promise<Told> {
  const { status, blocked_cause: blockedCause } = await instance.deps.database
    .selectFrom('workflows')
    .select(['status', 'blocked_cause'])
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  return { status, blockedCause };
}

async function readTimeline(workflowId: number) {
  const url = `${await address(workflowId)}/timeline`;
  const answer = await sender.call({ method: 'GET', url });
  return answer.json() as { event: string; detail: string | null }[];
}

/** What the sender can read about delays, oldest first. */
async function delays(workflowId: number): Promise<(string | null)[]> {
  const timeline = await readTimeline(workflowId);
  return timeline.filter(({ event }) => event === 'sealing.delayed').map(({ detail }) => detail);
}

async function seal(workflowId: number) {
  const row = await instance.deps.database
    .selectFrom('seals')
    .innerJoin('files', 'files.id', 'seals.file_id')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow();
  return { row, bytes: await instance.deps.blobs.read(row.blob_key) };
}

/** Its own root and the authority's are all that the validator trusts. */
function judge(bytes: Uint8Array) {
  return validate(bytes, { anchors: [instance.deps.authority.root.certificate, authority.root] });
}

describe('sealing with an authority outside', () => {
  test.each(['well', 'openssl'] as const)(
    'takes its timestamps (%s), and says whose they are',
    async (mood) => {
      authority.mood = mood;
      const id = await signed();
      expect(await read(id)).toEqual({ status: 'signed', blockedCause: null });
      const { row, bytes } = await seal(id);
      expect(row).toMatchObject({
        level: 'B-LTA',
        timestamp_authority: 'Outside Time',
        timestamp_is_internal: false,
      });
      if (mood === 'well') expect(row.timestamp_serial).toBe(authority.serials.at(-1));
      const { signatures, timestamps, document } = judge(bytes);
      expect(signatures).toMatchObject([{ level: 'B-LTA', timestamp: { authorityName: 'Outside Time' } }]);
      expect(timestamps).toMatchObject([{ ok: true, authorityName: 'Outside Time' }]);
      expect(document.lastCoversWholeFile).toBe(true);
      const url = `${await address(id)}/timeline`;
      const timeline = (await sender.call({ method: 'GET', url })).json() as {
        event: string;
        seal: unknown;
      }[];
      expect(timeline.filter((entry) => entry.seal !== null)).toMatchObject([
        {
          event: 'document.sealed',
          seal: {
            level: 'PAdES B-LTA',
            timestamp: { authority: 'Outside Time', isInternal: false, serial: row.timestamp_serial },
          },
        },
      ]);
      const ours = validate(bytes, { anchors: [instance.deps.authority.root.certificate] });
      expect(ours.signatures[0]?.level).toBe('B-B');
    },
  );

  const failures: [TimestampMood, RegExp][] = [
    ['down', /broke off the connection/],
    ['silent', /No response arrived within 0.3 seconds/],
    ['error page', /answered 503/],
    ['endless', /too long or broke off/],
    ['wrong nonce', /does not repeat our nonce/],
    ['expired certificate', /certificate of Outside Time was not valid at the time/],
    ['an hour ahead', /is too far from ours/],
    ['refusing', /The time is not certain at the moment/],
    ['without its list', /No source gave the revocation status of the certificate of Outside Time/],
  ];
  test.each(failures)(
    'waits while it is %s, tells the sender why, and never seals without',
    async (mood, words) => {
      authority.mood = mood;
      const { config } = instance.deps;
      const { timestamps } = config;
      // Shortens the wait for a server that never answers.
      if (mood === 'silent') config.timestamps = { ...timestamps, timeoutMs: 300 };
      const id = await signed();
      // A signature waits for its timestamp before the next step; for revocation data only the archive waits.
      const waiting = mood === 'without its list' ? 'approved' : 'started';
      expect((await read(id)).status).toBe(waiting);
      const [told, ...more] = await delays(id);
      expect(told).toMatch(/^All answers are saved; the document is waiting for /);
      expect(told).toMatch(words);
      expect(more).toEqual([]);
      instance.advance(10);
      await instance.runJobs();
      expect((await read(id)).status).toBe(waiting);

      authority.mood = 'well';
      config.timestamps = timestamps;
      instance.advance(60);
      await instance.runJobs();
      expect((await read(id)).status).toBe('signed');
      expect(judge((await seal(id)).bytes).signatures).toMatchObject([{ level: 'B-LTA' }]);
    },
  );

  test('gives up after half a day, and continues after Retry', async () => {
    authority.mood = 'refusing';
    const backlogs = () =>
      Promise.all(['signatures', 'workflows'].map((name) => backlogOf(instance.deps, name)));
    const [waitingBefore = 0, blockedBefore = 0] = await backlogs();
    const id = await signed();
    expect(await backlogs()).toEqual([waitingBefore + 1, blockedBefore]);
    for (const hours of [1, 1, 1, 1, 2, 3, 5, 5]) {
      expect((await read(id)).status).toBe('started');
      instance.advance(hours * 3_600);
      await instance.runJobs();
    }
    const blocked = await read(id);
    expect(blocked.status).toBe('blocked');
    expect(blocked.blockedCause).toContain('The time is not certain at the moment.');
    expect(await delays(id)).toHaveLength(1);
    expect((await backlogs())[1]).toBe(blockedBefore + 1);

    authority.mood = 'well';
    const retried = await sender.call({ method: 'POST', url: `${await address(id)}/retry`, payload: {} });
    expect(retried.statusCode, retried.body).toBe(200);
    await instance.runJobs();
    expect((await read(id)).status).toBe('signed');
    expect(await backlogs()).toEqual([waitingBefore, blockedBefore]);
  });
});

describe('a signature without its timestamp', () => {
  const ada = (n: number) => ({ name: 'Ada', email: `ada-${n}@pending.example` });
  const bob = (n: number) => ({ name: 'Bob', email: `bob-${n}@pending.example` });

  test('is given: its person is done, and who comes next is called once it has it', async () => {
    const { create, read: readEnvelope } = quickSender(() => sender);
    authority.mood = 'down';
    const steps = [ada(1), bob(1)].map((person) => ({ type: 'sign', recipients: [person] }));
    const id = await create({ steps });
    await instance.runJobs();
    const first = await followInvitation(instance, ada(1).email);
    expect((await first.sign()).statusCode).toBe(200);
    expect((await first.view()).action.status).toBe('signed');
    await instance.runJobs();
    const statuses = async () =>
      (await readEnvelope(id)).envelope.steps.map(({ actions }) => actions.map(({ status }) => status));
    expect(await statuses()).toEqual([['signed'], ['not_started']]);
    instance.advance(40 * 86_400);
    await instance.jobs['expire-workflows'](0);
    sender = await instance.signIn('Sender', 'sender@example.com');
    expect((await readEnvelope(id)).envelope.status).toBe('started');
    authority.mood = 'well';
    await instance.runJobs();
    expect(await statuses()).toEqual([['signed'], ['started']]);
    const { rows } = await instance.deps.pool.query(
      `select revisions.* from revisions join documents on documents.id = document_id
       join workflows on workflows.id = workflow_id where envelope_id = $1 order by number`,
      [id],
    );
    const shown = await sender.call({
      method: 'GET',
      url: new URL((await readEnvelope(id)).envelope.documents[0]?.file.file ?? '').pathname,
    });
    expect(sha256(shown.rawPayload)).toEqual(rows[1].sha256);
    expect(judge(shown.rawPayload).signatures).toMatchObject([
      { level: 'B-T', timestamp: { authorityName: 'Outside Time' } },
    ]);
  });

  test('gets it also after another person of the step has declined', async () => {
    const { create, read: readEnvelope } = quickSender(() => sender);
    authority.mood = 'down';
    const id = await create({ steps: [{ type: 'sign', recipients: [ada(3), bob(3)] }] });
    await instance.runJobs();
    expect((await (await followInvitation(instance, ada(3).email)).sign()).statusCode).toBe(200);
    const second = await followInvitation(instance, bob(3).email);
    expect((await second.call('POST', '/decline', { reason: 'Not like this' })).statusCode).toBe(200);
    instance.advance(60);
    await instance.runJobs();
    authority.mood = 'well';
    instance.advance(3_600);
    await instance.runJobs();
    const { envelope } = await readEnvelope(id);
    expect(envelope.status).toBe('declined');
    const url = new URL(envelope.documents[0]?.file.file ?? '').pathname;
    const { rawPayload } = await sender.call({ method: 'GET', url });
    expect(judge(rawPayload).signatures).toMatchObject([{ level: 'B-T', sinceSigning: 'unchanged' }]);
  });

  test('keeps the others of its step from signing until it has it, and says why', async () => {
    const { create, read: readEnvelope } = quickSender(() => sender);
    authority.mood = 'down';
    const id = await create({ steps: [{ type: 'sign', recipients: [ada(2), bob(2)] }] });
    await instance.runJobs();
    expect((await (await followInvitation(instance, ada(2).email)).sign()).statusCode).toBe(200);
    const second = await followInvitation(instance, bob(2).email);
    const early = await second.sign();
    expect([early.statusCode, early.body]).toEqual([
      409,
      expect.stringContaining('signature of Ada is waiting'),
    ]);
    authority.mood = 'well';
    instance.advance(60);
    await instance.runJobs();
    expect((await readEnvelope(id)).envelope.status).toBe('started');
    const { id: workflowId } = await instance.deps.database
      .selectFrom('workflows')
      .select('id')
      .where('envelope_id', '=', id)
      .executeTakeFirstOrThrow();
    // The sender reads that the delay is over, though the step is still open.
    const told = (await readTimeline(workflowId)).map(({ event }) => event);
    expect(told.filter((event) => ['sealing.delayed', 'signatures.timestamped'].includes(event))).toEqual([
      'sealing.delayed',
      'signatures.timestamped',
    ]);
    expect((await second.sign()).statusCode).toBe(200);
    await instance.runJobs();
    expect((await readEnvelope(id)).envelope.status).toBe('signed');
  });
});

describe('several authorities outside', () => {
  test('are asked in their order', async () => {
    authority.mood = 'down';
    const { config } = instance.deps;
    const { timestamps } = config;
    config.timestamps = {
      ...timestamps,
      urls: [authority.url, second.url],
      roots: [Buffer.from(authority.root), Buffer.from(second.root)],
    };
    try {
      const id = await signed();
      expect((await read(id)).status).toBe('signed');
      expect((await seal(id)).row).toMatchObject({ timestamp_authority: 'Second Time', level: 'B-LTA' });
      authority.mood = 'well';
      const { asked } = second;
      expect((await seal(await signed())).row.timestamp_authority).toBe('Outside Time');
      expect(second.asked).toBe(asked);
    } finally {
      config.timestamps = timestamps;
    }
  });
});

describe("the instance's own authority", () => {
  test('is used where no other is named, and the record says so', async () => {
    const plain = await openTestInstance();
    try {
      const owner = await plain.signIn('Owner', 'owner@example.com');
      const person = { name: 'Bea', email: 'bea@example.com' };
      await quickSender(() => owner).create({ steps: [{ type: 'sign', recipients: [person] }] });
      await plain.runJobs();
      await (await followInvitation(plain, person.email)).sign();
      await plain.runJobs();
      const event = await plain.deps.database
        .selectFrom('events')
        .select('detail')
        .where('name', '=', 'document.sealed')
        .executeTakeFirstOrThrow();
      expect(event.detail).toMatchObject({
        level: 'PAdES B-LTA',
        timestamp: { authority: 'Paraph time of localhost', isInternal: true, serial: expect.any(String) },
      });
    } finally {
      await plain.close();
    }
  });
});

describe('a certificate that ends before the timestamp', () => {
  const { create, read: readEnvelope } = quickSender(() => sender);

  test('blocks the workflow with the remedy, and the sender may cancel it', async () => {
    authority.mood = 'down';
    const id = await signed();
    instance.advance(91 * 86_400);
    authority.mood = 'well';
    await instance.runJobs();
    const blocked = await read(id);
    expect(blocked).toMatchObject({
      status: 'blocked',
      blockedCause: expect.stringMatching(/ended on .* Cancel/),
    });
    sender = await instance.signIn('Sender', 'sender@example.com');
    const canceled = await sender.call({ method: 'PUT', url: `${await address(id)}/cancel`, payload: {} });
    expect(canceled.statusCode, canceled.body).toBe(200);
    await instance.runJobs();
    expect(await read(id)).toEqual({ status: 'canceled', blockedCause: null });
  });

  test('of a provider that ends soon: the person tries again, and nothing is lost', async () => {
    authority.mood = 'well';
    const qi = { name: 'Qi', email: 'qi@pending.example' };
    const steps = [{ type: 'sign', recipients: [qi] }];
    await create({ type: 'qualified', steps });
    await instance.runJobs();
    const finished = await (await followQualified(instance, qi)).signQualified();
    expect(finished.statusCode, finished.body).toBe(200);
    await instance.runJobs();
    // A few days before the certificate ends.
    instance.advance(725 * 86_400);
    sender = await instance.signIn('Sender', 'sender@example.com');
    const id = await create({ type: 'qualified', steps });
    await instance.runJobs();
    authority.mood = 'down';
    const signer = await followQualified(instance, qi);
    const refused = await signer.signQualified();
    expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.body).toContain('your certificate ends soon');
    expect((await readEnvelope(id)).envelope.status).toBe('started');
    authority.mood = 'well';
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
    await instance.runJobs();
    expect((await readEnvelope(id)).envelope.status).toBe('signed');
  });
});
