import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../support/api-case.ts';
import { type Field as BareField, good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, sender, create } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);
const drafts = fieldsOf(instance, client);
const { signerOf } = drafts;

interface Field extends BareField {
  readOnly: boolean;
  group: string | null;
  showIf: { fieldId: number; equals?: string } | null;
}

const pets = [
  { value: 'none', label: 'No pets' },
  { value: 'dog', label: 'A dog' },
];

/** One of each kind of rule, each at a place of its own. */
const ruled = [
  { type: 'signature' },
  { id: 901, type: 'dropdown', label: 'Pets', options: pets },
  {
    type: 'text',
    label: 'Breed',
    maxLength: 8,
    pattern: '[A-Za-z ]+',
    showIf: { fieldId: 901, equals: 'dog' },
  },
  { type: 'radio', label: 'Monthly', group: 'Rent', options: [{ value: 'month', label: 'By month' }] },
  { type: 'radio', label: 'Yearly', group: 'Rent', options: [{ value: 'year', label: 'By year' }] },
  { type: 'checkbox', label: 'Cellar', group: 'Rooms', groupMin: 1, groupMax: 1 },
  { type: 'checkbox', label: 'Attic', group: 'Rooms', groupMin: 1, groupMax: 1 },
  { type: 'number', label: 'Keys', min: 1, max: 4, placeholder: 'How many?' },
  { type: 'text', label: 'Reference', readOnly: true, value: 'D-2026-117' },
  { type: 'stamp', label: 'Paid', value: 'PAID' },
  {
    type: 'text',
    label: 'Discount',
    readOnly: true,
    value: 'None',
    showIf: { fieldId: 901, equals: 'none' },
  },
];

const draftWith = (fields: readonly object[] = ruled) => drafts.draftWith(fields);

const named = (fields: readonly Field[]) => {
  const labels = new Map(fields.map(({ id, label }) => [id, label]));
  return fields.map(({ label, value, readOnly, group, showIf }) => {
    return { label, value, readOnly, group, on: showIf && labels.get(showIf.fieldId) };
  });
};

describe('rules of fields', () => {
  test('are set, read back, kept by a PUT of what was read, and copied', async () => {
    const { id, answer } = await draftWith();
    const fields = good<Field[]>(answer);
    expect(named(fields).slice(1, 4)).toEqual([
      { label: 'Pets', value: null, readOnly: false, group: null, on: null },
      { label: 'Breed', value: null, readOnly: false, group: null, on: 'Pets' },
      { label: 'Monthly', value: null, readOnly: false, group: 'Rent', on: null },
    ]);
    expect(fields.map(({ required }) => required)).toEqual(
      ruled.map(({ label = '' }) => !['Cellar', 'Attic'].includes(label)),
    );
    expect(fields.find(({ label }) => label === 'Paid')).toMatchObject({ readOnly: true, value: 'PAID' });
    expect(fields[1]).toMatchObject({ options: pets, min: null, showIf: null });
    const again = good<Field[]>(await client.send('PUT', `/${id}/fields`, { fields }));
    expect(named(again)).toEqual(named(fields));
    const copy = good<{ fields: Field[] }>(await client.send('POST', `/${id}/duplicate`));
    expect(named(copy.fields)).toEqual(named(fields));
    const templates = await openTemplateClient(instance, sender, lease);
    const made = (await templates.send('POST', '', { fromWorkflowId: id })).json() as { id: number };
    const template = await templates.read(made.id);
    expect(named(template.fields as Field[])).toEqual(named(fields));
    const body = { fields: [...template.fields].reverse() };
    const turned = good<Field[]>(await templates.send('PUT', `/${made.id}/fields`, body));
    expect(named(turned)).toEqual(named(fields).reverse());
    const recipients = [{ name: 'Ann', email: 'ann@example.com' }];
    expect(named((await templates.cloned(made.id, { recipients })).fields as Field[])).toEqual(named(turned));
  });

  test('a key that no type has is refused, and named in the header as well; one of a style or a condition is ignored', async () => {
    const wide = { width: 30, height: 5, colour: 'red' };
    const { answer } = await draftWith([{ type: 'signature' }, { type: 'number', computed: '1+1' }]);
    expect(violationsOf(answer)).toEqual(['fields[1][computed]']);
    expect(answer.headers['paraph-ignored']).toBe('fields[1].computed');
    const styled = await draftWith([{ type: 'signature', style: wide }]);
    good(styled.answer);
    expect(styled.answer.headers['paraph-ignored']).toBe('fields[0].style.colour');
    const dropdown = { id: 901, type: 'dropdown', label: 'Pets', options: pets };
    const showIf = { fieldId: 901, equals: 'dog', oneof: ['cat'] };
    const conditional = await draftWith([{ type: 'signature' }, dropdown, { type: 'text', showIf }]);
    good(conditional.answer);
    expect(conditional.answer.headers['paraph-ignored']).toBe('fields[2].showIf.oneof');
  });
});

test('the signer is refused what the rules exclude, and what the sender filled in', async () => {
  const signer = await signerOf(await draftWith());
  const refused = [
    ['Pets', 'cat'],
    ['Breed', 'Basset hound'],
    ['Breed', 'D0g'],
    ['Monthly', 'year'],
    ['Cellar', 'true'],
    ['Keys', '5'],
    ['Keys', '0x3'],
    ['Reference', 'D-2026-118'],
    ['Reference', null],
    ['Paid', 'UNPAID'],
  ] as const;
  for (const [label, value] of refused) {
    const answer = await signer.fillIn(label, value);
    expect([label, answer.statusCode, violationsOf(answer)]).toEqual([label, 400, ['value']]);
  }
  expect(await signer.answerTo('Reference')).toBe('D-2026-117');
});

test('the signer chooses one radio of a group, and finishes when conditions and groups are met', async () => {
  const draft = await draftWith();
  const signer = await signerOf(draft);
  for (const [label, value] of [
    ['Monthly', 'month'],
    ['Yearly', 'year'],
    ['Pets', 'dog'],
    ['Keys', '2'],
  ] as const) {
    expect((await signer.fillIn(label, value)).statusCode).toBe(200);
  }
  expect(await signer.answerTo('Monthly')).toBeNull();
  const early = await signer.sign();
  expect(violationsOf(early)).toEqual(
    [`fields[${signer.idOf('Breed')}]`, `fields[${signer.idOf('Cellar')}]`].sort(),
  );
  await signer.fillIn('Breed', 'Pug');
  await signer.fillIn('Attic', '1');
  await signer.fillIn('Cellar', '1');
  expect(violationsOf(await signer.sign())).toEqual([`fields[${signer.idOf('Attic')}]`]);
  await signer.fillIn('Cellar', null);
  await signer.fillIn('Pets', 'none');
  expect((await signer.sign()).statusCode).toBe(200);
  const { rows } = await instance.deps.pool.query('select value from fields where id = $1', [
    signer.idOf('Breed'),
  ]);
  expect(rows).toEqual([{ value: null }]);
  const copy = good<{ fields: Field[] }>(await client.send('POST', `/${draft.id}/duplicate`));
  const kept = copy.fields.filter(({ value, type }) => value !== null && type !== 'signature');
  expect(kept.map(({ label }) => label)).toEqual(['Reference', 'Paid', 'Discount']);
});

test('what a condition hides is not in the file, and a hidden date is not stored', async () => {
  const words = { type: 'text', label: 'Clause', readOnly: true };
  const signer = await signerOf(
    await draftWith([
      { type: 'signature' },
      { id: 901, type: 'dropdown', label: 'Pets', options: pets },
      { type: 'date', label: 'Since', showIf: { fieldId: 901, equals: 'dog' } },
      { ...words, value: 'Kennel clause', showIf: { fieldId: 901, equals: 'dog' } },
      { ...words, value: 'Garden clause', showIf: { fieldId: 901, equals: 'none' } },
      { type: 'date', label: 'Signed on', showIf: { fieldId: 901, equals: 'none' } },
    ]),
  );
  await signer.fillIn('Pets', 'none');
  expect((await signer.sign()).statusCode).toBe(200);
  const { rows } = await instance.deps.pool.query<{ id: number; value: string | null }>(
    'select id, value from fields where id = any($1)',
    [[signer.idOf('Since'), signer.idOf('Signed on')]],
  );
  const values = new Map(rows.map(({ id, value }) => [id, value]));
  expect(values.get(signer.idOf('Since'))).toBeNull();
  expect(values.get(signer.idOf('Signed on'))).toMatch(/^\d{1,2} \w{3} \d{4}$/);
  const { documents } = await signer.view();
  const file = await instance.inject({ url: documents[0]?.url ?? '', headers: signer.headers });
  const text = execFileSync('pdftotext', ['-', '-'], { input: file.rawPayload }).toString();
  expect(text).toContain('Garden clause');
  expect(text).not.toContain('Kennel clause');
});

test('anchors of further kinds become their fields; a box to tick is a square and may stay empty', async () => {
  const document = buildPdf({
    pages: [
      {
        content: textLines(
          [
            'signature',
            'checkbox',
            'number',
            'text',
            'department',
            'location',
            'radio',
            'attachment',
          ].flatMap((kind) => [`paraph_${kind}_1`, '', '']),
        ),
      },
    ],
  });
  const recipients = [{ name: 'Ann', email: 'anchors@example.com' }];
  await create({ document, steps: [{ type: 'sign', recipients }] });
  await instance.runJobs();
  const { fields } = await (await followInvitation(instance, 'anchors@example.com')).view();
  expect(fields.map(({ type }) => type)).toEqual([
    'signature',
    'checkbox',
    'number',
    'text',
    'department',
    'location',
    'attachment',
  ]);
  const box = fields[1] as unknown as { width: number; height: number; required: boolean };
  expect(box.required).toBe(false);
  expect(box.width * 595).toBeCloseTo(box.height * 842, -2);
});
