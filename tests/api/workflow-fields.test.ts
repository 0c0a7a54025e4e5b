import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIntakeBudget, requesterWithoutClient } from '@paraph/intake';
import { prepareDocument } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import type { SuggestedField } from '../../sdk/src/shapes.ts';
import {
  codeOf,
  type Field,
  good,
  openDraftClient,
  pdfForm,
  violationsOf,
  type Workflow,
} from '../support/draft-client.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';

const annex = buildPdf({ pages: [{ content: textLines(['Annex']) }, { content: textLines(['More']) }] });
const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign', color: '#aabbcc' }] };
const bob = { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const { instance, sender } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

test('the printed places of a draft are offered to the people whom the page names, until it starts', async () => {
  const loan = readFileSync(new URL('../fixtures/contracts/typeset-en-loan.pdf', import.meta.url));
  const { id, roles, documentId = 0 } = await client.filled([ada, bob], loan);
  const suggested = (of = documentId) => client.send('GET', `/${id}/documents/${of}/suggested-fields`);
  const [adas, bobs] = roles;
  const places = good<SuggestedField[]>(await suggested());
  expect(places.map(({ type, party, role }) => [type, party, role])).toEqual([
    ['signature', 'Lender', adas],
    ['signature', 'Borrower', bobs],
    ['date', 'Lender', adas],
    ['date', 'Borrower', bobs],
  ]);
  expect(places[0]).toMatchObject({ page: 1, reason: 'Signature', confidence: 0.95 });
  expect(codeOf(await suggested(987_654))).toBe('NOT_FOUND');
  const fields = places.map(({ type, page, posX, posY, width, height, role }) => ({
    ...{ type, page, posX, posY, role, documentId },
    style: { width, height },
  }));
  expect(good<Field[]>(await client.send('PUT', `/${id}/fields`, { fields }))).toHaveLength(4);
  // Of three people and two parties nobody is guessed.
  const three = await client.filled([ada, bob, { ...bob, name: 'Cy', email: 'cy@example.com' }], loan);
  const open = await client.send('GET', `/${three.id}/documents/${three.documentId}/suggested-fields`);
  expect(good<SuggestedField[]>(open).map(({ role }) => role)).toEqual([null, null, null, null]);
  await client.send('PUT', `/${id}/start`);
  expect(codeOf(await suggested())).toBe('WORKFLOW_STATUS_CONFLICT');
});

describe('tags in the text', () => {
  const tagged = buildPdf({
    pages: [
      {
        content: textLines([
          ...['{{signature:Landlord}}', '', '', '', '{{date:Landlord}}', '', '', '{{signature:2}}', '', ''],
          'Rent: {{text:Net rent:2;required=no}}',
        ]),
      },
    ],
  });
  const spots = [
    ['signature', 0, null, 'Signature', true],
    ['date', 0, null, 'Date', true],
    ['signature', 1, null, 'Signature', true],
    ['text', 1, 'net_rent', 'Net rent', false],
  ];
  const spotsOf = (fields: readonly Field[], roles: readonly (number | undefined)[]) =>
    fields.map(({ type, role, key, label, required }) => [type, roles.indexOf(role), key, label, required]);
  const tagsLeftIn = async (file: Buffer) => {
    const path = join(instance.deps.blobs.incomingDir, 'shown.pdf');
    writeFileSync(path, file);
    const request = { kind: 'examine' as const, path, documentName: '', plan: { recipients: [], steps: [] } };
    const budget = { requester: requesterWithoutClient('test'), budget: openIntakeBudget() };
    const answer = await instance.deps.intake.run(request, budget);
    return answer.kind === 'accepted' ? (answer.findings.tags ?? []).map(({ text }) => text) : answer;
  };
  const shown = async (id: number) => {
    const [document] = (await client.read(id)).documents;
    const url = new URL(document?.file.file ?? '');
    return (await sender.call({ method: 'GET', url: url.pathname + url.search })).rawPayload;
  };

  test('of a draft are offered, placed by the switch alone, and covered in what people sign', async () => {
    const { id, roles, documentId } = await client.filled([ada, bob], tagged);
    const offered = good<SuggestedField[]>(
      await client.send('GET', `/${id}/documents/${documentId}/suggested-fields`),
    );
    expect(offered.map(({ type, party, tag }) => [type, party, tag?.key, tag?.problem])).toEqual([
      ['signature', 'Landlord', null, null],
      ['date', 'Landlord', null, null],
      ['signature', '2', null, null],
      ['text', '2', 'net_rent', null],
    ]);
    expect(good<Field[]>(await client.send('GET', `/${id}/fields`))).toEqual([]);
    const placed = await client.send('PUT', `/${id}/fields`, { fields: [], placeFields: 'fromText' });
    expect(spotsOf(good<Field[]>(placed), roles)).toEqual(spots);
    expect(await tagsLeftIn(await shown(id))).toHaveLength(4);
    expect((await client.send('PUT', `/${id}/start`)).statusCode).toBe(200);
    expect(await tagsLeftIn(await shown(id))).toEqual([]);
  });

  test('are text like any other without the switch', async () => {
    const { id } = await client.filled([ada, bob], tagged);
    expect((await client.send('PUT', `/${id}/start`)).statusCode).toBe(200);
    expect((await client.read(id)).documents).toHaveLength(1);
    const fields = good<Field[]>(await client.send('GET', `/${id}/fields`));
    expect(fields.map(({ type }) => type)).toEqual(['signature', 'signature']);
    expect(await tagsLeftIn(await shown(id))).toHaveLength(4);
  });

  test('of a quick envelope and of a draft made by the same form take values, and are told where they fit nobody', async () => {
    const steps = [{ type: 'sign', recipients: [ada, bob].map(({ name, email }) => ({ name, email })) }];
    const form = { name: 'Lease', placeFields: 'fromText', 'values[net_rent]': '900' };
    const post = (url: string, people: { name: string; email: string }[], document = tagged) => {
      const flat = people.flatMap(({ name, email }, at) => [
        [`steps[0][recipients][${at}][name]`, name],
        [`steps[0][recipients][${at}][email]`, email],
      ]);
      const values = { ...form, 'steps[0][type]': 'sign', ...Object.fromEntries(flat) };
      return sender.call({ method: 'POST', url, ...pdfForm(values, document) });
    };
    const people = steps[0]?.recipients ?? [];
    for (const url of ['/api/v1/quick/envelopes', '/api/v1/envelopes']) {
      const answer = await post(url, people);
      expect(answer.statusCode, answer.body).toBe(200);
      const { id: envelopeId } = answer.json() as { id: string };
      const listed = await client.send('GET', `?ids[]=${envelopeId}`);
      const page = good<{ items: Workflow[] }>(listed).items.find(
        (each) => String(each.envelopeId) === envelopeId,
      );
      const fields = good<Field[]>(await client.send('GET', `/${page?.id}/fields`));
      const roles = [...new Set(fields.map(({ role }) => role))];
      expect(spotsOf(fields, roles)).toEqual(spots);
      expect(fields.at(-1)?.value).toBe('900');
      const left = await tagsLeftIn(await shown(page?.id ?? 0));
      expect(left).toHaveLength(url.includes('quick') ? 0 : 4);
    }
    const alone = await post('/api/v1/quick/envelopes', people.slice(0, 1));
    expect([codeOf(alone), violationsOf(alone)]).toEqual(['VALIDATION_ERROR', ['placeFields']]);
    expect(alone.body).toContain('Page 1: {{signature:2}} names nobody who signs.');
    const none = await post('/api/v1/quick/envelopes', people, lease);
    expect(none.body).toContain('No page shows a tag');
  });
});

describe('fields and documents', () => {
  const place = { page: 1, posX: 10, posY: 20, style: { width: 30, height: 8 } };

  test('fields are set as a whole, read back, and filled with what is known', async () => {
    const { id, roles, documentId } = await client.filled([ada]);
    const [role] = roles;
    const fields = [
      { type: 'signature', documentId, role, ...place },
      { type: 'name', documentId, role, ...place, posY: 60, label: 'Tenant', required: false },
    ];
    const placed = good<Field[]>(await client.send('PUT', `/${id}/fields`, { fields }));
    expect(placed).toMatchObject([
      { type: 'signature', label: 'Signature', page: 1, posX: 10, posY: 20, value: null, required: true },
      {
        type: 'name',
        label: 'Tenant',
        value: 'Ada',
        required: false,
        style: { fontSize: 11, color: '#14213D' },
      },
    ]);
    expect(good(await client.send('GET', `/${id}/fields`))).toEqual(placed);
    expect(good<Field[]>(await client.send('PUT', `/${id}/fields`, { fields: [fields[0]] }))).toHaveLength(1);
    const answer = await client.send('PUT', `/${id}/fields`, {
      fields: [
        { ...fields[0], page: 9, style: { width: 30, height: 8, fontSize: 500, color: 'red' } },
        { ...fields[0], posX: 90, value: 'x' },
        { ...fields[0], documentId: 987_654, role: 987_654 },
      ],
    });
    expect(violationsOf(answer)).toEqual([
      'fields[0][page]',
      'fields[0][style][color]',
      'fields[0][style][fontSize]',
      'fields[1][posX]',
      'fields[1][value]',
      'fields[2][documentId]',
      'fields[2][role]',
    ]);
  });

  test('who reviews has no fields', async () => {
    const { id, roles, documentId } = await client.filled([rex]);
    const field = { type: 'signature', documentId, role: roles[0], ...place };
    expect(violationsOf(await client.send('PUT', `/${id}/fields`, { fields: [field] }))).toEqual([
      'fields[0][role]',
    ]);
  });

  test('fields stay in a replaced file where the page is there in the same size, and are told where not', async () => {
    const page = (text: string, width = 595) => ({
      content: textLines([text]),
      mediaBox: [0, 0, width, 842] as const,
    });
    const three = buildPdf({ pages: [page('1'), page('2'), page('3')] });
    const { id, roles, documentId } = await client.filled([ada], three);
    const wanted = [1, 2, 3].map((number) => ({
      ...{ ...place, documentId, role: roles[0], page: number },
      ...{ type: number === 1 ? 'signature' : 'text', label: `On ${number}` },
    }));
    const [first, second, third] = good<Field[]>(
      await client.send('PUT', `/${id}/fields`, { fields: wanted }),
    );
    const replace = (replaces: unknown, document: Buffer, of = id) =>
      client.sendForm(`/${of}/documents`, { replaces: String(replaces) }, document);
    type Replaced = Workflow & { lostFields: object[] };
    const other = buildPdf({ pages: [page('One more'), page('wide', 700)] });
    const answer = good<Replaced>(await replace(documentId, other));
    expect(answer.lostFields).toEqual([
      { id: second?.id, type: 'text', label: 'On 2', page: 2, reason: 'page_size' },
      { id: third?.id, type: 'text', label: 'On 3', page: 3, reason: 'page_missing' },
    ]);
    expect(answer.fields).toMatchObject([{ id: first?.id, documentId, label: 'On 1', posX: 10 }]);
    expect(answer.documents).toMatchObject([{ id: documentId, position: 0 }]);
    const url = new URL(`${answer.documents[0]?.file.file}?version=original`);
    const stored = await sender.call({ method: 'GET', url: url.pathname + url.search });
    expect(stored.rawPayload.equals(other)).toBe(true);
    expect(good<object[]>(await client.send('GET', `/${id}/timeline`))).toContainEqual(
      expect.objectContaining({ event: 'workflow.changed', detail: 'document' }),
    );

    // Where nothing stays, what the file asks for is placed.
    const bare = buildPdf({ pages: [page('Sign below', 500)] });
    const area = { page: 0, displayed: { posX: 10, posY: 90, width: 10, height: 5 } };
    const asking = Buffer.concat([
      bare,
      prepareDocument(bare, { signatureFields: [{ name: 'First', ...area }] }),
    ]);
    const anew = good<Replaced>(await replace(documentId, asking));
    expect([anew.lostFields.length, anew.fields.map(({ type }) => type)]).toEqual([1, ['signature']]);
    expect(codeOf(await replace(987_654, other))).toBe('NOT_FOUND');
    expect(violationsOf(await replace('first', other))).toEqual(['replaces']);
    expect((await client.send('PUT', `/${id}/start`)).statusCode).toBe(200);
    expect(codeOf(await replace(documentId, other))).toBe('WORKFLOW_STATUS_CONFLICT');
  });

  test('documents come and go; the last one stays', async () => {
    const { id, documents } = await client.draft();
    const added = await client.sendForm(`/${id}/documents`, {}, annex);
    const two = good<Workflow>(added).documents;
    expect(two.map(({ position }) => position)).toEqual([0, 1]);
    const first = documents[0]?.id;
    expect((await client.send('DELETE', `/${id}/documents/${first}`)).statusCode).toBe(204);
    const remove = (of?: number) => client.send('DELETE', `/${id}/documents/${of}`);
    expect(codeOf(await remove(first))).toBe('NOT_FOUND');
    expect(codeOf(await remove(two[1]?.id))).toBe('WORKFLOW_STATUS_CONFLICT');
  });
});

test('once started: nothing of the draft can be changed', async () => {
  const { id, documentId } = await client.filled([ada]);
  good(await client.send('PUT', `/${id}/start`));
  const calls = [
    await client.send('PUT', `/${id}/roles`, { recipients: [bob] }),
    await client.send('POST', `/${id}/steps`, { steps: [{ type: 'sign', roles: [1] }] }),
    await client.send('PUT', `/${id}/fields`, { fields: [] }),
    await client.send('DELETE', `/${id}/documents/${documentId}`),
    await client.sendForm(`/${id}/documents`, {}),
    await client.sendForm(`/${id}/edit`, {}),
  ];
  expect(new Set(calls.map(codeOf))).toEqual(new Set(['WORKFLOW_STATUS_CONFLICT']));
});

test('deleting many: a list without any parameter holds up to a thousand', async () => {
  for (let count = 0; count < 9; count += 1) await client.draft();
  const page = good<{ total: number; limit: number; items: Workflow[] }>(await client.send('GET', ''));
  expect(page.limit).toBe(1_000);
  expect(page.items).toHaveLength(page.total);
  expect(page.total).toBeGreaterThan(8);
  expect(good<{ limit: number; items: object[] }>(await client.send('GET', '?page=1'))).toMatchObject({
    limit: 8,
  });
});
