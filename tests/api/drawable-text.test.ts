import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { letterFont } from '../../pades/src/testing/letter-font.ts';
import { run } from '../conformance/pdf-validators.ts';
import { good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnSignature, followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
let folder: string;
let instance: TestInstance;
let client: Awaited<ReturnType<typeof openDraftClient>>;
let templates: Awaited<ReturnType<typeof openTemplateClient>>;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-drawable-'));
  writeFileSync(join(folder, 'han.ttf'), letterFont('李', 'M'));
  instance = await openTestInstance({ env: { PARAPH_FONTS: join(folder, 'han.ttf') } });
  const sender = await instance.signIn('Sender', 'sender@example.com');
  client = await openDraftClient(instance, sender, lease);
  templates = await openTemplateClient(instance, sender, lease);
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = (index: number) => ({
  page: 1,
  posX: 10,
  posY: 30 + index * 6,
  style: { width: 60, height: 5 },
});

async function draftFor(name: string, fields: readonly object[]) {
  count += 1;
  const email = `person-${count}@example.com`;
  const { id, persons } = await client.filled([{ name, email, roles: [{ type: 'sign' }] }]);
  const documentId = (await client.read(id)).documents[0]?.id;
  const role = persons[0]?.roles[0]?.id;
  const body = { fields: fields.map((field, index) => ({ documentId, role, ...place(index), ...field })) };
  return { id, email, answer: await client.send('PUT', `/${id}/fields`, body) };
}

async function signerFor(name: string, fields: readonly object[]) {
  const { id, email, answer } = await draftFor(name, [{ type: 'signature' }, ...fields]);
  good(answer);
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  const signer = await followInvitation(instance, email);
  const fieldOf = async (type: string) => (await signer.view()).fields.find((field) => field.type === type);
  const fill = async (type: string, value: string) =>
    signer.call('PUT', `/fields/${(await fieldOf(type))?.id}`, { value });
  return { ...signer, email, fieldOf, fillIn: fill };
}

/** The text of the only document as the signer downloads it. */
async function textFor(signer: Awaited<ReturnType<typeof signerFor>>): Promise<string> {
  const { documents } = await signer.view();
  const { rawPayload } = await signer.call('GET', `/documents/${documents[0]?.id}`);
  const path = join(folder, 'signed.pdf');
  writeFileSync(path, rawPayload);
  return Buffer.from(run('pdftotext', [path, '-']).text, 'latin1').toString('utf8');
}

describe('characters that cannot be drawn', () => {
  test('are refused in an answer, and named', async () => {
    const signer = await signerFor('Ann', [{ type: 'text' }]);
    for (const [value, named] of [
      ['Ana 🐢', '🐢 (U+1F422)'],
      ['李 and 中', '中 (U+4E2D)'],
      ['नाम', 'न (U+0928)'],
      ['A\ue000', '(U+E000)'],
      ['A\u{3fffd}', '(U+3FFFD)'],
    ]) {
      const answer = await signer.fillIn('text', value ?? '');
      expect([value, answer.statusCode, violationsOf(answer)]).toEqual([value, 400, ['value']]);
      const { error } = answer.json() as { error: { violations: { value: string } } };
      expect(error.violations.value).toContain(named);
    }
    for (const control of ['A\u0007', 'A\ud83d'])
      expect((await signer.fillIn('text', control)).statusCode).toBe(400);
    expect((await signer.fieldOf('text'))?.value).toBeNull();
    const unseen = await signer.fillIn('text', '\u200b\u3164');
    expect([unseen.statusCode, (unseen.json() as { value: unknown }).value]).toEqual([200, null]);
    const drawable = 'Zoë Ångström Ж 李 q\u0308 ✓ €';
    expect((await signer.fillIn('text', drawable)).statusCode).toBe(200);
    expect((await signer.sign()).statusCode).toBe(200);
    expect(await textFor(signer)).toContain(drawable);
  });

  test('are refused in what the sender fills in, in drafts and templates', async () => {
    const options = [{ value: 'a', label: 'First 中' }];
    const fields = [
      { type: 'text', value: 'Ana 🐢' },
      { type: 'stamp', value: '中' },
      { type: 'dropdown', options },
    ];
    const named = ['fields[0][value]', 'fields[1][value]', 'fields[2][options]'];
    const { answer } = await draftFor('Ann', fields);
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, named]);
    const { id, documents } = await templates.create();
    const [buyer] = await templates.setRoles(id, [{ name: 'Buyer', roles: [{ type: 'sign' }] }]);
    const owner = { documentId: documents[0]?.id, role: buyer?.roles[0]?.id };
    const body = { fields: fields.map((field, index) => ({ ...owner, ...place(index), ...field })) };
    const refused = await templates.send('PUT', `/${id}/fields`, body);
    expect([refused.statusCode, violationsOf(refused)]).toEqual([400, named]);
  });

  test('in the name of a recipient give way to the address where it is fixed, and to the signer elsewhere', async () => {
    const signer = await signerFor('山田 太郎', [
      { type: 'name', readOnly: true, label: 'Fixed' },
      { type: 'name', label: 'Open' },
    ]);
    const { fields } = await signer.view();
    const [fixed, open] = fields.filter(({ type }) => type === 'name');
    expect([fixed?.value, open?.value]).toEqual([signer.email, null]);
    expect(violationsOf(await signer.sign())).toEqual([`fields[${open?.id}]`]);
    expect((await signer.call('PUT', `/fields/${open?.id}`, { value: 'Yamada Taro' })).statusCode).toBe(200);
    expect((await signer.sign()).statusCode).toBe(200);
    const text = await textFor(signer);
    expect(text).toContain('Yamada Taro');
    expect(text.split(signer.email).length - 1).toBe(2);
    expect(text).not.toContain('[U+');
  });

  test('of an answer given before the font was removed are refused at the end', async () => {
    const signer = await signerFor('Ann', [{ type: 'text' }]);
    const { id = 0 } = (await signer.fieldOf('text')) ?? {};
    await signer.fillIn('text', 'Fine');
    await instance.deps.database.updateTable('fields').set({ value: '中' }).where('id', '=', id).execute();
    expect(violationsOf(await signer.sign())).toEqual([`fields[${id}]`]);
  });

  test('are refused in a typed signature where they are no writing', async () => {
    const signer = await signerFor('Ann', []);
    const type = (text: string) =>
      signer.call('PUT', '/marks/signature', {
        method: 'type',
        text,
        font: 'system-ui',
        png: drawnSignature(),
      });
    expect(violationsOf(await type('Ann 🐢'))).toEqual(['text']);
    expect((await type('山田 太郎')).statusCode).toBe(200);
  });
});
