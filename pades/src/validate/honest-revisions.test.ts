import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { arraySource, dictSource } from '../pdf/source-text.ts';
import { isArray, isDict } from '../pdf/values.ts';
import { expectNoAlarm } from '../testing/expect-no-alarm.ts';
import { note, signAll, signedAs, withNote } from '../testing/honest-base.ts';
import { append, changeOf, freeEntry, put, revise, tableFor, victim } from '../testing/hostile-base.ts';
import { anchors } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { withFields } from '../testing/signed-pdf.ts';
import { describeReport } from './describe-report.ts';
import { validate } from './validate.ts';

describe('no alarm is raised by an honest file', () => {
  test('whose resources another program moved to an object of their own', async () => {
    const resources = '<< /XObject << /One 11 0 R /Two 12 0 R >> >>';
    const signed = await signAll(samplePdf(withNote), ['Ana']);
    const moved = (source: string): Buffer =>
      revise(signed, put(60, source), changeOf(13, { Resources: '60 0 R' }));
    const font = new PdfDocument(signed).object(13)?.value;
    expect(isDict(font) && font.entries.has('Resources')).toBe(true);
    expectNoAlarm(moved(resources));
    const [report] = validate(moved(resources.replace('/One 11', '/One 12')), { anchors }).signatures;
    expect(report?.changesAfter[0]?.kinds).toEqual(['content']);
  });

  test('whose next signer listed other pictures in the resources of the form', async () => {
    const form = (picture: number) =>
      `<< /Fields [10 0 R] /DR << /XObject << /FRM ${picture} 0 R >> /ProcSet [/PDF] >> >>`;
    const look =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] RESOURCES /Length 0 >>\nstream\n\nendstream';
    const picture = look.replace('/Length 0 >>\nstream\n\n', '/Length 7 >>\nstream\n/FRM Do\n');
    const signedWith = (resources: string): Promise<Buffer> =>
      signAll(
        samplePdf({
          objects: [
            note.replace('/F 4', '/F 4 /AP << /N 11 0 R >>'),
            picture.replace('RESOURCES', resources),
            '<< >>',
          ],
          catalog: `/AcroForm ${form(11)}`,
          page: '/Annots [10 0 R]',
        }),
        ['Ana'],
      );
    const listed = (signed: Buffer): Buffer => {
      const fields =
        latin1(signed, 0, signed.length).match(/\/Fields \[[^\]]*\](?![\s\S]*\/Fields \[)/)?.[0] ?? '';
      return revise(
        signed,
        put(60, '<< >>'),
        changeOf(1, { AcroForm: form(60).replace('/Fields [10 0 R]', fields) }),
      );
    };
    expectNoAlarm(listed(await signedWith('/Resources << >>')));
    // A viewer may look up in the form what a look without resources names.
    const [report] = validate(listed(await signedWith('')), { anchors }).signatures;
    expect(report?.changesAfter[0]?.kinds).toEqual(['form']);
  });

  test('whose trailer names an object that the file does not have', async () => {
    const signed = await victim({ docMdp: null });
    const { nextNumber, xref } = new PdfDocument(signed);
    const trailer = `/Size ${nextNumber} /Root 1 0 R /Info 5 0 R /Prev ${xref.startxref}`;
    const named = `${trailer} /AdditionalStreams [/odt ${nextNumber} 0 R]`;
    const file = append(signed, (at) => tableFor(new Map(), { at, trailer: named }));
    const [report] = validate(withFields(file, 'Ben'), { anchors }).signatures;
    expect(report?.changesAfter.map(({ kinds }) => kinds)).toEqual([[], ['field-added']]);
  });

  test('whose field was filled in and closed against other values', async () => {
    const kindsAfter = async (flags: string, changes: Record<string, string>) => {
      const options = { ...withNote, objects: [note.replace('/F 4', `/F 4 ${flags}`)] };
      const file = revise(await signAll(samplePdf(options), ['Ana']), changeOf(10, changes));
      return validate(file, { anchors }).signatures[0]?.changesAfter.flatMap(({ kinds }) => kinds);
    };
    expect(await kindsAfter('', { V: '(x)', Ff: '1' })).toEqual(['form-fill']);
    expect(await kindsAfter('/Ff 4096', { V: '(x)', Ff: '4097' })).toEqual(['form-fill']);
    // Several lines, a password, open again, without a value: another form than the one that was signed.
    expect(await kindsAfter('', { V: '(x)', Ff: '4097' })).toContain('form');
    expect(await kindsAfter('/Ff 4096', { V: '(x)', Ff: '1' })).toContain('form');
    expect(await kindsAfter('/Ff 1', { V: '(x)', Ff: '0' })).toContain('form');
    expect(await kindsAfter('', { Ff: '1' })).toEqual(['form']);
    // Without flags of its own it has those of its group, which nobody closed.
    expect(await kindsAfter('/Parent 12 0 R', { V: '(x)', Ff: '1' })).toContain('form');
  });

  test('whose filled field has another size of font, and whose timestamp field says that nothing lights up', async () => {
    const signed = await signAll(samplePdf(withNote), ['Ana']);
    const filled = revise(signed, changeOf(10, { V: '(x)', DA: '(/Helv 9 Tf 0 g)' }));
    expect(expectNoAlarm(filled).signatures[0]?.changesAfter[0]?.kinds).toEqual(['form-fill']);
    const alone = revise(signed, changeOf(10, { DA: '(/Helv 9 Tf 1 g)' }));
    expect(validate(alone, { anchors }).signatures[0]?.changesAfter[0]?.kinds).toEqual(['form']);
    const token = '<< /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> /ByteRange [0 1 2 3] >>';
    const stamp =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Time) /H /N /F 132 /Rect [0 0 0 0] /V 61 0 R >>';
    const document = new PdfDocument(signed);
    const form = document.dict(document.root.dict, 'AcroForm');
    const fields = form && document.resolve(form.entries.get('Fields'));
    if (!form || !fields || !isArray(fields)) throw new Error('There is no form.');
    const withStamp = dictSource(form, { Fields: arraySource(fields, ['60 0 R']) });
    const stamped = revise(signed, put(60, stamp), put(61, token), changeOf(1, { AcroForm: withStamp }));
    expect(validate(stamped, { anchors }).signatures[0]?.changesAfter[0]?.kinds).toEqual(['timestamp']);
  });
});

describe('damage is not called a change of a file', () => {
  test('that was damaged when it was signed: that is said, and it is not called changed', async () => {
    const file = await signedAs((text) =>
      text.replace(/(?<=startxref\n)\d+(?=\n%%EOF\n$)/, (at) => '9'.repeat(at.length)),
    );
    const appended = append(file, 'startxref\n7\n%%EOF\n');
    for (const damaged of [file, appended]) {
      const report = validate(damaged, { anchors });
      expect(report).toMatchObject({
        verdict: { state: 'damaged', reason: 'damaged' },
        document: { repaired: true, ambiguous: false },
        signatures: [
          { integrity: { ok: true }, sinceSigning: 'unknown', indication: { main: 'INDETERMINATE' } },
        ],
      });
      const text = describeReport(report);
      expect(text).toContain('The file is damaged; nothing that shows was changed after signing.');
      expect(text).toContain('It was examined as viewers repair it.');
    }
    const content = '4 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n';
    const { verdict, signatures } = validate(append(appended, content), { anchors });
    expect(verdict).toEqual({ state: 'changed', reason: 'content' });
    expect(signatures[0]?.changesAfter.at(-1)?.kinds).toEqual(['content']);
  });

  test('that was damaged later: that is said, and what a program that repairs it does not show alike', async () => {
    const signed = await signAll(samplePdf(), ['Ana', 'Ben']);
    const lost = append(signed, 'startxref\n7\n%%EOF\n');
    const report = validate(lost, { anchors });
    expect(report.verdict).toEqual({ state: 'damaged', reason: 'damaged' });
    expect(report.signatures.map(({ sinceSigning, indication }) => [sinceSigning, indication.main])).toEqual([
      ['unknown', 'INDETERMINATE'],
      ['unknown', 'INDETERMINATE'],
    ]);
    // A table of its own that frees the content: a program that reads it shows a blank page.
    const frees = append(signed, (at) =>
      tableFor(new Map([[4, freeEntry]]), { at, trailer: `/Size 60 /Root 1 0 R /Prev ${at}` }),
    );
    const twofold = validate(frees, { anchors });
    expect(twofold.document).toMatchObject({ repaired: true, ambiguous: true });
    expect(twofold.verdict).toEqual({ state: 'changed', reason: 'content' });
    // What no page uses, no program shows.
    const unused = append(append(signed, '70 0 obj\n<< >>\nendobj\n'), (at) =>
      tableFor(new Map([[70, freeEntry]]), { at, trailer: `/Size 80 /Root 1 0 R /Prev ${at}` }),
    );
    expect(validate(unused, { anchors })).toMatchObject({
      verdict: { state: 'damaged' },
      document: { ambiguous: false },
    });
  });
});
