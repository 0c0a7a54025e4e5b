import { describe, expect, test } from 'vitest';
import type { SuggestedField } from '../../sdk/src/shapes.ts';
import { codeOf, type Field, good, violationsOf } from '../support/draft-client.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, formFixture, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient, type Template, type TemplatePage } from '../support/template-client.ts';

const marked = buildPdf({
  pages: [{ content: textLines(['paraph_signature_tenant', 'paraph_email_tenant']) }],
});
const tenant = { name: 'Tenant', anchorTag: 'tenant', roles: [{ type: 'sign', color: '#aabbcc' }] };
const notary = { name: 'Notary', roles: [{ type: 'review' }] };

const { instance, sender, get } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);

const stepsOf = (template: Template) =>
  template.steps.map(({ order, type, actions }) => [order, type, actions.map(({ role }) => role)]);

test('making and reading templates: a PDF becomes a template, with what is usual where nothing is said', async () => {
  const made = await client.create();
  expect(made).toMatchObject({
    name: 'Lease',
    type: 'simple',
    createDate: instance.nowSeconds(),
    recipientsCount: 0,
    senderMessage: null,
    expiryDays: 90,
    tags: [],
    creator: { id: sender.profile.id, email: 'sender@example.com' },
    recipients: [],
    steps: [],
    fields: [],
    workspaceId: client.workspaceId,
    documents: [{ position: 0, file: { name: 'lease.pdf', format: 'pdf', size: lease.length } }],
  });
  expect(await client.read(made.id)).toEqual(made);
  const { file = '', thumb } = made.documents[0]?.file ?? {};
  const bytes = await get(new URL(file).pathname);
  expect(bytes.rawPayload.equals(lease)).toBe(true);
  expect(thumb).toMatch(/\/api\/v1\/storage\/template\/\d+\/thumb\/[0-9a-f]{32}$/);
  const picture = await get(new URL(thumb ?? '').pathname);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
});

test('a form may bring several PDFs, in their order', async () => {
  const annex = buildPdf({ pages: [{ content: textLines(['Annex']) }] });
  const form = multipart([
    { name: 'name', value: 'Lease and annex' },
    { name: 'documents[0]', value: lease, fileName: 'lease.pdf' },
    { name: 'documents[1]', value: annex, fileName: 'annex.pdf' },
  ]);
  const answer = expectStatus(await sender.call({ method: 'POST', url: client.base, ...form }), 201);
  const { documents } = answer.json() as Template;
  expect(documents.map(({ position, file }) => [position, file.name])).toEqual([
    [0, 'lease.pdf'],
    [1, 'annex.pdf'],
  ]);
  const text = { name: 'documents[2]', value: 'Hello', fileName: 'notes.txt' };
  const bad = multipart([{ name: 'document', value: lease, fileName: 'lease.pdf' }, text]);
  const refused = await sender.call({ method: 'POST', url: client.base, ...bad });
  expect(violationsOf(refused)).toEqual(['document', 'name']);
});

describe('changing templates', () => {
  test('what is absent stays; what is given is answered and read back', async () => {
    const made = await client.create({ senderMessage: ' Please sign. ', expiryDays: '30', type: 'simple' });
    expect(made).toMatchObject({ senderMessage: 'Please sign.', expiryDays: 30, type: 'simple' });
    instance.advance(60);
    const renamed = good<Template>(await client.send('PUT', `/${made.id}`, { name: 'Sale' }));
    expect(renamed).toEqual({ ...made, name: 'Sale', changeDate: made.changeDate + 60 });
    const change = { senderMessage: null, expiryDays: '90', type: 'simple', language: 'de' };
    const changed = good<Template>(await client.send('PUT', `/${made.id}`, change));
    expect(changed).toMatchObject({ name: 'Sale', ...change, expiryDays: 90 });
    expect(await client.read(made.id)).toEqual(changed);
    const wrong = { name: '', expiryDays: 6, senderMessage: 'x'.repeat(4_001) };
    const bad = await client.send('PUT', `/${made.id}`, wrong);
    expect(violationsOf(bad)).toEqual(['expiryDays', 'name', 'senderMessage']);
    expect(await client.read(made.id)).toEqual(changed);
  });

  test('it moves to another workspace with the tags that have the same names there', async () => {
    const spaces = '/api/v1/workspaces';
    const post = async (url: string, payload: object) =>
      (await sender.call({ method: 'POST', url, payload })).json() as { id: number };
    const sales = await post(spaces, { name: 'Sales' });
    const [here, there] = [client.workspaceId, sales.id];
    const rent = await post(`${spaces}/${here}/tags`, { name: 'Rent' });
    const old = await post(`${spaces}/${here}/tags`, { name: 'Old' });
    const match = await post(`${spaces}/${there}/tags`, { name: 'rent' });
    const { id } = await client.create();
    good(await client.send('PUT', `/${id}/tags`, { tags: [rent.id, old.id] }));
    const moved = good<Template>(await client.send('PUT', `/${id}`, { newWorkspaceId: there }));
    expect(moved).toMatchObject({ workspaceId: there, tags: [{ id: match.id, name: 'rent' }] });
    expect((await client.send('GET', `/${id}`)).statusCode).toBe(404);
    const url = `${spaces}/${there}`;
    expect(good(await sender.call({ method: 'GET', url: `${url}/templates/${id}` }))).toEqual(moved);
    // Where the workspace closes, its templates stay with the organization.
    expectStatus(await sender.call({ method: 'DELETE', url: `${url}?newWorkspaceId=${here}` }), 204);
    expect(await client.read(id)).toMatchObject({ workspaceId: here, tags: [{ id: rent.id }] });
  });
});

test('lists pages, newest first; a query searches names and placeholders', async () => {
  const { id } = await client.filled([{ name: 'Landlord 100%', type: 'sign' }], { name: 'Rental, long' });
  const list = async (query: string) => good<TemplatePage>(await client.send('GET', query));
  const idsOf = async (query: string) => (await list(query)).items.map((item) => item.id);
  expect(await idsOf('?page=1&limit=1')).toEqual([id]);
  expect(await idsOf('?query=landlord%20100%25')).toEqual([id]);
  expect((await list('?query=rENTal')).total).toBe(1);
  expect((await list('?query=nobody')).items).toEqual([]);
  // Each word, in any order, in the name or among the placeholders, without accents.
  expect(await idsOf('?query=LONG%20l%C3%A1ndl%C3%B6rd%20rental')).toEqual([id]);
  expect((await list('?query=landlord%20short')).items).toEqual([]);
  expect((await list('')).limit).toBe(8);
  const all = await list('?limit=1000');
  expect([all.limit, all.pages, all.items.length]).toEqual([100, 1, all.total]);
  const item = all.items.find((each) => each.id === id);
  expect(item).toMatchObject({ recipientsCount: 1, steps: [{ order: 1, type: 'sign' }] });
  const keys = ['createDate', 'creator', 'id', 'name', 'recipientsCount', 'steps', 'tags', 'type'];
  expect(Object.keys(item ?? {}).sort()).toEqual(keys);
});

describe('people and steps of a template', () => {
  test('placeholders have names and tags, no addresses; anchors become their fields', async () => {
    const { id } = await client.create({}, marked);
    const roles = await client.setRoles(id, [{ ...tenant, email: 'ada@example.com' }, notary]);
    expect(roles).toEqual([
      {
        id: expect.any(Number),
        name: 'Tenant',
        anchorTag: 'tenant',
        roles: [{ id: expect.any(Number), type: 'sign', color: '#aabbcc' }],
      },
      {
        id: expect.any(Number),
        name: 'Notary',
        anchorTag: null,
        roles: [{ id: expect.any(Number), type: 'review', color: expect.stringMatching(/^#[0-9A-F]{6}$/) }],
      },
    ]);
    const template = await client.read(id);
    expect([template.recipients, template.recipientsCount]).toEqual([roles, 2]);
    expect(template.fields.map(({ type, role, value }) => [type, role, value])).toEqual([
      ['signature', roles[0]?.roles[0]?.id, null],
      ['email', roles[0]?.roles[0]?.id, null],
    ]);
    expect(JSON.stringify(template)).not.toContain('ada@example.com');
  });

  test('printed places and tags are offered to placeholders; the switch makes fields of the tags', async () => {
    const lines = [
      '{{signature:Notary}}',
      '',
      '',
      '',
      '{{signature:Mieter}}',
      '',
      '',
      '',
      'Signature of the Tenant: ______________',
    ];
    const printed = buildPdf({ pages: [{ content: textLines(lines) }] });
    const { id, documents } = await client.create({}, printed);
    const roles = await client.setRoles(id, [tenant, { ...notary, roles: [{ type: 'sign' }] }]);
    const [tenants, notarys] = roles.map((person) => person.roles[0]?.id);
    const path = `/${id}/documents/${documents[0]?.id}/suggested-fields`;
    const offered = good<SuggestedField[]>(await client.send('GET', path));
    expect(offered.map(({ type, role, tag }) => [type, role, tag === null])).toEqual([
      ['signature', notarys, false],
      ['signature', tenants, false],
      ['signature', tenants, true],
    ]);
    expect(codeOf(await client.send('GET', path.replace(/\d+\/sugg/, '987654/sugg')))).toBe('NOT_FOUND');
    const set = await client.send('PUT', `/${id}/fields`, { fields: [], placeFields: 'fromText' });
    expect(good<Field[]>(set).map(({ type, role }) => [type, role])).toEqual([
      ['signature', notarys],
      ['signature', tenants],
    ]);
  });

  test('the same request twice changes nothing', async () => {
    const { id } = await client.create();
    const once = await client.setRoles(id, [tenant, notary]);
    const before = await client.read(id);
    instance.advance(60);
    expect(await client.setRoles(id, [tenant, notary])).toEqual(once);
    expect(await client.read(id)).toEqual(before);
    await client.setRoles(id, [notary]);
    expect((await client.read(id)).changeDate).toBe(before.changeDate + 60);
  });

  test('steps are added or set anew; who is gone takes their step and fields along', async () => {
    const { id, steps, recipients } = await client.filled([
      { name: 'Tenant', type: 'sign' },
      { name: 'Notary', type: 'review' },
    ]);
    const [signs, reviews] = recipients.map(({ roles }) => roles[0]?.id);
    expect(steps.map(({ type, actions }) => [type, actions])).toEqual([
      ['sign', [{ id: expect.any(Number), role: signs, type: 'sign' }]],
      ['review', [{ id: expect.any(Number), role: reviews, type: 'review' }]],
    ]);
    const turned = [
      { review: true, roles: [String(reviews)] },
      { sign: true, roles: [signs] },
    ];
    const answer = await client.send('PUT', `/${id}/steps`, { steps: turned });
    expect(good<Template['steps']>(answer)).toEqual((await client.read(id)).steps);
    expect(stepsOf(await client.read(id))).toEqual([
      [1, 'review', [reviews]],
      [2, 'sign', [signs]],
    ]);
    await client.setRoles(id, [{ name: 'Notary', roles: [{ type: 'review' }] }]);
    const left = await client.read(id);
    expect([stepsOf(left), left.fields]).toEqual([[[1, 'review', [reviews]]], []]);
  });
});

test('fields of a template are set as a whole, keep their numbers, and are read back', async () => {
  const { id, fields, documents, recipients } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
  const common = { documentId: documents[0]?.id, page: 1, posX: 5, role: recipients[0]?.roles[0]?.id };
  const text = {
    ...common,
    type: 'text',
    posY: 60,
    label: 'Rent',
    value: '900',
    required: false,
    style: { width: 20, height: 4 },
  };
  const answer = await client.send('PUT', `/${id}/fields`, { fields: [{ ...fields[0] }, text] });
  const placed = good<Field[]>(answer);
  expect(placed).toMatchObject([
    { id: fields[0]?.id, type: 'signature' },
    { type: 'text', label: 'Rent', value: '900', required: false, style: { fontSize: 11 } },
  ]);
  expect(good(await client.send('GET', `/${id}/fields`))).toEqual(placed);
  expect((await client.read(id)).fields).toEqual(placed);
  const bad = await client.send('PUT', `/${id}/fields`, {
    fields: [
      { ...text, documentId: 987_654, role: 987_654 },
      { ...text, label: 'a\u0007b', value: 'bell: \u0007', style: { ...text.style, fontStyle: '\u0007' } },
    ],
  });
  const named = ['label', 'style][fontStyle', 'value'].map((name) => `fields[1][${name}]`);
  expect(violationsOf(bad)).toEqual(['fields[0][documentId]', 'fields[0][role]', ...named]);
  expect((await client.read(id)).fields).toEqual(placed);
});

test('documents of a template more are added, with the fields they ask for, and taken out', async () => {
  const { id } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
  const added = good<Template>(await client.sendForm(`/${id}/documents`, {}, formFixture()));
  expect(added.documents.map(({ position }) => position)).toEqual([0, 1]);
  const annex = added.documents[1]?.id;
  expect(added.fields.map(({ documentId, type }) => [documentId === annex, type])).toEqual([
    [false, 'signature'],
    [true, 'signature'],
  ]);
  const files = await instance.deps.database.selectFrom('files').select('id').execute();
  const path = `/${id}/documents`;
  expect((await client.send('DELETE', `${path}/${annex}`)).statusCode).toBe(204);
  const left = await client.read(id);
  expect([left.documents.length, left.fields.length]).toEqual([1, 1]);
  const rest = await instance.deps.database.selectFrom('files').select('id').execute();
  expect(rest.length).toBe(files.length - 1);
  expect(codeOf(await client.send('DELETE', `${path}/${annex}`))).toBe('NOT_FOUND');
  const last = await client.send('DELETE', `${path}/${left.documents[0]?.id}`);
  expect(codeOf(last)).toBe('WORKFLOW_STATUS_CONFLICT');
});

test('documents of a template added at once, each finds its place', async () => {
  const { id } = await client.create();
  const answers = await Promise.all([1, 2, 3].map(() => client.sendForm(`/${id}/documents`, {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await client.read(id)).documents.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

test('documents of a template what is no PDF is refused, and so are more than a workflow holds', async () => {
  const { id } = await client.create();
  const text = await client.sendForm(`/${id}/documents`, {}, Buffer.from('Hello'));
  expect([codeOf(text), violationsOf(text)]).toEqual(['VALIDATION_ERROR', ['document']]);
  expect(violationsOf(await client.sendForm(`/${id}/documents`, {}, null))).toEqual(['document']);
  const { database } = instance.deps;
  const first = await database
    .selectFrom('template_documents')
    .selectAll()
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 19 }, (_each, index) => ({
    template_id: id,
    position: index + 1,
    name: first.name,
    pages: JSON.stringify(first.pages),
    contents: JSON.stringify(first.contents),
    original_file_id: first.original_file_id,
    thumb_file_id: first.thumb_file_id,
    storage_key: index.toString(16).padStart(32, '0'),
  }));
  await database.insertInto('template_documents').values(rows).execute();
  const full = await client.sendForm(`/${id}/documents`, {});
  expect([full.statusCode, violationsOf(full)]).toEqual([400, ['document']]);
});

describe('preferences and tags of a template', () => {
  const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
  const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
  const ATTACH = 'WorkflowMailAttachDocumentPreference';

  test('preferences are set beside those it has; its workflows prefer the same', async () => {
    const { id } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
    const set = async (preferences: object[]) => client.send('POST', `/${id}/preferences`, { preferences });
    const url = 'https://127.0.0.1:8443/hook';
    const first = good<{ name: string; value: string }[]>(await set([{ name: URL_NAME, value: url }]));
    const secret = first.find(({ name }) => name === SECRET_NAME)?.value;
    expect(secret).toMatch(/^.{32}$/);
    good(await set([{ name: ATTACH, value: false }]));
    const made = await client.cloned(id, { recipients: [{ name: 'Ada', email: 'ada@example.com' }] });
    const own = await sender.call({
      method: 'POST',
      url: `/api/v1/workspaces/${client.workspaceId}/workflows/${made.id}/preferences`,
      payload: { preferences: [] },
    });
    const all = good<{ name: string; value: string }[]>(own).map(({ name, value }) => [name, value]);
    expect(Object.fromEntries(all)).toEqual({ [URL_NAME]: url, [SECRET_NAME]: secret, [ATTACH]: '0' });
  });

  test('a template has tags of its workspace', async () => {
    const { id } = await client.create();
    const tags = `/api/v1/workspaces/${client.workspaceId}/tags`;
    const made = await sender.call({ method: 'POST', url: tags, payload: { name: 'Heating' } });
    const tag = made.json() as { id: number; name: string; color: string };
    const assigned = await client.send('PUT', `/${id}/tags`, { tags: [tag.id] });
    expect(good(assigned)).toEqual([{ id: tag.id, name: 'Heating', color: tag.color }]);
    expect((await client.read(id)).tags).toEqual(good(assigned));
    const list = good<{ items: Template[] }>(await client.send('GET', '?limit=100'));
    const tagged = list.items.filter(({ tags }) => tags.some((each) => each.id === tag.id));
    expect(tagged.map((item) => item.id)).toEqual([id]);
    const unknown = await client.send('PUT', `/${id}/tags`, { tags: [tag.id, 987_654] });
    expect(violationsOf(unknown)).toEqual(['tags[1]']);
    expect(good(await client.send('PUT', `/${id}/tags`, { tags: [] }))).toEqual([]);
    expect((await client.read(id)).tags).toEqual([]);
  });
});
