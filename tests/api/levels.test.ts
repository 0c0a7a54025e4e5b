import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScheduled } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { openTestInstance, quickForm, type Session, type TestInstance } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { openTemplateClient } from '../support/template-client.ts';

// Interface.md §3: a level that the instance cannot keep is refused, at creation and change, and never started.
const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
const ann = { name: 'Ann', email: 'ann@example.com' };
const LEVELS = ['advanced', 'qualified'] as const;
const WORDS = {
  advanced: /second channel.*none is set up\. Use simple\.$/,
  qualified: /trust service provider.*none is set up\. Use simple\.$/,
};

let instance: TestInstance;
let sender: Session;
let drafts: Awaited<ReturnType<typeof openDraftClient>>;
let templates: Awaited<ReturnType<typeof openTemplateClient>>;

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
  drafts = await openDraftClient(instance, sender, lease);
  templates = await openTemplateClient(instance, sender, lease);
});
afterAll(() => instance.close());

type Answer = Awaited<ReturnType<Session['call']>>;
const expectRefused = (answer: Answer, level: keyof typeof WORDS) => {
  expect([answer.statusCode, answer.json().error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(answer.json().error.violations.type).toMatch(WORDS[level]);
};
const filled = async () => {
  const { id } = await drafts.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  return drafts.read(id);
};
const counts = async () =>
  (
    await sql`select (select count(*) from workflows) as workflows, (select count(*) from templates) as templates`.execute(
      instance.deps.database,
    )
  ).rows;

describe.each(LEVELS)('the level %s, which no part of this version keeps', (type) => {
  test('is refused where something is made, drafts too, beside the other problems', async () => {
    const before = await counts();
    for (const url of ['/api/v1/quick/envelopes', '/api/v1/envelopes']) {
      const steps = [{ type: 'sign', recipients: [ann] }];
      const form = quickForm({ document: lease, steps, type });
      expectRefused(await sender.call({ method: 'POST', url, ...form }), type);
      const worse = quickForm({ document: lease, steps: [], type, name: 'x' });
      const { violations } = (await sender.call({ method: 'POST', url, ...worse })).json().error;
      expect(Object.keys(violations).sort()).toEqual(['name', 'steps', 'type']);
    }
    expectRefused(await drafts.sendForm('', { name: 'Lease', type }), type);
    expectRefused(await templates.sendForm('', { name: 'Lease', type }), type);
    expect(await counts()).toEqual(before);
  });

  test('is refused where something is changed', async () => {
    const draft = await filled();
    expectRefused(await drafts.send('PUT', `/${draft.id}`, { type, name: 'Other' }), type);
    expectRefused(await drafts.send('POST', `/${draft.id}/edit`, { type }), type);
    expect(await drafts.read(draft.id)).toMatchObject({ name: draft.name, type: 'simple' });
    const template = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    expectRefused(await templates.send('PUT', `/${template.id}`, { type }), type);
    for (const from of [{ fromTemplateId: template.id }, { fromWorkflowId: draft.id }]) {
      const copied = await templates.send('POST', '', { ...from, name: 'Copy', type });
      expectRefused(copied, type);
    }
    expect(await templates.read(template.id)).toMatchObject({ type: 'simple' });
  });

  test('of a draft that an older version took is never started, until it is made simple', async () => {
    const draft = await filled();
    const { database } = instance.deps;
    await sql`update workflows set type = ${type} where id = ${draft.id}`.execute(database);
    const [item] = good<{ error: { code: string; message: string } }[]>(
      await drafts.send('PUT', `/${draft.id}/start`),
    );
    expect(item).toMatchObject({ result: false, error: { code: 'VALIDATION_ERROR' } });
    expect(item?.error.message).toMatch(WORDS[type]);
    const url = `/api/v1/envelopes/${draft.envelopeId}/start`;
    expectRefused(await sender.call({ method: 'PUT', url }), type);
    await sql`update workflows set scheduled_start_at = ${instance.deps.clock.now()} where id = ${draft.id}`.execute(
      database,
    );
    await startScheduled(instance.deps);
    expect(await drafts.read(draft.id)).toMatchObject({ status: 'not_started', type });
    expectRefused(await drafts.send('POST', `/${draft.id}/duplicate`), type);
    // What was read may be sent back; it is no change.
    good(await drafts.send('PUT', `/${draft.id}`, { type, name: 'Renamed' }));
    good(await drafts.send('PUT', `/${draft.id}`, { type: 'simple' }));
    const [started] = good<object[]>(await drafts.send('PUT', `/${draft.id}/start`));
    expect(started).toMatchObject({ result: true });
  });

  test('of a template that an older version took makes no workflow and no template', async () => {
    const template = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    await sql`update templates set type = ${type} where id = ${template.id}`.execute(instance.deps.database);
    const before = await counts();
    for (const hasToBeStarted of [false, true]) {
      expectRefused(
        await templates.clone(template.id, { name: 'Lease', recipients: [ann], hasToBeStarted }),
        type,
      );
    }
    const copy = { fromTemplateId: template.id, name: 'Copy' };
    expectRefused(await templates.send('POST', '', copy), type);
    expect(await counts()).toEqual(before);
    good(await templates.send('PUT', `/${template.id}`, { type, name: 'Renamed' }));
    expect((await templates.send('POST', '', { ...copy, type: 'simple' })).statusCode).toBe(201);
    good(await templates.send('PUT', `/${template.id}`, { type: 'simple' }));
    expect(await templates.cloned(template.id, { recipients: [ann] })).toMatchObject({ type: 'simple' });
  });
});
