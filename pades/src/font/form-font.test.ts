import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { validate } from '../validate/validate.ts';
import { FORM_FONT, findFormFont } from './form-font.ts';
import { trueTypeFont } from './typeface.ts';

const authority = sampleAuthority();
const characters = ' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:·+-é';
const font = trueTypeFont(sampleFont);

const prepared = (): Buffer => {
  const rect = [50, 50, 230, 104] as const;
  const signatureFields = [
    { name: 'One', page: 0, rect },
    { name: 'Two', page: 0, rect: [50, 150, 230, 204] as const },
  ];
  const pdf = samplePdf();
  const job = createSigningJob(pdf);
  const update = job.prepareDocument({ signatureFields, formText: { font: sampleFont, characters } });
  return Buffer.concat([pdf, update]);
};

const signed = async (pdf: Buffer, name: string, field = 'One'): Promise<Buffer> => {
  const appearance = {
    image: null,
    name,
    timeText: 'Signed 22 Nov 2026 14:05 UTC',
    code: 'K7QF-2M9X',
    font: sampleFont,
  };
  const options = { fieldName: field, name, appearance, signingTime: new Date('2026-11-22T14:05:00Z') };
  const update = await createSigningJob(pdf).sign(options, authority.signer(name));
  return Buffer.concat([pdf, update]);
};

const programs = (pdf: Buffer, from: number): number =>
  pdf.subarray(from).toString('latin1').split('/FontFile2').length - 1;

test('a signature writes its texts with the font that the form holds', async () => {
  const pdf = prepared();
  const one = await signed(pdf, 'René');
  expect(programs(one, pdf.length)).toBe(0);
  const both = await signed(one, 'Ana', 'Two');
  expect(programs(both, pdf.length)).toBe(0);
  const report = validate(both, { anchors: [authority.root] });
  expect(report.signatures.map(({ sinceSigning }) => sinceSigning)).toEqual(['allowed-changes', 'unchanged']);
});

test('it embeds only the characters that this font has not', async () => {
  const pdf = prepared();
  const other = await signed(pdf, 'Ana Бобова');
  expect(programs(other, pdf.length)).toBe(1);
  const alone = await signed(
    Buffer.concat([
      samplePdf(),
      createSigningJob(samplePdf()).prepareDocument({
        signatureFields: [{ name: 'One', page: 0, rect: [50, 50, 230, 104] }],
      }),
    ]),
    'Ana Бобова',
  );
  expect(other.length - pdf.length).toBeLessThan(alone.length - samplePdf().length - 2_000);
});

test('a font of the same name that another program wrote is not used', () => {
  const pdf = prepared();
  expect(findFormFont(new PdfDocument(pdf), font)).not.toBeNull();
  const text = pdf.toString('latin1');
  expect(text).toContain(`/${FORM_FONT} `);
  const changes: readonly (readonly [RegExp, string])[] = [
    // Another width, another descriptor, and another byte of the outlines.
    [/\/W \[0 \[(\d)/, '/W [0 [9'],
    [/\/StemV 80/, '/StemV 81'],
    [/(\/Length1 \d+ [\s\S]*?stream\n[\s\S]{400})[\s\S]/, '$1\0'],
  ];
  for (const [pattern, replacement] of changes) {
    const changed = text.replace(pattern, replacement);
    expect(changed).not.toBe(text);
    expect(changed).toHaveLength(text.length);
    expect(findFormFont(new PdfDocument(Buffer.from(changed, 'latin1')), font)).toBeNull();
  }
});
