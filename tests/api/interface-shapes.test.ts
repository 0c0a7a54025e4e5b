import { describe, expect, test } from 'vitest';
import { good, openDraftClient } from '../support/draft-client.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { ann, bob, lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

// Interface.md §3: field lists are complete, the two families differ in `id` alone, and an empty map is `[]`.
const NO_PICTURE = { file: null, thumb: null, format: ' ', size: 0 };
const ENVELOPE_ID = /^\d{8}[0-9a-f]{32}$/;

const keys = (text: string) => text.split(' ').sort();
const WORKFLOW = keys(
  'id envelopeId workspaceId name type status oldStatus createDate expiryDate startDate scheduledStartDate ' +
    'documents recipients steps fields senderMessage senderName signingSecurity organization creator users ' +
    'tags metadata',
);
const QUICK = keys(
  'id name type status createDate expiryDate startDate envelopeId documents recipients steps metadata',
);
const TEMPLATE = keys('id name type createDate recipientsCount tags creator steps');
const PAGE = keys('total limit pages items');

type Json = Record<string, unknown>;
const keysOf = (value: unknown) => Object.keys(value as object).sort();
const first = (list: unknown) => (list as Json[])[0];

const { instance, sender } = await openInstanceCase();
await instance.signIn('Bob', bob.email);
const client = await openDraftClient(instance, sender, lease);

const get = async (url: string) => expectStatus(await sender.call({ method: 'GET', url }), 200).json();
const envelopeDraft = async (more: Record<string, string> = {}) => {
  const steps = [
    { type: 'sign', recipients: [ann, bob] },
    { type: 'review', recipients: [ann] },
  ];
  const form = quickForm({ document: lease, steps, more });
  return good<Json>(await sender.call({ method: 'POST', url: '/api/v1/envelopes', ...form }));
};

// On a loopback instance every level can be asked for.
test.each([
  ['simple', 'none'],
  ['advanced', 'otp'],
  ['qualified', 'qualified'],
] as const)('a workflow of the level %s asks signers for %s, wherever it is read', async (type, security) => {
  const form = (kind: string) =>
    quickForm({ document: lease, steps: [{ type: kind, recipients: [ann] }], type });
  const made = async (url: string, kind = 'sign') =>
    good<{ id: string }>(await sender.call({ method: 'POST', url, ...form(kind) }));
  const shown = { type, signingSecurity: security };
  const draft = await made('/api/v1/envelopes');
  expect(draft).toMatchObject(shown);
  const { id } = await made('/api/v1/quick/envelopes');
  const whole = await get(`/api/v1/envelopes/${id}`);
  expect(whole).toMatchObject(shown);
  expect(whole.steps[0].actions[0].transaction).toBeNull();
  expect(await get(`/api/v1/quick/envelopes/${id}`)).toMatchObject({ type });
  const { items } = await get('/api/v1/envelopes?limit=2');
  expect(items).toMatchObject([shown, shown]);
  // Nothing is asked of people who only review.
  expect(await made('/api/v1/envelopes', 'review')).toMatchObject({ type, signingSecurity: 'none' });
  const started = { workspaceId: whole.workspaceId, envelopeId: id };
  const [found] = (await get(`/api/v1/workspaces/${started.workspaceId}/workflows`)).items.filter(
    ({ envelopeId }: { envelopeId: string }) => envelopeId === id,
  );
  expect(found).toMatchObject(shown);
  const path = `/api/v1/workspaces/${started.workspaceId}/workflows/${found.id}`;
  const payload = { type: type === 'simple' ? 'advanced' : 'simple' };
  const changed = await sender.call({ method: 'PUT', url: path, payload });
  expect([changed.statusCode, (await get(path)).signingSecurity]).toEqual([409, security]);
});

describe('the field lists', () => {
  test('of a workflow and all that is in it are complete', async () => {
    const envelope = await envelopeDraft();
    expect(keysOf(envelope)).toEqual(WORKFLOW);
    const { documents, recipients, steps, fields, organization, creator, users } = envelope as Record<
      string,
      Json[]
    >;
    expect(keysOf(documents?.[0])).toEqual(keys('id position file source'));
    expect(keysOf(documents?.[0]?.file)).toEqual(keys('name format size file thumb uri'));
    expect(keysOf(recipients?.[0])).toEqual(
      keys('id name email phone language identification picture roles'),
    );
    expect(keysOf(first(recipients?.[0]?.roles))).toEqual(keys('id type color'));
    expect(keysOf(steps?.[0])).toEqual(keys('id order type status expiryDate actions'));
    expect(keysOf(first(steps?.[0]?.actions))).toEqual(
      keys('id stepNumber role type status recipientId recipientEmail comment transaction'),
    );
    expect(keysOf(fields?.[0])).toEqual(
      keys(
        'id type label documentId page value posX posY role style required readOnly ' +
          'key options group groupMin groupMax min max pattern maxLength placeholder showIf formula formField',
      ),
    );
    expect(keysOf(fields?.[0]?.style)).toEqual(
      keys('color fontStyle fontSize width height bold italic underline'),
    );
    expect(fields?.[0]?.style).toMatchObject({ fontStyle: 'normal' });
    expect(keysOf(organization)).toEqual(keys('id name'));
    expect(keysOf(creator)).toEqual(keys('id email name firstName lastName country picture'));
    expect(users).toEqual([
      { id: expect.any(Number), name: 'Sender', role: 'owner', email: 'sender@example.com' },
    ]);
  });

  test('of the quick family, a page, a workspace and its users are complete', async () => {
    const { id } = await envelopeDraft();
    expect(keysOf(await get(`/api/v1/quick/envelopes/${id}`))).toEqual(QUICK);
    expect(keysOf(await get('/api/v1/envelopes'))).toEqual(PAGE);
    const [workspace] = await get('/api/v1/workspaces');
    expect(keysOf(workspace)).toEqual(
      keys('id name description tags integrations workspaceUsers permissions'),
    );
    expect(keysOf(workspace.workspaceUsers[0])).toEqual(keys('id memberId email role roleKey profile'));
    expect(workspace.workspaceUsers[0]).toMatchObject({ role: 1, roleKey: 'owner' });
    expect(workspace.workspaceUsers[0].profile.picture).toEqual(NO_PICTURE);
  });

  test('of a workflow in a list has what waits now beside it, and nothing once it has ended', async () => {
    const { envelopeId } = await envelopeDraft();
    const list = `/api/v1/workspaces/${client.workspaceId}/workflows?limit=1`;
    const listed = async () => (await get(list)).items[0];
    expect(keysOf(await listed())).toEqual([...WORKFLOW, 'changeDate', 'filedDate', 'pendingActions'].sort());
    expect((await listed()).pendingActions).toEqual([]);
    await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/start` });
    const started = await listed();
    const [step] = started.steps;
    expect(started.pendingActions).toEqual(
      [ann, bob].map(({ email }, index) => ({
        id: step.actions[index].id,
        recipientId: started.recipients[index].id,
        recipientEmail: email,
        type: 'sign',
        status: 'started',
        startDate: started.startDate,
      })),
    );
    await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/cancel` });
    expect(await listed()).toMatchObject({ envelopeId, status: 'canceled', pendingActions: [] });
  });

  test('of a profile hold a country in two capital letters or none', async () => {
    const give = (country: unknown) =>
      sender.call({ method: 'PUT', url: '/api/v1/account/profile', payload: { name: 'Sender', country } });
    for (const country of ['fr', 'FRA', 'F1', 'France', '\u00cb\u00cb']) {
      const refused = await give(country);
      expect([refused.statusCode, Object.keys(refused.json().error.violations)]).toEqual([400, ['country']]);
    }
    for (const country of ['FR', null]) {
      expect((await give(country)).json()).toMatchObject({ country });
      expect(await get('/api/v1/profile')).toMatchObject({ country });
    }
  });

  test('of a template hold in a list, and a single read adds its people, fields and documents', async () => {
    const templates = await openTemplateClient(instance, sender, lease);
    const { id } = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
    const page = good<{ items: Json[] }>(await templates.send('GET', ''));
    const listed = page.items.find((each) => each.id === id);
    expect(keysOf(listed)).toEqual(TEMPLATE);
    const [step] = (listed as { steps: Json[] }).steps;
    expect(keysOf(step)).toEqual(keys('id order type actions'));
    expect(keysOf(first(step?.actions))).toEqual(keys('id role type'));
    expect(await templates.read(id)).toMatchObject({
      ...listed,
      recipients: [{ name: 'Tenant' }],
      fields: [{ type: 'signature' }],
      documents: [{ position: 0 }],
    });
  });
});

describe('the two ids of a workflow', () => {
  test('are the text in the quick and envelope families, the integer in the others, bulk items included', async () => {
    const envelope = await envelopeDraft();
    expect(envelope.id).toMatch(ENVELOPE_ID);
    expect(String(envelope.id).slice(0, 8)).toBe(
      new Date(Number(envelope.createDate) * 1000).toISOString().slice(0, 10).replaceAll('-', ''),
    );
    const list = (await get(`${client.base}?query=`)).items as Json[];
    const workflow = list.find(({ envelopeId }) => envelopeId === envelope.id);
    expect(Number.isInteger(workflow?.id)).toBe(true);
    const { pendingActions: _waiting, filedDate: _filed, changeDate: _changed, ...listed } = workflow as Json;
    expect({ ...listed, id: envelope.id }).toEqual(envelope);
    const item = (await get(`/api/v1/envelopes?ids[]=${envelope.id}`))[0];
    expect(item).toEqual({ identifier: envelope.id, result: true, response: envelope, error: null });
    const started = good<Json[]>(await client.send('PUT', `/${workflow?.id}/start`));
    expect(started).toEqual([{ identifier: workflow?.id, result: true, response: null, error: null }]);
    const again = good<Json[]>(await client.send('PUT', `/${workflow?.id}/start`));
    expect(again).toEqual([
      {
        identifier: workflow?.id,
        result: false,
        response: null,
        error: { code: 'WORKFLOW_STATUS_CONFLICT', message: expect.any(String) },
      },
    ]);
  });

  test('a list in a query is understood with and without brackets, and one value alone', async () => {
    const envelope = await envelopeDraft();
    for (const name of ['ids', 'ids[]', 'ids[0]']) {
      const [item] = await get(`/api/v1/envelopes?${name}=${envelope.id}`);
      expect(item).toMatchObject({ identifier: envelope.id, result: true });
    }
    const both = await get(`/api/v1/envelopes?ids=${envelope.id}&ids=none`);
    expect(both.map(({ result }: { result: boolean }) => result)).toEqual([true, false]);
    for (const name of ['data', 'data[]', 'data[0]']) {
      expect(keysOf(await get(`/api/v1/app/initialize?${name}=profile`))).toEqual(['profile']);
    }
    expect(keysOf(await get('/api/v1/app/initialize?data=profile&data=workspaces'))).toEqual(
      keys('profile workspaces'),
    );
    expect(await get('/api/v1/app/initialize')).toEqual({});
    const subscription = await get('/api/v1/app/initialize?data[]=currentSubscription');
    expect(subscription).toEqual({ currentSubscription: null });
    expect(await get('/api/v1/app/initialize?data[]=limits')).toEqual({
      limits: { expirySecondsMin: 7 * 86_400, expirySecondsMax: 90 * 86_400, convertedFormats: [] },
    });
    expectStatus(await sender.call({ method: 'GET', url: '/api/v1/app/initialize?data=nothing' }), 400);
  });

  test('an action that waits for the caller carries the envelope by its text', async () => {
    const { id } = await envelopeDraft();
    await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${id}/start` });
    const reader = await instance.signIn('Bob', bob.email);
    await instance.deps.pool.query('update users set email_proven_at = now() where email = $1', [bob.email]);
    const answer = await reader.call({ method: 'GET', url: '/api/v1/profile/actions?limits=1' });
    const page = answer.json() as { limit: number; items: Json[] };
    expect(page.limit).toBe(1);
    expect(keysOf(page.items[0])).toEqual(keys('id type status envelope publicSignUri'));
    expect(page.items[0]).toMatchObject({ type: 'sign', status: 'started', envelope: { id, metadata: [] } });
    expect(page.items[0]?.publicSignUri).toMatch(/^http:\/\/localhost:3000\/sign\/[\w-]{43}$/);
  });
});

test('an empty map is [] wherever a workflow is answered, and a filled one a map', async () => {
  const none = await envelopeDraft();
  const some = await envelopeDraft({ 'metadata[deal]': 'D-117' });
  expect([none.metadata, some.metadata]).toEqual([[], { deal: 'D-117' }]);
  for (const envelope of [none, some]) {
    const shown = [
      await get(`/api/v1/envelopes/${envelope.id}`),
      await get(`/api/v1/quick/envelopes/${envelope.id}`),
      (await get(`/api/v1/envelopes?ids[]=${envelope.id}`))[0].response,
      (await get('/api/v1/envelopes?limit=100')).items.find((each: Json) => each.id === envelope.id),
      (await get(client.base)).items.find((each: Json) => each.envelopeId === envelope.id),
    ];
    expect(shown.map(({ metadata }) => metadata)).toEqual(shown.map(() => envelope.metadata));
  }
});

test('a recipient has the picture of their account, and one that has none still has the shape', async () => {
  const { recipients } = (await envelopeDraft()) as { recipients: Json[] };
  expect(recipients.map(({ email, picture }) => [email, picture])).toEqual([
    [ann.email, null],
    [bob.email, NO_PICTURE],
  ]);
  expect(recipients.map(({ roles }) => (roles as Json[]).map(({ type }) => type))).toEqual([
    ['sign', 'review'],
    ['sign'],
  ]);
  for (const { roles } of recipients) {
    for (const { color } of roles as Json[]) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  }
});
