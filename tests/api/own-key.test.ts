import { ECDH, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, validate } from '@paraph/pades';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordProof } from '../../server/src/identification/record-proof.ts';
import { extractSignatures, opensslVerdict, run } from '../conformance/pdf-validators.ts';
import { expectStatus, folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { type Certified, type InvitedSigner, openOwnKey, rawSignature } from '../support/own-key-signer.ts';
import { ann, bob, codeOf, lease, violationsOf } from '../support/quick-sender.ts';
import { holdsSecret, readFilesOf } from '../support/search-secret.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

const folder = await folderForThisFile();
const { instance, sender, create, read, send, timelineOf } = await openInstanceCase();

/** A workflow whose signers hold their keys themselves, and the first of them. */
async function open(...people: { name: string; email: string }[]) {
  const recipients = people.map((person) => ({ ...person, phone: '+41791234567' }));
  const id = await create({
    ...{ name: 'Lease', type: 'advanced', steps: [{ type: 'sign', recipients }] },
    further: [['annex.pdf', lease]],
  });
  await instance.runJobs();
  const signer = await followInvitation(instance, people[0]?.email ?? '');
  const { shownHash } = await signer.fill();
  const preview = async () => {
    const answer = expectStatus(await signer.preview(shownHash), 200);
    return answer.json() as { previewId: string; contentHash: string; keyNonce: string };
  };
  return { id, signer, preview, prove: (contentHash: string) => prove(signer, contentHash) };
}

/** As the person shows who they are, for one content. */
async function prove(signer: InvitedSigner, contentHash: string): Promise<void> {
  const { deps } = instance;
  const linkId = String(signer.base.split('/').pop());
  const { id: actionId, workflow_id: workflowId } = await deps.database
    .selectFrom('actions')
    .innerJoin('signing_links', 'signing_links.recipient_id', 'actions.recipient_id')
    .select(['actions.id', 'actions.workflow_id'])
    .where('signing_links.id', '=', linkId)
    .executeTakeFirstOrThrow();
  const actor = { kind: 'recipient', id: null, ...ann, ip: null, userAgent: null } as const;
  const proof = { workflowId, actionId, linkId, method: 'code-mail', actor, detail: {} } as const;
  await deps.database.transaction().execute(async (tx) => {
    await recordProof(tx, deps, { ...proof, contentHash: Buffer.from(contentHash, 'hex') });
  });
}

const certificateIn = (answer: { json(): unknown }) =>
  parseCertificate(Buffer.from((answer.json() as Certified).certificate, 'base64'));
const rowOf = (certificate: { serial: Uint8Array }) =>
  instance.deps.database
    .selectFrom('certificates')
    .select(['use_before', 'revoked_at', 'revocation_reason'])
    .where('serial', '=', Buffer.from(certificate.serial).toString('hex'))
    .executeTakeFirst();
const revoked = (reason: string) => ({ revoked_at: expect.any(Date), revocation_reason: reason });

test('a file is signed by a key that only the signer has; others find it valid', async () => {
  const { id, signer, preview, prove } = await open(ann);
  const { previewId, contentHash } = await preview();
  const key = openOwnKey(instance, signer);
  expect(codeOf(await key.certify(previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(contentHash);
  const certified = expectStatus(await key.certify(previewId), 200);
  const bound = certified.json() as Certified;
  const good = key.signAll(bound);
  const [first, second] = good;
  const press = (signatures?: unknown) =>
    signer.call('POST', '/finish', { previewId, intent: INTENT, ...(signatures ? { signatures } : {}) });
  const other = openOwnKey(instance, signer).signAll(bound);
  const swapped = good.map(({ documentId }, index) => ({ documentId, value: good[1 - index]?.value }));
  for (const signatures of [undefined, [], other, swapped, [first], [first, first], [...good, second]]) {
    const refused = await press(signatures);
    expect([refused.statusCode, Object.keys(violationsOf(refused))]).toEqual([400, ['signatures']]);
  }
  expectStatus(await press(good), 200);
  expect(codeOf(await press(good))).toBe('WORKFLOW_STATUS_CONFLICT');
  await instance.runJobs();
  const held = certificateIn(certified);
  expect(await rowOf(held)).toMatchObject({ use_before: null, revoked_at: null });
  expect(held.notAfter.getTime() - instance.deps.clock.now().getTime()).toBeLessThanOrEqual(15 * 60_000);
  const policies = [SIGNER_POLICIES['code-mail']];
  expect(held).toMatchObject({ commonName: ann.name, emails: [ann.email], policies });
  await expectSealed(id, key.spki);
  await expectNowhere(key.privateKey.export({ format: 'jwk' }).d ?? '', key.spki);
});

/** Others judge each sealed file, in which the certificate is of this key. */
async function expectSealed(id: string, spki: Buffer): Promise<void> {
  const { root } = instance.deps.authority;
  const { documents } = (await read(id)).envelope;
  expect(documents).toHaveLength(2);
  for (const { file } of documents) {
    const sealed = (await sender.call({ method: 'GET', url: new URL(file.file).pathname })).rawPayload;
    const [signature] = extractSignatures(sealed);
    const verdict = signature && opensslVerdict(folder, signature, root.certificate);
    expect(verdict?.status, verdict?.text).toBe(0);
    writeFileSync(join(folder, 'sealed.pdf'), sealed);
    expect(run('pdfsig', [join(folder, 'sealed.pdf')]).text).toContain('Signature is Valid');
    const at = instance.deps.clock.now();
    const [report] = validate(sealed, { anchors: [root.certificate], at }).signatures;
    expect(report).toMatchObject({ signerName: ann.name, level: 'B-LTA', integrity: { ok: true } });
    const own = parseCertificate(report?.certificate.chain[0] ?? Buffer.alloc(0));
    expect(spki.equals(own.publicKey)).toBe(true);
  }
}

/** Neither a row nor a file of the instance has a private key, in any form. */
async function expectNowhere(scalar: string, spki: Buffer): Promise<void> {
  const { database, config } = instance.deps;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database);
  const everything = readFilesOf(config.dataDir);
  for (const { name } of tables) {
    const all = sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`;
    const { rows } = await all.execute(database);
    everything.push(...rows.map(({ row }) => Buffer.from(row)));
  }
  const isFound = (bytes: Buffer) => everything.some((data) => holdsSecret(data, bytes));
  // The search finds what is there: the public key, in the certificate.
  expect(isFound(spki.subarray(-64, -32))).toBe(true);
  expect(isFound(Buffer.from(scalar, 'base64url'))).toBe(false);
}

test('a key is certified for one preview, once, and only for who shows that they have it', async () => {
  const { signer, preview, prove } = await open(ann);
  const { previewId, contentHash, keyNonce } = await preview();
  await prove(contentHash);
  const key = openOwnKey(instance, signer);
  const certify = (body: { publicKey: Buffer; proof?: Buffer }) =>
    signer.call('POST', '/certificate', {
      previewId,
      publicKey: body.publicKey.toString('base64'),
      proof: (body.proof ?? key.proofOf(previewId)).toString('base64'),
    });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const head = '3039301306072a8648ce3d020106082a8648ce3d030107032200';
  const offCurve = Buffer.from(key.spki);
  offCurve[90] = (offCurve[90] ?? 0) ^ 1;
  const unusual = {
    zeros: Buffer.alloc(91),
    nothing: Buffer.alloc(0),
    // Keys of the same point, for which the signer has the private key.
    compressed: Buffer.concat([Buffer.from(head, 'hex'), pointOf(key.spki, 'compressed')]),
    hybrid: Buffer.concat([key.spki.subarray(0, 26), pointOf(key.spki, 'hybrid')]),
    offCurve,
    otherCurve: Buffer.from(spkiOf(p384)).subarray(0, 91),
    secp256k1: spkiOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
  };
  for (const [what, publicKey] of Object.entries(unusual)) {
    const proof = key.proofOf(previewId, publicKey);
    const refused = await certify({ publicKey, proof });
    expect([what, Object.keys(violationsOf(refused))], refused.body).toEqual([what, ['publicKey']]);
  }
  const { previewId: otherId } = await preview();
  const ofOther = openOwnKey(instance, signer);
  for (const proof of [
    key.proofOf(otherId),
    ofOther.proofOf(previewId),
    rawSignature(Buffer.from(keyNonce, 'base64'), key.privateKey),
    Buffer.alloc(64),
  ]) {
    expect(Object.keys(violationsOf(await certify({ publicKey: key.spki, proof })))).toEqual(['proof']);
  }
  const first = expectStatus(await key.certify(previewId), 200);
  // The answer was lost: the same key gets the same certificate; another key gets none for this preview.
  expect((await key.certify(previewId)).json()).toEqual(first.json());
  expect(codeOf(await ofOther.certify(previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  // The check was made again: the former key cannot sign any more.
  expectStatus(await ofOther.certify(otherId), 200);
  expect(await rowOf(certificateIn(first))).toMatchObject(revoked('superseded'));
  const signatures = key.signAll(first.json() as Certified);
  const late = await signer.call('POST', '/finish', { previewId, intent: INTENT, signatures });
  expect(codeOf(late)).toBe('WORKFLOW_STATUS_CONFLICT');
  expect((await ofOther.press(otherId)).statusCode).toBe(200);
});

function pointOf(spki: Buffer, form: 'compressed' | 'hybrid'): Buffer {
  return Buffer.from(ECDH.convertKey(spki.subarray(26), 'prime256v1', undefined, undefined, form) as Buffer);
}

function spkiOf(key: ReturnType<typeof generateKeyPairSync>['publicKey']): Buffer {
  return Buffer.from(
    (key as unknown as { export(options: object): Buffer }).export({ type: 'spki', format: 'der' }),
  );
}

test('a proof for the document as it was does not count once another person has signed it', async () => {
  const { signer, preview, prove: proveAnn } = await open(ann, bob);
  const former = await preview();
  await proveAnn(former.contentHash);
  const second = await followInvitation(instance, bob.email);
  const checked = await second.preview((await second.fill()).shownHash);
  await prove(second, (checked.json() as { contentHash: string }).contentHash);
  expect((await openOwnKey(instance, second).press(previewIn(checked))).statusCode).toBe(200);
  const current = await signer.preview((await signer.view()).shownHash);
  const refused = await openOwnKey(instance, signer).certify(previewIn(current));
  expect(refused.json()).toMatchObject({ error: { reason: 'proof_missing' } });
  await proveAnn((current.json() as { contentHash: string }).contentHash);
  expect((await openOwnKey(instance, signer).press(previewIn(current))).statusCode).toBe(200);
});

test('a certificate that signs nothing is revoked: the page was closed, or the task has ended', async () => {
  const closed = await open(ann);
  const declined = await open(ann, bob);
  const kept = await open(ann);
  const certificates = [];
  for (const { signer, preview, prove } of [closed, declined]) {
    const { previewId, contentHash } = await preview();
    await prove(contentHash);
    certificates.push(certificateIn(await openOwnKey(instance, signer).certify(previewId)));
  }
  const [ofClosed, ofDeclined] = certificates;
  if (!ofClosed || !ofDeclined) throw new Error('no certificates');
  await declined.signer.call('POST', '/decline', { reason: 'no' });
  await instance.jobs['revoke-lapsed-keys'](0);
  expect(await rowOf(ofDeclined)).toMatchObject(revoked('cessation-of-operation'));
  expect(await rowOf(ofClosed)).toMatchObject({ revoked_at: null });
  instance.advance(590);
  const { previewId, contentHash } = await kept.preview();
  await kept.prove(contentHash);
  const ofKept = certificateIn(await openOwnKey(instance, kept.signer).certify(previewId));
  instance.advance(10);
  await instance.jobs['revoke-lapsed-keys'](0);
  expect(await rowOf(ofClosed)).toMatchObject(revoked('cessation-of-operation'));
  expect(await rowOf(ofKept)).toMatchObject({ revoked_at: null });
  const { database } = instance.deps;
  const events = await database.selectFrom('events').select(['name', 'detail']).orderBy('id').execute();
  const unused = events.filter(
    ({ name, detail }) => name === 'certificate.revoked' && detail.isUnused === true,
  );
  expect(unused.length).toBeGreaterThanOrEqual(2);
  expect(await timelineOf(closed.id)).toContainEqual(
    expect.objectContaining({ event: 'certificate.revoked', detail: ann.name, isUnused: true }),
  );
  // Nothing is lost: the person starts again.
  const again = await closed.preview();
  await closed.prove(again.contentHash);
  expect((await openOwnKey(instance, closed.signer).press(again.previewId)).statusCode).toBe(200);
});

test('at the level simple the service signs, and no other key is certified', async () => {
  await send(ann);
  const signer = await followInvitation(instance, ann.email);
  const { shownHash } = await signer.fill();
  const previewId = previewIn(await signer.preview(shownHash));
  const refused = await signer.call('POST', '/finish', { previewId, intent: INTENT, signatures: [] });
  expect([refused.statusCode, Object.keys(violationsOf(refused))]).toEqual([400, ['signatures']]);
  expect(codeOf(await openOwnKey(instance, signer).certify(previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
});
