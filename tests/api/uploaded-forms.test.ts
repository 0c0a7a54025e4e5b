import { importFormFields, type PdfForm } from '@paraph/domain';
import { inspect, prepareDocument, signPdf, validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../../pades/src/pdf/document.ts';
import { formOf, readFields } from '../../pades/src/pdf/form-fields.ts';
import { findPage } from '../../pades/src/pdf/pages.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleFont } from '../../pades/src/testing/sample-font.ts';
import { sampleForm } from '../../pades/src/testing/sample-form.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { type Field, good, openDraftClient } from '../support/draft-client.ts';
import { cookieOf } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { ann, bob, violationsOf } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, sender, create, sign, download } = await openInstanceCase();

const signedBy = (...recipients: { name: string; email: string }[]) => ({ type: 'sign', recipients });
const fieldsOf = (file: Buffer) =>
  readFields(new PdfDocument(file)).map(({ name, type }) => ({ name, type }));

/** A form that a stranger has signed, so that only signatures can be added. */
async function signedForm(): Promise<Buffer> {
  const form = samplePdf(sampleForm());
  const place = { page: 0, displayed: { posX: 60, posY: 60, width: 20, height: 5 } };
  const prepared = Buffer.concat([
    form,
    prepareDocument(form, { signatureFields: [{ name: 'First', ...place }] }),
  ]);
  const signature = {
    fieldName: 'First',
    name: 'First',
    appearance: null,
    signingTime: new Date(0),
    docMdp: null,
  };
  return Buffer.concat([prepared, await signPdf(prepared, signature, stranger.signer('First'))]);
}

const stranger = sampleAuthority();
const flat = (file: Buffer) => prepareDocument(file, { flattenForm: { font: sampleFont } });

/** How many forms the first page paints. */
function formsOn(file: Buffer): number {
  const document = new PdfDocument(file);
  const resources = document.dict(findPage(document, 0).dict, 'Resources');
  return (resources && document.dict(resources, 'XObject')?.entries.size) ?? 0;
}

test('the form of an upload is part of the page when it is signed, with its values', async () => {
  const upload = samplePdf(sampleForm({ looks: false, needAppearances: true }));
  const id = await create({ document: upload, steps: [signedBy(ann), signedBy(bob)] });
  const shown = await download(id);
  expect(shown.subarray(0, upload.length).equals(upload)).toBe(true);
  // Its signature field is the first signer's; the second one has a field of ours.
  const own = `field-2-${id.slice(-8)}`;
  expect(fieldsOf(shown)).toEqual([
    { name: 'Buyer', type: 'Sig' },
    { name: own, type: 'Sig' },
  ]);
  expect(formOf(new PdfDocument(shown))?.entries.has('NeedAppearances')).toBe(false);
  for (const person of [ann, bob]) {
    await instance.runJobs();
    await sign(person);
  }
  await instance.runJobs();
  const sealed = await download(id);
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
  expect(fieldsOf(await download(id)).map(({ name }) => name)).toEqual(['Buyer', `seal-${id.slice(-8)}`]);
});

test('a file that is signed already keeps its form, and the signature stays intact', async () => {
  const upload = await signedForm();
  const id = await create({ document: upload, steps: [signedBy(ann)] });
  await instance.runJobs();
  await sign(ann);
  await instance.runJobs();
  const sealed = await download(id);
  const kept = fieldsOf(upload);
  expect(fieldsOf(sealed).slice(0, kept.length)).toEqual(kept);
  expect(inspect(sealed).signatures).toBeGreaterThan(1);
  expect(validate(sealed, { anchors: [] }).signatures.every(({ integrity }) => integrity.ok)).toBe(true);
});

describe('the form of a draft', () => {
  const STEPS = [{ ...ann, roles: [{ type: 'sign' }] }];
  const upload = samplePdf(sampleForm());
  type ImportedField = Field & { formField: string | null };

  /** A draft of the file, its form, and a browser in its designer. */
  async function openDraft(document: Uint8Array) {
    const client = await openDraftClient(instance, sender, document);
    const { id, persons } = await client.filled(STEPS);
    const { designerUrl } = good<{ designerUrl: string }>(await client.send('GET', `/${id}/session`));
    const entered = await instance.inject({ method: 'GET', url: new URL(designerUrl).pathname });
    const base = `/api/v1/design/${String(entered.headers.location).split('/').pop()}`;
    const headers = { cookie: cookieOf(entered), 'sec-fetch-site': 'same-origin' };
    const get = (path = '') => instance.inject({ method: 'GET', url: base + path, headers });
    const design = (await get()).json() as { documents: { id: number; form: PdfForm | null }[] };
    const [found] = design.documents;
    if (!found?.form) throw new Error('no form was found');
    const owner = { documentId: found.id, role: persons[0]?.roles[0]?.id ?? 0 };
    const set = (fields: readonly object[]) => client.send('PUT', `/${id}/fields`, { fields });
    const shown = async () => (await get(`/documents/${found.id}`)).rawPayload;
    return { client, id, form: found.form, owner, set, shown };
  }

  test('becomes fields where they can take its place; the originals are gone from what is shown, signed and sealed', async () => {
    const { client, id, form, owner, set, shown } = await openDraft(upload);
    expect(form).toMatchObject({ total: 11, isSigned: false });
    expect(form.fields.map(({ name, kind, label, value }) => [name, kind, label, value])).toEqual([
      ['Name', 'text', 'Your full name', 'Ana Lima'],
      ['Notes', 'text', 'Notes', 'First line\nSecond line'],
      ['Code', 'text', 'Code', 'AB12'],
      ['Agree', 'checkbox', 'Agree', null],
      ['Country', 'dropdown', 'Country', 'es'],
      ['Fruits', 'dropdown', 'Fruits', 'Pear'],
      ['City', 'text', 'City', null],
      ['Size', 'radio', 'Size of the box', null],
      ['Buyer', 'signature', 'Signature', null],
    ]);
    expect(fieldsOf(await shown()).map(({ name }) => name)).toEqual(['Buyer']);
    const fields = good<ImportedField[]>(await set(importFormFields(form.fields, owner)));
    expect(fields.map(({ type, formField, value }) => [type, formField, value])).toEqual([
      ['text', 'Name', 'Ana Lima'],
      ['text', 'Notes', 'First line\nSecond line'],
      ['text', 'Code', 'AB12'],
      ['checkbox', 'Agree', '1'],
      ['dropdown', 'Country', 'es'],
      ['dropdown', 'Fruits', 'Pear'],
      ['text', 'City', null],
      ['radio', 'Size', null],
      ['radio', 'Size', 'Medium'],
      ['radio', 'Size', null],
      ['signature', 'Buyer', null],
    ]);
    expect(formsOn(await shown())).toBeLessThan(formsOn(Buffer.concat([upload, flat(upload)])));
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const signer = await followInvitation(instance, ann.email);
    const view = await signer.view();
    const city = view.fields.find(({ value, type }) => type === 'text' && value === null);
    await signer.fill();
    await signer.call('PUT', `/fields/${city?.id}`, { value: 'Porto' });
    expect((await signer.finish((await signer.view()).shownHash)).statusCode).toBe(200);
    await instance.runJobs();
    const { envelopeId } = good<{ envelopeId: string }>(await client.send('GET', `/${id}`));
    const sealed = await download(envelopeId);
    const names = fieldsOf(sealed).map(({ name }) => name);
    expect(names).toContain('Buyer');
    expect(names.filter((name) => ['Name', 'City', 'Agree', 'Size', 'Country'].includes(name))).toEqual([]);
    expect(validate(sealed, { anchors: [] }).signatures[0]).toMatchObject({
      fieldName: 'Buyer',
      integrity: { ok: true },
    });
  });

  test('becomes fields of a template, and of the workflows made of it', async () => {
    const client = await openTemplateClient(instance, sender, upload);
    const { id, recipients, documents } = await client.filled([{ name: 'Buyer', type: 'sign' }]);
    const documentId = documents[0]?.id ?? 0;
    const shown = async () => (await client.send('GET', `/${id}/documents/${documentId}/pages`)).rawPayload;
    const [found] = good<{ documentId: number; form: PdfForm }[]>(await client.send('GET', `/${id}/forms`));
    expect(found).toMatchObject({ documentId, form: { total: 11, isSigned: false } });
    expect((await shown()).equals(Buffer.concat([upload, flat(upload)]))).toBe(true);
    const owner = { documentId, role: recipients[0]?.roles[0]?.id ?? 0 };
    const fields = importFormFields(found?.form.fields ?? [], owner);
    const placed = good<ImportedField[]>(await client.send('PUT', `/${id}/fields`, { fields }));
    const named = (each: readonly ImportedField[]) => each.map(({ type, formField }) => [type, formField]);
    expect(named(placed)).toEqual(named(fields as ImportedField[]));
    expect(formsOn(await shown())).toBeLessThan(formsOn(Buffer.concat([upload, flat(upload)])));
    const made = await client.cloned(id, { recipients: [ann] });
    expect(named(made.fields as ImportedField[])).toEqual(named(placed));
    expectStatus(await client.send('GET', `/${id}/documents/${documentId + 999_999}/pages`), 404);
  });

  test('is named only as it is, keeps to fields that move, and is part of the page where they are removed', async () => {
    const { form, owner, set, shown } = await openDraft(upload);
    const whole = await shown();
    const fields = importFormFields(form.fields, owner);
    const misnamed = expectStatus(await set([{ ...fields[0], formField: 'Help' }]), 400);
    expect(Object.entries(violationsOf(misnamed))).toEqual([
      ['fields[0][formField]', expect.stringContaining('no such field')],
    ]);
    const [name, ...others] = good<ImportedField[]>(await set(fields));
    expect((await shown()).equals(whole)).toBe(false);
    const moved = good<ImportedField[]>(await set([{ ...name, formField: undefined, posX: 60 }, ...others]));
    expect(moved[0]?.formField).toBe('Name');
    good(await set([]));
    expect((await shown()).equals(whole)).toBe(true);
  });

  test('that is signed already offers its empty signature fields and nothing else', async () => {
    const signed = await signedForm();
    const { form, owner, set, shown } = await openDraft(signed);
    expect(form.isSigned).toBe(true);
    expect(form.fields.map(({ name }) => name)).toEqual(['Buyer']);
    good(await set(importFormFields(form.fields, owner)));
    expect((await shown()).equals(signed)).toBe(true);
  });
});
