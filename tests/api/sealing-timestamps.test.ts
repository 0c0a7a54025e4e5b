import { validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../server/src/platform/ids.ts';
import { backlogOf } from '../support/backlog.ts';
import { openTestInstance } from '../support/instance.ts';
import {
  envelopesOf,
  expectStatus,
  forThisFile,
  forThisTest,
  openInstanceCase,
} from '../support/instance-case.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { codeOf } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTimestampServer, type TimestampMood } from '../support/timestamp-server.ts';

let count = 0;

const authority = await forThisFile(openTimestampServer());
const second = await forThisFile(openTimestampServer('Second Time'));
const sealing = await openInstanceCase({
  env: { PARAPH_TSA_URLS: authority.url, PARAPH_TSA_ROOTS: authority.rootsFile },
});
const { instance, sender, signInAgain, create, read, send, sign, sendSigned } = sealing;
const { download, statusOf, timelineOf, workflowOf } = sealing;
for (const each of [authority, second]) each.now = () => instance.deps.clock.now();

/** One person's signature, given; the document waits to be sealed. */
async function signed(): Promise<string> {
  count += 1;
  const id = await sendSigned({ name: 'Ada', email: `ada-${count}@example.com` });
  await instance.runJobs();
  return id;
}

/** What the sender can read about delays, oldest first. */
async function delays(id: string): Promise<(string | null)[]> {
  const timeline = await timelineOf(id);
  return timeline.filter(({ event }) => event === 'sealing.delayed').map(({ detail }) => detail);
}

async function seal(id: string) {
  const row = await instance.deps.database
    .selectFrom('seals')
    .innerJoin('files', 'files.id', 'seals.file_id')
    .selectAll()
    .where('workflow_id', '=', (await workflowOf(id)).id)
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
      expect(await workflowOf(id)).toMatchObject({ status: 'signed', blocked_cause: null });
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
      expect((await timelineOf(id)).filter((entry) => entry.seal !== null)).toMatchObject([
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
      expect(await statusOf(id)).toBe(waiting);
      const [told, ...more] = await delays(id);
      expect(told).toMatch(/^All answers are saved; the document is waiting for /);
      expect(told).toMatch(words);
      expect(more).toEqual([]);
      instance.advance(10);
      await instance.runJobs();
      expect(await statusOf(id)).toBe(waiting);

      authority.mood = 'well';
      config.timestamps = timestamps;
      instance.advance(60);
      await instance.runJobs();
      expect(await statusOf(id)).toBe('signed');
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
      expect(await statusOf(id)).toBe('started');
      instance.advance(hours * 3_600);
      await instance.runJobs();
    }
    expect(await workflowOf(id)).toMatchObject({
      status: 'blocked',
      blocked_cause: expect.stringContaining('The time is not certain at the moment.'),
    });
    expect(await delays(id)).toHaveLength(1);
    expect((await backlogs())[1]).toBe(blockedBefore + 1);

    authority.mood = 'well';
    const { path } = await workflowOf(id);
    expectStatus(await sender.call({ method: 'POST', url: `${path}/retry`, payload: {} }), 200);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    expect(await backlogs()).toEqual([waitingBefore, blockedBefore]);
  });
});

describe('a signature without its timestamp', () => {
  const ada = (n: number) => ({ name: 'Ada', email: `ada-${n}@pending.example` });
  const bob = (n: number) => ({ name: 'Bob', email: `bob-${n}@pending.example` });

  test('is given: its person is done, and who comes next is called once it has it', async () => {
    authority.mood = 'down';
    const steps = [ada(1), bob(1)].map((person) => ({ type: 'sign', recipients: [person] }));
    const id = await create({ steps });
    await instance.runJobs();
    const first = await followInvitation(instance, ada(1).email);
    expect((await first.sign()).statusCode).toBe(200);
    expect((await first.view()).action.status).toBe('signed');
    await instance.runJobs();
    const statuses = async () =>
      (await read(id)).envelope.steps.map(({ actions }) => actions.map(({ status }) => status));
    expect(await statuses()).toEqual([['signed'], ['not_started']]);
    instance.advance(40 * 86_400);
    await instance.jobs['expire-workflows'](0);
    await signInAgain();
    expect(await statusOf(id)).toBe('started');
    authority.mood = 'well';
    await instance.runJobs();
    expect(await statuses()).toEqual([['signed'], ['started']]);
    const { rows } = await instance.deps.pool.query(
      `select revisions.* from revisions join documents on documents.id = document_id
       join workflows on workflows.id = workflow_id where envelope_id = $1 order by number`,
      [id],
    );
    const shown = await download(id);
    expect(sha256(shown)).toEqual(rows[1].sha256);
    expect(judge(shown).signatures).toMatchObject([
      { level: 'B-T', timestamp: { authorityName: 'Outside Time' } },
    ]);
  });

  test('gets it also after another person of the step has declined', async () => {
    authority.mood = 'down';
    const id = await send(ada(3), bob(3));
    await sign(ada(3));
    const second = await followInvitation(instance, bob(3).email);
    expect((await second.call('POST', '/decline', { reason: 'Not like this' })).statusCode).toBe(200);
    instance.advance(60);
    await instance.runJobs();
    authority.mood = 'well';
    instance.advance(3_600);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('declined');
    expect(judge(await download(id)).signatures).toMatchObject([{ level: 'B-T', sinceSigning: 'unchanged' }]);
  });

  test('keeps the others of its step from signing until it has it, and says why', async () => {
    authority.mood = 'down';
    const id = await send(ada(2), bob(2));
    await sign(ada(2));
    const second = await followInvitation(instance, bob(2).email);
    const early = await second.sign();
    expect([early.statusCode, early.body]).toEqual([
      409,
      expect.stringContaining('signature of Ada is waiting'),
    ]);
    authority.mood = 'well';
    instance.advance(60);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('started');
    // The sender reads that the delay is over, though the step is still open.
    const told = (await timelineOf(id)).map(({ event }) => event);
    expect(told.filter((event) => ['sealing.delayed', 'signatures.timestamped'].includes(event))).toEqual([
      'sealing.delayed',
      'signatures.timestamped',
    ]);
    expect((await second.sign()).statusCode).toBe(200);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
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
      expect(await statusOf(id)).toBe('signed');
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
    const plain = await forThisTest(openTestInstance());
    const owner = await plain.signIn('Owner', 'owner@example.com');
    await envelopesOf(plain, () => owner).sendSigned({ name: 'Bea', email: 'bea@example.com' });
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
  });
});

describe('a certificate that ends before the timestamp', () => {
  test('blocks the workflow with the remedy, and the sender may cancel it', async () => {
    authority.mood = 'down';
    const id = await signed();
    instance.advance(91 * 86_400);
    authority.mood = 'well';
    await instance.runJobs();
    const { path, ...blocked } = await workflowOf(id);
    expect(blocked).toMatchObject({
      status: 'blocked',
      blocked_cause: expect.stringMatching(/ended on .* Cancel/),
    });
    await signInAgain();
    expectStatus(await sender.call({ method: 'PUT', url: `${path}/cancel`, payload: {} }), 200);
    await instance.runJobs();
    expect(await workflowOf(id)).toMatchObject({ status: 'canceled', blocked_cause: null });
  });

  test('of a provider that ends soon: the person tries again, and nothing is lost', async () => {
    authority.mood = 'well';
    const qi = { name: 'Qi', email: 'qi@pending.example' };
    const steps = [{ type: 'sign', recipients: [qi] }];
    await create({ type: 'qualified', steps });
    await instance.runJobs();
    expectStatus(await (await followQualified(instance, qi)).signQualified(), 200);
    await instance.runJobs();
    // A few days before the certificate ends.
    instance.advance(725 * 86_400);
    await signInAgain();
    const id = await create({ type: 'qualified', steps });
    await instance.runJobs();
    authority.mood = 'down';
    const signer = await followQualified(instance, qi);
    const refused = await signer.signQualified();
    expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.body).toContain('your certificate ends soon');
    expect(await statusOf(id)).toBe('started');
    authority.mood = 'well';
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
  });
});
