import { describe, expect, test } from 'vitest';
import { createSigningJob, validate } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleFont } from '../../pades/src/testing/sample-font.ts';
import { sampleForm } from '../../pades/src/testing/sample-form.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { formFieldsOf, run, textOf } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const authority = sampleAuthority();
const { write, drawPage } = scratchFiles();

const flattenForm = { font: sampleFont };
const PROGRAMS = ['mutool', 'pdftoppm'] as const;

function flattened(
  sample: SampleOptions,
  replaced: readonly string[] = [],
): { before: string; after: string } {
  const original = samplePdf(sample);
  const update = createSigningJob(original).prepareDocument({ flattenForm: { ...flattenForm, replaced } });
  const after = write('after.pdf', Buffer.concat([original, update]));
  succeed('qpdf', '--check', after);
  return { before: write('before.pdf', original), after };
}

const pixels = (path: string, program: (typeof PROGRAMS)[number], dpi = 60): Buffer =>
  drawPage(path, program, { dpi, isGray: true }).pixels;

/** Share of the pixels that differ by more than so many shades of 256. */
function difference(one: Buffer, other: Buffer, shades = 64): number {
  expect(one.length).toBe(other.length);
  let count = 0;
  for (const [index, value] of one.entries()) if (Math.abs(value - (other[index] ?? 0)) > shades) count += 1;
  return count / one.length;
}

/** Ink in squares of a quarter of an inch, where letters of another font weigh about the same. */
const inked = (path: string): Buffer => pixels(path, 'mutool', 4);

describe('a form that becomes part of the page', () => {
  test.each(PROGRAMS)('shows what it showed before, by %s', (program) => {
    const { before, after } = flattened(sampleForm());
    expect(pixels(after, program).equals(pixels(before, program))).toBe(true);
    const empty = pixels(write('empty.pdf', samplePdf()), program);
    expect(difference(pixels(after, program), empty)).toBeGreaterThan(0.005);
  });

  test.each([90, 180, 270])('on a page turned by %i and cut', (rotate) => {
    const sample = { ...sampleForm(), rotate, cropBox: '[20 30 560 800]' };
    const { before, after } = flattened(sample);
    expect(pixels(after, 'mutool').equals(pixels(before, 'mutool'))).toBe(true);
  });

  test.each([{ looks: false }, { looks: false, needAppearances: true }, { needAppearances: true }])(
    'is drawn from its values where the file has %j, close to how viewers draw it',
    (options) => {
      const { before, after } = flattened(sampleForm(options));
      const text = textOf(after);
      for (const value of ['Ana Lima', 'First line', 'Second line', 'Spain', 'Pear', '2026-17', 'Help'])
        expect(text).toContain(value);
      expect(text).toMatch(/A\s+B\s+1\s+2/);
      expect(formFieldsOf(after).map(({ fullname }) => fullname)).toEqual(['Buyer']);
      // MuPDF shows the value of a choice instead of its label, and all in another font.
      expect(difference(inked(after), inked(before), 40)).toBeLessThan(0.02);
      expect(difference(inked(write('empty.pdf', samplePdf())), inked(before), 40)).toBeGreaterThan(0.05);
    },
  );

  test('does not show the values of fields that others replace', () => {
    const { after } = flattened(sampleForm(), ['Name', 'Notes', 'Country', 'Agree', 'Size']);
    const text = textOf(after);
    expect(text).toContain('2026-17');
    expect(text).not.toMatch(/Ana|line|Spain/);
  });

  test('is signed and stays as it was signed, in the eyes of every program', async () => {
    const job = createSigningJob(samplePdf(sampleForm({ looks: false, needAppearances: true })));
    const seller = { name: 'Seller', page: 0, displayed: { posX: 10, posY: 80, width: 30, height: 8 } };
    job.prepareDocument({ flattenForm, signatureFields: [seller] });
    const shown = pixels(write('prepared.pdf', bytesOf(job)), 'pdftoppm');
    const signingTime = new Date('2026-11-22T08:05:00Z');
    for (const [fieldName, name] of [
      ['Seller', 'Ana'],
      ['Buyer', 'Ben'],
    ] as const)
      await job.sign({ fieldName, name, appearance: null, signingTime }, authority.signer(name));
    const path = write('signed.pdf', bytesOf(job));
    expect(run('pdfsig', [path]).text.match(/Signature is Valid/g)).toHaveLength(2);
    expect(run('mutool', ['sign', '-v', path]).text).toContain('unchanged since signing');
    expect(difference(pixels(path, 'pdftoppm'), shown)).toBe(0);
    const report = validate(job.source, { anchors: [authority.root] });
    expect(report.signatures.every(({ changesAfter }) => changesAfter.every(({ allowed }) => allowed))).toBe(
      true,
    );
  });
});
