import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { arraySource } from '../pdf/source-text.ts';
import { isArray, isDict } from '../pdf/values.ts';
import { changeOf, put, revise, victim } from '../testing/hostile-base.ts';
import { anchors } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { validate } from './validate.ts';

const verdictOf = (file: Uint8Array) => Object.values(validate(file, { anchors }).verdict).join(' ');
const annotation = '<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 700] /Contents (ten thousand) >>';

test('the whole file gets one verdict, the gravest reason first', async () => {
  const signed = await victim({ docMdp: null });
  expect(verdictOf(samplePdf())).toBe('not-signed no-signature');
  const torn = samplePdf().subarray(0, Buffer.from(samplePdf()).indexOf('startxref'));
  expect(verdictOf(torn)).toBe('cannot-be-judged damaged');
  expect(verdictOf(signed)).toBe('as-signed intact');
  expect(verdictOf(revise(signed, put(4, '<< /Length 0 >>\nstream\n\nendstream')))).toBe('changed content');
  const spoiled = Buffer.from(signed);
  spoiled[spoiled.indexOf('Helvetica')] = 0x41;
  expect(verdictOf(spoiled)).toBe('changed bytes');
});

test('what shows and no signature covers is an addition, though it is permitted', async () => {
  const signed = await victim({ docMdp: null });
  const filled = revise(signed, changeOf(10, { V: '(eleven)' }));
  expect(verdictOf(filled)).toBe('changed added');
  const page = new PdfDocument(signed).object(13)?.value;
  const list = isDict(page) ? page.entries.get('Annots') : null;
  if (!list || !isArray(list)) throw new Error('The page has no annotations.');
  const noted = revise(signed, put(40, annotation), changeOf(13, { Annots: arraySource(list, ['40 0 R']) }));
  expect(verdictOf(noted)).toBe('changed added');
});
