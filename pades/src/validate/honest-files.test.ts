import { describe, expect, test } from 'vitest';
import { readDer } from '../asn1/der-reader.ts';
import { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource } from '../pdf/source-text.ts';
import { isDict } from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { expectNoAlarm } from '../testing/expect-no-alarm.ts';
import { signAll, signedAs, withNote } from '../testing/honest-base.ts';
import { append, type Change, changeOf, put, revise, tableFor, usedAt } from '../testing/hostile-base.ts';
import { withIndefiniteLengths } from '../testing/indefinite-lengths.ts';
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
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn, withFields } from '../testing/signed-pdf.ts';
import { describeReport } from './describe-report.ts';
import { validate } from './validate.ts';

/** The same file with its signature values in BER, as Bouncy Castle writes them by default. */
function inBer(file: Buffer): Buffer {
  const text = file.toString('latin1').replace(/(?<=\/Contents <)[0-9a-f]+(?=>)/g, (hex) => {
    const { whole } = readDer(Buffer.from(hex, 'hex'), { trailing: true });
    return withIndefiniteLengths(whole).toString('hex').padEnd(hex.length, '0');
  });
  expect(text).toHaveLength(file.length);
  return Buffer.from(text, 'latin1');
}

describe('no alarm is raised by an honest file', () => {
  test('whose signatures and timestamps are in BER with indefinite lengths', async () => {
    const on = levelFixture();
    const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
    await on.job.sign({ ...options, contentsBytes: 16_384 }, authority.signer('Ana'), on.timestamping);
    const signed = on.file();
    await on.job.timestamp(on.timestamping);
    const file = on.file();
    // The document timestamp is over the signature: that is in BER alone.
    const [first] = expectNoAlarm(inBer(signed)).signatures;
    expect(first).toMatchObject({ level: 'B-T', signerName: 'Ana' });
    const last = file.lastIndexOf('/Contents <');
    const half = Buffer.concat([file.subarray(0, last), inBer(file.subarray(last))]);
    expect(expectNoAlarm(half).timestamps).toHaveLength(1);
  });

  test.each<[string, (text: string) => string]>([
    [
      'whose startxref points at the line end before the table',
      (text) => text.replace(/(?<=startxref\n)\d+/g, (at) => String(Number(at) - 1)),
    ],
    [
      'whose cross-reference entries have 19 bytes',
      (text) =>
        text.replace(/(?<=xref\n)[^t]+trailer/g, (rows) =>
          rows.replaceAll(/(?<=[nf]) \n/g, '\n').padEnd(rows.length),
        ),
    ],
    [
      'whose cross-reference entries point at the line end before an object',
      (text) =>
        text.replaceAll(/(\d{10}) 00000 n /g, (row, at) =>
          /\s/.test(text[Number(at) - 1] ?? '')
            ? `${String(Number(at) - 1).padStart(10, '0')} 00000 n `
            : row,
        ),
    ],
  ])('%s', async (_title, arrange) => {
    const file = await signedAs(arrange);
    expect(expectNoAlarm(file).signatures[0]?.sinceSigning).toBe('unchanged');
    const sign = (): unknown => createSigningJob(file).prepareDocument({ signatureFields: [] });
    expect(sign).toThrow('damaged');
  });

  test('whose form another signature gave fonts, defaults and flags', async () => {
    const form = '/AcroForm << /Fields [10 0 R] /DR << /Font << /F1 3 0 R >> >> >>';
    const signed = await signAll(samplePdf({ ...withNote, catalog: form }), ['Ana']);
    const fonts =
      '/DR << /Font << /F1 3 0 R /Helv 3 0 R >> /Encoding << >> >> /DA (/Helv 0 Tf 0 g) /SigFlags 3';
    const document = new PdfDocument(signed);
    const formDict = document.dict(document.root.dict, 'AcroForm');
    const fields = latin1(signed, 0, signed.length).match(/\/Fields \[[^\]]*\](?![\s\S]*\/Fields \[)/)?.[0];
    expect(formDict?.entries.has('DA')).toBe(false);
    expectNoAlarm(revise(signed, changeOf(1, { AcroForm: `<< ${fields} ${fonts} >>` })));
    for (const number of [4, 5]) {
      const other = fonts.replace('/F1 3 0 R', `/F1 ${number} 0 R`);
      const changed = revise(signed, changeOf(1, { AcroForm: `<< ${fields} ${other} >>` }));
      expect(validate(changed, { anchors }).signatures[0]?.sinceSigning).toBe('changes-not-allowed');
    }
  });

  test('whose catalogue is written anew under another number', async () => {
    const signed = await signAll(samplePdf(), ['Ana']);
    const copy = (more: Record<string, string>): Buffer => {
      const document = new PdfDocument(signed);
      const number = document.nextNumber;
      const body = `\n${number} 0 obj\n${dictSource(document.root.dict, more)}\nendobj\n`;
      const offsets = new Map([[number, usedAt(signed.length + 1)]]);
      const rest = `/Size ${number + 1} /Root ${number} 0 R /Info 5 0 R /Prev ${document.xref.startxref}`;
      return append(append(signed, body), (at) => tableFor(offsets, { at, trailer: rest }));
    };
    expectNoAlarm(copy({ Version: '/1.7' }));
    const [report] = validate(copy({ OpenAction: '<< /S /Named /N /LastPage >>' }), { anchors }).signatures;
    expect(report?.changesAfter[0]?.kinds).toEqual(['action']);
    expect(report?.sinceSigning).toBe('changes-not-allowed');
  });

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

  test('without a certification, to which the next signer adds a field', async () => {
    const file = await signedIn(withFields(samplePdf(), 'Ana'), 'Ana', { docMdp: null });
    const ben = { signer: authority.signer('Ben'), docMdp: null };
    const { signatures } = expectNoAlarm(await signedIn(withFields(file, 'Ben'), 'Ben', ben));
    expect(signatures[0]?.changesAfter.map(({ kinds }) => kinds)).toEqual([['field-added'], ['signature']]);
  });

  test('with locked fields that are left alone, and others that are filled in', async () => {
    const lock = '<< /Type /SigFieldLock /Action /Exclude /Fields [(Note) (Ben)] >>';
    let file = revise(withFields(samplePdf(withNote), 'Ana', 'Ben'), changeOf('Ana', { Lock: lock }));
    for (const fieldName of ['Ana', 'Ben']) {
      file = await signedIn(file, fieldName, { signer: authority.signer(fieldName) });
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
    // With a field that was prepared and nobody has signed yet.
    expect(expectNoAlarm(cut).signatures[0]?.sinceSigning).toBe('unchanged');
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
