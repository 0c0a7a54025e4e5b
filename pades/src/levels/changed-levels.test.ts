import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import {
  anchors,
  authority,
  type LevelFixture,
  levelFixture,
  raise,
  sign,
} from '../testing/level-fixture.ts';
import { streamSource } from '../testing/sample-pdf.ts';
import { validate } from '../validate/validate.ts';

test('a B-LTA file has no level at all when a byte before its signature changes', async () => {
  const on = levelFixture();
  await sign(on, 'One', { timestamped: true });
  await raise(on, 'B-LTA');
  const changed = on.file().toString('latin1').replace('/MediaBox [0 0 595', '/MediaBox [0 0 596');
  const [report] = validate(Buffer.from(changed, 'latin1'), { anchors }).signatures;
  expect(report).toMatchObject({ level: null, integrity: { ok: false }, coverage: 'whole-revision' });
});

test('a B-LTA file gets a report or a refusal for any bytes in its timestamp', async () => {
  const on = levelFixture();
  await sign(on, 'One', { timestamped: true });
  await raise(on, 'B-LTA');
  const file = on.file();
  const hole = file.toString('latin1').lastIndexOf('/Contents <') + '/Contents <'.length;
  fc.assert(
    fc.property(fc.nat(2400), fc.constantFrom(...'0123456789abcdef'), (offset, digit) => {
      const changed = Buffer.from(file);
      const isSame = changed[hole + offset] === digit.charCodeAt(0);
      changed[hole + offset] = digit.charCodeAt(0);
      const [report] = validate(changed, { anchors }).signatures;
      if (isSame) expect(report?.level).toBe('B-LTA');
      expect(report?.integrity.ok).toBe(true);
    }),
    { numRuns: 300 },
  );
});

describe('what came after a signature', () => {
  async function certified(): Promise<LevelFixture> {
    const on = levelFixture({ objects: [streamSource('', Buffer.from('q Q')).toString('latin1')] });
    await sign(on, 'One', { timestamped: true, docMdp: 1 });
    return on;
  }

  function withRevision(pdf: Buffer, write: (revision: RevisionWriter) => void): Buffer {
    const revision = new RevisionWriter(new PdfDocument(pdf));
    write(revision);
    return Buffer.concat([pdf, revision.finish()]);
  }

  test.each([
    ['is seen', '/Rect [0 0 100 100]', '', ['field-added', 'signature']],
    ['acts', '/Rect [0 0 0 0]', '/AA << >>', ['field-added', 'signature']],
    ['is plain', '/Rect [0 0 0 0]', '', ['timestamp']],
  ])('is a timestamp only when its field is nothing else: one that %s', async (_title, rect, more, kinds) => {
    const on = await certified();
    const changed = withRevision(on.file(), (revision) => {
      const value = revision.add('<< /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> >>');
      const field = revision.add(
        `<< /Type /Annot /Subtype /Widget /FT /Sig /T (X) /V ${value.number} 0 R ${rect} ${more} >>`,
      );
      const form = revision.document.dict(revision.document.root.dict, 'AcroForm');
      const fieldRefs = form?.entries.get('Fields');
      const items =
        typeof fieldRefs === 'object' && fieldRefs !== null && fieldRefs.kind === 'array'
          ? fieldRefs.items
          : [];
      const refs = [...items, field].map((item) =>
        typeof item === 'object' && item !== null && item.kind === 'ref' ? `${item.number} 0 R` : '',
      );
      const ref = revision.document.root.dict.entries.get('AcroForm');
      if (typeof ref !== 'object' || ref === null || ref.kind !== 'ref') throw new Error('No form object.');
      revision.put(ref, `<< /SigFlags 3 /Fields [${refs.join(' ')}] >>`);
    });
    const report = validate(changed, { anchors });
    expect(report.signatures[0]?.changesAfter).toMatchObject([
      { revision: 1, kinds, allowed: kinds.length === 1 },
    ]);
    expect(report.timestamps[0]).toMatchObject({ fieldName: 'X', ok: false });
  });

  test.each([
    ['may be written anew in place', '', ['validation-data'], true],
    ['is content when a page leads to it too', '/B 11 0 R', ['page', 'validation-data'], false],
  ])('a list of the security store %s', async (_title, page, kinds, allowed) => {
    const on = levelFixture({ objects: ['<< /Certs 11 0 R >>', '[]'], catalog: '/DSS 10 0 R', page });
    await sign(on, 'One', { timestamped: true, docMdp: 1 });
    const changed = withRevision(on.file(), (revision) => {
      const added = revision.addStream('', authority.root);
      revision.put({ kind: 'ref', number: 10, generation: 0 }, '<< /Certs 11 0 R /CRLs [] >>');
      revision.put({ kind: 'ref', number: 11, generation: 0 }, `[${added.number} 0 R]`);
    });
    const [report] = validate(changed, { anchors }).signatures;
    expect(report?.changesAfter).toMatchObject([{ revision: 1, kinds, allowed }]);
  });

  test('a store that a page shows is content, as is what it leads to', async () => {
    const objects = ['<< /Certs 11 0 R >>', '[]', '<< /Other 10 0 R >>'];
    const on = levelFixture({ objects, catalog: '/DSS 10 0 R', page: '/Resources 12 0 R' });
    await sign(on, 'One', { timestamped: true, docMdp: 1 });
    const changed = withRevision(on.file(), (revision) =>
      revision.put({ kind: 'ref', number: 11, generation: 0 }, '[1]'),
    );
    const [report] = validate(changed, { anchors }).signatures;
    expect(report?.changesAfter).toMatchObject([
      { revision: 1, kinds: ['content', 'validation-data'], allowed: false },
    ]);
  });

  test('a store is read up to a limit, and later entries prove nothing', () => {
    const on = levelFixture();
    const crls = Array.from({ length: 301 }, (_item, index) => Buffer.from([0x30, 0x02, 0x05, index & 0xff]));
    const numbered = crls.map((der, index) => Buffer.concat([der, Buffer.from(String(index))]));
    on.job.addValidationData({ certificates: [], crls: numbered, ocsps: [] });
    expect(on.job.validationData().crls).toHaveLength(300);
    const { document } = validate(on.job.source, { anchors });
    expect(document.unreadableEvidence).toBe(300);
  });
});
