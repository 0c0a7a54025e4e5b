import { readFileSync } from 'node:fs';
import { type PrintedPlace, suggestFields } from '@paraph/domain';
import { expect, test } from 'vitest';
import { samplePdf, streamSource } from '../../../pades/src/testing/sample-pdf.ts';
import { findPlaces } from './find-places.ts';
import { openViewer } from './pdfium.ts';

const viewer = await openViewer();
const NAMES = ['Lena Maier', 'Maria Okafor', 'Jonas Lindqvist'];

function placesIn(file: Uint8Array): PrintedPlace[] {
  const answer = findPlaces(viewer, file, { names: NAMES, onPagesRead: () => {} });
  if (answer.kind !== 'places') throw new Error(`answered ${answer.kind}`);
  return answer.places;
}

const text = (words: string, x: number, y: number) => `BT /F1 11 Tf ${x} ${y} Td (${words}) Tj ET`;
const rule = (x: number, y: number) => `0.5 w ${x} ${y} m ${x + 180} ${y} l S`;
/** Two lines to sign: the right one is the landlord's, and over the left one stands what is given. */
const lease = (heading: string, more: Parameters<typeof samplePdf>[0] = {}) =>
  samplePdf({
    mediaBox: '[0 0 595 842]',
    ...more,
    content: [
      heading,
      ...[72, 330].flatMap((x) => [rule(x, 240), text('Signature', x, 228)]),
      text('Landlord', 330, 290),
    ].join('\n'),
  });
const signatures = (file: Uint8Array) => placesIn(file).filter(({ kind }) => kind === 'signature');
const people = [
  { role: 1, person: 1, name: 'Landlord' },
  { role: 2, person: 2, name: 'Tenant' },
];

test('a signature is offered on its line, in the room over it, to the party that is printed over it', () => {
  const [left, right] = signatures(lease(text('Tenant', 72, 290)));
  expect([left?.party, right?.party]).toEqual(['Tenant', 'Landlord']);
  expect(suggestFields([left, right] as PrintedPlace[], people).map(({ role }) => role)).toEqual([2, 1]);
  for (const [place, x] of [
    [left, 72],
    [right, 330],
  ] as const) {
    // The line is 602 pt from the top: the place ends over it, less than 3 pt away.
    const bottom = ((place?.posY ?? 0) + (place?.height ?? 0)) * 8.42;
    expect(bottom).toBeLessThan(602);
    expect(bottom).toBeGreaterThan(599);
    expect((place?.posX ?? 0) * 5.95).toBeCloseTo(x, 0);
    expect((place?.width ?? 0) * 5.95).toBeCloseTo(180, 0);
    expect((place?.height ?? 0) * 8.42).toBeGreaterThan(36);
  }
});

test('the whole name of a person before a line asks them to sign there; a sentence with it does not', () => {
  const lines = [
    'Maria Okafor: ____________________',
    'The price that Jonas Lindqvist pays: ____________________',
  ];
  const file = samplePdf({ content: lines.map((line, row) => text(line, 72, 300 - row * 60)).join('\n') });
  const found = placesIn(file).map(({ kind, party }) => ({ kind, party }));
  expect(found).toEqual([{ kind: 'signature', party: 'Maria Okafor:' }]);
});

const image = streamSource(
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
  Buffer.of(0x80),
);
const resources = (more: string) => ({ page: `/Resources << /Font << /F1 3 0 R >> ${more} >>` });

test.each<[how: string, heading: string, more?: Parameters<typeof samplePdf>[0]]>([
  ['invisible', `3 Tr ${text('Tenant', 72, 290)} 0 Tr`],
  ['clipping only', `q ${text('Tenant', 72, 290).replace('BT', 'BT 7 Tr')} Q`],
  ['white', `1 g ${text('Tenant', 72, 290)} 0 g`],
  ['tiny', text('Tenant', 72, 290).replace(' 11 Tf', ' 3 Tf')],
  ['cut off', `q 0 0 10 10 re W n ${text('Tenant', 72, 290)} Q`],
  ['outside the crop box', text('Tenant', 72, 330), { cropBox: '[0 0 595 320]' }],
  ['under an area', `${text('Tenant', 72, 290)} 1 g 70 285 60 20 re f 0 g`],
  [
    'under a drawn word',
    `${text('Tenant', 72, 290)} 1 g 70 285 60 20 re f 0 g 76 290 m 76 298 l S 84 290 m 90 298 l S`,
  ],
  ['under another word', `${text('Tenant', 72, 290)} 1 g 70 285 60 20 re f 0 g ${text('Agent', 72, 290)}`],
  ['over another word', `${text('Lessor', 72, 290)} ${text('Tenant', 72, 290)}`],
  ['said, not shown', `/Span << /ActualText (Tenant) >> BDC ${text('Lessor', 72, 290)} EMC`],
  [
    'under a picture',
    `${text('Tenant', 72, 290)} q 60 0 0 20 70 285 cm /Im1 Do Q`,
    { ...resources('/XObject << /Im1 10 0 R >>'), objects: [String(Buffer.from(image).toString('latin1'))] },
  ],
  [
    'nearly transparent',
    `q /G1 gs ${text('Tenant', 72, 290)} Q`,
    resources('/ExtGState << /G1 << /ca 0.02 >> >>'),
  ],
  [
    'in a hidden layer',
    `/OC /L1 BDC ${text('Tenant', 72, 290)} EMC`,
    {
      ...resources('/Properties << /L1 10 0 R >>'),
      objects: ['<< /Type /OCG /Name (x) >>'],
      catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
    },
  ],
])('a name that is %s gives nobody the place of another', (_how, heading, more) => {
  const [left, right] = signatures(lease(heading, more));
  expect(left?.party ?? null).toBeNull();
  expect(right?.party).toBe('Landlord');
  const [offered] = suggestFields([left, right] as PrintedPlace[], people);
  expect(offered?.role).toBeNull();
});

test('words that ask are no place either, where they are not seen', () => {
  const asked = `${text('Signature:', 72, 500)} ${text('____________________', 132, 500)}`;
  expect(signatures(samplePdf({ mediaBox: '[0 0 595 842]', content: asked }))).toHaveLength(1);
  expect(signatures(samplePdf({ mediaBox: '[0 0 595 842]', content: `3 Tr ${asked}` }))).toEqual([]);
  expect(signatures(samplePdf({ mediaBox: '[0 0 595 842]', content: `1 g ${asked}` }))).toEqual([]);
});

test('a line under a heading, one that is filled in and the edges of a table are no places', () => {
  const heading = `${text('Signatures', 72, 500)} ${rule(72, 496)}`;
  const beside = `${text('Signature:', 72, 400)} ${text('Ann Lee', 150, 402)} ${rule(140, 398)}`;
  const filled = `${beside} ${text('Peggy Day', 120, 203)} ${rule(72, 200)} ${text('Name', 72, 188)}`;
  const table = `${text('Date', 80, 300)} ${text('Fee', 200, 300)} 72 290 240 24 re S 180 290 m 180 314 l S`;
  expect(
    placesIn(samplePdf({ mediaBox: '[0 0 595 842]', content: `${heading} ${filled} ${table}` })),
  ).toEqual([]);
});

test('words that only forms use ask too, and a heading asks for nothing', () => {
  const long = '\\(Signature of Parent if Volunteer is Under 18\\):';
  const marker = '1 1 0 rg 140 372 30 12 re f 176 372 30 12 re f 0 g';
  const content = [
    text('SIGNATURE PAGE', 400, 800),
    ...[text('Participant Signature:', 72, 700), rule(200, 698)],
    ...[text(long, 72, 650), rule(350, 648)],
    ...[text('Accepted \\(stamp and signature\\)', 72, 600), rule(72, 560)],
    ...[text('Name and signature', 72, 500), rule(72, 520)],
    // The words are at the left of a form, and what is marked stands close under the line.
    ...[
      text('Signature', 40, 390),
      rule(200, 388),
      marker,
      text('[Name]', 140, 374),
      text('[of it]', 176, 374),
    ],
    // Among other lines of its cell.
    '72 200 220 90 re S',
    ...[text('Customer', 76, 276), text('Signature:', 76, 246), text('Company: Mill', 76, 216)],
  ].join('\n');
  const found = signatures(samplePdf({ mediaBox: '[0 0 595 842]', content }));
  expect(
    found.map(({ posX, posY, height }) => [posX * 5.95, 842 - (posY + height) * 8.42].map(Math.round)),
  ).toEqual([
    [200, 699],
    [350, 649],
    [72, 561],
    [72, 521],
    [200, 389],
    [129, expect.any(Number)],
  ]);
});

test('a turned page is read as it is seen', () => {
  const turned = `0 1 -1 0 595 0 cm ${text('Signature:', 72, 300)} ${rule(140, 298)}`;
  const [place] = signatures(samplePdf({ mediaBox: '[0 0 595 842]', rotate: 90, content: turned }));
  expect((place?.posX ?? 0) * 8.42).toBeCloseTo(140, 0);
  expect(((place?.posY ?? 0) + (place?.height ?? 0)) * 5.95).toBeCloseTo(297 - 1, -1);
});

type Truth = [kind: string, who: number, page: number, x: number, y: number, width: number, height: number];
const contracts = new URL('../../../tests/fixtures/contracts/', import.meta.url);
const truths = JSON.parse(readFileSync(new URL('places.json', contracts), 'utf8')) as Record<string, Truth[]>;

test.each(Object.entries(truths))('%s: the places are found, and nothing else', (name, places) => {
  const offered = placesIn(readFileSync(new URL(name, contracts)));
  const isAt = (place: PrintedPlace, [kind, , page, x, y, width, height]: Truth) =>
    (kind === 'location-date' ? ['location', 'date'] : [kind]).includes(place.kind) &&
    place.page === page &&
    Math.min(place.posX + place.width, x + width) - Math.max(place.posX, x) >
      0.4 * Math.min(place.width, width) &&
    Math.abs(place.posY + place.height - y - height) <= Math.max(1.5, height * 0.6);
  // The second initials of a pair have no words of their own.
  const expected = places.filter(([kind, who]) => kind !== 'initials' || who === 1);
  expect(expected.filter((truth) => !offered.some((place) => isAt(place, truth)))).toEqual([]);
  expect(offered.filter((place) => !places.some((truth) => isAt(place, truth)))).toEqual([]);
});
