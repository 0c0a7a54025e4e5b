import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  localSigner,
  parseCertificate,
  type TrustedLog,
  type ValidationReport,
  validate,
} from '@paraph/pades';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { logCommand } from '../../operator/src/commands/log.ts';
import { checkDemand } from '../../operator/src/doctor/witnesses.ts';
import { trustedRoots } from '../../server/src/authority/timestamping.ts';
import { UnitOfWork } from '../../server/src/database/unit-of-work.ts';
import { recordProof } from '../../server/src/identification/record-proof.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { logCertificates } from '../../server/src/transparency-log/integrate-leaves.ts';
import { readState } from '../../server/src/transparency-log/transparency-store.ts';
import { openAdvancedSigner } from '../support/advanced-signer.ts';
import { certifyUnseen, forge, logOf, stealInstance } from '../support/forger.ts';
import { expectStatus, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { issueOne } from '../support/issued.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { openOwnKey } from '../support/own-key-signer.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf } from '../support/quick-sender.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

const { instance, sender, create, send, download, revisionsOf, statusOf } = await openInstanceCase();
const { deps } = instance;
const contract = buildPdf({ pages: [{ content: textLines(['I owe you 9,000.']) }] });

const judge = (file: Uint8Array, log: TrustedLog, at = deps.clock.now()): ValidationReport =>
  validate(file, { anchors: trustedRoots(deps), at, logs: [log] });

test('a new instance demands the proof from the beginning; another one from when its operator says so', async () => {
  settingsForThisTest(settingsOf(instance));
  const log = (...args: string[]) => runOperator([logCommand], ['log', ...args]);
  expect((await logOf(deps)).since).toEqual(new Date(0));
  expect((await log('--demand')).printed).toContain('Every signature counts only with the proof');
  await sql`update transparency_state set certificates_since = null`.execute(deps.database);
  expect((await log()).printed).toContain('count without the proof');
  expect(await checkDemand(deps.database)).toMatchObject({ state: 'warning', remedy: expect.any(String) });
  const { printed } = await log('--demand');
  const since = (await logOf(deps)).since?.toISOString();
  expect(printed).toContain(`A signature since ${since} counts only`);
  expect((await log('--demand')).printed).toBe(printed);
  expect(await checkDemand(deps.database)).toMatchObject({ state: 'well' });
  expect(await log('--new-key')).toMatchObject({ code: 2, errors: expect.stringContaining('has its key') });
  await sql`update transparency_state set certificates_since = 'epoch'`.execute(deps.database);
});

test('what people sign, and what the organization seals, proves by itself that it is in the log', async () => {
  const simple = await send(ann);
  const signer = await followInvitation(instance, ann.email);
  expectStatus(await signer.sign(), 200);
  const [, signed] = await revisionsOf(simple);
  expect(signed?.kind).toBe('signature');
  expect(signed?.bytes?.length).toBeLessThan(12 * 1024);
  const reviewed = await create({ steps: [{ type: 'review', recipients: [bob] }] });
  await instance.runJobs();
  expectStatus(await (await followInvitation(instance, bob.email)).approve(), 200);
  await instance.runJobs();
  const log = await logOf(deps);
  for (const id of [simple, reviewed]) {
    expect(await statusOf(id)).toBe('signed');
    const { verdict, signatures } = judge(await download(id), log);
    expect(verdict.state).toBe('as-signed');
    expect(signatures).toMatchObject([{ level: 'B-LTA', log: { state: 'logged', reasons: [] } }]);
  }
  const [person] = judge(await download(simple), log).signatures;
  expect(person?.contentHash).toHaveLength(32);
  const own = parseCertificate(person?.certificate.chain[0] ?? Buffer.alloc(0));
  expect(own.boundTo?.digests).toHaveLength(1);
});

/** As the page of a person at the level advanced does it, up to the last press. */
async function certifyByCode(phone: string) {
  const signer = await openAdvancedSigner(instance, create, { method: 'code-mail', phone, isSentSo: true });
  const { previewId, contentHash } = await signer.proveByMail(sender);
  const key = openOwnKey(instance, signer.signer);
  const certified = expectStatus(await key.certify(previewId), 200);
  const finish = (signatures = key.signAll(certified.json())) =>
    signer.signer.call('POST', '/finish', { previewId, intent: INTENT, signatures });
  const bound = deps.database.selectFrom('bound_previews').selectAll().where('preview_id', '=', previewId);
  return { ...signer, previewId, contentHash, key, finish, bound: await bound.executeTakeFirstOrThrow() };
}

test('an own key signs what it was certified for, with the record of who signs, and gets one certificate', async () => {
  const person = await certifyByCode('+41790000001');
  expectStatus(await person.finish(), 200);
  await instance.runJobs();
  const { envelope_id: id } = await deps.database
    .selectFrom('workflows')
    .select('envelope_id')
    .where('id', '=', person.workflowId)
    .executeTakeFirstOrThrow();
  const [signature] = judge(await download(id ?? ''), await logOf(deps)).signatures;
  expect(signature?.log).toMatchObject({ state: 'logged' });
  expect(Buffer.from(signature?.contentHash ?? []).toString('hex')).toBe(person.contentHash);
  expect(JSON.parse(signature?.proofRecord ?? '')).toEqual({
    method: 'code-mail',
    provenTime: expect.any(String),
    contentHash: person.contentHash,
    to: person.person.email,
    sentTime: expect.any(String),
  });
  // The same key, for another person.
  const other = await certifyByCode('+41790000002');
  const { previewId } = await other.preview();
  const spki = person.key.spki.toString('base64');
  const proof = person.key.proofOf(previewId).toString('base64');
  const { size } = await readState(deps.database);
  const again = await other.signer.call('POST', '/certificate', { previewId, publicKey: spki, proof });
  expect(again.json()).toMatchObject({ error: { violations: { publicKey: expect.any(String) } } });
  expect((await readState(deps.database)).size).toBe(size);
  // One that a version before certified: the page asks anew.
  await sql`update bound_previews set log_proof = null, proof_record = null where preview_id = ${other.previewId}`.execute(
    deps.database,
  );
  expect((await other.finish()).json()).toMatchObject({ error: { reason: 'check_used' } });
});

test('whoever copies keys and database signs nothing outside that counts', async () => {
  const person = await certifyByCode('+41790000003');
  expectStatus(await person.finish(), 200);
  instance.advance(7200);
  const stolen = (await forThisTest(stealInstance(instance))).deps;
  const log = await logOf(deps);
  const digests = [sha256('another document')];
  const before = new Date(deps.clock.now().getTime() - 3_600_000);
  const past = { ...stolen, clock: { ...stolen.clock, now: () => before } };
  const { log_proof: proof, proof_record: record, certificates } = person.bound;
  if (!proof || !record) throw new Error('a bound preview has no proofs');
  const reused = { ...localSigner(person.key.privateKey, certificates), proofs: { log: proof, record } };
  const logged = await issueOne(deps, ann, digests[0]);
  const inCopy = await forge(
    stolen,
    contract,
    async (digest) => (await issueOne(stolen, ann, digest)).signer,
  );
  const forgeries = {
    unseen: await forge(stolen, contract, (digest) => certifyUnseen(stolen, { digests: [digest] })),
    'unseen, for everything': await forge(stolen, contract, () => certifyUnseen(stolen)),
    'back-dated': await forge(past, contract, (digest) => certifyUnseen(past, { digests: [digest] })),
    'in a log of the copy': inCopy,
    'by a browser’s key': await forge(stolen, contract, () => reused),
    'by a certificate for another document': await forge(stolen, contract, () => logged.signer),
  };
  const fresh = await logOf(deps);
  for (const [name, file] of Object.entries(forgeries)) {
    const { verdict } = judge(file, fresh);
    expect([name, verdict.state]).not.toEqual([name, 'as-signed']);
  }
  for (const name of ['unseen', 'back-dated', 'in a log of the copy'] as const)
    expect([name, judge(forgeries[name], fresh).verdict.state]).toEqual([name, 'not-logged']);
  for (const name of ['by a browser’s key', 'by a certificate for another document'] as const)
    expect(judge(forgeries[name], fresh).signatures[0]?.integrity.reasons).toContain(
      'The certificate was issued for another document.',
    );
  // What the file alone cannot show: a log of their own, until a witness or the log itself is asked.
  const { findEntry, ...blind } = log;
  expect(judge(inCopy, blind).verdict.state).toBe('as-signed');
  const witnesses = [{ name: 'witness.example.net/one', publicKey: Buffer.alloc(32, 1) }];
  expect(judge(inCopy, { ...blind, witnesses }).verdict.reason).toBe('unwitnessed');
});

test('a log that cannot take a certificate holds Finish and seals, and nothing is half done', async () => {
  const path = join(deps.config.dataDir, 'keys', 'transparency-log.key');
  const open = async (people: { name: string; email: string }) => {
    const id = await send(people);
    const signer = await followInvitation(instance, people.email);
    const { shownHash } = await signer.fill();
    return { id, signer, previewId: previewIn(await signer.preview(shownHash)) };
  };
  const eve = { name: 'Eve', email: 'eve@example.com' };
  const { id, signer, previewId } = await open(eve);
  const press = () => signer.call('POST', '/finish', { previewId, intent: INTENT });
  const count = async () => (await deps.pool.query('select count(*)::int as n from certificates')).rows[0].n;
  const before = await count();
  await rename(path, `${path}.away`);
  const reviewed = await create({ steps: [{ type: 'review', recipients: [bob] }] });
  await instance.runJobs();
  expectStatus(await (await followInvitation(instance, bob.email)).approve(), 200);
  await instance.runJobs();
  expect(await statusOf(reviewed)).toBe('approved');
  const seal = await deps.database
    .selectFrom('seals')
    .select(['cause', 'state'])
    .orderBy('document_id', 'desc')
    .executeTakeFirst();
  expect(seal).toMatchObject({
    state: 'pending',
    cause: expect.stringMatching(/^All answers are saved.*transparency-log\.key/),
  });
  const refused = await press();
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain('transparency-log.key');
  expect((await instance.inject({ url: '/log/key' })).statusCode).toBe(503);
  await rename(`${path}.away`, path);
  // Another process holds the lock of the log.
  const holder = await deps.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from transparency_state for update');
    const waited = await press();
    expect([waited.statusCode, waited.body.includes('held it for too long')]).toEqual([503, true]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await count()).toBe(before);
  expectStatus(await press(), 200);
  instance.advance(3600);
  await instance.runJobs();
  expect([await statusOf(id), await statusOf(reviewed)]).toEqual(['signed', 'signed']);
});

test('a leaf stays where the request that asked for it is rolled back', async () => {
  const unit = new UnitOfWork();
  const [proof] = await unit.run(async () => {
    await deps.database.transaction().execute((tx) => sql`update workflows set name = name`.execute(tx));
    return logCertificates(deps, [sha256('a certificate')]);
  });
  await unit.rollback();
  expect((await logOf(deps)).findEntry(proof?.index ?? -1)).toBe(proof?.entry);
});

test('a proof that no signature has room for is refused when it is given, not when it is signed with', async () => {
  const person = await openAdvancedSigner(instance, create, { method: 'passkey', phone: '+41790000004' });
  const { actionId, linkId, workflowId } = person;
  const actor = { kind: 'recipient', id: null, ...ann, ip: null, userAgent: null } as const;
  const about = {
    workflowId,
    actionId,
    linkId,
    method: 'passkey',
    actor,
    contentHash: Buffer.alloc(32),
  } as const;
  const record = (length: number) =>
    deps.database
      .transaction()
      .execute((tx) => recordProof(tx, deps, { ...about, detail: { assertion: 'x'.repeat(length) } }));
  await expect(record(2_500)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await record(2_300);
});
