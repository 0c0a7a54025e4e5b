import { validate } from '@paraph/pades';
import { expect, test } from 'vitest';
import { taggedPdf } from '../../pades/src/testing/tagged-pdf.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { finishSigning } from '../../server/src/signing/finish/finish-signing.ts';
import { drawSignature, SIGNATURES } from '../../tools/demo/draw-signature.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann, bob, lease } from '../support/quick-sender.ts';
import { lockedByStranger, signedByStranger } from '../support/signed-by-stranger.ts';
import { drawnSignature, followInvitation, INTENT, previewIn } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const cy = { name: 'Cy', email: 'cy@example.com' };
const rex = { name: 'Rex', email: 'rex@example.com' };
const contract = buildPdf({ pages: [{ content: textLines(['A contract', 'in turn']) }] });
/** What a signature with a drawn mark adds to a file; and once for all three, their form and the evidence of the seal. */
const SIGNATURE_BYTES_MAX = 12 * 1024;
const FORM_AND_SEAL_BYTES_MAX = 23_000;
const handOf = (person: { name: string }) => SIGNATURES[person === bob ? 'Jonas' : 'Edith'];

const { instance, sender, create, draft, post, ...envelopes } = await openInstanceCase();
const { send, sign, sendSigned, get, download, fileUrl, statusOf, revisionsOf } = envelopes;

const signedBy = (...recipients: { name: string; email: string }[]) => ({ type: 'sign', recipients });

/** A draft of one document with a signer, to whom these fields are given; nothing is said of their size and place. */
async function draftWith(document: Uint8Array, fields: readonly object[]) {
  const client = await openDraftClient(instance, sender, document);
  const { id, roles, documentId } = await client.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  const [role] = roles;
  const style = { width: 30, height: 8 };
  const placed = fields.map((field) => ({ page: 1, posX: 10, documentId, role, style, ...field }));
  good(await client.send('PUT', `/${id}/fields`, { fields: placed }));
  const start = async () =>
    good<{ result: boolean; error: object }[]>(await client.send('PUT', `/${id}/start`))[0];
  return { client, id, start };
}

test('the start adds a form to the upload, which all recipients see', async () => {
  const content = textLines(['yumisign_signature_1', '', '', '', '', 'yumisign_fullName_1']);
  const file = buildPdf({ pages: [{ content }] });
  const id = await create({ document: file, steps: [signedBy(ann)] });
  const [form] = await revisionsOf(id);
  expect(form).toMatchObject({ number: 0, kind: 'fields', action_id: null });
  const shown = await download(id);
  expect(shown.subarray(0, file.length).equals(file)).toBe(true);
  expect(shown.subarray(file.length).equals(form?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect([shown.length, sha256(shown)]).toEqual([form?.size, form?.sha256]);
  const names = [...shown.toString('latin1').matchAll(/\/T \((field-\d+-[0-9a-f]{8})\)/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['1', '2'].map((n) => `field-${n}-${id.slice(-8)}`));
  await instance.runJobs();
  const signer = await followInvitation(instance, ann.email);
  const [document] = (await signer.view()).documents;
  expect(document).toMatchObject({ sha256: sha256(shown).toString('hex'), size: shown.length });
  const theirs = await instance.inject({ method: 'GET', url: document?.url ?? '', headers: signer.headers });
  expect(theirs.rawPayload.equals(shown)).toBe(true);
});

test('version=original is the upload, before and after the signing', async () => {
  const id = await send(ann);
  const url = await fileUrl(id);
  const original = await get(`${url}?version=original`);
  expect(original.rawPayload.equals(lease)).toBe(true);
  await sign(ann);
  await instance.runJobs();
  const sealed = await download(id);
  expect((await get(url)).rawPayload.equals(sealed)).toBe(true);
  expect((await get(`${url}?version=original`)).rawPayload.equals(lease)).toBe(true);
  expect((await get(`${url}?version=newest`)).statusCode).toBe(400);
  // The sealed file begins with what the signer was shown.
  const [form] = await revisionsOf(id);
  expect(sha256(sealed.subarray(0, form?.size))).toEqual(form?.sha256);
});

test('ranges and validators are those of the whole file', async () => {
  const url = await fileUrl(await create({ steps: [signedBy(ann)] }));
  const whole = await get(url);
  const range = (text: string, headers = {}) => get(url, { range: `bytes=${text}`, ...headers });
  for (const [start, end] of [
    [0, 9],
    [lease.length - 5, lease.length + 5],
    [lease.length, whole.rawPayload.length - 1],
    [lease.length + 3, lease.length + 3],
  ] as const) {
    const part = expectStatus(await range(`${start}-${end}`), 206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.rawPayload.length}`);
  }
  expect((await range('-7')).rawPayload.equals(whole.rawPayload.subarray(-7))).toBe(true);
  expect((await range(`${whole.rawPayload.length}-`)).statusCode).toBe(416);
  const etag = String(whole.headers.etag);
  expect(etag).toContain(sha256(whole.rawPayload).toString('hex').slice(0, 32));
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  const original = await get(`${url}?version=original`);
  expect(original.headers.etag).not.toBe(etag);
  expect((await range('0-3', { 'if-range': String(original.headers.etag) })).statusCode).toBe(200);
});

test('a large file is streamed together with its form', async () => {
  const large = buildPdf({ pages: [{ content: textLines(['Lease']) }, { content: '% '.repeat(400_000) }] });
  const url = await fileUrl(await create({ document: large, steps: [signedBy(ann)] }));
  const { rawPayload: whole } = await get(url);
  expect(whole.subarray(0, large.length).equals(large)).toBe(true);
  expect(whole.length).toBeGreaterThan(large.length);
  const part = await get(url, { range: `bytes=1000-${whole.length - 1}` });
  expect(part.rawPayload.equals(whole.subarray(1000))).toBe(true);
});

test('a draft has no form until it starts, and none if it cannot start', async () => {
  const { id } = await draft({ steps: [signedBy(ann)] });
  expect((await download(id)).equals(lease)).toBe(true);
  expect(await revisionsOf(id)).toEqual([]);
});

test('a file that cannot have its form is refused at the start, with the cause', async () => {
  // Signed by a stranger: only signature fields can still be added.
  const fields = [
    { type: 'signature', posY: 50 },
    { type: 'text', posY: 70, style: { width: 30, height: 4 } },
  ];
  const { client, id, start } = await draftWith(await signedByStranger(lease), fields);
  const item = await start();
  expect(item).toMatchObject({ result: false, error: { code: 'DOCUMENT_NOT_ACCEPTED' } });
  expect(JSON.stringify(item?.error)).toContain('signed already');
  expect((await client.read(id)).status).toBe('not_started');
});

test('a tagged file that somebody signed is signed and archived, and their signature stays as it was', async () => {
  const file = await signedByStranger(taggedPdf());
  const anchors = [instance.deps.authority.root.certificate];
  const [before] = validate(file, { anchors }).signatures;
  const id = await create({ document: file, steps: [signedBy(ann), signedBy(bob)] });
  for (const person of [ann, bob]) {
    await instance.runJobs();
    await sign(person);
  }
  await instance.runJobs();
  expect(await statusOf(id)).toBe('signed');
  const { signatures, verdict } = validate(await download(id), { anchors });
  expect(signatures.map(({ sinceSigning }) => sinceSigning)).toEqual(Array(3).fill('allowed-changes'));
  expect(signatures[0]).toMatchObject({ fieldName: 'First', integrity: before?.integrity });
  expect(verdict).toEqual({ state: 'as-signed', reason: 'intact' });
});

test('a signature of ours that crosses a line of a file which somebody signed does not make it changed', async () => {
  const content = `${textLines(['Tenant:'], { top: 640 })} 1 w 72 630 m 300 630 l S`;
  const file = await signedByStranger(buildPdf({ pages: [{ content }] }));
  const { client, id, start } = await draftWith(file, [{ type: 'signature', posX: 12, posY: 20 }]);
  await start();
  await instance.runJobs();
  await sign(ann);
  await instance.runJobs();
  const { envelopeId } = await client.read(id);
  const form = multipart([{ name: 'document', fileName: 'lease.pdf', value: await download(envelopeId) }]);
  const report = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
  expect(report.json()).toMatchObject({
    verdict: { state: 'as-signed', reason: 'intact' },
    document: { signatures: 2, shown: { pages: 1 } },
  });
});

test('a file whose signature ours would break is refused at the upload, whoever uploads it', async () => {
  const file = await lockedByStranger('/Action /All');
  const reason = 'The file is signed by Mara Maker, and that signature permits no further one.';
  const refused = { error: { code: 'DOCUMENT_NOT_ACCEPTED', message: expect.stringContaining(reason) } };
  expect((await post({ document: file, steps: [signedBy(ann)] })).json()).toMatchObject(refused);
  const drafts = await openDraftClient(instance, sender, file);
  expect((await drafts.sendForm('', { name: 'Lease' })).json()).toMatchObject(refused);
  const templates = await openTemplateClient(instance, sender, file);
  expect((await templates.sendForm('', { name: 'Lease' })).json()).toMatchObject(refused);
});

test('a file that may be signed in one field is refused at the start where another is planned', async () => {
  const file = await lockedByStranger('/Action /Exclude /Fields [(Second)]');
  const { client, id, start } = await draftWith(file, [{ type: 'signature', posY: 30 }]);
  const item = await start();
  expect(item?.error).toMatchObject({ code: 'DOCUMENT_NOT_ACCEPTED' });
  expect(JSON.stringify(item?.error)).toContain('that signature permits no further one');
  expect(await client.read(id)).toMatchObject({ status: 'not_started' });
  // In the field that the lock leaves out it can be signed.
  good(await client.send('PUT', `/${id}/fields`, { fields: [] }));
  await start();
  expect(await client.read(id)).toMatchObject({ status: 'started' });
});

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
  const { shownHash, fields = [] } = (await late?.view()) ?? {};
  expect(fields.map(({ value }) => value)).toEqual([expect.any(String)]);
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
