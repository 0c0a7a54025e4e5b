import { expect, test } from 'vitest';
import { examine } from '../intake/examine.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { PdfDocument } from './document.ts';

test('refuses a cross-reference stream that has the number of another object', () => {
  const whole = samplePdf({ xref: 'stream' });
  const number = new PdfDocument(whole).nextNumber - 1;
  const text = whole
    .toString('latin1')
    .replace(`\n${number} 0 obj`, `\n5 0 obj${' '.repeat(String(number).length - 1)}`);
  const changed = Buffer.from(text, 'latin1');
  expect(() => new PdfDocument(changed)).toThrow('has the number of another object');
  expect(examine(changed).refusals.map(({ kind }) => kind)).toEqual(['damaged']);
});

test.each(['/Filter 3 0 R', '/Filter [3 0 R]', '/Filter /FlateDecode /DecodeParms 3 0 R'])(
  'refuses a cross-reference stream that needs another object to be read: %s',
  (entries) => {
    const text = samplePdf({ xref: 'stream' })
      .toString('latin1')
      .replace(/(?<=\/XRef.*)\/Filter \/FlateDecode/, entries);
    const offset = text.lastIndexOf('/Type /XRef');
    const start = text.lastIndexOf('\n', text.lastIndexOf(' 0 obj', offset)) + 1;
    const changed = Buffer.from(text.replace(/startxref\n\d+/, `startxref\n${start}`), 'latin1');
    expect(() => new PdfDocument(changed)).toThrow('its cross-reference depends on itself');
    expect(examine(changed).refusals.map(({ kind }) => kind)).toEqual(['damaged']);
  },
);
