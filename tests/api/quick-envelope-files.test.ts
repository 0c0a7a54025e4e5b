import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { docxOf } from '../../intake/src/testing/office-files.ts';
import { chunk, jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import type { Envelope } from '../../sdk/src/shapes.ts';
import { readEvents } from '../support/api-case.ts';
import { type Field, good } from '../support/draft-client.ts';
import { multipart, type Part } from '../support/instance.ts';
import { firstWorkspace, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, formFixture, fullPage, textLines } from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf, lease, violationsOf } from '../support/quick-sender.ts';

const { instance, sender, post, read, create, get, workflowOf, sign, download } = await openInstanceCase();
const workflows = `${await firstWorkspace(sender)}/workflows`;

/** The fields of a workflow, as the workflow family shows them. */
const fieldsOf = async (id: string): Promise<Field[]> =>
  (await get((await workflowOf(id)).path)).json().fields;

describe('where the fields go', () => {
  test('one signature field for each signer on the last page, over nothing, apart from one another', async () => {
    const id = await create({
      steps: [
        { type: 'sign', recipients: [ann, bob] },
        { type: 'review', recipients: [ann] },
      ],
    });
    const fields = await fieldsOf(id);
    expect(fields.map(({ type, page }) => [type, page])).toEqual([
      ['signature', 1],
      ['signature', 1],
    ]);
    const [one, two] = fields;
    const apart =
      (one?.posX ?? 0) + (one?.style.width ?? 0) <= (two?.posX ?? 0) ||
      (one?.posY ?? 0) + (one?.style.height ?? 0) <= (two?.posY ?? 0);
    expect(apart).toBe(true);
    // Two lines of text end 14 % down the page.
    expect(Math.min(...fields.map(({ posY }) => posY))).toBeGreaterThan(10);
  });

  test('on an added signature page when the last one is full', async () => {
    const id = await create({ document: buildPdf({ pages: [fullPage()] }) });
    expect((await fieldsOf(id))[0]).toMatchObject({ type: 'signature', page: 2 });
    const { envelope } = await read(id);
    expect(envelope.documents[0]?.file.size).toBeGreaterThan(buildPdf({ pages: [fullPage()] }).length);
  });

  test('in the PDF’s own empty signature field where it has one', async () => {
    const id = await create({ document: formFixture() });
    const [field] = await fieldsOf(id);
    const { pdf_field_name: name } = await instance.deps.database
      .selectFrom('fields')
      .innerJoin('workflows', 'workflows.id', 'fields.workflow_id')
      .select('pdf_field_name')
      .where('envelope_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(field?.type).toBe('signature');
    expect(name).not.toBeNull();
  });

  test('at text anchors where the PDF has any, by order of appearance', async () => {
    const lines = ['paraph_signature_2', '', '', '', 'yumisign_signature_1', '', '', '', 'paraph_date_1'];
    const document = buildPdf({ pages: [{ content: textLines(lines) }] });
    const id = await create({ document, steps: [{ type: 'sign', recipients: [ann, bob] }] });
    const fields = await fieldsOf(id);
    expect(fields.map(({ type }) => type).sort()).toEqual(['date', 'signature', 'signature']);
    const signature = fields.find(({ type }) => type === 'signature');
    expect(((signature?.style.width ?? 0) / 100) * 595).toBeGreaterThanOrEqual(119.9);
    expect(((signature?.style.height ?? 0) / 100) * 842).toBeGreaterThanOrEqual(35.9);
  });
});

test('an empty file is no PDF, and what is no form has another content type', async () => {
  const empty = await post({ name: 'x', document: Buffer.alloc(0) });
  expect([empty.statusCode, Object.keys(violationsOf(empty)).sort()]).toEqual([400, ['document', 'name']]);
  const payload = { name: 'Lease' };
  const json = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', payload });
  expect([json.statusCode, codeOf(json)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

describe('a quick envelope with fields', () => {
  const steps = [
    { type: 'sign', recipients: [ann, bob] },
    { type: 'review', recipients: [ann] },
    { type: 'sign', recipients: [bob] },
  ];
  const placed = (field: object, at: number) => ({
    page: 1,
    posX: 10,
    posY: 10 + at * 8,
    style: { width: 25, height: 5.5 },
    recipientEmail: ann.email,
    ...field,
  });
  /** As a form has it: bracket names and texts. */
  const textsOf = (fields: readonly object[]) => {
    const texts = (value: unknown, name: string): [string, string][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => texts(inner, `${name}[${key}]`))
        : [[name, String(value)]];
    return Object.fromEntries(texts(fields, 'fields'));
  };
  const partsOf = (fields: readonly object[]) => textsOf(fields.map(placed));
  const wholeOf = async (id: string) => (await get(`/api/v1/envelopes/${id}`)).json() as Envelope;

  test('has them with their values, for the roles that it names, and is started', async () => {
    const options = [
      { value: 'none', label: 'No pets' },
      { value: 'dog', label: 'A dog' },
    ];
    const fields = [
      { type: 'signature' },
      { type: 'text', label: 'Reference', value: 'D-2026-117', readOnly: true },
      { id: 7, type: 'dropdown', label: 'Pets', options, value: 'dog' },
      { type: 'text', label: 'Breed', showIf: { fieldId: 7, equals: 'dog' }, required: false, maxLength: 8 },
      { type: 'number', label: 'Keys', min: 1, max: 4.5, recipientEmail: ' BOB@example.com' },
      { type: 'signature', recipientEmail: bob.email, step: 3, posY: 90 },
    ];
    const id = await create({ steps, more: partsOf(fields) });
    const envelope = await wholeOf(id);
    expect(envelope.status).toBe('started');
    const [annRoles, bobRoles] = envelope.recipients.map((each) =>
      each.roles.map((role) => (role as unknown as { id: number }).id),
    );
    expect(envelope.fields.slice(0, 6)).toMatchObject([
      { type: 'signature', label: 'Signature', value: null, role: annRoles?.[0], readOnly: false },
      { type: 'text', label: 'Reference', value: 'D-2026-117', role: annRoles?.[0], readOnly: true },
      { type: 'dropdown', label: 'Pets', value: 'dog', role: annRoles?.[0], readOnly: false },
      { type: 'text', label: 'Breed', value: null, role: annRoles?.[0], readOnly: false },
      { type: 'number', label: 'Keys', value: null, role: bobRoles?.[0], readOnly: false },
      { type: 'signature', label: 'Signature', value: null, role: bobRoles?.[1], readOnly: false },
    ]);
    expect(envelope.fields[3]).toMatchObject({
      showIf: { fieldId: envelope.fields[2]?.id, equals: 'dog' },
      ...{ required: false, maxLength: 8, posX: 10, posY: 34, style: { width: 25, height: 5.5 } },
    });
    expect(envelope.fields[4]).toMatchObject({ min: 1, max: 4.5 });
    // Who signs without a signature among the fields gets one, as at every start.
    expect(envelope.fields.slice(6)).toMatchObject([{ type: 'signature', role: bobRoles?.[0] }]);
    expect(envelope.steps.map(({ type, status }) => [type, status])).toEqual([
      ['sign', 'started'],
      ['review', 'not_started'],
      ['sign', 'not_started'],
    ]);
  });

  test('is refused with every problem of its fields, and nothing of it stays', async () => {
    const countAll = async () =>
      Number((await instance.deps.pool.query('select count(*) as n from workflows')).rows[0].n);
    const before = await countAll();
    const refused = await post({
      steps,
      more: partsOf([
        { type: 'signature', page: 2 },
        { type: 'number', min: 5, max: 4, documentPosition: 1 },
        { type: 'text', recipientEmail: 'eve@example.com' },
        { type: 'text', recipientEmail: bob.email, step: 2 },
        { type: 'signature', posX: 90 },
      ]),
    });
    expect(codeOf(refused)).toBe('VALIDATION_ERROR');
    expect(Object.keys(violationsOf(refused)).sort()).toEqual([
      'fields[0][page]',
      'fields[1][documentPosition]',
      'fields[1][max]',
      'fields[2][recipientEmail]',
      'fields[3][step]',
      'fields[4][posX]',
    ]);
    const lack = { type: 'text', page: 'x', colour: '1', style: { width: 5 } };
    const lacking = await post({ name: '', more: textsOf([lack]) });
    expect(Object.keys(violationsOf(lacking)).sort()).toEqual([
      'fields[0][colour]',
      'fields[0][page]',
      'fields[0][posX]',
      'fields[0][posY]',
      'fields[0][recipientEmail]',
      'fields[0][style][height]',
      'name',
    ]);
    expect(Object.keys(violationsOf(await post({ more: { fields: 'none' } })))).toEqual(['fields']);
    const reviewed = [{ type: 'review', recipients: [ann] }];
    const reviewer = await post({ steps: reviewed, more: partsOf([{ type: 'text' }]) });
    expect(Object.keys(violationsOf(reviewer))).toEqual(['fields[0][recipientEmail]']);
    expect(await countAll()).toBe(before);
  });
});

describe('pictures', () => {
  const png = pngPicture({ width: 2, height: 1, colourType: 6, rows: Buffer.alloc(9) });

  test('become documents of one page each, which are signed as others, and the trail has what was sent', async () => {
    const id = await create({
      document: jpegPicture,
      fileName: 'Scan of 1.JPEG',
      further: [['second.png', png]],
      steps: [{ type: 'sign', recipients: [ann] }],
    });
    const { envelope } = await read(id);
    expect(envelope.documents.map(({ file }) => file.name)).toEqual(['Scan of 1.pdf', 'second.pdf']);
    expect((await fieldsOf(id)).map(({ type }) => type)).toEqual(['signature']);
    await instance.runJobs();
    await sign(ann);
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('signed');
    const sealed = await download(id);
    expect(sealed.includes('/DCTDecode')).toBe(true);
    const created = (await readEvents(instance, (await workflowOf(id)).id)).find(
      ({ name }) => name === 'workflow.created',
    );
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(created?.detail.sources).toEqual([
      {
        ...{ position: 0, name: 'Scan of 1.JPEG', contentType: 'image/jpeg' },
        ...{ sha256: sha256(jpegPicture), size: jpegPicture.length },
      },
      {
        ...{ position: 1, name: 'second.png', contentType: 'image/png' },
        ...{ sha256: sha256(png), size: png.length },
      },
    ]);
  });

  test.each([
    [
      'moving.png',
      pngPicture({ moreChunks: [chunk('acTL', Buffer.alloc(8))] }),
      'moving.png cannot be used. It moves',
    ],
    ['cut.jpg', jpegPicture.subarray(0, 300), 'cut.jpg cannot be used. It is damaged'],
    ['a.heic', Buffer.from('\0\0\0\u0018ftypheic'), 'HEIC'],
    ['a.docx', docxOf(), 'Save or print it as PDF and send that'],
    ['a.rtf', Buffer.from('{\\rtf1 a}'), 'PARAPH_CONVERTER_URL'],
    ['a.gif', Buffer.from('GIF89a'), 'Only JPEG and PNG'],
    ['a.txt', Buffer.from('text'), 'Must be a PDF file, or a JPEG or PNG picture'],
  ])(
    'that cannot be used are refused with the name and the remedy: %s',
    async (fileName, document, words) => {
      const refused = await post({ document, fileName });
      expect([400, 422]).toContain(refused.statusCode);
      expect(violationsOf(refused)).toEqual({ document: expect.stringContaining(words) });
      const second = await post({ further: [[fileName, document]] });
      expect(violationsOf(second)).toEqual({ 'document[1]': expect.stringContaining(words) });
    },
  );
});

describe('several parts of a form', () => {
  // Interface.md §5.1: each further part `document` is a document of the workflow, in order.
  const annex = buildPdf({ pages: [{ content: textLines(['Annex', 'yumisign_signature_2']) }] });
  const rules = buildPdf({ pages: [{ content: textLines(['House rules']) }, { content: textLines(['2']) }] });
  const QUICK = '/api/v1/quick/envelopes';
  const ENVELOPES = '/api/v1/envelopes';

  const file = (fileName: string, value: Uint8Array, name = 'document'): Part => ({ name, value, fileName });
  const people: Part[] = ['ann', 'bob'].flatMap((name, index) => [
    { name: `steps[0][recipients][${index}][name]`, value: name },
    { name: `steps[0][recipients][${index}][email]`, value: `${name}@example.com` },
  ]);
  const texts: Part[] = [
    { name: 'name', value: 'Lease' },
    { name: 'steps[0][type]', value: 'sign' },
    ...people,
  ];
  const postTo = (url: string, parts: readonly Part[]) =>
    sender.call({ method: 'POST', url, ...multipart([...texts, ...parts]) });
  const namesOf = ({ documents }: Envelope) =>
    documents.map(({ position, file: { name, size } }) => [position, name, size]);
  const ALL = [file('lease.pdf', lease), file('annex.pdf', annex), file('rules.pdf', rules)];
  const SIZES = [
    [0, 'lease.pdf', lease.length],
    [1, 'annex.pdf', annex.length],
    [2, 'rules.pdf', rules.length],
  ];

  test.each([QUICK, ENVELOPES, 'workflow'])('%s: are as many documents, in their order', async (family) => {
    const url = family === 'workflow' ? workflows : family;
    const made = good<Envelope>(await postTo(url, ALL));
    const path = family === 'workflow' ? `${workflows}/${made.id}` : `${ENVELOPES}/${made.id}`;
    const read = good<Envelope>(await sender.call({ method: 'GET', url: path }));
    // What has started has forms; what is a draft has not.
    const isStarted = family === QUICK;
    expect(namesOf(read)).toEqual(
      SIZES.map(([position, name, size]) => [position, name, isStarted ? expect.any(Number) : size]),
    );
    const { pathname } = new URL(read.documents[1]?.file.file ?? '');
    const second = await sender.call({ method: 'GET', url: `${pathname}?version=original` });
    expect(Buffer.from(second.rawPayload).equals(Buffer.from(annex))).toBe(true);
  });

  test('may be numbered', async () => {
    for (const name of ['document', 'documents']) {
      const parts = ALL.map((part, index) => ({ ...part, name: `${name}[${index}]` }));
      expect(namesOf(good<Envelope>(await postTo(ENVELOPES, parts)))).toEqual(SIZES);
    }
  });

  test('give each signer one place: an anchor in any of them, else a blank place in the first', async () => {
    const made = good<Envelope>(await postTo(ENVELOPES, ALL));
    const roleOf = (index: number) => made.recipients[index]?.roles[0]?.id;
    expect(made.fields.map(({ type, documentId, role }) => [type, documentId, role])).toEqual([
      ['signature', made.documents[0]?.id, roleOf(0)],
      ['signature', made.documents[1]?.id, roleOf(1)],
    ]);
  });

  test('are refused by the name of the one that is wrong, and nothing is made', async () => {
    const count = async () =>
      good<{ total: number }>(await sender.call({ method: 'GET', url: `${workflows}?limit=1` })).total;
    const before = await count();
    for (const url of [QUICK, ENVELOPES, workflows]) {
      const notes = file('notes.pdf', Buffer.from('Hello'));
      const answer = await postTo(url, [file('lease.pdf', lease), notes]);
      expect([answer.statusCode, Object.keys(violationsOf(answer))]).toEqual([400, ['document[1]']]);
      const broken = file('broken.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(50)}`));
      const refused = await postTo(url, [...ALL, broken]);
      expect([refused.statusCode, Object.keys(violationsOf(refused))]).toEqual([422, ['document[3]']]);
    }
    const many = Array.from({ length: 21 }, (_each, index) => file(`${index}.pdf`, lease));
    expect((await postTo(ENVELOPES, many)).statusCode).toBe(400);
    expect(await count()).toBe(before);
  });
});
