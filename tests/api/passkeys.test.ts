import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cosignCheckpoint, keyText, parseCertificate, rawPublicKey } from '@paraph/pades';
import { expect, test } from 'vitest';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { consumeChallenge } from '../../server/src/signing/proof/proof-store.ts';
import { takeAssertion } from '../../server/src/signing/proof/prove-by-passkey.ts';
import { loadSigningSession } from '../../server/src/signing/session/signing-session.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { openAdvancedSigner, readMailedCode } from '../support/advanced-signer.ts';
import { openDraftClient, good as read } from '../support/draft-client.ts';
import { openTestInstance } from '../support/instance.ts';
import { expectStatus, firstWorkspace, folderForThisTest, forThisFile } from '../support/instance-case.ts';
import { openPasskeyHolder } from '../support/passkey-holder.ts';
import { codeOf, lease, quickSender, violationsOf } from '../support/quick-sender.ts';
import { type Fault, openSoftAuthenticator } from '../support/soft-authenticator.ts';

const { create, post } = quickSender(() => sender);
const instance = await forThisFile(openTestInstance());
let sender = await instance.signIn('Sender', 'sender@example.com');

type Authenticator = ReturnType<typeof openSoftAuthenticator>;
type Signer = Awaited<ReturnType<typeof open>>;

/** A signer who is asked for a passkey; the address follows from the last digits. */
const open = (digits: string) =>
  openAdvancedSigner(instance, create, { method: 'passkey', phone: `+4179123${digits}`, isSentSo: true });
type Answer = { statusCode: number; body: string; json(): unknown };
interface Own {
  offered: boolean;
  items: { id: string; createDate: number; lastUseDate: number | null }[];
}

/** Someone who has signed by a code before, and then sets up a passkey. */
async function openHolder(digits: string, passkey: Authenticator = openSoftAuthenticator()) {
  const holder = await openPasskeyHolder({ instance, create, sender: () => sender }, digits, passkey);
  const list = async () => read<Own>(await holder.signer.call('GET', '/passkeys'));
  expect((await list()).offered).toBe(false);
  const early = await holder.signer.call('POST', '/passkeys/code', { language: 'en' });
  expect(codeOf(early)).toBe('WORKFLOW_STATUS_CONFLICT');
  await holder.sign();
  const added = (await holder.add()) as Own;
  return { ...holder, list, added };
}

const challengeFor = async (ann: Signer, previewId: string) =>
  read<{ challenge: string; rpId: string; passkeys: { id: string }[] }>(
    await ann.signer.call('POST', '/identification/passkey/challenge', { previewId }),
  );
const prove = (ann: Signer, body: object) => ann.signer.call('POST', '/identification/passkey', body);
const isRefused = (answer: Answer) =>
  answer.statusCode === 400 && (violationsOf(answer).passkey ?? '').startsWith('This passkey does not show');

test('a passkey is set up after a signing, by a code to the mailbox, and can be seen and removed', async () => {
  const { signer, passkey, list, begin, added } = await openHolder('2001');
  expect(added).toEqual({
    offered: true,
    items: [{ id: passkey.id, createDate: expect.any(Number), lastUseDate: null }],
  });
  const { subject, text } = await readMailedCode(sender);
  expect(subject).toBe('Your code to set up a passkey');
  expect(text).toContain('passkey');
  const other = openSoftAuthenticator();
  // Without a code, with the challenge of before, twice.
  const challenge = Buffer.alloc(32).toString('base64url');
  expect(codeOf(await signer.call('POST', '/passkeys', other.create(challenge)))).toBe('VALIDATION_ERROR');
  const faults: Fault[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isUnverified: true },
    { type: 'webauthn.get' },
    { challenge },
  ];
  for (const fault of faults) {
    instance.advance(3_600);
    const begun = await begin();
    const refused = await signer.call('POST', '/passkeys', other.create(begun.challenge, fault));
    expect(violationsOf(refused).passkey, JSON.stringify(fault)).toContain('cannot be used');
    const again = await signer.call('POST', '/passkeys', other.create(begun.challenge));
    expect(codeOf(again)).toBe('VALIDATION_ERROR');
  }
  expect((await list()).items).toHaveLength(1);
  instance.advance(3_600);
  const { challenge: further } = await begin();
  await instance.deps.pool.query(
    `insert into passkeys (id, address, public_key, spki, sign_count, transports, created_at)
     select 'copy-' || n, address, public_key, spki, sign_count, transports, created_at
     from passkeys, generate_series(2, 10) as n where id = $1`,
    [passkey.id],
  );
  const eleventh = await signer.call('POST', '/passkeys', other.create(further));
  expect(violationsOf(eleventh).passkey).toContain('at most 10 passkeys');
  await instance.deps.pool.query(`delete from passkeys where id like 'copy-%'`);
  const stranger = await openHolder('2002');
  expect((await stranger.signer.call('GET', '/passkeys')).body).not.toContain(passkey.id);
  const remove = ({ base, headers }: typeof signer) =>
    instance.inject({ method: 'DELETE', url: `${base}/passkeys/${passkey.id}`, headers });
  expect((await remove(stranger.signer)).statusCode).toBe(404);
  const removed = await remove(signer);
  expect(read<Own>(removed).items).toEqual([]);
});

test('an assertion for this very content shows who signs, and can be checked by its public key alone', async () => {
  const scratch = await folderForThisTest();
  for (const [digits, algorithm] of [
    ['2003', 'ES256'],
    ['2004', 'RS256'],
  ] as const) {
    const passkey = openSoftAuthenticator({ algorithm });
    await openHolder(digits, passkey);
    const ann = await open(digits);
    const { previewId, contentHash } = await ann.preview();
    const asked = await challengeFor(ann, previewId);
    expect(asked).toMatchObject({ rpId: 'localhost', passkeys: [{ id: passkey.id }] });
    const proven = await prove(ann, { previewId, ...passkey.get(asked.challenge) });
    expect(read(proven)).toMatchObject({ method: 'passkey', provenUntil: instance.nowSeconds() + 600 });
    read(await ann.press(previewId));
    await instance.runJobs();
    const workspace = await firstWorkspace(sender);
    const url = `${workspace}/workflows/${ann.workflowId}/evidence`;
    const evidence = expectStatus(await sender.call({ method: 'GET', url }), 200);
    const record = evidence.body;
    const file = join(scratch, 'evidence.json');
    const key = join(scratch, 'key.pem');
    await writeFile(file, record);
    await writeFile(key, passkey.publicKey.export({ type: 'spki', format: 'pem' }));
    expect(await check(file)).toEqual([0, expect.stringMatching(`^Fits: Ann, content ${contentHash}`)]);
    expect((await check(file, key))[0]).toBe(0);
    const stranger = openSoftAuthenticator({ algorithm }).publicKey.export({ type: 'spki', format: 'pem' });
    await writeFile(key, stranger);
    expect(await check(file, key)).toEqual([1, expect.stringContaining('signature is not by this key')]);
    if (algorithm === 'ES256') await checkByTheDocs(ann.workflowId, JSON.parse(record), scratch);
    await writeFile(file, record.replaceAll(contentHash, 'ab'.repeat(32)));
    expect(await check(file)).toEqual([1, expect.stringContaining('the challenge is not of this content')]);
  }
});

const run = promisify(execFile);
async function check(...files: string[]): Promise<[number, string]> {
  return runTool('tools/check-passkey.mjs', ...files);
}

async function runTool(...args: string[]): Promise<[number, string]> {
  try {
    return [0, (await run(process.execPath, args)).stdout];
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return [code, stdout];
  }
}

/** The sealed file and its record, with a cosignature of the checkpoint that the record leads to. */
async function checkByTheDocs(workflowId: number, evidence: Evidence, scratch: string): Promise<void> {
  const [sealed] = await instance.deps.database
    .selectFrom('seals')
    .innerJoin('documents', 'documents.id', 'seals.document_id')
    .select('seals.file_id')
    .where('documents.workflow_id', '=', workflowId)
    .execute();
  const pdf = await readFileBytes(instance.deps, sealed?.file_id ?? 0);
  const key = keyText((await openLogKey(instance.deps)).publicKey);
  const { privateKey } = generateKeyPairSync('ed25519');
  const witness = {
    name: 'witness.example.net/one',
    publicKey: rawPublicKey(privateKey),
    kind: 'cosignature',
  } as const;
  const log = evidence.record.documents[0]?.sealed?.log;
  if (!log) throw new Error('The record has no proof of the log.');
  const alone = log.checkpoint;
  const about = { name: witness.name, privateKey, at: instance.deps.clock.now() };
  log.checkpoint += cosignCheckpoint(alone, about);
  const paths = [join(scratch, 'signed.pdf'), join(scratch, 'record.json')] as const;
  const checkAll = async (file: Uint8Array, record: Evidence, ...keys: string[]) => {
    await Promise.all([writeFile(paths[0], file), writeFile(paths[1], JSON.stringify(record))]);
    return runTool('tools/check-signature.mjs', ...paths, ...keys);
  };
  const [code, said] = await checkAll(pdf, evidence, key, keyText(witness));
  expect([code, said.match(/^yes /gm)?.length, said.match(/^NO /gm)], said).toEqual([0, 14, null]);
  expect(said).toMatch(/yes the passkey signed.*yes witnesses that have seen the sealed file: 1/s);
  const failsBy = async (claim: string, ...args: Parameters<typeof checkAll>) => {
    const outcome = await checkAll(...args);
    expect(outcome).toEqual([1, expect.stringContaining(`NO  ${claim}`)]);
  };
  const changed = Buffer.from(pdf);
  changed[100] = (changed[100] ?? 0) ^ 1;
  await failsBy('certified for these bytes', changed, evidence, key);
  await failsBy('the log signed', pdf, evidence, keyText({ ...witness, kind: 'signature' }));
  const renamed = structuredClone(evidence);
  for (const signer of renamed.record.signers) signer.name = 'Eve';
  await failsBy('the content hash', pdf, renamed, key);
  log.checkpoint = alone;
  await failsBy('witnesses that have seen', pdf, evidence, key, keyText(witness));
}

interface Evidence {
  record: {
    signers: { name: string }[];
    documents: { sealed: { log: { checkpoint: string } | null } | null }[];
  };
}

test('wrong, replayed, unverified, of another content, site or person, or counted back: refused alike', async () => {
  const { passkey } = await openHolder('2005');
  const eve = await openHolder('2006');
  const ann = await open('2005');
  const { previewId } = await ann.preview();
  const answers: Answer[] = [];
  const refuse = async (what: string, body: object) => {
    const answer = await prove(ann, { previewId, ...body });
    expect(isRefused(answer), `${what}: ${answer.body}`).toBe(true);
    answers.push(answer);
  };
  const ask = async () => (await challengeFor(ann, previewId)).challenge;
  const zero = Buffer.alloc(32).toString('base64url');
  const faults: [string, Fault][] = [
    ['wrong challenge', { challenge: zero }],
    ['other origin', { origin: 'https://evil.example' }],
    ['other port', { origin: 'http://localhost:3001' }],
    ['other site', { rpId: 'evil.example' }],
    ['unverified', { isUnverified: true }],
    ['a passkey that is made', { type: 'webauthn.create' }],
    ['forged', { isForged: true }],
  ];
  await refuse('never asked', passkey.get(zero));
  for (const [what, fault] of faults) await refuse(what, passkey.get(await ask(), fault));
  await refuse('of another person', eve.passkey.get(await ask()));
  await refuse('an unknown one', openSoftAuthenticator().get(await ask()));
  const unused = await ask();
  await ask();
  await refuse('of a challenge that was replaced', passkey.get(unused));
  const late = await ask();
  instance.advance(600);
  const anew = (await ann.preview()).previewId;
  expect(isRefused(await prove(ann, { previewId: anew, ...passkey.get(late) }))).toBe(true);
  // For what was checked before an answer changed.
  const before = passkey.get((await challengeFor(ann, anew)).challenge);
  await ann.changeAnswer();
  const changed = (await ann.preview()).previewId;
  expect(isRefused(await prove(ann, { previewId: changed, ...before }))).toBe(true);
  const good = passkey.get((await challengeFor(ann, changed)).challenge);
  expect((await prove(ann, { previewId: changed, ...good })).statusCode).toBe(200);
  expect(isRefused(await prove(ann, { previewId: changed, ...good }))).toBe(true);
  const challenge = (await challengeFor(ann, changed)).challenge;
  const back = passkey.get(challenge, { signCount: 1 });
  expect(isRefused(await prove(ann, { previewId: changed, ...back }))).toBe(true);
  expect(new Set(answers.map(({ body }) => body.replace(/"requestId":"\w+"/, ''))).size).toBe(1);
  read(await ann.press(changed));
  await expectRecord(ann.workflowId, passkey);
});

/** The signature holds all that a check of the passkey needs, by the recipe of docs/log.md and without this service. */
async function expectRecord(workflowId: number, { publicKey, id }: Authenticator): Promise<void> {
  const { proof_record: stored, certificates } = await instance.deps.database
    .selectFrom('bound_previews')
    .innerJoin('previews', 'previews.id', 'preview_id')
    .innerJoin('actions', 'actions.id', 'previews.action_id')
    .select(['proof_record', 'certificates'])
    .where('workflow_id', '=', workflowId)
    .orderBy('bound_at', 'desc')
    .executeTakeFirstOrThrow();
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const { boundTo } = parseCertificate(certificates[0] ?? Buffer.alloc(0));
  expect(hash(stored ?? Buffer.alloc(0)).equals(boundTo?.proofHash ?? Buffer.alloc(0))).toBe(true);
  const { contentHash, assertion, ...about } = JSON.parse(String(stored));
  expect(about).toEqual({ method: 'passkey', provenTime: expect.any(String) });
  const bytes = (name: string) => Buffer.from(assertion[name], 'base64url');
  const challenge = hash(Buffer.from('paraph-sign-v1\0'), Buffer.from(contentHash, 'hex'), bytes('nonce'));
  const client = JSON.parse(String(bytes('clientDataJSON')));
  expect(client).toMatchObject({
    challenge: challenge.toString('base64url'),
    origin: assertion.relyingParty.origin,
  });
  const signed = Buffer.concat([bytes('authenticatorData'), hash(bytes('clientDataJSON'))]);
  expect(verify('sha256', signed, publicKey, bytes('signature'))).toBe(true);
  expect(bytes('publicKey').equals(publicKey.export({ type: 'spki', format: 'der' }))).toBe(true);
  expect([assertion.credentialId, assertion.relyingParty.id]).toEqual([id, 'localhost']);
}

test('a person corrected while their passkey answers has shown nothing, nor has one corrected after it', async () => {
  const { passkey } = await openHolder('2008');
  const ann = await open('2008');
  const { database } = instance.deps;
  const recipients = database.selectFrom('recipients').select(['id', 'name', 'email']);
  const ofWorkflow = recipients.where('workflow_id', '=', ann.workflowId);
  const recipient = await ofWorkflow.executeTakeFirstOrThrow();
  const { previewId, contentHash } = await ann.preview();
  const subject = {
    session: await loadSigningSession(instance.deps, ann.linkId),
    contentHash: Buffer.from(contentHash, 'hex'),
  };
  const change = async (values: Partial<Record<'email' | 'identification' | 'name', string>>) =>
    database
      .updateTable('recipients')
      .set(values as object)
      .where('id', '=', recipient.id)
      .execute();
  const own = { name: recipient.name, email: recipient.email, identification: 'passkey' };
  for (const other of [{ name: 'Anna' }, { email: 'anna@example.com' }, { identification: 'code-mail' }]) {
    const { challenge } = await challengeFor(ann, previewId);
    await change(other);
    const visitor = { ip: '127.0.0.1', userAgent: null };
    const taken = takeAssertion(instance.deps, subject, { assertion: passkey.get(challenge), visitor });
    await expect(taken, Object.keys(other)[0]).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await change(own);
  }
  const drafts = await openDraftClient(instance, sender, lease);
  const correct = async (body: object) =>
    read(await drafts.send('PUT', `/${ann.workflowId}/recipients/${recipient.id}`, body));
  const shown = async () =>
    prove(ann, { previewId, ...passkey.get((await challengeFor(ann, previewId)).challenge) });
  read(await shown());
  await correct({ phone: '+41791232008', identification: 'code-sms' });
  // The signature has no room for the other way, and the proof by the former counts no more.
  expect((await ann.press(previewId)).json()).toMatchObject({ error: { reason: 'check_too_old' } });
  const anew = (await ann.preview()).previewId;
  expect((await ann.press(anew)).json()).toMatchObject({ error: { reason: 'proof_missing' } });
  read(await ann.askForCode(previewId));
  const [text] = read<{ text: string }[]>(await readTexts());
  const code = /#(\d{6})$/.exec(text?.text ?? '')?.[1] ?? '';
  await correct({ phone: '+41791232009' });
  await correct({ phone: '+41791232008' });
  expect(codeOf(await ann.enterCode(previewId, code))).toBe('VALIDATION_ERROR');
  await correct({ identification: 'passkey' });
  read(await shown());
  read(await ann.press(previewId));
});

async function readTexts(): Promise<Answer> {
  await instance.runJobs();
  return sender.call({ method: 'GET', url: '/api/v1/mailbox/texts' });
}

test('a challenge counts for its own content alone, and is not used up by an answer for another', async () => {
  await openHolder('2009');
  const ann = await open('2009');
  const { previewId, contentHash } = await ann.preview();
  await challengeFor(ann, previewId);
  const { database, clock } = instance.deps;
  const consume = (hash: Buffer | null) =>
    consumeChallenge(database, { linkId: ann.linkId, contentHash: hash, now: clock.now() });
  expect(await consume(Buffer.alloc(32))).toBeNull();
  expect(await consume(null)).toBeNull();
  expect(await consume(Buffer.from(contentHash, 'hex'))).not.toBeNull();
});

test('it can be asked of people alone who have one, and have signed for the organization', async () => {
  const { person } = await openHolder('2007');
  const send = (email: string) => {
    const recipients = [{ name: 'Ann', email, identification: 'passkey' }];
    return post({ type: 'advanced', steps: [{ type: 'sign', recipients }] });
  };
  expectStatus(await send(person.email), 200);
  const refused = await send('never@example.com');
  expect(violationsOf(refused)['recipients[0][identification]']).toMatch(
    /has no passkey.*after a first signing/,
  );
  // Another organization does not learn that the mailbox has one.
  const before = sender;
  sender = await instance.signIn('Other', 'other@example.com');
  const theirs = await send(person.email);
  sender = before;
  expect(violationsOf(theirs)['recipients[0][identification]']).toMatch(/has no passkey/);
  const levels = { method: 'PUT' as const, url: '/api/v1/organization/levels' };
  const byDefault = await sender.call({ ...levels, payload: { defaultIdentification: 'passkey' } });
  expect(violationsOf(byDefault).defaultIdentification).toContain('for each recipient');
});
