import { inspect, prepareDocument, signPdf, validate } from '@paraph/pades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PdfDocument } from '../../pades/src/pdf/document.ts';
import { formOf, readFields } from '../../pades/src/pdf/form-fields.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleForm } from '../../pades/src/testing/sample-form.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

let instance: TestInstance;
let sender: Session;
const { create, read } = quickSender(() => sender);

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

const sign = (...recipients: { name: string; email: string }[]) => ({ type: 'sign', recipients });
const fileOf = async (id: string): Promise<Buffer> => {
  const [document] = (await read(id)).envelope.documents;
  const { pathname } = new URL(document?.file.file ?? '');
  return (await sender.call({ method: 'GET', url: pathname })).rawPayload;
};
const fieldsOf = (file: Buffer) =>
  readFields(new PdfDocument(file)).map(({ name, type }) => ({ name, type }));

test('the form of an upload is part of the page when it is signed, with its values', async () => {
  const upload = samplePdf(sampleForm({ looks: false, needAppearances: true }));
  const id = await create({ document: upload, steps: [sign(ann), sign(bob)] });
  const shown = await fileOf(id);
  expect(shown.subarray(0, upload.length).equals(upload)).toBe(true);
  // Its signature field is the first signer's; the second one has a field of ours.
  const own = `field-2-${id.slice(-8)}`;
  expect(fieldsOf(shown)).toEqual([
    { name: 'Buyer', type: 'Sig' },
    { name: own, type: 'Sig' },
  ]);
  expect(formOf(new PdfDocument(shown))?.entries.has('NeedAppearances')).toBe(false);
  for (const { email } of [ann, bob]) {
    await instance.runJobs();
    expect((await (await followInvitation(instance, email)).sign()).statusCode).toBe(200);
  }
  await instance.runJobs();
  const sealed = await fileOf(id);
  expect(sealed.subarray(0, shown.length).equals(shown)).toBe(true);
  expect(fieldsOf(sealed).filter(({ type }) => type !== 'Sig')).toEqual([]);
  const { signatures } = validate(sealed, { anchors: [] });
  expect(signatures.map(({ fieldName, integrity }) => [fieldName, integrity.ok])).toEqual([
    ['Buyer', true],
    [own, true],
  ]);
});

test('so is the form of a file that is only reviewed', async () => {
  const upload = samplePdf(sampleForm());
  const id = await create({ document: upload, steps: [{ type: 'review', recipients: [ann] }] });
  expect(fieldsOf(await fileOf(id)).map(({ name }) => name)).toEqual(['Buyer', `seal-${id.slice(-8)}`]);
});

test('a file that is signed already keeps its form, and the signature stays intact', async () => {
  const form = samplePdf(sampleForm());
  const place = { page: 0, displayed: { posX: 60, posY: 60, width: 20, height: 5 } };
  const prepared = Buffer.concat([
    form,
    prepareDocument(form, { signatureFields: [{ name: 'First', ...place }] }),
  ]);
  const authority = sampleAuthority();
  const signature = {
    fieldName: 'First',
    name: 'First',
    appearance: null,
    signingTime: new Date(0),
    docMdp: null,
  };
  const upload = Buffer.concat([prepared, await signPdf(prepared, signature, authority.signer('First'))]);
  const id = await create({ document: upload, steps: [sign(ann)] });
  await instance.runJobs();
  expect((await (await followInvitation(instance, ann.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  const sealed = await fileOf(id);
  const kept = fieldsOf(upload);
  expect(fieldsOf(sealed).slice(0, kept.length)).toEqual(kept);
  expect(inspect(sealed).signatures).toBeGreaterThan(1);
  expect(validate(sealed, { anchors: [] }).signatures.every(({ integrity }) => integrity.ok)).toBe(true);
});
