import { expect, test } from 'vitest';
import { examine } from '../intake/examine.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { PdfDocument } from './document.ts';

test('refuses a cross-reference stream that has the number of another object', () => {
  const whole = samplePdf({ xref: 'stream' });
  const own = new PdfDocument(whole).nextNumber - 1;
  const text = whole
    .toString('latin1')
    .replace(`\n${own} 0 obj`, `\n5 0 obj${' '.repeat(String(own).length - 1)}`);
  const changed = Buffer.from(text, 'latin1');
  expect(() => new PdfDocument(changed)).toThrow('has the number of another object');
  expect(examine(changed).refusals.map(({ kind }) => kind)).toEqual(['damaged']);
});
