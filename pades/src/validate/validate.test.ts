import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource } from '../pdf/source-text.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { flipped } from '../testing/damage.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { RevisionHistory } from './revisions.ts';
import { validate } from './validate.ts';
import type { SignatureReport } from './validation-report.ts';

const authority = sampleAuthority();
const signer = authority.signer('Ana', { email: 'ana@example.org' });
const anchors = [authority.root];
const signingTime = new Date('2026-11-21T14:05:00Z');
const textField = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /Rect [50 50 150 70] /F 4 >>';
const numbers = { root: 1, content: 4, info: 5, note: 10, waiting: 99, page: 12, one: 13 } as const;
const unremarkable = {
  ...{ removedSignatures: [], unreadableEvidence: 0 },
  ...{ repaired: false, ambiguous: false, shown: null, twoFaced: null },
};
let certified: Buffer;
let approved: Buffer;

beforeAll(async () => {
  certified = await signed(2);
  approved = await signed(null);
});

async function signed(docMdp: 2 | null): Promise<Buffer> {
  const original = samplePdf({
    objects: [textField, '<< /Waits 98 0 R >>'],
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    page: '/Annots [10 0 R] /Resources << /Font << /F1 3 0 R >> /XObject << /X 99 0 R >> >>',
  });
  const job = createSigningJob(original);
  const fields = ['One', 'Two'].map((name) => ({ name, page: 0, rect: [100, 100, 200, 150] as const }));
  const prepared = job.prepareDocument({ signatureFields: fields });
  const update = await job.sign(
    { fieldName: 'One', name: 'Ana', appearance: null, signingTime, docMdp },
    signer,
  );
  return Buffer.concat([original, prepared, update]);
}

/** The first signature's report after a change. */
function validateOne(pdf: Uint8Array): SignatureReport {
  const [report] = validate(pdf, { anchors }).signatures;
  if (!report) throw new Error('There is no signature.');
  return report;
}

function withRevision(pdf: Buffer, write: (revision: RevisionWriter, document: PdfDocument) => void): Buffer {
  const document = new PdfDocument(pdf);
  const revision = new RevisionWriter(document);
  write(revision, document);
  return Buffer.concat([pdf, revision.finish()]);
}

function changeDict(number: number, changes: Record<string, string | null>): (pdf: Buffer) => Buffer {
  return (pdf) =>
    withRevision(pdf, (revision, document) => {
      const value = document.object(number)?.value;
      if (typeof value !== 'object' || value === null || value.kind !== 'dict')
        throw new Error('No dictionary there.');
      revision.put({ kind: 'ref', number, generation: 0 }, dictSource(value, changes));
    });
}

const replaceObject =
  (number: number, source: string | Uint8Array) =>
  (pdf: Buffer): Buffer =>
    withRevision(pdf, (revision) => revision.put({ kind: 'ref', number, generation: 0 }, source));

describe('validate', () => {
  test('says who signed, when, and that nothing changed', () => {
    const report = validateOne(certified);
    expect(report).toMatchObject({
      fieldName: 'One',
      signerName: 'Ana',
      signerEmails: ['ana@example.org'],
      signingTime,
      integrity: { ok: true, reasons: [] },
      coverage: 'whole-file',
      changesAfter: [],
      certificate: { ok: true, reasons: [], checkedAt: signingTime },
    });
    expect(report.certificate.chain).toHaveLength(3);
    expect(validate(certified, { anchors }).document).toEqual({
      ...unremarkable,
      signatures: 1,
      lastCoversWholeFile: true,
    });
  });

  test('says nothing of a file without signatures', () => {
    expect(validate(samplePdf(), { anchors })).toEqual({
      verdict: { state: 'not-signed', reason: 'no-signature' },
      signatures: [],
      timestamps: [],
      document: { ...unremarkable, signatures: 0, lastCoversWholeFile: false },
    });
  });

  test.each<[string, (pdf: Buffer) => Buffer, string[], boolean]>([
    ['filling a field', changeDict(numbers.note, { V: '(hello)' }), ['form-fill'], true],
    ['moving a field', changeDict(numbers.note, { Rect: '[0 0 1 1]' }), ['form'], false],
    [
      'other content',
      replaceObject(numbers.content, streamSource('', Buffer.from('q Q'))),
      ['content'],
      false,
    ],
    ['a page that names other content', changeDict(numbers.page, { Contents: '[]' }), ['content'], false],
    ['a page of another size', changeDict(numbers.page, { MediaBox: '[0 0 9 9]' }), ['page'], false],
    ['a page turned', changeDict(numbers.page, { Rotate: '180' }), ['page'], false],
    ['an annotation removed', changeDict(numbers.page, { Annots: '[]' }), ['appearance', 'form'], false],
    ['another page tree', changeDict(numbers.root, { Pages: '20 0 R' }), ['page', 'page-removed'], false],
    ['a script in the catalogue', changeDict(numbers.root, { OpenAction: '<< >>' }), ['action'], false],
    ['a security store', changeDict(numbers.root, { DSS: '<< >>' }), ['validation-data'], true],
    [
      'other fields',
      changeDict(numbers.root, { AcroForm: '<< /Fields [13 0 R 14 0 R] >>' }),
      ['form'],
      false,
    ],
    ['another producer', replaceObject(numbers.info, '<< /Producer (x) >>'), ['metadata'], true],
    ['an object that was waited for', replaceObject(numbers.waiting, '(shadow)'), ['content'], false],
    ['an object that nothing uses', replaceObject(98, '(shadow)'), ['unused-objects'], true],
  ])('names %s', (_title, change, kinds, allowed) => {
    for (const pdf of [certified, approved]) {
      const report = validateOne(change(pdf));
      expect(report.integrity.ok).toBe(true);
      expect(report.coverage).toBe('whole-revision');
      const [first] = report.changesAfter;
      expect(first?.kinds.filter((kind) => kind !== 'signature')).toEqual(kinds);
      expect(first?.allowed).toBe(allowed);
    }
  });

  test('names a changed page once, at the revision that changed it', () => {
    const twice = changeDict(numbers.note, { V: '(a)' })(
      changeDict(numbers.page, { Rotate: '90' })(certified),
    );
    expect(validateOne(twice).changesAfter).toMatchObject([
      { revision: 1, kinds: ['page'], allowed: false },
      { revision: 2, kinds: ['form-fill'], allowed: true },
    ]);
  });

  test('names what a revision brings back by leaving another one out', () => {
    const original = samplePdf();
    const first = new PdfDocument(original).xref.startxref;
    const changed = replaceObject(numbers.content, streamSource('', Buffer.from('q Q')))(original);
    const second = new PdfDocument(changed).xref.startxref;
    const skipping = Buffer.from(
      changeDict(numbers.info, { Title: '(x)' })(changed)
        .toString('latin1')
        .replace(`/Prev ${second}`, `/Prev ${first}`.padEnd(`/Prev ${second}`.length)),
      'latin1',
    );
    expect(new PdfDocument(skipping).xref.sections).toHaveLength(2);
    const history = new RevisionHistory(new PdfDocument(skipping));
    const before = history.documentAt(changed.length);
    const kinds = before && history.step(before, history.document).findings.map(({ kind }) => kind);
    expect(kinds?.toSorted()).toEqual(['content', 'metadata']);
  });

  test('names a signature that a later revision took away', () => {
    const { signatures, document } = validate(changeDict(numbers.one, { V: null })(certified), { anchors });
    expect(signatures).toEqual([]);
    expect(document.removedSignatures).toEqual(['One']);
  });

  test('does not pass over bytes that no revision speaks of', () => {
    const report = validateOne(Buffer.concat([certified, Buffer.from('% more')]));
    expect(report.changesAfter).toMatchObject([
      { revision: 1, kinds: ['unreferenced-bytes'], allowed: false },
    ]);
    expect(report.coverage).toBe('whole-revision');
  });

  test('does not believe a byte range that leaves out more than its own value', () => {
    const text = certified.toString('latin1');
    const match = /\/ByteRange \[0 (\d+) +(\d+)/.exec(text);
    const from = `/ByteRange [0 ${match?.[1]}`;
    const to = `/ByteRange [0 ${Number(match?.[1]) - 1}`;
    const report = validateOne(Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1'));
    expect(report.integrity.ok).toBe(false);
    expect(report.integrity.reasons).toContain(
      'The bytes that its /ByteRange omits are not exactly its own signature value.',
    );
    expect(report.coverage).toBe('partial');
  });

  test.each([
    ['no byte range', /\/ByteRange \[[^\]]*\]/, 'It does not say which bytes it signs.'],
    [
      'an unknown format',
      '/SubFilter /ETSI.CAdES.detached',
      'The signature format adbe.x509.rsa_sha1 is not supported.',
    ],
  ])('does not believe a signature with %s', (_title, pattern, reason) => {
    const text = certified
      .toString('latin1')
      .replace(pattern, (old) =>
        (reason.includes('adbe') ? '/SubFilter /adbe.x509.rsa_sha1' : '/ByteRange null').padEnd(old.length),
      );
    expect(validateOne(Buffer.from(text, 'latin1')).integrity.reasons).toContain(reason);
  });

  test('does not believe a signature whose value was copied to another file', async () => {
    const other = await signed(2);
    const value = (pdf: Buffer): string => /\/Contents <([0-9a-f]+)>/.exec(pdf.toString('latin1'))?.[1] ?? '';
    const mixed = Buffer.from(certified.toString('latin1').replace(value(certified), value(other)), 'latin1');
    expect(validateOne(flipped(mixed, 100)).integrity.ok).toBe(false);
  });

  test('evaluates certificates at the claimed or the requested time', () => {
    expect(validateOne(certified).certificate.ok).toBe(true);
    const [late] = validate(certified, { anchors, at: new Date('2050-01-01T00:00:00Z') }).signatures;
    expect(late?.certificate.reasons).toContain('The certificate of Ana was not valid at the time.');
    expect(late?.integrity.ok).toBe(true);
  });

  test('does not take a certificate of a stranger for good', () => {
    const [report] = validate(certified, { anchors: [sampleAuthority().root] }).signatures;
    expect(report?.certificate.reasons).toEqual(['Its certificate does not lead to a trusted authority.']);
  });

  test('answers or refuses whatever is changed inside the signature value', () => {
    const text = certified.toString('latin1');
    const start = text.indexOf('/Contents <') + '/Contents <'.length;
    const last = text.indexOf('>', start) - start - 1;
    fc.assert(
      fc.property(fc.nat(last), fc.constantFrom(...'0123456789abcdef'), (offset, digit) => {
        const changed = Buffer.from(certified);
        const isSame = changed[start + offset] === digit.charCodeAt(0);
        changed[start + offset] = digit.charCodeAt(0);
        const { integrity, certificate } = validateOne(changed);
        if (isSame) expect(integrity.ok && certificate.ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
