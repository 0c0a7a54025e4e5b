import { describe, expect, test } from 'vitest';
import { good, violationsOf } from '../support/draft-client.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient, type Template, type TemplatePage } from '../support/template-client.ts';

const { instance, sender, get } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);

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
