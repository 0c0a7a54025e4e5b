import { describe, expect, test } from 'vitest';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { codeOf, good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient, type Template } from '../support/template-client.ts';

const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const bea = { name: 'Bea', email: 'bea@example.com' };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const { instance, sender, sign } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);
const drafts = await openDraftClient(instance, sender, lease);

const copy = (body: object) => client.send('POST', '', body);
const copied = async (body: object) => expectStatus(await copy(body), 201).json() as Template;
const download = async (url: string) => sender.call({ method: 'GET', url: new URL(url).pathname });
type Preference = { name: string; value: string };
const secretIn = (list: Preference[]) => list.find(({ name }) => name === SECRET_NAME)?.value ?? '';

/** A draft for two, with places for a signature, a name and a text that the sender has filled in. */
const openDraft = async () => {
  const { id, roles, documentId } = await drafts.filled([ada, rex]);
  const place = { documentId, page: 1, posX: 10, role: roles[0], style: { width: 20, height: 5 } };
  const fields = [
    { ...place, type: 'signature', posY: 20 },
    { ...place, type: 'name', posY: 40 },
    { ...place, type: 'text', posY: 60, label: 'Rent', value: '900', required: false },
  ];
  good(await drafts.send('PUT', `/${id}/fields`, { fields }));
  good(await drafts.send('PUT', `/${id}`, { senderMessage: 'Please sign.' }));
  return id;
};

describe('a template out of a workflow', () => {
  test('is not made of a file that storage has changed', async () => {
    const id = await openDraft();
    const { rows } = await instance.deps.pool.query(
      'select blob_key as key from files join documents on original_file_id = files.id where workflow_id = $1',
      [id],
    );
    const { key } = rows[0];
    await instance.stored.change(key, (bytes) => Buffer.concat([bytes, Buffer.from(' ')]));
    const answer = expectStatus(await copy({ fromWorkflowId: id }), 500);
    expect(answer.body).toContain('The stored file is damaged');
    await instance.stored.change(key, (bytes) => bytes.subarray(0, -1));
    await copied({ fromWorkflowId: id });
  });

  test('keeps what was sent and who does what by when, without addresses', async () => {
    const id = await openDraft();
    const url = 'https://127.0.0.1:8443/hook';
    const soon = instance.nowSeconds() + 21 * 86_400 + 3_600;
    good(await drafts.send('PUT', `/${id}`, { expiryDate: soon }));
    const chosen = [{ name: URL_NAME, value: url }];
    const set = await drafts.send('POST', `/${id}/preferences`, { preferences: chosen });
    const people = (await drafts.read(id)).recipients;
    const lawyer = { name: 'Fay', email: 'fay@example.com', when: 'end' };
    good(await drafts.send('PUT', `/${id}/followers`, { followers: [lawyer] }));
    const [recipientId = 0, other = 0] = people.map((person) => person.id);
    const named = { fromWorkflowId: id, placeholders: [{ recipientId, name: 'Tenant' }], askFollowers: true };
    const roles = await copied(named);
    expect(roles.recipients.map(({ name }) => name)).toEqual(['Tenant', 'Rex']);
    const asked = await client.send('GET', `/${roles.id}/followers`);
    expect(good(asked)).toMatchObject([{ name: 'Fay', email: null, when: 'end' }]);
    const twice = [
      { recipientId, name: 'Tenant' },
      { recipientId: other, name: ' Tenant' },
      { recipientId: 1, name: '' },
    ];
    expect(violationsOf(await copy({ ...named, placeholders: twice }))).toEqual([
      'placeholders[1][name]',
      'placeholders[2][name]',
      'placeholders[2][recipientId]',
    ]);
    expect(violationsOf(await copy({ fromTemplateId: roles.id, placeholders: [] }))).toEqual([
      'placeholders',
    ]);
    const template = await copied({ fromWorkflowId: id });
    expect(good(await client.send('GET', `/${template.id}/followers`))).toMatchObject([lawyer]);
    expect(template).toMatchObject({
      name: 'Lease',
      type: 'simple',
      senderMessage: 'Please sign.',
      expiryDays: 21,
      recipients: [
        { name: 'Ada', roles: [{ type: 'sign' }] },
        { name: 'Rex', roles: [{ type: 'review' }] },
      ],
      steps: [
        { order: 1, type: 'sign' },
        { order: 2, type: 'review' },
      ],
      fields: [
        { type: 'signature', value: null, posY: 20 },
        { type: 'name', value: null },
        { type: 'text', value: '900', label: 'Rent', required: false },
      ],
    });
    expect(JSON.stringify(template)).not.toMatch(/ada@|rex@/);
    expect((await download(template.documents[0]?.file.file ?? '')).rawPayload.equals(lease)).toBe(true);
    // The right to view a workflow must not reveal the secret that signs its notifications.
    const preferences = await client.send('POST', `/${template.id}/preferences`, { preferences: [] });
    const own = good<Preference[]>(preferences);
    expect(own).toContainEqual({ name: URL_NAME, value: url });
    expect(secretIn(own)).toMatch(/^.{32}$/);
    expect(secretIn(own)).not.toBe(secretIn(good<Preference[]>(set)));
    const nils = { name: 'Nils', email: 'nils@example.com' };
    const made = await client.cloned(template.id, { recipients: [bea, nils], hasToBeStarted: true });
    expect(made.fields.map(({ value }) => value)).toEqual([null, 'Bea', '900']);
  });

  test('of one that was signed has no answers in it, and outlives it', { timeout: 60_000 }, async () => {
    const { id } = await drafts.filled([ada]);
    good(await drafts.send('PUT', `/${id}/start`));
    await instance.runJobs();
    await sign(ada);
    await instance.runJobs();
    expect((await drafts.read(id)).status).toBe('signed');
    const template = await copied({ fromWorkflowId: String(id), name: 'Lease, again', type: 'simple' });
    expect(template).toMatchObject({
      name: 'Lease, again',
      type: 'simple',
      fields: [{ type: 'signature', value: null }],
    });
    const removal = { workflows: [{ id, workspaceId: client.workspaceId }] };
    good(await drafts.send('DELETE', '', removal));
    instance.advance(86_400);
    await sweepFiles(instance.deps);
    expect((await download(template.documents[0]?.file.file ?? '')).statusCode).toBe(200);
    const made = await client.cloned(template.id, { recipients: [bea], hasToBeStarted: true });
    expect(made.status).toBe('started');
  });
});

test('a template out of a template is its own in everything', async () => {
  const source = await client.filled([{ name: 'Buyer', type: 'sign' }], { senderMessage: 'Hello' });
  const template = await copied({ fromTemplateId: source.id, expiryDays: 20 });
  expect(template).toMatchObject({
    name: 'Lease',
    senderMessage: 'Hello',
    expiryDays: 20,
    recipients: [{ name: 'Buyer' }],
    steps: [{ type: 'sign' }],
  });
  expect(template.fields[0]?.documentId).toBe(template.documents[0]?.id);
  expect(template.documents[0]?.id).not.toBe(source.documents[0]?.id);
  expect((await client.send('DELETE', `/${source.id}`)).statusCode).toBe(204);
  instance.advance(86_400);
  await sweepFiles(instance.deps);
  expect(await client.read(template.id)).toEqual(template);
  expect((await download(template.documents[0]?.file.file ?? '')).rawPayload.equals(lease)).toBe(true);
  expect((await download(template.documents[0]?.file.thumb ?? '')).statusCode).toBe(200);
});

test('a template out of a template anchors on named pages find the pages of the copy', async () => {
  const marked = buildPdf({ pages: [{ content: textLines(['paraph_signature_buyer']) }] });
  const source = await client.create({}, marked);
  const anchorTag = `buyer-${source.documents[0]?.id}_1`;
  const buyer = { name: 'Buyer', roles: [{ type: 'sign' }] };
  await client.setRoles(source.id, [{ ...buyer, anchorTag }]);
  const template = await copied({ fromTemplateId: source.id });
  expect(template.recipients[0]?.anchorTag).toBe(`buyer-${template.documents[0]?.id}_1`);
  const moved = template.recipients[0]?.anchorTag;
  await client.setRoles(template.id, [buyer]);
  await client.setRoles(template.id, [{ ...buyer, anchorTag: moved }]);
  expect((await client.read(template.id)).fields).toHaveLength(1);
});

test('what is said no to more than one source, none, or no id', async () => {
  const { id } = await client.create();
  const both = await copy({ fromTemplateId: id, fromWorkflowId: 1 });
  expect(violationsOf(both)).toEqual(['fromWorkflowId']);
  expect(violationsOf(await copy({ fromTemplateId: 'x' }))).toEqual(['fromTemplateId']);
  const form = await client.sendForm('', { fromTemplateId: String(id) });
  expect(violationsOf(form)).toEqual(['fromTemplateId']);
  expect(violationsOf(await copy({ name: 'Lease' }))).toEqual(['document']);
  const wrong = await copy({ fromTemplateId: id, name: 'x', expiryDays: 0 });
  expect(violationsOf(wrong)).toEqual(['expiryDays', 'name']);
});

test('what is said no to what is not there', async () => {
  expect(codeOf(await copy({ fromTemplateId: 987_654 }))).toBe('TEMPLATE_NOT_FOUND');
  expect(codeOf(await copy({ fromWorkflowId: 987_654 }))).toBe('WORKFLOW_NOT_FOUND');
});

test('what is said no to documents of another organization that one belongs to as well', async () => {
  const other = await instance.signIn('Other', 'other@example.com');
  const theirs = await openTemplateClient(instance, other, lease);
  const memberId = await addMember(instance, other, sender);
  const users = [{ memberId, roleId: 'owner' }];
  await caller(other)('PUT', `/api/v1/workspaces/${theirs.workspaceId}/users`, { users });
  const template = await theirs.filled([{ name: 'Buyer', type: 'sign' }]);
  expect(violationsOf(await copy({ fromTemplateId: template.id }))).toEqual(['workspaceId']);
  expect(violationsOf(await client.clone(template.id, { recipients: [bea] }))).toEqual(['workspaceId']);
  const url = `${theirs.base}/${template.id}`;
  const payload = { newWorkspaceId: client.workspaceId };
  const moved = await sender.call({ method: 'PUT', url, payload });
  expect(violationsOf(moved)).toEqual(['newWorkspaceId']);
  const here = await client.cloned(template.id, { workspaceId: theirs.workspaceId, recipients: [bea] });
  expect((here as Workflow).workspaceId).toBe(theirs.workspaceId);
});
