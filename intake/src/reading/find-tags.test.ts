import type { PrintedTag } from '@paraph/domain';
import { coveredTags, readTaggedFields, requireTaggedFields } from '@paraph/domain';
import { expect, test } from 'vitest';
import { samplePdf } from '../../../pades/src/testing/sample-pdf.ts';
import { examineFile } from './examine-file.ts';
import { openViewer } from './pdfium.ts';

const viewer = await openViewer();
const NOBODY = { plan: { recipients: [], steps: [] }, documentName: 'Lease', onPagesRead: () => {} };

const text = (words: string, x: number, y: number) => `BT /F1 11 Tf ${x} ${y} Td ${words} ET`;
const line = (words: string, x: number, y: number) => text(`(${words}) Tj`, x, y);

function tagsIn(...content: string[]): PrintedTag[] {
  const file = samplePdf({ mediaBox: '[0 0 595 842]', content: content.join('\n') });
  const answer = examineFile(viewer, file, NOBODY);
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer));
  return answer.findings.tags ?? [];
}

const people = [
  { role: 11, person: 1, name: 'Ada Lovelace' },
  { role: 12, person: 2, name: 'Tenant' },
];
const fieldsOf = (...content: string[]) => readTaggedFields([{ id: 1, tags: tagsIn(...content) }], people);

test('a tag is one however the page writes it, and goes where it stands', () => {
  const [kerned, spaced, wrapped, inWord] = tagsIn(
    text('[({{sig) -40 (nature:) 90 (Tenant}) 20 (})] TJ', 72, 700),
    line('{{ text ; key = Net rent }}', 72, 650),
    line('Paid until {{date:', 72, 600) + line('Other column', 400, 600),
    line('Tenant}} by bank.', 72, 586) + line('goes on', 400, 586),
    line('Name:{{name:1}},', 72, 540),
  );
  expect([kerned?.text, spaced?.text, wrapped?.text, inWord?.text]).toEqual([
    '{{signature:Tenant}}',
    '{{ text ; key = Net rent }}',
    '{{date: Tenant}}',
    '{{name:1}}',
  ]);
  expect(kerned?.place).toMatchObject({ page: 1 });
  expect((kerned?.place.posX ?? 0) * 5.95).toBeCloseTo(72, -1);
  // A signature has the room that a signature needs.
  expect((kerned?.place.height ?? 0) * 8.42).toBeGreaterThan(35);
  expect(wrapped?.boxes.map(({ posX, posY }) => [Math.round(posX * 5.95), Math.round(posY * 8.42)])).toEqual([
    [120, 233],
    [71, 247],
  ]);
});

test.each([
  ['invisible', `3 Tr ${line('{{signature:Tenant}}', 72, 700)} 0 Tr`],
  ['white', `1 g ${line('{{signature:Tenant}}', 72, 700)} 0 g`],
  ['tiny', line('{{signature:Tenant}}', 72, 700).replace(' 11 Tf', ' 3 Tf')],
  ['covered', `${line('{{signature:Tenant}}', 72, 700)} 1 g 70 690 140 30 re f 0 g`],
  ['not closed', line('{{signature:Tenant', 72, 700)],
  ['one brace', line('{signature:Tenant}', 72, 700)],
])('what is %s is no tag', (_how, content) => {
  expect(tagsIn(content, line('A b', 72, 300))).toEqual([]);
});

test('a tag says type, person, key, whether it is required, and its size', () => {
  const said = (content: string) =>
    fieldsOf(line(content, 72, 700)).map(({ tag, role, problem }) => [tag, role, problem]);
  const all = { type: 'text', role: 'Tenant', key: 'net_rent', label: 'Net rent', required: false };
  const sized = [[{ ...all, width: 180, height: 20 }, 12, null]];
  expect(said('{{text:Net rent:Tenant;required=no;size=180x20}}')).toEqual(sized);
  // As other services write it.
  expect(said('{{Net rent;type=text;role=Tenant;optional;width=180;height=20}}')).toEqual(sized);
  const [field] = fieldsOf(line('{{text:a:1;size=180x20}}', 72, 700));
  expect((field?.place.width ?? 0) * 5.95).toBeCloseTo(180, 0);
  expect((field?.place.height ?? 0) * 8.42).toBeCloseTo(20, 0);
  for (const [content, problem] of [
    ['{{stamp:1}}', 'type'],
    ['{{text:a:1;colour=red}}', 'option'],
    ['{{text:a:1;required=perhaps}}', 'option'],
    ['{{text:1st:1}}', 'key'],
    ['{{text:a:1;size=5x5}}', 'size'],
  ]) {
    expect(fieldsOf(line(content ?? '', 72, 700)).map((each) => each.problem)).toEqual([problem]);
  }
});

test('people are found by number, name and party, and what remains by order; nobody is guessed', () => {
  const rolesOf = (...words: string[]) =>
    fieldsOf(...words.map((each, at) => line(`{{signature${each}}}`, 72, 700 - 40 * at))).map(
      ({ role }) => role,
    );
  expect(rolesOf(':1', ':2')).toEqual([11, 12]);
  expect(rolesOf(':Mieter', ':ada LOVELACE')).toEqual([12, 11]);
  expect(rolesOf(':Tenant', ':Landlord', ':Landlord')).toEqual([12, 11, 11]);
  expect(rolesOf(':Tenant', ':Landlord', ':Agent')).toEqual([12, null, null]);
  expect(rolesOf(':Landlord', '')).toEqual([null, null]);
  expect(rolesOf(':1', ':3')).toEqual([11, null]);
  const [sole] = readTaggedFields([{ id: 1, tags: tagsIn(line('{{date}}', 72, 700)) }], people.slice(0, 1));
  expect(sole?.role).toBe(11);
  // Two people of one name are two: neither is meant by it, and each has a number.
  const twins = [{ ...people[1], role: 13, person: 3 }, ...people.slice(1)] as typeof people;
  const byName = [{ id: 1, tags: tagsIn(line('{{date:Tenant}} {{name:2}}', 72, 700)) }];
  expect(readTaggedFields(byName, twins).map(({ role }) => role)).toEqual([null, 12]);
});

test('with the switch each tag becomes a field or is told, by page and text', () => {
  const tags = tagsIn(line('{{text:a:1}} {{text:a:2}} {{date:Agent}} {{foo}}', 72, 700));
  const told = () =>
    requireTaggedFields(
      [{ id: 1, tags }],
      people.concat(['Cy', 'Di'].map((name, at) => ({ role: 14 + at, person: 4 + at, name }))),
    );
  expect(told).toThrow('Page 1: {{text:a:2}} has the key of an earlier tag.');
  try {
    told();
  } catch (error) {
    const { violations } = error as { violations: Record<string, string> };
    expect(violations.placeFields?.match(/\{\{.*?\}\} \w+ \w+ \w+/g)).toEqual([
      '{{text:a:2}} has the key',
      '{{date:Agent}} names nobody who',
      '{{foo}} is of no',
    ]);
  }
  expect(() => requireTaggedFields([{ id: 1, tags: [] }], people)).toThrow('No page shows a tag');
});

test('once a field stands on a tag all of the document are covered, in the colour behind them', () => {
  const tags = tagsIn(
    `0.8 0.9 1 rg 60 690 300 30 re f 0 g ${line('{{signature:1}}', 72, 700)}`,
    line('{{date:2}} {{foo}}', 72, 500),
  );
  const [first] = tags;
  expect(coveredTags(tags, [])).toEqual([]);
  expect(coveredTags(tags, first ? [{ ...first.place, page: 2 }] : [])).toEqual([]);
  const covers = coveredTags(tags, first ? [first.place] : []);
  expect(covers.map(({ ground }) => ground.toString(16))).toEqual(['cce6ff', 'ffffff']);
  expect(
    coveredTags(
      tags.map((tag) => ({ ...tag, isSigned: true })),
      first ? [first.place] : [],
    ),
  ).toEqual([]);
});
