import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, good, violationsOf } from '../support/draft-client.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { openTemplateClient, type TemplatePage } from '../support/template-client.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });

let instance: TestInstance;
let sender: Session;
let client: Awaited<ReturnType<typeof openTemplateClient>>;

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
  client = await openTemplateClient(instance, sender, lease);
});
afterAll(() => instance.close());

describe('making and reading templates', () => {
  test('a PDF becomes a template, with what is usual where nothing is said', async () => {
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
    const { file } = made.documents[0]?.file ?? { file: '' };
    const bytes = await sender.call({ method: 'GET', url: new URL(file).pathname });
    expect(bytes.rawPayload.equals(lease)).toBe(true);
    const { thumb } = made.documents[0]?.file ?? { thumb: '' };
    expect(thumb).toMatch(/\/api\/v1\/storage\/template\/\d+\/thumb\/[0-9a-f]{32}$/);
    const picture = await sender.call({ method: 'GET', url: new URL(thumb).pathname });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });
});

describe('what is said no to', () => {
  test('a template that is not there', async () => {
    const answer = await client.send('GET', '/987654');
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  test('every problem of the form is named', async () => {
    const answer = await client.sendForm('', { name: 'x', type: 'fancy', expiryDays: '91' }, null);
    expect(codeOf(answer)).toBe('VALIDATION_ERROR');
    expect(violationsOf(answer)).toEqual(['document', 'expiryDays', 'name', 'type']);
  });
});

describe('lists', () => {
  test('pages, newest first; a query searches names and placeholders', async () => {
    const { id } = await client.filled([{ name: 'Landlord 100%', type: 'sign' }], { name: 'Rental, long' });
    const list = async (query: string) => good<TemplatePage>(await client.send('GET', query));
    expect((await list('?page=1&limit=1')).items.map((item) => item.id)).toEqual([id]);
    expect((await list('?query=landlord%20100%25')).items.map((item) => item.id)).toEqual([id]);
    expect((await list('?query=rENTal')).total).toBe(1);
    expect((await list('?query=nobody')).items).toEqual([]);
    const all = await list('?limit=1000');
    expect([all.limit, all.pages, all.items.length]).toEqual([100, 1, all.total]);
    const item = all.items.find((each) => each.id === id);
    expect(item).toMatchObject({ recipientsCount: 1, steps: [{ order: 1, type: 'sign' }] });
    expect(Object.keys(item ?? {}).sort()).toEqual([
      'createDate',
      'creator',
      'id',
      'name',
      'recipientsCount',
      'steps',
      'tags',
      'type',
    ]);
  });
});

describe('workflows made of templates', () => {
  test('from a template to mail that is out', async () => {
    const template = await client.filled([
      { name: 'Buyer', type: 'sign' },
      { name: 'Notary', type: 'review' },
    ]);
    const recipients = [
      { name: 'Bea', email: 'bea@example.com' },
      { name: 'Nils', email: 'nils@example.com' },
    ];
    const made = await client.cloned(template.id, { recipients, hasToBeStarted: true });
    expect(made).toMatchObject({
      name: 'Lease of the mill',
      status: 'started',
      recipients: [{ name: 'Bea' }, { name: 'Nils' }],
      steps: [{ type: 'sign' }, { type: 'review' }],
      fields: [{ type: 'signature', posX: 10, posY: 20 }],
    });
    expect(made.expiryDate).toBe(instance.nowSeconds() + 90 * 86_400);
  });

  test('anything but the number of recipients that it expects is refused', async () => {
    const { id } = await client.filled([{ name: 'Buyer', type: 'sign' }]);
    const answer = await client.clone(id, { recipients: [] });
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, ['recipients']]);
  });
});
