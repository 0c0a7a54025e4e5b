import { validate } from '@paraph/pades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taggedPdf } from '../../pades/src/testing/tagged-pdf.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import {
  multipart,
  openTestInstance,
  quickForm,
  type Session,
  type TestInstance,
} from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann, bob, lease, quickSender } from '../support/quick-sender.ts';
import { lockedByStranger, signedByStranger } from '../support/signed-by-stranger.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

let instance: TestInstance;
let sender: Session;
const { create, read } = quickSender(() => sender);

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

const sign = (...recipients: { name: string; email: string }[]) => ({ type: 'sign', recipients });
const download = (url: string, headers: Record<string, string> = {}) =>
  sender.call({ method: 'GET', url, headers });
const linkOf = async (id: string) => {
  const [document] = (await read(id)).envelope.documents;
  return new URL(document?.file.file ?? '').pathname;
};
const rowsOf = async (id: string) => {
  const documentId = (await read(id)).envelope.documents[0]?.id ?? 0;
  return instance.deps.database
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute();
};

test('the start adds a form to the upload, which all recipients see', async () => {
  const content = textLines(['yumisign_signature_1', '', '', '', '', 'yumisign_fullName_1']);
  const file = buildPdf({ pages: [{ content }] });
  const id = await create({ document: file, steps: [sign(ann)] });
  const [form] = await rowsOf(id);
  expect(form).toMatchObject({ number: 0, kind: 'fields', action_id: null });
  const shown = (await download(await linkOf(id))).rawPayload;
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
  const id = await create({ steps: [sign(ann)] });
  const url = await linkOf(id);
  const original = await download(`${url}?version=original`);
  expect(original.rawPayload.equals(lease)).toBe(true);
  await instance.runJobs();
  await (await followInvitation(instance, ann.email)).sign();
  await instance.runJobs();
  const sealed = (await download(await linkOf(id))).rawPayload;
  expect((await download(url)).rawPayload.equals(sealed)).toBe(true);
  expect((await download(`${url}?version=original`)).rawPayload.equals(lease)).toBe(true);
  expect((await download(`${url}?version=newest`)).statusCode).toBe(400);
  // The sealed file begins with what the signer was shown.
  const [form] = await rowsOf(id);
  expect(sha256(sealed.subarray(0, form?.size))).toEqual(form?.sha256);
});

test('ranges and validators are those of the whole file', async () => {
  const url = await linkOf(await create({ steps: [sign(ann)] }));
  const whole = await download(url);
  const range = (text: string, headers = {}) => download(url, { range: `bytes=${text}`, ...headers });
  for (const [start, end] of [
    [0, 9],
    [lease.length - 5, lease.length + 5],
    [lease.length, whole.rawPayload.length - 1],
    [lease.length + 3, lease.length + 3],
  ] as const) {
    const part = await range(`${start}-${end}`);
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.rawPayload.length}`);
  }
  expect((await range('-7')).rawPayload.equals(whole.rawPayload.subarray(-7))).toBe(true);
  expect((await range(`${whole.rawPayload.length}-`)).statusCode).toBe(416);
  const etag = String(whole.headers.etag);
  expect(etag).toContain(sha256(whole.rawPayload).toString('hex').slice(0, 32));
  expect((await download(url, { 'if-none-match': etag })).statusCode).toBe(304);
  const original = await download(`${url}?version=original`);
  expect(original.headers.etag).not.toBe(etag);
  expect((await range('0-3', { 'if-range': String(original.headers.etag) })).statusCode).toBe(200);
});

test('a large file is streamed together with its form', async () => {
  const large = buildPdf({ pages: [{ content: textLines(['Lease']) }, { content: '% '.repeat(400_000) }] });
  const url = await linkOf(await create({ document: large, steps: [sign(ann)] }));
  const { rawPayload: whole } = await download(url);
  expect(whole.subarray(0, large.length).equals(large)).toBe(true);
  expect(whole.length).toBeGreaterThan(large.length);
  const part = await download(url, { range: `bytes=1000-${whole.length - 1}` });
  expect(part.rawPayload.equals(whole.subarray(1000))).toBe(true);
});

test('a draft has no form until it starts, and none if it cannot start', async () => {
  const answer = await sender.call({
    method: 'POST',
    url: '/api/v1/envelopes',
    ...quickForm({ document: lease, steps: [sign(ann)] }),
  });
  const { envelopeId } = answer.json() as { envelopeId: string };
  expect((await download(await linkOf(envelopeId))).rawPayload.equals(lease)).toBe(true);
  expect(await rowsOf(envelopeId)).toEqual([]);
});

test('a file that cannot have its form is refused at the start, with the cause', async () => {
  // Signed by a stranger: only signature fields can still be added.
  const client = await openDraftClient(instance, sender, await signedByStranger(lease));
  const { id, persons } = await client.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  const documentId = (await client.read(id)).documents[0]?.id;
  const place = { page: 1, posX: 10, documentId, role: persons[0]?.roles[0]?.id };
  const fields = [
    { type: 'signature', posY: 50, style: { width: 30, height: 8 }, ...place },
    { type: 'text', posY: 70, style: { width: 30, height: 4 }, ...place },
  ];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  const [item] = good<{ result: boolean; error: Record<string, unknown> }[]>(
    await client.send('PUT', `/${id}/start`),
  );
  expect(item).toMatchObject({ result: false, error: { code: 'DOCUMENT_NOT_ACCEPTED' } });
  expect(JSON.stringify(item?.error)).toContain('signed already');
  expect((await client.read(id)).status).toBe('not_started');
});

test('a tagged file that somebody signed is signed and archived, and their signature stays as it was', async () => {
  const file = await signedByStranger(taggedPdf());
  const anchors = [instance.deps.authority.root.certificate];
  const [before] = validate(file, { anchors }).signatures;
  const id = await create({ document: file, steps: [sign(ann), sign(bob)] });
  for (const { email } of [ann, bob]) {
    await instance.runJobs();
    await (await followInvitation(instance, email)).sign();
  }
  await instance.runJobs();
  expect((await read(id)).envelope.status).toBe('signed');
  const { signatures, verdict } = validate((await download(await linkOf(id))).rawPayload, { anchors });
  expect(signatures.map(({ sinceSigning }) => sinceSigning)).toEqual(Array(3).fill('allowed-changes'));
  expect(signatures[0]).toMatchObject({ fieldName: 'First', integrity: before?.integrity });
  expect(verdict).toEqual({ state: 'as-signed', reason: 'intact' });
});

test('a signature of ours that crosses a line of a file which somebody signed does not make it changed', async () => {
  const content = `${textLines(['Tenant:'], { top: 640 })} 1 w 72 630 m 300 630 l S`;
  const client = await openDraftClient(
    instance,
    sender,
    await signedByStranger(buildPdf({ pages: [{ content }] })),
  );
  const { id, persons } = await client.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  const [document] = (await client.read(id)).documents;
  const place = { page: 1, posX: 12, posY: 20, documentId: document?.id, role: persons[0]?.roles[0]?.id };
  const fields = [{ type: 'signature', style: { width: 30, height: 8 }, ...place }];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  expect((await (await followInvitation(instance, ann.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  const { envelopeId } = await client.read(id);
  const file = (await download(await linkOf(envelopeId))).rawPayload;
  const form = multipart([{ name: 'document', fileName: 'lease.pdf', value: file }]);
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
  const form = quickForm({ document: file, steps: [sign(ann)] });
  const quick = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
  expect(quick.json()).toMatchObject(refused);
  const drafts = await openDraftClient(instance, sender, file);
  expect((await drafts.sendForm('', { name: 'Lease' })).json()).toMatchObject(refused);
  const templates = await openTemplateClient(instance, sender, file);
  expect((await templates.sendForm('', { name: 'Lease' })).json()).toMatchObject(refused);
});

test('a file that may be signed in one field is refused at the start where another is planned', async () => {
  const client = await openDraftClient(
    instance,
    sender,
    await lockedByStranger('/Action /Exclude /Fields [(Second)]'),
  );
  const { id, persons } = await client.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  const documentId = (await client.read(id)).documents[0]?.id;
  const place = { page: 1, posX: 10, posY: 30, documentId, role: persons[0]?.roles[0]?.id };
  const fields = [{ type: 'signature', style: { width: 30, height: 8 }, ...place }];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  const [item] = good<{ error: Record<string, unknown> }[]>(await client.send('PUT', `/${id}/start`));
  expect(item?.error).toMatchObject({ code: 'DOCUMENT_NOT_ACCEPTED' });
  expect(JSON.stringify(item?.error)).toContain('that signature permits no further one');
  expect(await client.read(id)).toMatchObject({ status: 'not_started' });
  // In the field that the lock leaves out it can be signed.
  good(await client.send('PUT', `/${id}/fields`, { fields: [] }));
  good(await client.send('PUT', `/${id}/start`));
  expect(await client.read(id)).toMatchObject({ status: 'started' });
});
