import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSigningJob, examine, inspect, prepareDocument, validate } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleSignatureImage } from '../../pades/src/testing/sample-signature-image.ts';
import { extractSignatures, opensslVerdict, run, textOf } from './pdf-validators.ts';
import { type Drawing, scratchFiles, succeed } from './scratch-files.ts';

const font = readFileSync(
  join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
);
const authority = sampleAuthority();
const buyer = authority.signer('Zoë Ångström');
const seller = authority.signer('Максим Иванов', { key: 'rsa' });
const { folder, at, write, drawPage } = scratchFiles();

function throughQpdf(...options: string[]): (pdf: Buffer) => Buffer {
  return (pdf) => {
    const from = at('before.pdf');
    const to = at('after.pdf');
    writeFileSync(from, pdf);
    const verdict = run('qpdf', [...options, from, to]);
    expect(verdict.status, verdict.text).toBe(0);
    return readFileSync(to);
  };
}

const asItIs = (pdf: Buffer): Buffer => pdf;
const textField = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Old) /V (kept) /Rect [50 50 150 70] /F 4 >>';
/** Linearized files, those with object streams and pages turned are in pades-matrix.test.ts as well, each by itself. */
const files: [title: string, options: SampleOptions, change: (pdf: Buffer) => Buffer][] = [
  ['a cross-reference table', {}, asItIs],
  ['a cross-reference stream', { xref: 'stream' }, asItIs],
  ['both kinds of cross-reference', { xref: 'hybrid' }, asItIs],
  ['linearization and object streams', { pages: 5 }, throughQpdf('--linearize', '--object-streams=generate')],
  ['a page turned by 270 and cropped', { rotate: 270, cropBox: '[30 40 500 700]' }, asItIs],
  ['no line feed at its end', {}, (pdf) => pdf.subarray(0, pdf.length - 1)],
  [
    'a form in the catalogue',
    { objects: [textField], catalog: '/AcroForm << /Fields [10 0 R] >>', page: '/Annots [10 0 R]' },
    asItIs,
  ],
  [
    'a form, its fields and annotations as objects',
    {
      objects: [textField, '<< /Fields 12 0 R /SigFlags 0 >>', '[10 0 R]', '[10 0 R % a comment\n]'],
      catalog: '/AcroForm 11 0 R',
      page: '/Annots 13 0 R',
    },
    asItIs,
  ],
  [
    'an earlier revision',
    {},
    (pdf) => Buffer.concat([pdf, prepareDocument(pdf, { stamps: [stamp('first')] })]),
  ],
  [
    'a too small /Size',
    {},
    (pdf) => Buffer.from(pdf.toString('latin1').replace(/\/Size \d+/, '/Size 1 '), 'latin1'),
  ],
];

function stamp(text: string) {
  return {
    kind: 'text',
    text,
    font,
    fontSize: 12,
    page: 0,
    displayed: { posX: 10, posY: 20, width: 50, height: 5 },
  } as const;
}

async function signTwice(original: Buffer): Promise<Buffer> {
  const job = createSigningJob(original);
  job.prepareDocument({
    signatureFields: [
      {
        name: 'Buyer',
        page: 0,
        displayed: { posX: 10, posY: 60, width: 35, height: 10 },
        tooltip: 'Für Zoë',
      },
      { name: 'Seller', page: 0, displayed: { posX: 55, posY: 60, width: 35, height: 10 } },
    ],
    stamps: [stamp('Ærøskøbing, 21 Nov 2026')],
    addedPages: [
      {
        width: 595,
        height: 842,
        content: [{ kind: 'text', x: 72, y: 760, size: 16, text: 'Evidence', font, colour: [0, 0, 0] }],
      },
    ],
  });
  const appearance = {
    image: sampleSignatureImage(),
    timeText: 'Signed 21 Nov 2026 14:05 UTC',
    code: 'PF-7K2M-93QX',
    font,
  };
  const times = { signingTime: new Date('2026-11-21T14:05:00Z'), reason: 'I agree' };
  for (const [fieldName, name, signer] of [
    ['Buyer', 'Zoë Ångström', buyer],
    ['Seller', 'Максим Иванов', seller],
  ] as const)
    await job.sign({ fieldName, name, appearance: { ...appearance, name }, ...times }, signer);
  return bytesOf(job);
}

/** Two signatures, each valid for other programs; the last one covers the whole file. */
function expectValidTwice(path: string, signed: Buffer): string {
  succeed('qpdf', '--check', path);
  const pdfsig = run('pdfsig', [path]).text;
  expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(2);
  expect(pdfsig.match(/Total document signed/g), pdfsig).toHaveLength(1);
  const mutool = run('mutool', ['sign', '-v', path]).text;
  expect(mutool).toContain('The signature is valid but there have been edits since signing.');
  expect(mutool).toContain('The document is unchanged since signing.');
  const signatures = extractSignatures(signed);
  expect(signatures).toHaveLength(2);
  for (const signature of signatures) {
    const verdict = opensslVerdict(folder, signature, authority.root);
    expect(verdict.status, verdict.text).toBe(0);
  }
  return pdfsig;
}

describe('a file signed twice', () => {
  test.each(files)('is valid for every validator when it has %s', async (_title, options, change) => {
    const original = change(samplePdf(options));
    const pages = inspect(original).pageCount;
    const signed = await signTwice(original);
    expect(signed.subarray(0, original.length).equals(original)).toBe(true);
    const path = write('signed.pdf', signed);
    expectValidTwice(path, signed);

    const report = validate(signed, { anchors: [authority.root] });
    expect(report.document).toMatchObject({
      signatures: 2,
      lastCoversWholeFile: true,
      removedSignatures: [],
    });
    expect(report.signatures.map(({ integrity }) => integrity.reasons)).toEqual([[], []]);
    expect(report.signatures.map(({ certificate }) => certificate.reasons)).toEqual([[], []]);
    expect(report.signatures[0]?.changesAfter).toMatchObject([
      { revision: 1, kinds: ['signature'], allowed: true },
    ]);
    expect(inspect(signed).pageCount).toBe(pages + 1);
    expect(inspect(signed).docMdpLevel).toBe(2);
    expect(examine(signed).refusals).toEqual([]);
    expect(textOf(path)).toContain('A contract between two people.');
  });

  test('is reported broken by all when the signature value itself changes', async () => {
    const signed = await signTwice(samplePdf());
    const [, last] = extractSignatures(signed);
    expect(last).toBeDefined();
    const [, holeStart = 0] = last?.byteRange ?? [];
    const end = holeStart + 1 + (last?.cms.length ?? 0) * 2 - 20;
    signed[end] = signed[end] === 0x30 ? 0x31 : 0x30;
    const path = write('broken.pdf', signed);
    expect(run('pdfsig', [path]).text.match(/Signature is Valid/g)).toHaveLength(1);
    expect(run('mutool', ['sign', '-v', path]).text).not.toContain('unchanged since signing');
    const [, broken] = extractSignatures(signed);
    expect(broken && opensslVerdict(folder, broken, authority.root).status).not.toBe(0);
    const report = validate(signed, { anchors: [authority.root] });
    expect(report.signatures.map(({ integrity }) => integrity.ok)).toEqual([true, false]);
  });
});

describe('the appearance of a signature', () => {
  test('is text that other readers can extract, in an embedded subset', async () => {
    const path = write('signed.pdf', await signTwice(samplePdf()));
    const text = textOf(path);
    for (const line of [
      'Ærøskøbing, 21 Nov 2026',
      'Zoë Ångström',
      'Максим Иванов',
      'PF-7K2M-93QX',
      'Evidence',
    ])
      expect(text).toContain(line);
    const fonts = run('pdffonts', [path])
      .text.split('\n')
      .filter((line) => line.includes('DejaVuSans'));
    expect(fonts).toHaveLength(3);
    for (const line of fonts)
      expect(line).toMatch(/[A-Z]{6}\+DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  test.each([0, 90, 180, 270])('is drawn where it was placed on a page turned by %i', async (rotate) => {
    const path = write('signed.pdf', await signTwice(samplePdf({ rotate, cropBox: '[20 40 560 800]' })));
    const picture = countingIn(drawPage(path, 'pdftoppm', { dpi: 36 }));
    // The blue stroke at the left of the field at 10 % × 60 %, 35 % × 10 %; and of the other one at 55 %.
    for (const left of [0.1, 0.55]) {
      const blue = picture.count({ left, top: 0.6, right: left + 0.03, bottom: 0.7 }, isBlue);
      expect(blue).toBeGreaterThan(5);
    }
    expect(picture.count({ left: 0, top: 0, right: 1, bottom: 0.59 }, isBlue)).toBe(0);
    expect(picture.count({ left: 0, top: 0.71, right: 1, bottom: 1 }, isBlue)).toBe(0);
  });
});

type Test = (red: number, green: number, blue: number) => boolean;
const isBlue: Test = (red, _green, blue) => blue > red + 80;

/** A count of pixels in a part of a picture (shares of width and height). */
function countingIn({ width, height, pixels }: Drawing) {
  const count = (part: { left: number; top: number; right: number; bottom: number }, test: Test): number => {
    let found = 0;
    for (let y = Math.floor(part.top * height); y < Math.floor(part.bottom * height); y += 1)
      for (let x = Math.floor(part.left * width); x < Math.floor(part.right * width); x += 1) {
        const at = (y * width + x) * 3;
        if (test(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) found += 1;
      }
    return found;
  };
  return { count };
}

const widget = (more: string) => `<< /Type /Annot /Subtype /Widget /F 4 ${more} >>`;
/** Two empty signature fields, objects 10 and 11; separate widgets are 12 and 13. */
const together = {
  objects: [
    widget('/FT /Sig /T (Landlord) /Rect [72 300 272 360]'),
    widget('/FT /Sig /T (Tenant) /Rect [320 300 520 360]'),
  ],
  catalog: '/AcroForm << /Fields [10 0 R 11 0 R] >>',
  page: '/Annots [10 0 R 11 0 R]',
};
const apart = {
  objects: [
    '<< /FT /Sig /T (Landlord) /Kids [12 0 R] >>',
    '<< /FT /Sig /T (Tenant) /Kids [13 0 R] >>',
    widget('/Parent 10 0 R /Rect [72 300 272 360]'),
    widget('/Parent 11 0 R /Rect [320 300 520 360]'),
  ],
  catalog: '/AcroForm << /Fields [10 0 R 11 0 R] >>',
  page: '/Annots [12 0 R 13 0 R]',
};

async function signExisting(original: Buffer): Promise<Buffer> {
  const job = createSigningJob(original);
  job.prepareDocument({ signatureFields: [], stamps: [], addedPages: [] });
  for (const name of ['Landlord', 'Tenant']) {
    const appearance = {
      image: sampleSignatureImage(),
      name,
      timeText: 'Signed 21 Nov 2026',
      code: 'PF-7K2M',
      font,
    };
    const signingTime = new Date('2026-11-21T14:05:00Z');
    const request = { fieldName: name, name, appearance, signingTime, reason: 'I agree' };
    await job.sign(request, authority.signer(name));
  }
  return bytesOf(job);
}

test.each([
  ['are one with their widgets', together],
  ['have separate widgets', apart],
])(
  'the empty signature fields of a file are signed validly for every validator where they %s',
  async (_how, options) => {
    const signed = await signExisting(samplePdf(options));
    const path = write('signed.pdf', signed);
    expect(expectValidTwice(path, signed)).toContain('Signature Field Name: Tenant');
    const report = validate(signed, { anchors: [authority.root] });
    expect(report.signatures.map(({ fieldName }) => fieldName)).toEqual(['Landlord', 'Tenant']);
    expect(report.signatures.map(({ integrity }) => integrity.ok)).toEqual([true, true]);
    expect(report.signatures[0]?.changesAfter.map(({ allowed }) => allowed)).toEqual([true]);
  },
);
