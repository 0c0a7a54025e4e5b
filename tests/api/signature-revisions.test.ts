import { validate } from '@paraph/pades';
import { expect, test } from 'vitest';
import { sha256 } from '../../server/src/platform/ids.ts';
import { finishSigning } from '../../server/src/signing/finish/finish-signing.ts';
import { drawSignature, SIGNATURES } from '../../tools/demo/draw-signature.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, INTENT, previewIn } from '../support/signer.ts';

const cy = { name: 'Cy', email: 'cy@example.com' };
const rex = { name: 'Rex', email: 'rex@example.com' };
const contract = buildPdf({ pages: [{ content: textLines(['A contract', 'in turn']) }] });
/** What a signature with a drawn mark adds to a file; and once for all three, their form and the evidence of the seal. */
const SIGNATURE_BYTES_MAX = 12 * 1024;
const FORM_AND_SEAL_BYTES_MAX = 23_000;
const handOf = (person: { name: string }) => SIGNATURES[person === bob ? 'Jonas' : 'Edith'];

const { instance, create, send, sendSigned, download, statusOf, revisionsOf } = await openInstanceCase();

type Signer = Awaited<ReturnType<typeof followInvitation>>;

const bytesFor = async (signer: Signer) => {
  const [document] = (await signer.view()).documents;
  const { url = '', sha256: named } = document ?? {};
  const { rawPayload } = await instance.inject({ method: 'GET', url, headers: signer.headers });
  expect(sha256(rawPayload).toString('hex')).toBe(named);
  return rawPayload;
};
const judge = (bytes: Uint8Array) =>
  validate(bytes, { anchors: [instance.deps.authority.root.certificate], at: instance.deps.clock.now() });

test('each signer sees and signs what came before, and nothing that came later', {
  timeout: 60_000,
}, async () => {
  const id = await create({
    document: contract,
    steps: [
      { type: 'sign', recipients: [ann, bob] },
      { type: 'review', recipients: [rex] },
      { type: 'sign', recipients: [cy] },
    ],
  });
  await instance.runJobs();
  const shown: Buffer[] = [];
  for (const [index, person] of [ann, bob, rex, cy].entries()) {
    const signer = await followInvitation(instance, person.email);
    const file = await bytesFor(signer);
    shown.push(file);
    expect(judge(file).signatures.map(({ signerName }) => signerName)).toEqual(
      ['Ann', 'Bob'].slice(0, Math.min(index, 2)),
    );
    const pressedAt = instance.deps.clock.now().getTime();
    expectStatus(await (person === rex ? signer.approve() : signer.sign(drawSignature(handOf(person)))), 200);
    if (person !== rex) {
      const [own] = judge(await bytesFor(signer)).signatures.slice(-1);
      expect(own).toMatchObject({ signerName: person.name, level: 'B-T', sinceSigning: 'unchanged' });
      expect(Math.abs((own?.timestamp?.time.getTime() ?? 0) - pressedAt)).toBeLessThanOrEqual(5_000);
    }
    await instance.runJobs();
    instance.advance(60);
  }
  const revisions = await revisionsOf(id);
  expect(revisions.map(({ kind }) => kind)).toEqual(['fields', 'signature', 'signature', 'signature']);
  const sealed = await download(id);
  let size = contract.length;
  for (const revision of revisions) {
    expect(sealed.subarray(size, revision.size).equals(revision.bytes ?? Buffer.of())).toBe(true);
    expect(sha256(sealed.subarray(0, revision.size))).toEqual(revision.sha256);
    size = revision.size;
  }
  const signatures = revisions.slice(1).map(({ bytes }) => bytes?.length ?? Infinity);
  expect(Math.max(...signatures), signatures.join(', ')).toBeLessThanOrEqual(SIGNATURE_BYTES_MAX);
  const others = sealed.length - contract.length - signatures.reduce((sum, length) => sum + length);
  expect(others).toBeLessThanOrEqual(FORM_AND_SEAL_BYTES_MAX);
  // The reviewer approved the file with both signatures, by its hash.
  expect(shown[2]?.equals(sealed.subarray(0, revisions[2]?.size))).toBe(true);
  const report = judge(sealed);
  expect(report.signatures.map(({ signerName }) => signerName)).toEqual(['Ann', 'Bob', 'Cy']);
  for (const signature of report.signatures) {
    expect(signature).toMatchObject({ level: 'B-LTA', integrity: { ok: true }, certificate: { ok: true } });
    expect(signature.sinceSigning).toBe('allowed-changes');
    expect(signature.changesAfter.every(({ allowed }) => allowed)).toBe(true);
  }
  expect(report.document.lastCoversWholeFile).toBe(true);
});

test('a press on a file that has changed is refused, and nothing is lost', async () => {
  const id = await send(ann, bob);
  const first = await followInvitation(instance, ann.email);
  const second = await followInvitation(instance, bob.email);
  const stale = (await second.fill()).shownHash;
  expect((await first.sign()).statusCode).toBe(200);
  const refused = await second.finish(stale);
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  expect(await revisionsOf(id)).toHaveLength(2);
  const { fields, shownHash } = await second.view();
  expect(fields.every(({ value }) => value !== null)).toBe(true);
  expect((await second.finish(shownHash)).statusCode).toBe(200);
  await instance.runJobs();
  expect(await statusOf(id)).toBe('signed');
});

test('of two who press at once one signs, and the other is shown the new file', {
  timeout: 60_000,
}, async () => {
  const id = await send(ann, bob);
  const signers = [await followInvitation(instance, ann.email), await followInvitation(instance, bob.email)];
  const hashes: string[] = [];
  for (const signer of signers) hashes.push((await signer.fill()).shownHash);
  const presses = await Promise.all(signers.map((signer, index) => signer.finish(hashes[index])));
  expect(presses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await revisionsOf(id)).toHaveLength(2);
  const late = signers[presses.findIndex(({ statusCode }) => statusCode === 409)];
  const { shownHash } = (await late?.view()) ?? {};
  expect((await late?.finish(shownHash))?.statusCode).toBe(200);
  await instance.runJobs();
  expect(await statusOf(id)).toBe('signed');
  expect(judge(await download(id)).signatures).toHaveLength(2);
});

test('what changes while the signature is made is not signed', async () => {
  const id = await send(ann, bob);
  const first = await followInvitation(instance, ann.email);
  const second = await followInvitation(instance, bob.email);
  const { link, shownHash, fields } = await first.fill();
  const visitor = { ip: '127.0.0.1', userAgent: null };
  const press = async (meanwhile: () => Promise<unknown>) =>
    finishSigning(
      { ...instance.deps, onFinishStep: async (step) => void (step === 'signed' && (await meanwhile())) },
      link,
      { previewId: previewIn(await first.preview(shownHash)), intent: INTENT, visitor },
    );
  const conflict = { code: 'WORKFLOW_STATUS_CONFLICT' };
  const place = `/fields/${fields[0]?.id}`;
  const { value } = (await first.view()).fields[0] ?? {};
  await expect(press(() => first.call('PUT', place, { value: null }))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await first.call('PUT', place, { value });
  const mark = () =>
    first.call('PUT', '/marks/signature', { method: 'draw', png: drawnSignature({ width: 200 }) });
  await expect(press(mark)).rejects.toMatchObject(conflict);
  await expect(press(() => second.sign())).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
  expect(await revisionsOf(id)).toHaveLength(2);
  expect((await first.view()).action.status).toBe('started');
});

test('a person is given one certificate a document, and no key outlives the press', async () => {
  const id = await sendSigned(ann);
  const { rows } = await instance.deps.pool.query(
    `select certificates.subject, signatures.position, revisions.number from signatures
     join certificates on certificates.serial = signatures.certificate_serial
     join revisions using (document_id, action_id)
     join documents on documents.id = document_id join workflows on workflows.id = documents.workflow_id
     where envelope_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ subject: 'Ann', position: 0, number: 1 }]);
});
