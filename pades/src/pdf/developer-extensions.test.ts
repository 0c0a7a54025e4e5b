import { expect, test } from 'vitest';
import { signPdf } from '../sign/signing-job.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { prepareDocument } from '../write/prepare-document.ts';
import { padesExtension } from './developer-extensions.ts';
import { PdfDocument } from './document.ts';

const signatureFields = [{ name: 'One', page: 0, rect: [100, 100, 200, 150] as const }];
const prepared = (file: Uint8Array) => Buffer.concat([file, prepareDocument(file, { signatureFields })]);

test('declares once what signatures add to PDF 1.7, beside what the file declares', () => {
  const file = prepared(samplePdf());
  expect(file.toString('latin1')).toContain(
    '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>',
  );
  expect(padesExtension(new PdfDocument(file))).toEqual({});
  const other = samplePdf().toString('latin1').replace('%PDF-1.7', '%PDF-1.6');
  expect(padesExtension(new PdfDocument(Buffer.from(other, 'latin1')))).not.toEqual({});
});

test('declares nothing in PDF 2.0', () => {
  const file = Buffer.from(
    samplePdf()
      .toString('latin1')
      .replace(/^%PDF-1\.\d/, '%PDF-2.0'),
    'latin1',
  );
  expect(prepared(file).toString('latin1')).not.toContain('/ESIC');
});

test('gives a file without an identifier one, and keeps its first part from then on', async () => {
  const authority = sampleAuthority();
  const idOf = (file: Uint8Array) => {
    const extensions = [
      ...Buffer.from(file)
        .toString('latin1')
        .matchAll(/\/ID \[<([0-9a-f]+)> <([0-9a-f]+)>\]/g),
    ];
    return extensions.map(([, first, second]) => [first, second]);
  };
  const original = Buffer.from(
    samplePdf()
      .toString('latin1')
      .replace(/\/ID \[[^\]]*\]/g, (id) => ' '.repeat(id.length)),
    'latin1',
  );
  const once = prepared(original);
  const [[first, second] = []] = idOf(once);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: new Date(0) };
  const update = await signPdf(once, options, authority.signer('Ana'));
  const [[unchanged, changed] = []] = idOf(update);
  expect(unchanged).toBe(first);
  expect(changed).not.toBe(first);
});
