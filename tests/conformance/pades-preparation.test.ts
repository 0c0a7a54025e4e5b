import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSigningJob, inspect, type PrepareOptions, validate } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleFont } from '../../pades/src/testing/sample-font.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { formFieldsOf, run, textOf } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const authority = sampleAuthority();
const { at, write, drawPage } = scratchFiles();

const widget = (more: string) => `<< /Type /Annot /Subtype /Widget ${more} >>`;
const picture = (box: string, content: string, more = '/Resources << >>') =>
  `<< /Type /XObject /Subtype /Form /BBox [${box}] ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const green = '0 0.6 0 rg 0 0 100 20 re f';
/** From object 10 up: what a form of other makers holds, and annotations. */
const objects = [
  widget('/FT /Tx /T (Name) /V (Old) /F 4 /Rect [50 500 250 520] /AP << /N 20 0 R >>'),
  widget(
    '/FT /Btn /T (Agree) /F 4 /Rect [50 460 70 480] /AS /Off /AP << /N << /Yes 21 0 R /Off 22 0 R >> >>',
  ),
  widget('/FT /Tx /T (Secret) /V (Hidden) /F 2 /Rect [50 400 250 420] /AP << /N 20 0 R >>'),
  '<< /T (People) /Kids [14 0 R 15 0 R] >>',
  widget('/FT /Sig /T (Buyer) /Parent 13 0 R /F 4 /Rect [300 300 500 360]'),
  widget('/FT /Tx /T (Title) /V (Dr) /Parent 13 0 R /F 4 /Rect [300 500 400 520] /AP << /N 23 0 R >>'),
  '<< /Type /Annot /Subtype /Square /F 4 /Rect [350 690 400 720] /AP << /N 24 0 R >> >>',
  '<< /Type /Annot /Subtype /Link /Rect [72 600 300 620] /A << /S /URI /URI (https://example.org) >> >>',
  '<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /Contents (A note) >>',
  '<< /Fields [10 0 R 11 0 R 12 0 R 13 0 R] /NeedAppearances false >>',
  picture('0 0 100 10', green),
  picture('0 0 20 20', '1 0 0 rg 2 2 16 16 re f'),
  picture('0 0 20 20', '0 0 1 RG 2 2 16 16 re S'),
  // Turned by its own matrix, and not called a form.
  picture(
    '0 0 20 100',
    'BT /Helv 12 Tf 0 1 -1 0 15 2 Tm (Doctor) Tj ET',
    '/Matrix [0 -1 1 0 0 20] /Resources << /Font << /Helv 3 0 R >> >>',
  ).replace('/Subtype /Form', ''),
  picture('0 0 10 10', '1 1 0 rg 0 0 10 10 re f'),
];
const form: SampleOptions = {
  objects,
  catalog: '/AcroForm 19 0 R',
  page: '/Annots [10 0 R 11 0 R 12 0 R 14 0 R 15 0 R 16 0 R 17 0 R 18 0 R]',
};

function prepared(options: PrepareOptions, sample: SampleOptions = form): { before: string; after: string } {
  const original = samplePdf(sample);
  const update = createSigningJob(original).prepareDocument(options);
  const paths = { before: at('before.pdf'), after: at('after.pdf') };
  writeFileSync(paths.before, original);
  writeFileSync(paths.after, Buffer.concat([original, update]));
  succeed('qpdf', '--check', paths.after);
  return paths;
}

/** Every pixel of the first page. */
const pixels = (path: string, program: 'mutool' | 'pdftoppm'): string =>
  drawPage(path, program, { dpi: 50 }).pixels.toString('base64');

function coloursOf(picture: string): [number, number, number][] {
  const bytes = Buffer.from(picture, 'base64');
  return Array.from({ length: bytes.length / 3 }, (_item, index) => {
    const at = index * 3;
    return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  });
}

const fieldsOf = (path: string): string[] => formFieldsOf(path).map(({ fullname }) => fullname);

describe('flattening before the first signature', () => {
  test.each(['mutool', 'pdftoppm'] as const)('changes nothing that is seen, by %s', (program) => {
    const { before, after } = prepared({ flatten: true });
    // A note is an icon of the viewer's own, no part of the page.
    const withoutNote = at('without-note.pdf');
    const original = readFileSync(before).toString('latin1');
    writeFileSync(withoutNote, Buffer.from(original.replace(' 18 0 R]', '       ]'), 'latin1'));
    expect(pixels(after, program)).toBe(pixels(withoutNote, program));
    expect(pixels(after, program)).not.toBe(pixels(prepared({ flatten: true }, {}).after, program));
  });

  test('leaves the fields for signatures and the links, and nothing hidden', () => {
    const { after } = prepared({ flatten: true });
    expect(fieldsOf(after)).toEqual(['People.Buyer']);
    const annotations = run('mutool', ['show', '-g', after, 'pages/1/Annots/*/Subtype']).text;
    expect(annotations.match(/\/\w+/g)).toEqual(['/Widget', '/Link']);
    const text = textOf(after);
    expect(text).toContain('Doctor');
    expect(text).not.toContain('Hidden');
    expect(run('mutool', ['show', after, 'trailer/Root/AcroForm']).text).not.toContain('NeedAppearances');
  });

  test('is followed by signatures that nothing on the page can change under', async () => {
    const job = createSigningJob(samplePdf(form));
    const seller = { name: 'Seller', page: 0, displayed: { posX: 10, posY: 80, width: 30, height: 8 } };
    job.prepareDocument({ flatten: true, signatureFields: [seller] });
    const signingTime = new Date('2026-11-21T14:05:00Z');
    for (const [fieldName, name] of [
      ['People.Buyer', 'Ana'],
      ['Seller', 'Ben'],
    ] as const)
      await job.sign({ fieldName, name, appearance: null, signingTime }, authority.signer(name));
    const file = bytesOf(job);
    write('signed.pdf', file);
    expect(run('pdfsig', [at('signed.pdf')]).text.match(/Signature is Valid/g)).toHaveLength(2);
    const report = validate(file, { anchors: [authority.root] });
    expect(report.signatures.map(({ integrity }) => integrity.ok)).toEqual([true, true]);
    expect(report.signatures[0]?.changesAfter.every(({ allowed }) => allowed)).toBe(true);
    expect(inspect(file).docMdpLevel).toBe(2);
    expect(() => job.prepareDocument({ flatten: true })).toThrow('signed already');
  });

  test('lets the text below what was highlighted shine through', () => {
    const highlight =
      '<< /Type /Annot /Subtype /Highlight /F 4 /C [1 1 0] /Rect [72 690 300 720] /AP << /N 11 0 R >> >>';
    const sample = {
      objects: [highlight, picture('0 0 10 10', '1 1 0 rg 0 0 10 10 re f')],
      page: '/Annots [10 0 R]',
    };
    for (const program of ['mutool', 'pdftoppm'] as const) {
      const colours = coloursOf(pixels(prepared({ flatten: true }, sample).after, program));
      expect(colours.filter(([red, , blue]) => red > 200 && blue < 60).length).toBeGreaterThan(500);
      expect(colours.filter((parts) => Math.max(...parts) < 90).length).toBeGreaterThan(50);
    }
  });

  test('does nothing to a file that has nothing to flatten', () => {
    expect(createSigningJob(samplePdf()).prepareDocument({ flatten: true })).toHaveLength(0);
  });

  test.each([
    [
      'a field with a value',
      widget('/FT /Tx /T (Name) /V (Old) /F 4 /Rect [50 500 250 520]'),
      'a field has no appearance',
    ],
    [
      'an annotation',
      '<< /Type /Annot /Subtype /Square /F 4 /Rect [5 5 50 50] >>',
      'a Square has no appearance',
    ],
  ])('refuses %s that has no appearance', (_title, source, words) => {
    const sample = {
      objects: [source],
      page: '/Annots [10 0 R]',
      catalog: '/AcroForm << /Fields [10 0 R] >>',
    };
    expect(() => createSigningJob(samplePdf(sample)).prepareDocument({ flatten: true })).toThrow(words);
  });

  test.each([90, 180, 270])('works on a page turned by %i', (rotate) => {
    const sample = { ...form, rotate, page: `${form.page?.replace(' 18 0 R]', ']')}` };
    const { before, after } = prepared({ flatten: true }, sample);
    expect(pixels(after, 'mutool')).toBe(pixels(before, 'mutool'));
  });
});

describe('fields that stay open', () => {
  const line = (posY: number) => ({ posX: 10, posY, width: 40, height: 3 });
  const formFields = [
    {
      kind: 'text',
      name: 'City',
      text: 'Ærøskøbing',
      font: sampleFont,
      tooltip: 'Where',
      page: 0,
      displayed: line(20),
    },
    { kind: 'text', name: 'Notes', font: sampleFont, isMultiline: true, page: 0, displayed: line(25) },
    { kind: 'checkbox', name: 'Copy', page: 0, displayed: line(30) },
    { kind: 'checkbox', name: 'Terms', checked: true, page: 0, displayed: line(35) },
  ] as const;

  test.each([0, 90])('are seen and named by other readers on a page turned by %i', (rotate) => {
    const { after } = prepared({ formFields }, { rotate });
    expect(textOf(after)).toContain('Ærøskøbing');
    const fields = formFieldsOf(after);
    expect(fields.map(({ fullname, value }) => [fullname, value])).toEqual([
      ['City', 'u:Ærøskøbing'],
      ['Notes', 'u:'],
      ['Copy', '/Off'],
      ['Terms', '/Yes'],
    ]);
    expect(fields[0]?.alternativename).toBe('Where');
    expect(run('mutool', ['show', after, 'trailer/Root/AcroForm/DR/Font/Helv/BaseFont']).text).toContain(
      '/Helvetica',
    );
    const dark = (path: string) =>
      coloursOf(pixels(path, 'pdftoppm')).filter((parts) => Math.max(...parts) < 120).length;
    expect(dark(after)).toBeGreaterThan(dark(prepared({}, { rotate }).after) + 20);
  });

  test('are covered by a certifying signature, which other readers accept', async () => {
    const job = createSigningJob(samplePdf());
    const signatureFields = [{ name: 'Buyer', page: 0, displayed: line(60) }];
    job.prepareDocument({ formFields, signatureFields });
    const signingTime = new Date('2026-11-21T14:05:00Z');
    const options = { fieldName: 'Buyer', name: 'Ana', appearance: null, signingTime };
    await job.sign(options, authority.signer('Ana'));
    const signed = bytesOf(job);
    const path = write('certified.pdf', signed);
    expect(run('pdfsig', [path]).text).toContain('Signature is Valid');
    expect(run('mutool', ['sign', '-v', path]).text).toContain('unchanged since signing');
    expect(inspect(signed).docMdpLevel).toBe(2);
  });

  test('are filled by a later preparation, and do not take a name twice', () => {
    const first = prepared({ formFields }).after;
    const job = createSigningJob(readFileSync(first));
    const update = job.prepareDocument({ fill: [{ name: 'Copy', checked: true }], flatten: true });
    write('flat.pdf', Buffer.concat([readFileSync(first), update]));
    expect(fieldsOf(at('flat.pdf'))).toEqual(['People.Buyer']);
    expect(() => createSigningJob(readFileSync(first)).prepareDocument({ formFields })).toThrow(
      'has a field named City already',
    );
  });
});

const fill = [
  { name: 'Name', text: 'Ærøskøbing by Ana', font: sampleFont },
  { name: 'Agree', checked: true },
  { name: 'People.Title', text: 'Prof. Дарья', font: sampleFont, fontSize: 9 },
] as const;

test('filling before the first signature sets values and looks together, as other readers see them', () => {
  const { after } = prepared({ fill });
  const text = textOf(after);
  expect(text).toContain('Ærøskøbing by Ana');
  expect(text).toContain('Prof. Дарья');
  expect(text).not.toContain('Doctor');
  expect(run('mutool', ['show', after, '11']).text).toMatch(/\/AS\s*\/Yes/);
  const values = Object.fromEntries(formFieldsOf(after).map(({ fullname, value }) => [fullname, value]));
  expect(values).toMatchObject({
    Name: 'u:Ærøskøbing by Ana',
    Agree: '/Yes',
    'People.Title': 'u:Prof. Дарья',
  });
});

test('filling before the first signature looks the same when it is flattened at once', () => {
  const sample = { ...form, page: `${form.page?.replace(' 18 0 R]', ']')}` };
  const filled = pixels(prepared({ fill }, sample).after, 'pdftoppm');
  const { after } = prepared({ fill, flatten: true }, sample);
  expect(pixels(after, 'pdftoppm')).toBe(filled);
  expect(fieldsOf(after)).toEqual(['People.Buyer']);
});
