import { execFileSync } from 'node:child_process';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../sdk/src/shapes.ts';
import { good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { ann, lease, violationsOf } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const { instance, sender, post, create, statusOf, download, get, sign, workflowOf } =
  await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);
const drafts = await openDraftClient(instance, sender, lease);

type Values = Record<string, { value: string | null; by: string | null; atDate: number | null }>;
const valuesOf = async (id: number) => good<Values>(await get(`${drafts.base}/${id}/values`));
const textOf = async (envelopeId: string) =>
  execFileSync('pdftotext', ['-', '-'], { input: await download(envelopeId) }).toString();
const byKey = (fields: readonly Field[]) =>
  Object.fromEntries(fields.flatMap(({ key, value, readOnly }) => (key ? [[key, [value, readOnly]]] : [])));

const pets = [
  { value: 'none', label: 'No pets' },
  { value: 'dog', label: 'A dog' },
];
const KEYED = [
  { type: 'number', label: 'Rent', key: 'rent', min: 100, max: 5_000 },
  { type: 'text', label: 'Mill', key: 'mill.name', pattern: '[A-Za-z ]+', value: 'Upper Mill' },
  { type: 'dropdown', label: 'Pets', key: 'pets', options: pets },
  {
    type: 'radio',
    label: 'Monthly',
    key: 'monthly',
    group: 'By',
    options: [{ value: 'month', label: 'Month' }],
  },
  { type: 'radio', label: 'Yearly', key: 'yearly', group: 'By', options: [{ value: 'year', label: 'Year' }] },
  { type: 'checkbox', label: 'Cellar', key: 'cellar', required: false },
  { type: 'date', label: 'Signed on', key: 'signed_on' },
  { type: 'stamp', label: 'Number', key: 'number', value: 'None' },
  {
    type: 'text',
    label: 'Dog',
    key: 'dog',
    showIf: { fieldId: 902, equals: 'dog' },
    readOnly: true,
    value: 'Rex',
  },
];

/** A template for one signer, with these fields beside the signature. */
const keyedTemplate = (fields: readonly object[] = KEYED) =>
  client.filledWith(fields, [{ name: 'Tenant', type: 'sign' }]);

const VALUES = {
  rent: 1200.5,
  'mill.name': 'Lower Mill',
  pets: 'none',
  yearly: 'year',
  cellar: '1',
  number: 'B-7',
};

describe('keys of fields', () => {
  test('are of one field, in the form of keys, and not for signatures', async () => {
    const { answer } = await keyedTemplate([
      { type: 'text', key: 'rent' },
      { type: 'text', key: 'rent' },
      { type: 'text', key: 'Rent' },
      { type: 'signature', key: 'mark' },
    ]);
    expect(violationsOf(answer)).toEqual({
      'fields[2][key]': 'Another field has this key; give each their own.',
      'fields[3][key]': 'Must have 1 to 40 characters of a to z, 0 to 9, _ and . and begin with a letter.',
      'fields[4][key]': 'A field of the type signature cannot have this; leave it out.',
    });
  });

  test('stay through templates, clones and duplicates', async () => {
    const { id, answer } = await keyedTemplate();
    const keys = good<Field[]>(answer).map(({ key }) => key);
    expect(keys).toEqual([null, ...KEYED.map(({ key }) => key)]);
    const made = await client.cloned(id, { recipients: [ann] });
    const twice = good<Workflow>(await drafts.send('POST', `/${made.id}/duplicate`));
    const url = client.base;
    const again = await sender.call({ method: 'POST', url, payload: { fromWorkflowId: twice.id } });
    for (const { fields } of [made, twice, again.json() as Workflow]) {
      expect(fields.map(({ key }) => key)).toEqual(keys);
    }
  });
});

describe('values into a template', () => {
  test('are in the sealed file, and are read again as data', { timeout: 60_000 }, async () => {
    const receiver = await forThisTest(openWebhookReceiver());
    const { id } = await keyedTemplate();
    const tag = good<{ id: number }>(
      await sender
        .call({
          method: 'POST',
          url: `/api/v1/workspaces/${client.workspaceId}/tags`,
          payload: { name: 'Mills', color: '#1D4ED8' },
        })
        .then((made) => ({ ...made, statusCode: 200 })),
    );
    const expiryDate = instance.nowSeconds() + 20 * DAY;
    const preferences = [
      { name: 'WorkflowNotificationCallbackUrlPreference', value: receiver.url },
      { name: 'WorkflowNotificationValuesPreference', value: 1 },
    ];
    const more = {
      metadata: { deal: 'D-1' },
      senderMessage: 'Soon',
      expiryDate,
      preferences,
      tags: [tag.id],
    };
    const asked = { recipients: [ann], hasToBeStarted: true, values: VALUES, lock: true, ...more };
    const made = await client.cloned(id, asked);
    expect(made).toMatchObject({
      metadata: { deal: 'D-1' },
      senderMessage: 'Soon',
      expiryDate,
      tags: [{ id: tag.id }],
    });
    expect(byKey(made.fields)).toEqual({
      rent: ['1200.5', true],
      'mill.name': ['Lower Mill', true],
      pets: ['none', true],
      monthly: [null, false],
      yearly: ['year', true],
      cellar: ['1', true],
      signed_on: [null, false],
      number: ['B-7', true],
      dog: ['Rex', true],
    });
    const before = await valuesOf(made.id);
    expect(before.rent).toEqual({ value: '1200.5', by: 'sender@example.com', atDate: made.startDate });
    expect(before.signed_on).toEqual({ value: null, by: null, atDate: null });
    await instance.runJobs();
    await sign(ann);
    await instance.runJobs();
    const values = await valuesOf(made.id);
    expect(values.signed_on).toEqual({
      value: expect.stringMatching(/^\d{1,2} \w{3} \d{4}$/),
      by: ann.email,
      atDate: instance.nowSeconds(),
    });
    // A condition hides it, so it is not in the file either.
    expect(values.dog?.value).toBeNull();
    expect(await statusOf(made.envelopeId)).toBe('signed');
    const text = await textOf(made.envelopeId);
    for (const key of ['rent', 'mill.name', 'signed_on', 'number'])
      expect(text).toContain(values[key]?.value);
    expect(text).not.toContain('Rex');
    expect(receiver.received.at(-1)?.json).toMatchObject({ status: 'signed', values });
  });

  test('stay changeable unless they are locked, and empty ones take nothing', async () => {
    const { id } = await keyedTemplate();
    const values = { rent: '', 'mill.name': null, monthly: 'month' };
    const made = await client.cloned(id, { recipients: [ann], values });
    expect(byKey(made.fields)).toMatchObject({
      rent: [null, false],
      'mill.name': [null, false],
      monthly: ['month', false],
    });
  });

  test('that do not fit make nothing, and are all named', async () => {
    const { id } = await keyedTemplate();
    const values = {
      rnt: '1',
      rent: '99',
      pets: 'cat',
      'mill.name': '1',
      signed_on: 'today',
      monthly: 'month',
      yearly: 'year',
    };
    const count = async () => (await instance.deps.pool.query('select from workflows')).rowCount;
    const before = await count();
    const preferences = [{ name: 'Colour', value: '1' }];
    const answer = await client.clone(id, { recipients: [ann], values, expiryDate: 5, preferences });
    expect(violationsOf(answer)).toEqual({
      'values[rnt]': 'This template has no field with the key rnt.',
      'values[rent]': 'Must be at least 100.',
      'values[pets]': 'Must be the value of one of the options of the field.',
      'values[mill.name]': 'Must have the form that the sender set for this field.',
      'values[signed_on]': 'Only the signing itself fills this field; leave the value out.',
      'values[yearly]': 'Another field of this group has a value too; give one of them.',
      expiryDate: expect.stringContaining('Must lie between'),
      'preferences[0][name]': expect.stringContaining('Unknown preference'),
    });
    expect(await count()).toBe(before);
  });

  test('are described by the schema of the template', async () => {
    const { id } = await keyedTemplate();
    const schema = good<Record<string, unknown>>(await client.send('GET', `/${id}/schema`));
    const validator = Compile(schema);
    const body = { workspaceId: 1, name: 'Lease', recipients: [ann], values: VALUES };
    const withValues = (values: object) => ({ ...body, values });
    expect(validator.Check(body)).toBe(true);
    expect(validator.Check(withValues({ rent: '', pets: null, 'mill.name': '' }))).toBe(true);
    const wrong = [
      { ...body, recipients: [] },
      { ...body, recipients: [{ name: 'Ann' }] },
      ...[
        { rnt: '1' },
        { rent: 99 },
        { rent: 'much' },
        { pets: 'cat' },
        { 'mill.name': '1' },
        { cellar: 'yes' },
        { signed_on: '1' },
      ].map(withValues),
    ];
    for (const each of wrong) expect(validator.Check(each), JSON.stringify(each)).toBe(false);
    expect(schema.properties).toMatchObject({
      recipients: { prefixItems: [{ title: 'Tenant' }] },
      values: { properties: { 'mill.name': { title: 'Mill', default: 'Upper Mill' } } },
    });
  });
});

test('formulas: computed at the end, of both signers, as the check showed them', {
  timeout: 60_000,
}, async () => {
  const people = [ann, { name: 'Bob', email: 'bob@example.com' }];
  const { id, persons } = await drafts.filled(
    people.map((person) => ({ ...person, roles: [{ type: 'sign' }] })),
  );
  const [document] = (await drafts.read(id)).documents;
  const owned = (person: number) => ({ documentId: document?.id, role: persons[person]?.roles[0]?.id });
  const fields = [
    { ...owned(0), type: 'signature' },
    { ...owned(0), type: 'number', key: 'rent' },
    { ...owned(0), type: 'number', key: 'year', formula: 'round(rent × 12, 2)' },
    { ...owned(1), type: 'signature' },
    { ...owned(1), type: 'checkbox', key: 'cellar', required: false },
    {
      ...owned(1),
      type: 'text',
      key: 'total',
      formula: 'year + cellar * 600',
      showIf: {
        any: [
          { fieldId: 904, isFilled: true },
          { fieldId: 904, equals: '1' },
        ],
      },
    },
  ].map((field, at) => ({
    id: 900 + at,
    page: 1,
    posX: 10,
    posY: 20 + 8 * at,
    style: { width: 60, height: 6 },
    ...field,
  }));
  const put = (list: readonly object[]) => drafts.send('PUT', `/${id}/fields`, { fields: list });
  const wrong = await put(
    fields.map((field) => (field.id === 902 ? { ...field, formula: 'cellar' } : field)),
  );
  expect(violationsOf(wrong)).toEqual({
    'fields[2][formula]':
      'The field cellar must be of the same person, or of one who signs in an earlier step.',
  });
  const saved = good<Field[]>(await put(fields));
  // What was read can be set again.
  const again = saved.map(({ id: fieldId, ...field }) => ({ ...field, id: fieldId }));
  good(await put(again));
  good(await drafts.send('PUT', `/${id}/start`));
  await instance.runJobs();
  const first = await followInvitation(instance, ann.email);
  const shown = await first.view();
  const rent = shown.fields.find(({ key }) => key === 'rent')?.id;
  const year = shown.fields.find(({ key }) => key === 'year');
  expect(year).toMatchObject({ readOnly: true, value: null });
  expect((await first.call('PUT', `/fields/${year?.id}`, { value: '1' })).statusCode).toBe(400);
  await first.call('PUT', `/fields/${rent}`, { value: '100,10' });
  await first.fill();
  const checked = await first.preview((await first.view()).shownHash);
  const { previewId } = checked.json() as { previewId: string };
  await first.call('PUT', `/fields/${rent}`, { value: '100,20' });
  const intent = { button: 'Finish', language: 'en', timeZone: 'Europe/Paris' };
  expect((await first.call('POST', '/finish', { previewId, intent })).statusCode).toBe(409);
  expect((await first.sign()).statusCode).toBe(200);
  await instance.runJobs();
  const second = await followInvitation(instance, 'bob@example.com');
  const view = await second.view();
  expect(view.inputs).toEqual({ year: '1202,40' });
  const cellar = view.fields.find(({ key }) => key === 'cellar')?.id;
  await second.call('PUT', `/fields/${cellar}`, { value: '1' });
  expect((await second.sign()).statusCode).toBe(200);
  await instance.runJobs();
  const { envelopeId } = await drafts.read(id);
  const values = await valuesOf(id);
  expect(values.total).toEqual({ value: '1802,40', by: 'bob@example.com', atDate: instance.nowSeconds() });
  const text = await textOf(envelopeId);
  for (const word of ['100,20', '1202,40', '1802,40']) expect(text).toContain(word);
  const copy = good<Workflow>(await drafts.send('POST', `/${id}/duplicate`));
  expect(copy.fields.map(({ value }) => value).filter((value) => value !== null)).toEqual([]);
});

describe('values in one call', () => {
  const box = {
    page: '1',
    posX: '10',
    'style][width': '40',
    'style][height': '6',
    recipientEmail: 'ada@example.com',
  };
  const fieldForm = (at: number, field: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({ ...box, posY: String(20 + at * 10), ...field }).map(([name, value]) => [
        `fields[${at}][${name}]`,
        value,
      ]),
    );
  const keyed = async (id: string) =>
    byKey((await sender.call({ method: 'GET', url: (await workflowOf(id)).path })).json().fields);

  test('fill its fields by key', async () => {
    const fields = {
      ...fieldForm(0, { type: 'number', key: 'rent', max: '50' }),
      ...fieldForm(1, { type: 'signature' }),
    };
    const refused = await post({ more: { ...fields, 'values[rent]': '51', 'values[tent]': 'x' } });
    expect(violationsOf(refused)).toEqual({
      'values[rent]': 'Must be at most 50.',
      'values[tent]': 'This form has no field with the key tent.',
    });
    expect(await keyed(await create({ more: { ...fields, 'values[rent]': '12,5' } }))).toEqual({
      rent: ['12,5', false],
    });
  });

  test('fill the places of text anchors that occur once', async () => {
    const words = [
      'paraph_signature_1',
      'paraph_text_1',
      'paraph_fullName_1',
      'paraph_number_1',
      'paraph_number_1',
    ];
    const document = buildPdf({ pages: [{ content: textLines(words) }] });
    const id = await create({ document, more: { 'values[text_1]': 'Upper Mill' } });
    expect(await keyed(id)).toEqual({ text_1: ['Upper Mill', false], name_1: ['Ada Lovelace', false] });
    const refused = await post({ document, more: { 'values[number_1]': '1' } });
    expect(Object.keys(violationsOf(refused))).toEqual(['values[number_1]']);
    await instance.runJobs();
    const signer = await followInvitation(instance, 'ada@example.com');
    expect((await signer.view()).fields.find(({ key }) => key === 'text_1')?.value).toBe('Upper Mill');
  });
});
