import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { arraySource } from '../pdf/source-text.ts';
import { isArray, isDict } from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { changeOf, put, revise, victim } from '../testing/hostile-base.ts';
import { anchors, authority } from '../testing/level-fixture.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn } from '../testing/signed-pdf.ts';
import { describeReport } from './describe-report.ts';
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

const stranger = sampleAuthority();
const signedBy = (file: Buffer, who: typeof authority, fieldName = 'Two'): Promise<Buffer> =>
  signedIn(file, fieldName, { signer: who.signer('Ben'), docMdp: null });
const noteOf = (value: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Amount) ${value} /Rect [50 50 150 70] /F 4 >>`;
const amount = (value: string) => victim({ docMdp: null, note: noteOf(value) });
const reportOf = (file: Buffer) => validate(file, { anchors });

test('a stranger who signs after a changed value does not make the file as it was signed', async () => {
  const signed = await amount('/V (10)');
  const changed = revise(signed, changeOf(10, { V: '(10,000)' }));
  const report = reportOf(await signedBy(changed, stranger));
  expect(report.verdict).toEqual({ state: 'changed', reason: 'added' });
  expect(report.signatures[0]?.changesAfter).toMatchObject([
    {
      confirmedBy: null,
      changes: [
        {
          kind: 'form-fill',
          fieldName: 'Amount',
          page: 0,
          oldValue: '10',
          newValue: '10,000',
          allowed: true,
        },
      ],
    },
    { confirmedBy: null, kinds: ['signature'] },
  ]);
  // What came before a signature is not listed with it.
  expect(report.signatures[1]?.changesAfter).toEqual([]);
  const text = describeReport(report);
  expect(text).toContain('The field Amount on page 1 was changed from “10” to “10,000”.');
  expect(text).toContain('Revision 1: covered by no signature whose signer is confirmed.');
});

test('a confirmed signer answers for what they filled in, and not for another value than was signed', async () => {
  const filled = revise(await amount(''), changeOf(10, { V: '(10)' }));
  const report = reportOf(await signedBy(filled, authority));
  expect(report.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
  expect(report.signatures[0]?.changesAfter[0]).toMatchObject({
    confirmedBy: 'Two',
    changes: [{ oldValue: null, newValue: '10' }],
  });
  expect(reportOf(await signedBy(filled, stranger)).verdict.reason).toBe('added');
  const other = revise(await amount('/V (10)'), changeOf(10, { V: '(10,000)' }));
  expect(reportOf(await signedBy(other, authority)).verdict).toEqual({ state: 'changed', reason: 'added' });
  const certified = revise(await victim({ docMdp: 2 }), changeOf(10, { V: '(eleven)' }));
  expect(reportOf(await signedBy(certified, authority)).verdict.state).toBe('as-signed');
});

test('a field that a stranger lays over a page is named with the share of the page that it takes', async () => {
  const signed = await victim({ docMdp: null });
  // Half the width and a quarter of the height of 595 × 842 points.
  const field = { name: 'Three', page: 0, rect: [0, 0, 297.5, 210.5] as const };
  const update = createSigningJob(signed).prepareDocument({ signatureFields: [field] });
  const laid = Buffer.concat([signed, update]);
  const report = reportOf(await signedBy(laid, stranger, 'Three'));
  expect(report.verdict).toEqual({ state: 'changed', reason: 'added' });
  const added = report.signatures[0]?.changesAfter[0]?.changes.find(({ kind }) => kind === 'field-added');
  expect(added).toMatchObject({
    page: 0,
    fieldName: 'Three',
    displayed: { posX: 0, posY: 75, width: 50, height: 25 },
    share: 12.5,
    covers: null,
  });
  expect(added?.sentence).toBe('A signature field named Three was added on page 1, over 13 % of the page.');
  expect(reportOf(laid).verdict.reason).toBe('added');
  expect(reportOf(await signedBy(laid, authority, 'Three')).verdict.state).toBe('as-signed');
});

test('strangers who fill in and sign in turn, as the first of them certified, are strangers and no forgers', async () => {
  const empty = noteOf('');
  const filled = revise(await victim({ docMdp: 2, note: empty }), changeOf(10, { V: '(10)' }));
  const signed = await signedBy(filled, stranger);
  const verdict = (anchors: readonly Uint8Array[], file = signed) =>
    validate(file, { anchors }).verdict.reason;
  expect(verdict([])).toBe('intact');
  expect(verdict([], filled)).toBe('added');
  // The first signer is confirmed, and the one who filled in is not.
  expect(verdict(anchors)).toBe('added');
  expect(verdict([...anchors, stranger.root])).toBe('intact');
});
