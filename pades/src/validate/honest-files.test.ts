import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { isDict } from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { type Change, changeOf, put, revise } from '../testing/hostile-base.ts';
import {
  anchors,
  authority,
  later,
  levelFixture,
  raise,
  sign,
  start,
  YEAR,
} from '../testing/level-fixture.ts';
import { type SampleOptions, samplePdf } from '../testing/sample-pdf.ts';
import { describeReport } from './describe-report.ts';
import { validate } from './validate.ts';
import type { ValidationReport } from './validation-report.ts';

const note = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /Rect [50 50 150 70] /F 4 >>';
const withNote: SampleOptions = {
  objects: [note, '<< >>', '<< /Type /XObject /Subtype /Form >>'],
  catalog: '/AcroForm << /Fields [10 0 R] >>',
  page: '/Annots [10 0 R]',
};

/** Nothing is wrong with it: every signature holds, and what came after each is allowed. */
function expectNoAlarm(file: Uint8Array, options: { readonly at?: Date } = {}): ValidationReport {
  const report = validate(file, { anchors, ...options });
  for (const { integrity, certificate, changesAfter, sinceSigning, timestamp } of report.signatures) {
    expect(integrity.reasons).toEqual([]);
    expect(certificate.reasons).toEqual([]);
    expect(timestamp?.reasons ?? []).toEqual([]);
    expect(changesAfter.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(changesAfter.flatMap(({ kinds }) => kinds)).not.toContain('unused-objects');
    expect(sinceSigning).toMatch(/^(unchanged|allowed-changes)$/);
  }
  for (const timestamp of report.timestamps) expect(timestamp).toMatchObject({ ok: true, reasons: [] });
  expect(report.document).toMatchObject({ removedSignatures: [], unreadableEvidence: 0 });
  expect(describeReport(report)).not.toMatch(/not valid|NOT PERMITTED|broken/);
  return report;
}

async function signAll(
  pdf: Buffer,
  names: readonly string[],
  between?: (pdf: Buffer) => Buffer,
): Promise<Buffer> {
  const fields = names.map((name) => ({ name, page: 0, rect: [100, 100, 200, 150] as const }));
  let file: Buffer = Buffer.concat([pdf, createSigningJob(pdf).prepareDocument({ signatureFields: fields })]);
  for (const fieldName of names) {
    const wanted = { fieldName, name: fieldName, appearance: null, signingTime: start };
    file = Buffer.concat([file, await createSigningJob(file).sign(wanted, authority.signer(fieldName))]);
    file = between?.(file) ?? file;
  }
  return file;
}

describe('no alarm is raised by an honest file', () => {
  test.each(['table', 'stream', 'hybrid'] as const)('of several signers, %s', async (xref) => {
    const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
    const { signatures } = expectNoAlarm(await signAll(samplePdf({ xref }), names));
    expect(signatures.map(({ signerName }) => signerName)).toEqual(names);
    expect(signatures.map(({ sinceSigning }) => sinceSigning)).toEqual([
      ...Array(3).fill('allowed-changes'),
      'unchanged',
    ]);
  });

  test.each(['table', 'stream'] as const)('whose fields were filled in between, %s', async (xref) => {
    let count = 0;
    const fill = (pdf: Buffer): Buffer => {
      count += 1;
      const look = '<< /N 11 0 R >>';
      return revise(pdf, changeOf(10, { V: `(${count})`, AP: look, M: `(D:202${count})` }));
    };
    const { signatures } = expectNoAlarm(
      await signAll(samplePdf({ ...withNote, xref }), ['Ana', 'Ben'], fill),
    );
    expect(signatures[0]?.changesAfter.map(({ kinds }) => kinds)).toEqual([
      ['form-fill', 'metadata'],
      ['signature'],
      ['form-fill', 'metadata'],
    ]);
  });

  test.each(['ocsp', 'crl'] as const)('of level B-LTA that was renewed, by %s', async (kind) => {
    const on = levelFixture({}, kind);
    for (const [index, name] of ['One', 'Two'].entries()) {
      on.clock = index * 60;
      await sign(on, name, { timestamped: true });
    }
    await raise(on, 'B-LTA');
    for (const years of [1, 2]) {
      on.clock = years * YEAR;
      await raise(on, 'B-LTA');
    }
    const { signatures, timestamps } = expectNoAlarm(on.file(), { at: later(3 * YEAR) });
    expect(signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA']);
    expect(timestamps).toHaveLength(3);
  });

  test('whose certification permits nothing, raised to B-LTA', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true, docMdp: 1 });
    await raise(on, 'B-LTA');
    expectNoAlarm(on.file());
  });

  test('with fields that were prepared and never signed', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: false });
    const [report] = expectNoAlarm(on.file()).signatures;
    expect(report?.sinceSigning).toBe('unchanged');
  });

  test('without a certification, to which the next signer adds a field', async () => {
    const first = createSigningJob(samplePdf());
    const update = first.prepareDocument({
      signatureFields: [{ name: 'Ana', page: 0, rect: [1, 1, 99, 99] }],
    });
    const wanted = { name: 'Ana', appearance: null, signingTime: start, docMdp: null };
    const signed = await first.sign({ ...wanted, fieldName: 'Ana' }, authority.signer('Ana'));
    const file = Buffer.concat([samplePdf(), update, signed]);
    const second = createSigningJob(file);
    const more = second.prepareDocument({
      signatureFields: [{ name: 'Ben', page: 0, rect: [1, 1, 99, 99] }],
    });
    const signedAgain = await second.sign({ ...wanted, fieldName: 'Ben' }, authority.signer('Ben'));
    const { signatures } = expectNoAlarm(Buffer.concat([file, more, signedAgain]));
    expect(signatures[0]?.changesAfter.map(({ kinds }) => kinds)).toEqual([['field-added'], ['signature']]);
  });

  test('with locked fields that are left alone, and others that are filled in', async () => {
    const lock = '<< /Type /SigFieldLock /Action /Exclude /Fields [(Note) (Ben)] >>';
    const pdf = samplePdf(withNote);
    const fields = ['Ana', 'Ben'].map((name) => ({ name, page: 0, rect: [1, 1, 99, 99] as const }));
    const prepared = Buffer.concat([pdf, createSigningJob(pdf).prepareDocument({ signatureFields: fields })]);
    let file = revise(prepared, changeOf('Ana', { Lock: lock }));
    for (const fieldName of ['Ana', 'Ben']) {
      const wanted = { fieldName, name: fieldName, appearance: null, signingTime: start };
      file = Buffer.concat([file, await createSigningJob(file).sign(wanted, authority.signer(fieldName))]);
      file = revise(file, changeOf(10, { V: `(${fieldName})` }));
    }
    expectNoAlarm(file);
  });

  test('whose information was written anew, the same objects with it', async () => {
    const file = await signAll(samplePdf(), ['Ana']);
    const source = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
    const again = revise(file, put(5, '<< /Producer (Another) >>'), put(3, source));
    const [report] = expectNoAlarm(again).signatures;
    expect(report?.changesAfter.map(({ kinds }) => kinds)).toEqual([['metadata']]);
  });

  test('that another program saved, which writes everything another way', async () => {
    const pdf = samplePdf({
      ...withNote,
      catalog: '/AcroForm << /Fields [10 0 R] >> /MarkInfo << /Marked true >>',
    });
    const file = await signAll(pdf, ['Ana']);
    const anew: Change = (revision, document) => {
      for (const number of [1, 2, 3, 10, 13]) {
        const value = document.object(number)?.value;
        if (!isDict(value)) throw new Error(`There is no dictionary ${number}.`);
        const lines = [...value.spans.values()].map(({ bytes, start: from, end }) =>
          latin1(bytes, from, end),
        );
        const source = lines
          .toReversed()
          .join('\r\n')
          .replace(/<<|>>|[[\]]/g, ' $& ')
          .replace(/\(Note\)/, '<4e6f7465>');
        revision.put({ kind: 'ref', number, generation: 0 }, `<<${source}/Nothing null>>`);
      }
    };
    const [report] = expectNoAlarm(revise(file, anew)).signatures;
    expect(report?.changesAfter).toMatchObject([{ kinds: [], allowed: true }]);
  });

  test('whose signed bytes end before the end of the last line', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: false });
    const cut = on.file();
    expect(cut.at(-1)).toBe(10);
    const [report] = validate(cut.subarray(0, cut.length - 1), { anchors }).signatures;
    expect(report?.integrity.ok).toBe(false);
    const unended = samplePdf().subarray(0, samplePdf().length - 1);
    const file = await signAll(Buffer.from(unended), ['Ana', 'Ben']);
    expectNoAlarm(file);
  });

  test('that an empty revision ends', async () => {
    const file = await signAll(samplePdf({ xref: 'stream' }), ['Ana']);
    const again = Buffer.concat([file, new RevisionWriter(new PdfDocument(file)).finish()]);
    const [report] = expectNoAlarm(again).signatures;
    expect(report).toMatchObject({ sinceSigning: 'allowed-changes', coverage: 'whole-revision' });
    expect(describeReport(validate(again, { anchors }))).toContain('Revision 1: nothing was changed.');
  });
});
