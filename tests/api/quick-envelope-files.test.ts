import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestInstance, quickForm, type Session, type TestInstance } from '../support/instance.ts';
import {
  activeContent,
  buildPdf,
  formFixture,
  fullPage,
  jpegHead,
  rewriteWithQpdf,
  textLines,
} from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf, lease, quickSender, violationsOf } from '../support/quick-sender.ts';

let instance: TestInstance;
let sender: Session;

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

const { post, read, create } = quickSender(() => sender);
/** The fields of a workflow, as the workflow family shows them. */
const fieldsOf = async (id: string) => {
  const row = await instance.deps.database
    .selectFrom('workflows')
    .select(['id', 'workspace_id'])
    .where('envelope_id', '=', id)
    .executeTakeFirstOrThrow();
  const answer = await sender.call({
    method: 'GET',
    url: `/api/v1/workspaces/${row.workspace_id}/workflows/${row.id}`,
  });
  return (
    answer.json() as {
      fields: {
        type: string;
        page: number;
        posX: number;
        posY: number;
        style: { width: number; height: number };
      }[];
    }
  ).fields;
};

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
    const document = buildPdf({
      pages: [
        {
          content: textLines([
            'paraph_signature_2',
            '',
            '',
            '',
            'yumisign_signature_1',
            '',
            '',
            '',
            'paraph_date_1',
          ]),
        },
      ],
    });
    const id = await create({ document, steps: [{ type: 'sign', recipients: [ann, bob] }] });
    const fields = await fieldsOf(id);
    expect(fields.map(({ type }) => type).sort()).toEqual(['date', 'signature', 'signature']);
    const signature = fields.find(({ type }) => type === 'signature');
    expect(((signature?.style.width ?? 0) / 100) * 595).toBeGreaterThanOrEqual(119.9);
    expect(((signature?.style.height ?? 0) / 100) * 842).toBeGreaterThanOrEqual(35.9);
  });
});

describe('files that cannot be taken', () => {
  const left = async () => (await readdir(instance.deps.blobs.incomingDir)).length;

  test.each([
    ['a JPEG named .pdf', () => Buffer.concat([jpegHead(), Buffer.alloc(2000)]), 400, 'VALIDATION_ERROR'],
    ['an empty file', () => Buffer.alloc(0), 400, 'VALIDATION_ERROR'],
    [
      'an encrypted PDF',
      () => rewriteWithQpdf(lease, ['--encrypt', 'secret', 'owner', '256', '--']),
      422,
      'DOCUMENT_NOT_ACCEPTED',
    ],
    ...Object.entries(activeContent).map(
      ([name, { file }]) => [name, file, 422, 'DOCUMENT_NOT_ACCEPTED'] as const,
    ),
  ] as [string, () => Buffer, number, string][])('%s', async (_name, file, status, code) => {
    const answer = await post({ document: file() });
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code]);
    expect(violationsOf(answer).document).toBeTruthy();
    expect(await left()).toBe(0);
  });

  test('no PDF at all is one problem among the others', async () => {
    const answer = await post({ name: 'x', document: Buffer.from('hello, world') });
    expect([answer.statusCode, Object.keys(violationsOf(answer)).sort()]).toEqual([
      400,
      ['document', 'name'],
    ]);
  });

  test('21 MiB answers 413 and leaves nothing', async () => {
    const answer = await post({ document: Buffer.alloc(21 * 1024 * 1024, 0x20) });
    expect([answer.statusCode, codeOf(answer)]).toEqual([413, 'DOCUMENT_TOO_LARGE']);
    expect(await left()).toBe(0);
  });

  test('a body that ends in the middle answers 400 and leaves nothing', async () => {
    const form = quickForm({ document: lease });
    const answer = await sender.call({
      method: 'POST',
      url: '/api/v1/quick/envelopes',
      headers: form.headers,
      payload: form.payload.subarray(0, form.payload.length - 200),
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await left()).toBe(0);
  });

  test('another content type answers 415', async () => {
    const answer = await sender.call({
      method: 'POST',
      url: '/api/v1/quick/envelopes',
      payload: { name: 'Lease' },
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
