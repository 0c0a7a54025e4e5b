import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCertificate, validate } from '@paraph/pades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certifyKey, chainOf } from '../../server/src/authority/certify-key.ts';
import { recordCertificates } from '../../server/src/authority/issue-certificate.ts';
import { bindPreview, boundDocuments } from '../../server/src/signing/bind-preview.ts';
import { requirePreview } from '../../server/src/signing/preview-signing.ts';
import { withSigningSession } from '../../server/src/signing/signing-session.ts';
import { extractSignatures, opensslVerdict, run } from '../conformance/pdf-validators.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { ann, codeOf, quickSender, violationsOf } from '../support/quick-sender.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

let instance: TestInstance;
let sender: Session;
let folder = '';
const { create, read } = quickSender(() => sender);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-own-key-'));
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

const keysOf = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const rawSignature = (attributes: Uint8Array, key: KeyObject) =>
  sign('sha256', attributes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64');

/** Workflows whose signers hold their keys themselves. */
async function open(...people: { name: string; email: string }[]) {
  const id = await create({ steps: [{ type: 'sign', recipients: people }] });
  const { database } = instance.deps;
  await database.updateTable('workflows').set({ type: 'advanced' }).where('envelope_id', '=', id).execute();
  await instance.runJobs();
  const signers = [];
  for (const { email } of people) signers.push(await followInvitation(instance, email));
  const [signer] = signers;
  if (!signer) throw new Error('no signer');
  const { shownHash } = await signer.fill();
  return { id, signer, signers, shownHash };
}

type Signer = Awaited<ReturnType<typeof open>>['signer'];

/** What the key of a signer has to sign for a preview. */
async function bind(signer: Signer, previewId: string, publicKey: Buffer) {
  const { deps } = instance;
  const linkId = signer.clean.split('/').pop() ?? '';
  return withSigningSession(deps, linkId, async (tx, session) => {
    const { preview, documents } = await requirePreview(deps, session, previewId);
    const certified = await certifyKey(deps, deps.authority, { person: session.recipient, publicKey });
    const certificates = chainOf(deps.authority, certified);
    const binding = { certificates, algorithm: 'ecdsa-sha256' as const, serial: certified.serial };
    await recordCertificates(tx, session.facts.workflow.id, [
      { ...certified, useBefore: preview.expires_at },
    ]);
    await bindPreview(tx, { preview, binding, now: deps.clock.now() });
    return boundDocuments(binding, documents);
  });
}

const rowOf = async (serial: string) =>
  instance.deps.database
    .selectFrom('certificates')
    .select(['use_before', 'revoked_at', 'revocation_reason'])
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();

test('a file is signed by a key that only the signer has, and others find the signature valid', async () => {
  const { id, signer, shownHash } = await open(ann);
  const { privateKey, publicKey } = keysOf();
  const previewId = previewIn(await signer.preview(shownHash));
  const [bound] = await bind(signer, previewId, spkiOf(publicKey));
  const { documentId = 0, signedAttributes = Buffer.alloc(0) } = bound ?? {};
  const press = (signatures?: { documentId: number; value: string }[]) =>
    signer.call('POST', '/finish', { previewId, intent: INTENT, ...(signatures ? { signatures } : {}) });
  const value = rawSignature(signedAttributes, privateKey);
  const foreign = rawSignature(signedAttributes, keysOf().privateKey);
  const otherwise = rawSignature(Buffer.concat([signedAttributes, Buffer.alloc(1)]), privateKey);
  for (const signatures of [
    undefined,
    [],
    [{ documentId, value: foreign }],
    [{ documentId, value: otherwise }],
    [{ documentId, value: '' }],
    [{ documentId: documentId + 1, value }],
    [
      { documentId, value },
      { documentId, value },
    ],
  ]) {
    const refused = await press(signatures);
    expect([refused.statusCode, Object.keys(violationsOf(refused))]).toEqual([400, ['signatures']]);
  }
  const signed = await press([{ documentId, value }]);
  expect(signed.statusCode, signed.body).toBe(200);
  expect(codeOf(await press([{ documentId, value }]))).toBe('WORKFLOW_STATUS_CONFLICT');
  await instance.runJobs();
  const url = new URL((await read(id)).envelope.documents[0]?.file.file ?? '').pathname;
  const sealed = (await sender.call({ method: 'GET', url })).rawPayload;
  const { root } = instance.deps.authority;
  const [signature] = extractSignatures(sealed);
  const verdict = signature && opensslVerdict(folder, signature, root.certificate);
  expect(verdict?.status, verdict?.text).toBe(0);
  writeFileSync(join(folder, 'sealed.pdf'), sealed);
  expect(run('pdfsig', [join(folder, 'sealed.pdf')]).text).toContain('Signature is Valid');
  const [report] = validate(sealed, {
    anchors: [root.certificate],
    at: instance.deps.clock.now(),
  }).signatures;
  expect(report).toMatchObject({ signerName: ann.name, level: 'B-LTA', integrity: { ok: true } });
  const held = parseCertificate(report?.certificate.chain[0] ?? Buffer.alloc(0));
  expect(spkiOf(publicKey).equals(held.publicKey)).toBe(true);
  expect(await rowOf(Buffer.from(held.serial).toString('hex'))).toMatchObject({
    use_before: null,
    revoked_at: null,
  });
});

test('at the level simple the service signs, and nothing else', async () => {
  await create({ steps: [{ type: 'sign', recipients: [ann] }] });
  await instance.runJobs();
  const signer = await followInvitation(instance, ann.email);
  const { shownHash } = await signer.fill();
  const previewId = previewIn(await signer.preview(shownHash));
  const refused = await signer.call('POST', '/finish', { previewId, intent: INTENT, signatures: [] });
  expect([refused.statusCode, Object.keys(violationsOf(refused))]).toEqual([400, ['signatures']]);
});
