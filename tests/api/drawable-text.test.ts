import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertPresent, FIELD_TYPES, readOptionSize } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { letterFont } from '../../pades/src/testing/sample-font.ts';
import { startScheduled } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { newField } from '../../web/src/design/board-state.ts';
import { toWire } from '../../web/src/design/board-wire.ts';
import { centeredBox } from '../../web/src/design/box-state.ts';
import { run } from '../conformance/pdf-validators.ts';
import { fieldsOf } from '../support/api-case.ts';
import { type Field, good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const folder = await folderForThisFile();
writeFileSync(join(folder, 'han.ttf'), letterFont('李', 'M'));
const { instance, sender } = await openInstanceCase({ env: { PARAPH_FONTS: join(folder, 'han.ttf') } });
const client = await openDraftClient(instance, sender, lease);
const { draftWith, signerOf } = fieldsOf(instance, client);
const templates = await openTemplateClient(instance, sender, lease);

const place = (index: number) => ({
  page: 1,
  posX: 10,
  posY: 30 + index * 6,
  style: { width: 60, height: 5 },
});

const signerFor = async (name: string, fields: readonly object[]) =>
  signerOf(await draftWith([{ type: 'signature' }, ...fields], name));

/** The text of the only document as the signer downloads it. */
async function textFor(
  signer: Pick<Awaited<ReturnType<typeof followInvitation>>, 'call' | 'view'>,
): Promise<string> {
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
    expect(await signer.answerTo('text')).toBeNull();
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
    const { answer } = await draftWith(fields);
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

  test('are refused in a typed signature where they are no writing, and at the end in an answer from before the font was removed', async () => {
    const signer = await signerFor('Ann', [{ type: 'text' }]);
    const png = drawnSignature();
    const type = (text: string) =>
      signer.call('PUT', '/marks/signature', { method: 'type', text, font: 'system-ui', png });
    expect(violationsOf(await type('Ann 🐢'))).toEqual(['text']);
    expect((await type('山田 太郎')).statusCode).toBe(200);
    const id = signer.idOf('text');
    await signer.fillIn('text', 'Fine');
    await instance.deps.database.updateTable('fields').set({ value: '中' }).where('id', '=', id).execute();
    expect(violationsOf(await signer.sign())).toEqual([`fields[${id}]`]);
  });
});

describe('the words of options', () => {
  const options = ['Every month', 'All rent of the year in advance'].map((label) => ({
    value: label,
    label,
  }));
  const small = { width: 3, height: 2.2 };
  const paper = { width: 595, height: 842 };

  test('as the tool of the designer makes them are in the sealed file, for every kind of field', async () => {
    const { id, persons } = await client.filled([
      { name: 'Ann', email: 'kinds@example.com', roles: [{ type: 'sign' }] },
    ]);
    const documentId = (await client.read(id)).documents[0]?.id ?? 0;
    const owner = { documentId, page: 1, role: persons[0]?.roles[0]?.id ?? 0 };
    const made = FIELD_TYPES.map((type, index) => {
      const box = centeredBox(type, paper, { x: index % 2 === 0 ? 20 : 62, y: 12 + index * 5 });
      return newField({ key: type, type, ...owner, ...box });
    });
    const withWords = (['radio', 'dropdown'] as const).map((type, index) => {
      const box = centeredBox(type, paper, { x: 62, y: 12 + index * 10 });
      return { ...newField({ key: `long ${type}`, type, ...owner, ...box }), options };
    });
    const fields = toWire([...made, ...withWords]).map((field) => ({
      ...field,
      required: false,
      ...(field.type === 'dropdown' ? { value: field.options?.at(-1)?.value ?? null } : {}),
    }));
    good(await client.send('PUT', `/${id}/fields`, { fields }));
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const signer = await followInvitation(instance, 'kinds@example.com');
    expect((await signer.sign()).statusCode).toBe(200);
    await instance.runJobs();
    const text = (await textFor(signer)).replace(/\s+/g, ' ');
    for (const { label } of [...(made.find(({ type }) => type === 'radio')?.options ?? []), ...options])
      expect(text).toContain(label);
    expect(text).not.toContain('…');
    expect(text.split('Option 2')).toHaveLength(3);
    expect(text.split(options[1]?.label ?? '')).toHaveLength(3);
  });

  test('that are not legible in their box are refused with the size that they need, and fit into that size', async () => {
    const fields = [
      { type: 'radio', label: 'Payment', options, style: small },
      { type: 'dropdown', label: 'Again', options, style: small },
      { type: 'radio', label: 'One button', options: options.slice(0, 1), style: small },
    ];
    const named = ['fields[0][options]', 'fields[1][options]'];
    const { answer } = await draftWith(fields);
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, named]);
    const { violations } = (answer.json() as { error: { violations: Record<string, string> } }).error;
    const sizes = named.map((at) => assertPresent(readOptionSize(violations[at] ?? ''), at));
    expect(violations[named[0] ?? '']).toContain('“Payment”');
    const fitting = fields.map((field, index) => {
      const { width, height } = sizes[index] ?? { width: 10, height: 10 };
      return {
        ...field,
        style: { width: (width / paper.width) * 100, height: (height / paper.height) * 100 },
      };
    });
    expect((await draftWith(fitting)).answer.statusCode).toBe(200);
    // A little less is smaller writing, a fifth of it is none.
    const less = (share: number) =>
      fitting.map(({ style, ...field }) => ({ ...field, style: { ...style, width: style.width * share } }));
    expect((await draftWith(less(0.9))).answer.statusCode).toBe(200);
    expect(violationsOf((await draftWith(less(0.2))).answer)).toEqual(named);
  });

  test('make their box grow where that is asked for, within the page', async () => {
    const fields = [
      { type: 'radio', options, grow: 'full', posX: 95, posY: 97, style: small },
      { type: 'dropdown', options, grow: 'legible', style: { width: 20, height: 2.2 } },
      { type: 'dropdown', options, grow: 'full', style: { width: 20, height: 2.2 } },
    ];
    const { answer } = await draftWith(fields);
    const [radio, legible, full] = good<Field[]>(answer);
    const rightOf = (field?: Field) => (field?.posX ?? 0) + (field?.style.width ?? 0);
    expect([rightOf(radio), (radio?.posY ?? 0) + (radio?.style.height ?? 0)]).toEqual([100, 100]);
    expect(radio?.style.width).toBeGreaterThan(29);
    expect(legible?.style).toMatchObject({ width: 20, height: 2.2 });
    expect(full?.style.width).toBeGreaterThan(26);
    const long = [{ value: 'a', label: 'A'.repeat(200) }];
    const { answer: refused } = await draftWith([{ ...fields[1], options: long }]);
    expect(violationsOf(refused)).toEqual(['fields[0][options]']);
  });

  test('of earlier drafts and templates are refused at the start, also of a clone and at its date', async () => {
    const { database } = instance.deps;
    const choice = { type: 'radio', options, style: { width: 60, height: 8 } };
    const { id, answer } = await draftWith([choice, { type: 'signature', style: small }]);
    good(answer);
    await database.updateTable('fields').set(small).where('workflow_id', '=', id).execute();
    const message = expect.stringMatching(/“Choice”.* \d+ × \d+ points/);
    const error = { code: 'VALIDATION_ERROR', message };
    expect((await client.send('PUT', `/${id}/start`)).json()).toMatchObject([{ result: false, error }]);
    const scheduled = { scheduled_start_at: instance.deps.clock.now() };
    await database.updateTable('workflows').set(scheduled).where('id', '=', id).execute();
    await startScheduled(instance.deps);
    expect(await client.read(id)).toMatchObject({ status: 'not_started', scheduledStartDate: null });

    const template = await templates.create();
    const [buyer] = await templates.setRoles(template.id, [{ name: 'Buyer', roles: [{ type: 'sign' }] }]);
    const role = buyer?.roles[0]?.id;
    good(await templates.send('POST', `/${template.id}/steps`, { steps: [{ type: 'sign', roles: [role] }] }));
    const owner = { documentId: template.documents[0]?.id, role, ...place(0) };
    const put = (style: object) =>
      templates.send('PUT', `/${template.id}/fields`, { fields: [{ ...owner, ...choice, style }] });
    expect(violationsOf(await put(small))).toEqual(['fields[0][options]']);
    good(await put(choice.style));
    const rows = database.selectFrom('templates').select('plan').where('id', '=', template.id);
    const { plan } = await rows.executeTakeFirstOrThrow();
    const shrunk = { ...plan, fields: plan.fields.map((field) => ({ ...field, ...small })) };
    await database
      .updateTable('templates')
      .set({ plan: JSON.stringify(shrunk) as never })
      .where('id', '=', template.id)
      .execute();
    const recipients = [{ name: 'Cy', email: 'cy@example.com' }];
    const cloned = await templates.clone(template.id, { recipients, hasToBeStarted: true });
    expect([cloned.statusCode, violationsOf(cloned)]).toEqual([400, ['fields[0][options]']]);
  });
});
