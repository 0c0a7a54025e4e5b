import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerOf, Operations } from '@paraph/contract';
import { validate } from '@paraph/pades';
import { describe, expect, it } from 'vitest';
import { expectRevisions } from '../support/expect-revisions.ts';
import {
  expectStatus,
  firstWorkspace,
  folderForThisTest,
  forThisFile,
  openInstanceCase,
} from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann } from '../support/quick-sender.ts';
import { followInvitation, INTENT } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

type Evidence = AnswerOf<Operations['readEvidence']>;

const contract = buildPdf({
  pages: [{ content: textLines(['Lease']) }, { content: textLines(['The parties agree.']) }],
});
const rex = { name: 'Rex Reviewer', email: 'rex@example.com' };
const bob = { name: 'Bob Бобов', email: 'bob@example.com' };

const receiver = await forThisFile(openMailReceiver());
const { instance, sender, create, workflowOf, get } = await openInstanceCase({
  env: { SMTP_URL: receiver.url },
});
await instance.deps.intake.warm();
const workspace = await firstWorkspace(sender);

const url = (id: number) => `${workspace}/workflows/${id}/evidence`;
const read = (id: number) => get(url(id));
const evidenceOf = async (id: number): Promise<Evidence> =>
  expectStatus(await read(id), 200).json() as Evidence;
const { query } = workflowTables(() => instance);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

async function send(people = [rex, ann, bob]): Promise<number> {
  const steps = people.map((person) => ({ type: person === rex ? 'review' : 'sign', recipients: [person] }));
  const envelopeId = await create({ document: contract, steps });
  await instance.runJobs();
  return (await workflowOf(envelopeId)).id;
}

/** All recipients open their link, look, agree and act; the file is sealed. */
async function complete(): Promise<number> {
  const id = await send();
  const reviewer = await followInvitation(instance, rex.email);
  await reviewer.call('POST', '/open', {});
  expect((await reviewer.approve('Fine')).statusCode).toBe(200);
  await instance.runJobs();
  for (const person of [ann, bob]) {
    const signer = await followInvitation(instance, person.email);
    expect((await signer.sign()).statusCode).toBe(200);
    await instance.runJobs();
  }
  return id;
}

const id = await complete();
const evidence = await evidenceOf(id);

describe('the evidence of a signed workflow', () => {
  it('says who was asked, how they were reached, what they agreed to and what they did', () => {
    const { record } = evidence;
    expect(record).toMatchObject({
      format: 'paraph-evidence/1',
      interim: false,
      workflow: { id, status: 'signed', name: 'Lease of the mill' },
      sender: { email: 'sender@example.com', authentication: 'session', ip: '127.0.0.1', isProxied: false },
    });
    expect(
      record.signers.map(({ email, stepOrder, type, status }) => [email, stepOrder, type, status]),
    ).toEqual([
      [rex.email, 1, 'review', 'approved'],
      [ann.email, 2, 'sign', 'signed'],
      [bob.email, 3, 'sign', 'signed'],
    ]);
    const signer = record.signers[1];
    expect(signer?.mails[0]).toMatchObject({ to: ann.email, kind: 'invitation', result: 'sent' });
    expect(signer?.mails[0]?.reply).toMatch(/^250/);
    expect(signer?.openings.length).toBeGreaterThan(0);
    expect(signer?.authentication).toEqual([
      { method: 'mailbox', time: signer?.openings[0]?.time, reference: null, said: null },
    ]);
    expect(signer?.consent).toMatchObject({ language: 'en', timeZone: 'Europe/Paris', ip: '127.0.0.1' });
    expect(sha256(signer?.consent?.text ?? '')).toBe(signer?.consent?.textSha256);
    expect(signer?.act).toMatchObject({ result: 'signed', isProxied: false, ...INTENT });
    expect(record.signers[0]?.act).toMatchObject({ result: 'approved', ...INTENT });
  });

  it('holds the hash of what was shown, of every answer and of every signature image', async () => {
    const form = `select encode(sha256, 'hex') as shown from revisions where document_id = $1 order by number`;
    const rows = await query(form, [evidence.record.documents[0]?.id]);
    // The reviewer and the first signer were shown the form, the second one what the first had signed.
    for (const [index, { act, type }] of evidence.record.signers.entries()) {
      const { shown } = rows[Math.max(0, index - 1)];
      expect(act?.documents).toEqual([{ id: evidence.record.documents[0]?.id, sha256: shown }]);
      expect(act?.shownSha256).toMatch(/^[0-9a-f]{64}$/);
      if (type === 'review') continue;
      const [answer] = act?.answers ?? [];
      expect(answer?.valueSha256).toBe(sha256(`${act?.salt}\n${answer?.value}`));
      expect(act?.marks).toMatchObject([{ id: answer?.value, kind: 'signature', method: 'draw' }]);
      const [stored] = await query(
        `select encode(sha256, 'hex') as sha256 from signature_images as images
         join files on files.id = file_id where images.id = $1`,
        [answer?.value],
      );
      expect(act?.marks[0]?.sha256).toBe(stored.sha256);
    }
  });

  it('agrees with the sealed file: its hash, its signatures, their certificates and level', async () => {
    const { record } = evidence;
    const [document] = record.documents;
    const original = { sha256: sha256(contract), size: contract.length };
    expect(document).toMatchObject({ pages: 2, original });
    const detail = await get(`${workspace}/workflows/${id}`);
    const file = (detail.json() as { documents: { file: { file: string } }[] }).documents[0]?.file.file ?? '';
    const bytes = (await get(new URL(file).pathname)).rawPayload;
    expect(document?.sealed).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
    expectRevisions(record, bytes);

    const { authority } = instance.deps;
    const report = validate(bytes, { anchors: [authority.root.certificate] });
    const certificates = record.signers.flatMap((signer) => signer.certificates);
    expect(
      report.signatures.map(({ certificate }) => Buffer.from(certificate.chain[0] ?? []).toString('base64')),
    ).toEqual(certificates.map(({ chain }) => chain[0]));
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual(
      certificates.map(({ subject }) => subject),
    );
    expect(new Set(report.signatures.map(({ level }) => level))).toEqual(new Set([document?.sealed?.level]));
    expect(document?.sealed?.signatures.map(({ certificateSerial }) => certificateSerial)).toEqual(
      certificates.map(({ serial }) => serial),
    );
    expect(certificates.map(({ chain }) => chain.length)).toEqual([3, 3]);
    expect(sha256(Buffer.from(certificates[0]?.chain[2] ?? '', 'base64'))).toBe(record.trustAnchorSha256);
    const [last] = report.timestamps.slice(-1);
    expect(last?.time?.toISOString()).toBe(document?.sealed?.timestamp.time);
    expect(document?.sealed?.timestamp).toMatchObject({ isInternal: true, authority: last?.authorityName });
  });

  it('holds the whole trail, which can be recomputed up to the head', async () => {
    const { events, chain, workflow } = evidence.record;
    let previous: string | null = null;
    for (const [index, event] of events.entries()) {
      const { actor, detail, name, time: occurredAt, sequence, snapshotSha256 } = event;
      const happened = { actor, detail, name, occurredAt, sequence };
      const link = sorted({ ...happened, snapshotSha256, workflowId: workflow.id });
      const head = previous === null ? Buffer.alloc(0) : Buffer.from(previous, 'hex');
      expect([event.sequence, event.previousHash]).toEqual([index + 1, previous]);
      expect(event.hash).toBe(sha256(Buffer.concat([head, Buffer.from(JSON.stringify(link))])));
      previous = event.hash;
    }
    expect(chain).toMatchObject({ head: previous, events: events.length });
    const latest = `select encode(hash, 'hex') as hash from events where workflow_id = $1 order by sequence desc`;
    const [stored] = await query(latest, [id]);
    expect(chain.head).toBe(stored.hash);
  });

  it('is verified without the instance by the commands it names, and a changed one is not', async () => {
    const dir = await folderForThisTest();
    await writeFile(join(dir, 'root.cer'), instance.deps.authority.root.certificate);
    const run = async (what: string, shown: Evidence) => {
      await writeFile(join(dir, 'EVIDENCE.json'), JSON.stringify(shown));
      const command = evidence.record.verification.find((each) => each.what.startsWith(what))?.command ?? '';
      return execFileSync('sh', ['-c', command], { cwd: dir, stdio: 'pipe' }).toString();
    };
    const { record, seal } = evidence;
    expect(sha256(JSON.stringify(sorted(record)))).toBe(seal.sha256);
    expect(await run('This record', evidence)).toContain('Verification: OK');
    expect(await run('The whole trail', evidence)).toContain('The trail holds');
    const interim = { record: { ...record, interim: true }, seal };
    await expect(run('This record', interim)).rejects.toThrow(/mismatch/i);
    const [first, ...others] = record.events;
    const without = { record: { ...record, events: others }, seal };
    await expect(run('The whole trail', without)).rejects.toThrow(/does not hold/);
    const spoiled = { ...record.events[1], name: 'workflow.signed' } as (typeof others)[0];
    const changed = { record: { ...record, events: [...(first ? [first] : []), spoiled] }, seal };
    await expect(run('The whole trail', changed)).rejects.toThrow(/event 2/);
    const short = { record: { ...record, events: record.events.slice(0, -1) }, seal };
    await expect(run('The whole trail', short)).rejects.toThrow(/head/);
  });

  it('tells of all thirty points whether they are in, and names what is not proven', () => {
    const { points, notProven, legal } = evidence.record;
    expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(points.filter(({ state }) => state === 'pending' || state === 'absent')).toEqual([]);
    const partly = points.filter(({ state }) => state === 'partly').map(({ number }) => number);
    // The browser of a test does not say what it is.
    expect(partly.filter((number) => number !== 18)).toEqual([20, 26, 28, 30]);
    for (const point of points) if (point.state === 'partly') expect(point.note).not.toBeNull();
    expect(notProven.join(' ')).toContain('mailbox');
    expect(notProven.join(' ')).toContain('its own authority');
    expect(legal.notClaimed.join(' ')).toContain('qualified');
    expect(JSON.stringify(evidence.record.signers)).toContain('Simple: identified by the link');
  });
});

it('names the seal of the organization without a signer', async () => {
  const id = await send([rex]);
  const reviewer = await followInvitation(instance, rex.email);
  await reviewer.call('POST', '/open', {});
  await reviewer.approve();
  await instance.runJobs();
  const { record } = await evidenceOf(id);
  expect(record.workflow.status).toBe('signed');
  const { sealed } = record.documents[0] ?? {};
  expect(sealed?.signatures).toEqual([]);
  expect(sealed?.organizationSeal?.certificate).toMatchObject({ subject: 'Sender Ltd' });
  expect(sealed?.organizationSeal?.certificate.chain).toHaveLength(3);
  await query('delete from certificates where workflow_id = $1', [id]);
  expect((await read(id)).statusCode).toBe(500);
});

describe('the evidence of a workflow that is not signed', () => {
  it('is interim and says what is pending, until it keeps who declined and why', async () => {
    const id = await send([ann, bob]);
    const { record } = await evidenceOf(id);
    expect(record.interim).toBe(true);
    expect(record.documents[0]?.sealed).toBeNull();
    expect(record.signers.map(({ act, consent }) => [act, consent])).toEqual([
      [null, null],
      [null, null],
    ]);
    const pending = record.points.filter(({ state }) => state === 'pending').map(({ number }) => number);
    expect(pending).toEqual(expect.arrayContaining([5, 11, 12, 13, 14, 16, 23, 24, 25]));
    expect(record.chain.head).toBe(record.events.at(-1)?.hash);
    const signer = await followInvitation(instance, ann.email);
    await signer.call('POST', '/open', {});
    await signer.call('POST', '/decline', { reason: 'Not these terms' });
    const { record: final } = await evidenceOf(id);
    expect(final.interim).toBe(false);
    expect(final.signers[0]?.act).toMatchObject({ result: 'declined', reason: 'Not these terms' });
  });
});

describe('without one of the facts there is no record', () => {
  const recipients = '(select id from recipients where workflow_id = $1)';
  const actions = `(select id from actions where workflow_id = $1)`;
  const documents = `(select id from documents where workflow_id = $1)`;
  const SPOILS = {
    'an event in the middle': `delete from events where workflow_id = $1 and sequence = 3`,
    'the last event': `delete from events where workflow_id = $1 and sequence = (select max(sequence) from events where workflow_id = $1)
         or workflow_id = $1 and name in ('mail.sent') and sequence >
           (select sequence from events where workflow_id = $1 and name = 'workflow.signed')
         or workflow_id = $1 and name = 'workflow.signed'`,
    'a word in an event': `update events set detail = detail || '{"name":"x"}' where workflow_id = $1 and sequence = 1`,
    'the row of the ledger': `delete from workflow_ledger where workflow_id = $1`,
    'who did it': `update events set actor = null where workflow_id = $1 and name = 'action.signed'`,
    'the time of an event': `update events set occurred_at = occurred_at + interval '1 s' where workflow_id = $1`,
    'a consent': `delete from consents where action_id in ${actions}`,
    'the text agreed to': `update consents set text_sha256 = 'x' where action_id in ${actions}`,
    'the version of it': `update consents set version = 'x' where action_id in ${actions}`,
    'an answer': `update fields set value = null where workflow_id = $1`,
    'a signature image': `delete from signature_images where recipient_id in ${recipients}`,
    'the file of a signature image': `update signature_images set file_id = (select min(original_file_id) from documents where workflow_id = $1)
         where recipient_id in ${recipients}`,
    'the original': `update documents set original_file_id = sealed_file_id where workflow_id = $1`,
    'what people were shown': `update revisions set size = size - 1 where $1 > 0`,
    'the sealed file': `update documents set sealed_file_id = null where workflow_id = $1`,
    'another sealed file': `update documents set sealed_file_id = original_file_id where workflow_id = $1`,
    'the seal': `delete from seals where workflow_id = $1`,
    'the level': `update seals set level = null where workflow_id = $1`,
    'the timestamp': `update seals set timestamp_serial = null where workflow_id = $1`,
    'a signature': `delete from signatures where document_id in ${documents}`,
    'a certificate': `delete from certificates where workflow_id = $1`,
  };

  it('whichever it is; with it, there is one again', async () => {
    const client = await instance.deps.pool.connect();
    await client.query(`set session_replication_role = replica`);
    for (const [what, statement] of Object.entries(SPOILS)) {
      const [, table] = /^(?:delete from|update) (\w+)/.exec(statement) ?? [];
      await client.query(`create temp table before as select * from ${table}`);
      const { rowCount } = await client.query(statement, [id]);
      expect(rowCount, what).toBeGreaterThan(0);
      const spoiled = await read(id);
      expect([what, spoiled.statusCode]).toEqual([what, 500]);
      expect(spoiled.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
      expect(spoiled.body).toContain('There is no evidence of workflow');
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} overriding system value select * from before`);
      await client.query('drop table before');
    }
    await client.query(`set session_replication_role = origin`);
    client.release();
    expect((await read(id)).statusCode).toBe(200);
  });
});

it('follows a document whose seal was renewed', async () => {
  const { pool, clock } = instance.deps;
  const before = (await evidenceOf(id)).record.documents[0]?.sealed;
  await pool.query('update seals set renew_at = $1 where workflow_id = $2', [clock.now(), id]);
  await instance.jobs['renew-seals'](0);
  await instance.runJobs();
  const { record } = await evidenceOf(id);
  expect(record.events.at(-1)?.name).toBe('document.renewed');
  const after = record.documents[0]?.sealed;
  expect(after?.sha256).toBe(record.events.at(-1)?.detail.sha256);
  expect(after?.size).toBeGreaterThan(before?.size ?? 0);
  expect(after?.timestamp.serial).not.toBe(before?.timestamp.serial);
  expect(after?.signatures).toEqual(before?.signatures);
});

/** Keys in order at every depth, as it was hashed. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
