import { readFile } from 'node:fs/promises';
import { buildCms, createSigningJob, parseCertificate, readOcspResponse, validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { readCms } from '../../pades/src/cms/read-cms.ts';
import { readCrl } from '../../pades/src/revocation/read-crl.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { openAdvancedSigner } from '../support/advanced-signer.ts';
import { backlogOf } from '../support/backlog.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openTimestampServer, type TimestampMood } from '../support/timestamp-server.ts';

let count = 0;

const authority = await forThisFile(openTimestampServer());
const second = await forThisFile(openTimestampServer('Second Time'));
const sealing = await openInstanceCase({
  env: { PARAPH_TSA_URLS: authority.url, PARAPH_TSA_ROOTS: authority.rootsFile },
});
const { instance, sender, signInAgain, create, send, sign, sendSigned } = sealing;
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

  // What an answer may lack is in pades/src/timestamp/timestamp.test.ts.
  const failures: [TimestampMood, RegExp][] = [
    ['down', /broke off the connection/],
    ['silent', /No response arrived within 0.3 seconds/],
    ['error page', /answered 503/],
    ['endless', /too long or broke off/],
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
      expect(await statusOf(id)).toBe('approved');
      const isReplaced = (await timelineOf(id)).some(({ event }) => event === 'timestamp.internal');
      expect(isReplaced, 'the signature got a timestamp of this instance').toBe(mood !== 'without its list');
      const [told, ...more] = await delays(id);
      expect(told).toMatch(/^All answers are saved; the document is waiting for /);
      expect(told).toMatch(words);
      expect(more).toEqual([]);
      instance.advance(10);
      await instance.runJobs();
      expect(await statusOf(id)).toBe('approved');

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
    const backlogs = () => Promise.all(['seals', 'workflows'].map((name) => backlogOf(instance.deps, name)));
    const [waitingBefore = 0, blockedBefore = 0] = await backlogs();
    const id = await signed();
    expect(await backlogs()).toEqual([waitingBefore + 1, blockedBefore]);
    for (const hours of [1, 1, 1, 1, 2, 3, 5, 5]) {
      expect(await statusOf(id)).toBe('approved');
      instance.advance(hours * 3_600);
      await instance.runJobs();
    }
    expect(await workflowOf(id)).toMatchObject({
      status: 'blocked',
      blocked_cause: expect.stringContaining('The time is not certain at the moment.'),
    });
    expect(await delays(id)).toEqual([expect.stringContaining('The time is not certain at the moment.')]);
    expect((await backlogs())[1]).toBe(blockedBefore + 1);

    authority.mood = 'well';
    const { path } = await workflowOf(id);
    expectStatus(await sender.call({ method: 'POST', url: `${path}/retry`, payload: {} }), 200);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    expect(await backlogs()).toEqual([waitingBefore, blockedBefore]);
  });
});

const ada = (n: number) => ({ name: 'Ada', email: `ada-${n}@own.example` });
const bob = (n: number) => ({ name: 'Bob', email: `bob-${n}@own.example` });

describe('a signature while the authority outside does not answer', () => {
  test('gets its timestamp at once, of this instance; the sender reads why, and the seal has that of the authority', async () => {
    authority.mood = 'down';
    const steps = [ada(1), bob(1)].map((person) => ({ type: 'sign', recipients: [person] }));
    const id = await create({ steps });
    await instance.runJobs();
    await sign(ada(1));
    const own = { level: 'B-T', timestamp: { authorityName: 'Paraph time of localhost' } };
    expect(judge(await download(id)).signatures).toMatchObject([own]);
    const told = (await timelineOf(id)).filter(({ event }) => event === 'timestamp.internal');
    expect(told).toMatchObject([{ detail: expect.stringMatching(/broke off the connection/) }]);
    await instance.runJobs();
    authority.mood = 'well';
    await sign(bob(1));
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    const { signatures, timestamps } = judge((await seal(id)).bytes);
    const outside = { authorityName: 'Outside Time' };
    expect(signatures).toMatchObject([{ timestamp: own.timestamp }, { timestamp: outside }]);
    expect(timestamps).toMatchObject([outside]);
    const { rows } = await instance.deps.pool.query(
      `select detail from events join workflows on workflows.id = workflow_id
       where envelope_id = $1 and events.name = 'action.signed' order by events.id`,
      [id],
    );
    const [time, serial] = [expect.any(String), expect.any(String)];
    expect(rows.map(({ detail }) => detail.signatures[0].timestamp)).toEqual([
      { authority: 'Paraph time of localhost', isInternal: true, time, serial },
      { authority: 'Outside Time', isInternal: false, time, serial: authority.serials.at(-2) },
    ]);
  });

  test('is made for each document, and the authority is asked once', async () => {
    authority.mood = 'down';
    const id = await create({
      steps: [{ type: 'sign', recipients: [ada(2)] }],
      further: [['annex.pdf', lease]],
    });
    await instance.runJobs();
    const { asked } = authority;
    await sign(ada(2));
    expect(authority.asked).toBe(asked + 1);
    expect(await statusOf(id)).toBe('approved');
  });
});

describe('a signature that version 0.2.0 stored without its timestamp', () => {
  /** Ada has signed as that version stored it, and Bob of the same step has not. */
  async function unstamped(n: number) {
    authority.mood = 'well';
    const id = await send(ada(n), bob(n));
    await sign(ada(n));
    const file = (await download(id)).toString('latin1');
    const [, hex = ''] = /\/Contents <([0-9a-f]{1000,})>/i.exec(file) ?? [];
    const { signedAttributes, signature, signer, certificates } = readCms(Buffer.from(hex, 'hex'));
    const cms = buildCms({
      signedAttributes: signedAttributes ?? new Uint8Array(),
      signature,
      certificates: [signer, ...certificates.filter((each) => each !== signer)].flatMap(
        (each) => each?.der ?? [],
      ),
      algorithm: 'ecdsa-sha256',
    });
    const former = Buffer.from(cms).toString('hex').padEnd(hex.length, '0');
    const changed = Buffer.from(file.replace(hex, former), 'latin1');
    await instance.deps.pool.query(
      `with stored as (
         update revisions set bytes = substr($2::bytea, (size - octet_length(bytes))::int + 1), sha256 = $3
         from documents join workflows on workflows.id = workflow_id
         where documents.id = document_id and number = 1 and envelope_id = $1 returning action_id, workflow_id
       ) insert into pending_timestamps (action_id, workflow_id) select * from stored`,
      [id, changed, sha256(changed)],
    );
    const { path, id: workflowId } = await workflowOf(id);
    const { rows } = await instance.deps.pool.query('select action_id from pending_timestamps');
    expect(judge(await download(id)).signatures).toMatchObject([{ level: 'B-B' }]);
    return { id, path, workflowId, actionId: Number(rows[0].action_id) };
  }
  const stamp = (actionId: number) => instance.jobs['timestamp-signature'](actionId);

  test('gets that of this instance with the upgrade, once, and Bob signs after it', async () => {
    const { id, actionId } = await unstamped(3);
    const migration = new URL('../../server/migrations/0130-signing-timestamps.sql', import.meta.url);
    await instance.deps.pool.query(await readFile(migration, 'utf8'));
    await instance.runJobs();
    await stamp(actionId);
    const told = (await timelineOf(id)).filter(({ event }) => event === 'signatures.timestamped');
    expect(told).toHaveLength(1);
    const [signature] = judge(await download(id)).signatures;
    expect(signature).toMatchObject({
      level: 'B-T',
      timestamp: { authorityName: 'Paraph time of localhost' },
    });
    await sign(bob(3));
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
  });

  test('goes on where it was blocked for it', async () => {
    const { id, actionId, workflowId } = await unstamped(4);
    const blocked = `update workflows set status = 'blocked', old_status = 'started', blocked_cause = 'x' where id = $1`;
    await instance.deps.pool.query(blocked, [workflowId]);
    await stamp(actionId);
    expect(await workflowOf(id)).toMatchObject({ status: 'started', blocked_cause: null });
    await sign(bob(4));
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
  });

  test('gets none after the end of its certificate, and can be canceled', async () => {
    const { id, actionId, path } = await unstamped(5);
    instance.advance(121 * 86_400);
    await expect(stamp(actionId)).rejects.toThrow('ended before its timestamp');
    await signInAgain();
    expectStatus(await sender.call({ method: 'PUT', url: `${path}/cancel`, payload: {} }), 200);
    expect(await statusOf(id)).toBe('canceled');
  });
});

test('several authorities outside are asked in their order', async () => {
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

/** Signed by a key of the service, or by one of the page, whose certificate ends before the seal. */
const signedBy = {
  service: async () => {
    const id = await create({ steps: [{ type: 'sign', recipients: [ada(6)] }] });
    await instance.runJobs();
    await sign(ada(6));
    return id;
  },
  page: async () => {
    const person = await openAdvancedSigner(instance, create, { method: 'code-mail', isSentSo: true });
    await person.signByMail(sender);
    return person.envelopeId;
  },
};

test.each([
  ['service', 120 * 86_400],
  ['page', 15 * 60],
] as const)(
  'a seal days later shows that a certificate for a key of the %s was good for its time',
  async (holder, lifeSeconds) => {
    authority.mood = 'well';
    const id = await signedBy[holder]();
    instance.advance(2 * 86_400);
    await signInAgain();
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    const { bytes } = await seal(id);
    const { signatures } = judge(bytes);
    expect(signatures).toMatchObject([{ level: 'B-LTA' }]);
    const [first] = signatures;
    const [own, issuing] = (first?.certificate.chain ?? []).map(parseCertificate);
    const made = createSigningJob(bytes).validationData().crls.map(readCrl);
    const list = made.find(({ issuer }) => issuing && Buffer.compare(issuer, issuing.subject) === 0);
    const lifeMs = (own?.notAfter.getTime() ?? 0) - (first?.provenTime?.getTime() ?? 0);
    expect(lifeMs).toBeGreaterThan(0);
    expect(lifeMs).toBeLessThanOrEqual(lifeSeconds * 1_000);
    expect(Number(list?.thisUpdate) > Number(own?.notAfter)).toBe(holder === 'page');
    expect(Number(list?.expiredSince)).toBeLessThanOrEqual(Number(own?.notBefore));
    // Validators that forget what has ended take no statement from after the end, nor one that holds beyond it.
    const [answer] = createSigningJob(bytes)
      .validationData()
      .ocsps.flatMap((der) => readOcspResponse(der).responses)
      .filter(({ id }) => id.serial === Buffer.from(own?.serial ?? []).toString('hex'));
    expect(Number(answer?.thisUpdate)).toBeLessThan(Number(own?.notAfter));
    expect(Number(answer?.nextUpdate)).toBeLessThanOrEqual(Number(own?.notAfter));
  },
);
