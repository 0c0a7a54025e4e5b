import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSigningJob, validate } from '../../pades/src/index.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleSignatureImage } from '../../pades/src/testing/sample-signature-image.ts';
import { extractSignatures, opensslVerdict, run } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const font = readFileSync(
  join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
);
const authority = sampleAuthority();
const { folder, write } = scratchFiles();

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

async function signBoth(original: Buffer): Promise<Buffer> {
  const job = createSigningJob(original);
  const parts = [original, job.prepareDocument({ signatureFields: [], stamps: [], addedPages: [] })];
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
    parts.push(await job.sign(request, authority.signer(name)));
  }
  return Buffer.concat(parts);
}

test.each([
  ['are one with their widgets', together],
  ['have separate widgets', apart],
])(
  'the empty signature fields of a file are signed validly for every validator where they %s',
  async (_how, options) => {
    const signed = await signBoth(samplePdf(options));
    const path = write('signed.pdf', signed);
    succeed('qpdf', '--check', path);
    const pdfsig = run('pdfsig', [path]).text;
    expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(2);
    expect(pdfsig.match(/Total document signed/g), pdfsig).toHaveLength(1);
    expect(pdfsig).toContain('Signature Field Name: Tenant');
    const mutool = run('mutool', ['sign', '-v', path]).text;
    expect(mutool).toContain('The signature is valid but there have been edits since signing.');
    expect(mutool).toContain('The document is unchanged since signing.');
    for (const signature of extractSignatures(signed)) {
      const verdict = opensslVerdict(folder, signature, authority.root);
      expect(verdict.status, verdict.text).toBe(0);
    }
    const report = validate(signed, { anchors: [authority.root] });
    expect(report.signatures.map(({ fieldName }) => fieldName)).toEqual(['Landlord', 'Tenant']);
    expect(report.signatures.map(({ integrity }) => integrity.ok)).toEqual([true, true]);
    expect(report.signatures[0]?.changesAfter.map(({ allowed }) => allowed)).toEqual([true]);
  },
);
