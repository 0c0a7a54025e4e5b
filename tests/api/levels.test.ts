import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startScheduled } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { quickForm, type Session } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { newTrustProvider } from '../support/trust-providers.ts';

// Interface.md §3: a level that the instance cannot keep is refused, at creation and change, and never started.
const LEVELS = ['advanced', 'qualified'] as const;
const ALL = ['simple', ...LEVELS] as const;
const WORDS = {
  advanced: /level advanced is not available here.*Use simple\.$/,
  qualified: /level qualified is not available here.*Use simple\.$/,
};

// On loopback everything can be tried: the sandbox provider is built in there.
const { instance, sender, get } = await openInstanceCase({
  env: { PARAPH_BASE_URL: 'https://sign.example.com' },
});
const drafts = await openDraftClient(instance, sender, lease);
const templates = await openTemplateClient(instance, sender, lease);

type Answer = Awaited<ReturnType<Session['call']>>;
const expectRefused = (answer: Answer, level: keyof typeof WORDS) => {
  expect([answer.statusCode, answer.json().error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(answer.json().error.violations.type).toMatch(WORDS[level]);
};
const filled = async () => {
  const { id } = await drafts.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
  return drafts.read(id);
};
const stranger = async () => (await instance.signIn('Stranger', 'stranger@example.com')).profile.id;
const counts = async () =>
  (
    await sql`select (select count(*) from workflows) as workflows, (select count(*) from templates) as templates`.execute(
      instance.deps.database,
    )
  ).rows;

describe.each(LEVELS)('the level %s, which is not set up', (type) => {
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

test('qualified is offered while a provider of the organization is switched on', async () => {
  const providers = '/api/v1/organization/trust-providers';
  const isOffered = async () => {
    const { levels } = (await get('/api/v1/organization/levels')).json();
    return levels.find(({ type }: { type: string }) => type === 'qualified').offered;
  };
  const payload = { ...newTrustProvider(), baseUrl: 'https://rssp.example.com/csc/v2' };
  const made = expectStatus(await sender.call({ method: 'POST', url: providers, payload }), 201);
  const url = `${providers}/${made.json().id}`;
  expect(await isOffered()).toBe(true);
  await sender.call({ method: 'PUT', url, payload: { enabled: false } });
  expect(await isOffered()).toBe(false);
  await sender.call({ method: 'PUT', url, payload: { enabled: true } });
  await sender.call({ method: 'DELETE', url });
  expect(await isOffered()).toBe(false);
});

test('what is offered and what is missing is answered, and what is offered can be the default', async () => {
  const read = await get('/api/v1/organization/levels');
  expect(read.json()).toMatchObject({
    levels: [{ type: 'simple', offered: true, missing: null }, { type: 'advanced' }, { type: 'qualified' }],
    defaultIdentification: null,
  });
  const { levels, identifications } = read.json() as {
    levels: { type: string; offered: boolean; missing: string | null; sandbox: boolean }[];
    identifications: { identification: string; offered: boolean; missing: string | null }[];
  };
  expect(levels.every(({ offered, missing }) => offered === (missing === null))).toBe(true);
  expect(levels.map(({ sandbox }) => sandbox)).toEqual([false, false, false]);
  const start = await get('/api/v1/app/initialize?data[]=levels');
  expect(start.json()).toEqual({ levels: read.json() });
  const { rows } = await instance.deps.pool.query(
    `select organization_id as id from workspaces where id = ${drafts.workspaceId}`,
  );
  const url = `/api/v1/organization/levels?organizationId=${rows[0].id}`;
  const put = (defaultIdentification: string | null) =>
    sender.call({ method: 'PUT', url, payload: { defaultIdentification } });
  for (const { identification, offered } of identifications) {
    const answer = await put(identification);
    // A passkey is asked of people alone who have one.
    const isFit = offered && identification !== 'passkey';
    expect([identification, answer.statusCode]).toEqual([identification, isFit ? 200 : 400]);
    if (isFit) expect(answer.json().defaultIdentification).toBe(identification);
    else
      expect(answer.json().error.violations.defaultIdentification).toMatch(/Until then|for each recipient/);
  }
  expect((await put(null)).json().defaultIdentification).toBeNull();
});

describe('which levels a role may ask for', () => {
  const url = '/api/v1/organization/levels';
  const put = (roles: object[]) => sender.call({ method: 'PUT', url, payload: { roles } });
  const OWNER = 1;
  const events = async () =>
    (await get('/api/v1/organization/events?limit=100'))
      .json()
      .items.filter(({ name }: { name: string }) => name === 'organization.level_rights_changed');

  test('counts wherever a workflow is made, asks people or starts, and says what is allowed', async () => {
    const draft = await filled();
    const running = await filled();
    good(await drafts.send('PUT', `/${running.id}/start`));
    const [signer] = running.recipients;
    const template = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    const scheduled = await filled();
    expectStatus(await put([{ roleId: OWNER, levels: ['advanced', 'qualified'] }]), 200);
    const { database, clock, pool } = instance.deps;
    const asked = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    await sql`update templates set type = 'advanced' where id = ${asked.id}`.execute(database);
    await sql`update workflows set type = 'advanced' where id = ${draft.id}`.execute(database);
    const toSimple = [
      await templates.send('PUT', `/${asked.id}`, { type: 'simple' }),
      await templates.send('POST', '', { fromTemplateId: asked.id, name: 'Copy', type: 'simple' }),
      await drafts.send('PUT', `/${draft.id}`, { type: 'simple' }),
    ];
    await sql`update workflows set type = 'simple' where id = ${draft.id}`.execute(database);
    const before = await counts();
    const steps = [{ type: 'sign', recipients: [ann] }];
    const form = quickForm({ document: lease, steps });
    const people = { recipients: [{ ...ann, roles: [{ type: 'sign' }] }] };
    const refused = [
      ...toSimple,
      await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form }),
      await sender.call({ method: 'POST', url: '/api/v1/envelopes', ...form }),
      await drafts.sendForm('', { name: 'Lease' }),
      await drafts.send('POST', `/${draft.id}/duplicate`),
      await drafts.send('PUT', `/${draft.id}/roles`, people),
      await drafts.send('PUT', `/${draft.id}/steps`, { steps }),
      await drafts.send('PUT', `/${running.id}/recipients/${signer?.id}`, {
        name: 'Bob',
        email: 'bob@example.com',
      }),
      await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${draft.envelopeId}/start` }),
      await templates.clone(template.id, { recipients: [ann] }),
      await templates.clone(template.id, { recipients: [ann], hasToBeStarted: true }),
    ];
    for (const answer of refused) {
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json().error.violations).toEqual({
        type: expect.stringMatching(/may not ask for the level simple; it may ask for advanced or qualified/),
      });
    }
    expect(await counts()).toEqual(before);
    // A name is corrected, since nobody else is asked.
    good(await drafts.send('PUT', `/${running.id}/recipients/${signer?.id}`, { name: 'Ann Other' }));
    const startAtItsDate = async () => {
      await sql`update workflows set scheduled_start_at = ${clock.now()} where id = ${scheduled.id}`.execute(
        database,
      );
      await startScheduled(instance.deps);
      return drafts.read(scheduled.id);
    };
    expect(await startAtItsDate()).toMatchObject({ status: 'not_started', scheduledStartDate: null });
    const told = good<{ event: string }[]>(await drafts.send('GET', `/${scheduled.id}/timeline`));
    expect(told.map(({ event }) => event)).toContain('start.failed');
    const { levels } = (await get(`${url}?workspaceId=${drafts.workspaceId}`)).json();
    expect(levels.map(({ permitted }: { permitted: boolean }) => permitted)).toEqual([false, true, true]);
    expect((await get(url)).json().levels[0].permitted).toBe(true);

    // What other roles may not is no concern of an owner.
    expectStatus(
      await put([
        { roleId: 3, levels: ['advanced'] },
        { roleId: OWNER, levels: [...ALL] },
      ]),
      200,
    );
    const { roles } = (await get(url)).json();
    expect(roles.slice(0, 3)).toMatchObject([{ levels: ALL }, { levels: ALL }, { levels: ['advanced'] }]);
    const [started] = good<object[]>(await drafts.send('PUT', `/${draft.id}/start`));
    expect(started).toMatchObject({ result: true });
    expect((await events()).map(({ detail }: { detail: object }) => detail)).toEqual([
      { roleId: 3, role: 'Editor', before: ALL.join(', '), after: 'advanced' },
      { roleId: OWNER, role: 'Owner', before: 'advanced, qualified', after: ALL.join(', ') },
      { roleId: OWNER, role: 'Owner', before: ALL.join(', '), after: 'advanced, qualified' },
    ]);
    // Who has left a workspace may ask for what every role may.
    await pool.query('update workflows set creator_id = $1 where id = $2', [await stranger(), scheduled.id]);
    expect(await startAtItsDate()).toMatchObject({ status: 'not_started' });
    expectStatus(await put([{ roleId: 3, levels: [...ALL] }]), 200);
    expect(await startAtItsDate()).toMatchObject({ status: 'started' });
  });

  test('is refused where it means nothing', async () => {
    const answer = await put([
      { roleId: 99, levels: ['simple'] },
      { roleId: 3, levels: [] },
      { roleId: 3, levels: ['simple'] },
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.violations).toEqual({
      'roles[0][roleId]': expect.stringContaining('no such role'),
      'roles[1][levels]': expect.stringContaining('at least one level'),
      'roles[2][roleId]': expect.stringContaining('named twice'),
    });
  });
});

// Phone, language and identification of a recipient, wherever a request names one.
describe('how a recipient is reached and identified', () => {
  const reached = { phone: '+41 79 123-45-67', language: 'fr' };
  const stored = { phone: '+41791234567', language: 'fr', identification: null };
  const at = 'steps[0][recipients][0]';
  const send = (url: string, more: Record<string, string>) =>
    sender.call({ method: 'POST', url, ...quickForm({ document: lease, steps: step, more }) });
  const step = [{ type: 'sign', recipients: [ann] }];

  test('is taken by every call that names recipients, and kept by those that do not say it', async () => {
    const given = { [`${at}[phone]`]: reached.phone, [`${at}[language]`]: 'fr' };
    const { id: quickId } = good<{ id: string }>(await send('/api/v1/quick/envelopes', given));
    const read = await get(`/api/v1/quick/envelopes/${quickId}`);
    expect(read.json().recipients[0]).toMatchObject(stored);
    const draft = good<{ id: string; recipients: object[] }>(await send('/api/v1/envelopes', given));
    expect(draft.recipients[0]).toMatchObject(stored);

    const { id, persons } = await drafts.filled([{ ...ann, ...reached, roles: [{ type: 'sign' }] }]);
    expect(persons[0]).toMatchObject(stored);
    const { recipients } = good<{ recipients: object[] }>(
      await drafts.send('PUT', `/${id}/steps`, { steps: step }),
    );
    expect(recipients[0]).toMatchObject(stored);
    const [again] = await drafts.setRoles(id, [{ ...ann, language: null, roles: [{ type: 'sign' }] }]);
    expect(again).toMatchObject({ ...stored, language: null });
    const copy = good<{ recipients: object[] }>(await drafts.send('POST', `/${id}/duplicate`));
    expect(copy.recipients[0]).toMatchObject({ phone: stored.phone });

    const template = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    const cloned = await templates.cloned(template.id, { recipients: [{ ...ann, ...reached }] });
    expect(cloned.recipients[0]).toMatchObject(stored);
  });

  test('is corrected by the sender, and not handed to another person', async () => {
    const { id, persons } = await drafts.filled([{ ...ann, ...reached, roles: [{ type: 'sign' }] }]);
    const [person] = persons;
    good(await drafts.send('PUT', `/${id}/start`));
    const change = (body: object) => drafts.send('PUT', `/${id}/recipients/${person?.id}`, body);
    expect(good(await change({ phone: '+44 20 7946 0958' }))).toMatchObject({ phone: '+442079460958' });
    expect((await change({ phone: '079' })).json().error.violations).toEqual({
      phone: expect.stringContaining('E.164'),
    });
    const other = { name: 'Bob', email: 'bob@example.com' };
    expect(good(await change(other))).toMatchObject({ ...other, phone: null, language: null });
  });

  test('is refused where it means nothing, each parameter by its name', async () => {
    const answer = await send('/api/v1/quick/envelopes', {
      [`${at}[phone]`]: '0791234567',
      [`${at}[language]`]: 'xx',
      [`${at}[identification]`]: 'code-sms',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.violations).toEqual({
      [`${at}[phone]`]: expect.stringContaining('E.164'),
      [`${at}[language]`]: 'Must be one of en, fr, de, es, it, pt, nl, pl, ar.',
      [`${at}[identification]`]: expect.stringContaining('asks for no identification'),
    });
    const template = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    const clone = await templates.clone(template.id, { recipients: [{ ...ann, identification: 'passkey' }] });
    expect(Object.keys(clone.json().error.violations)).toEqual(['recipients[0][identification]']);
    const { id } = await drafts.filled([{ ...ann, roles: [{ type: 'sign' }] }]);
    await drafts.setRoles(id, [{ ...ann, identification: 'passkey', roles: [{ type: 'sign' }] }]);
    const [item] = good<{ result: boolean; error: { message: string } }[]>(
      await drafts.send('PUT', `/${id}/start`),
    );
    expect(item?.error.message).toContain('asks for no identification');
  });
});
