import { describe, expect, test } from 'vitest';
import { put, revise } from '../testing/hostile-base.ts';
import { anchors, levelFixture, raise, sign } from '../testing/level-fixture.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { describeReport } from './describe-report.ts';
import { validate } from './validate.ts';

describe('the report as text', () => {
  test('tells each answer on a line of its own, and every change in a sentence', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true });
    on.clock = 5;
    await sign(on, 'Two', { timestamped: true });
    await raise(on, 'B-LTA');
    expect(describeReport(validate(on.file(), { anchors }))).toBe(`The file is as it was signed.
2 signatures, 1 document timestamp.

Signature 1 of 2: Ana, field One
  Time: 2026-11-21 14:05:00 UTC, claimed by the signer.
  Proven: the signature existed at 2026-11-21 14:05:00 UTC.
  Integrity: the signed bytes are intact.
  Coverage: the whole file as it was when it was signed.
  Since then: changed in permitted ways.
    Revision 1: The field Two was signed.
    Revision 2: Validation data for certificates was added.
    Revision 3: A document timestamp was added.
  Certificate: leads to a trusted authority, checked at 2026-11-21 14:05:00 UTC.
  Revocation: the file proves that no certificate was revoked.
  Form (EN 319 142-1): B-LTA.
  Indication (EN 319 102-1): TOTAL-PASSED.

Signature 2 of 2: Ben, field Two
  Time: 2026-11-21 14:05:05 UTC, claimed by the signer.
  Proven: the signature existed at 2026-11-21 14:05:05 UTC.
  Integrity: the signed bytes are intact.
  Coverage: the whole file as it was when it was signed.
  Since then: changed in permitted ways.
    Revision 1: Validation data for certificates was added.
    Revision 2: A document timestamp was added.
  Certificate: leads to a trusted authority, checked at 2026-11-21 14:05:05 UTC.
  Revocation: the file proves that no certificate was revoked.
  Form (EN 319 142-1): B-LTA.
  Indication (EN 319 102-1): TOTAL-PASSED.

Document timestamp 1 of 1, field Timestamp1
  Time: 2026-11-21 14:05:05 UTC, by Sample Time.
  Coverage: the whole file.
  Timestamp: valid.
`);
  });

  test('says loudly what may not be, and what is broken', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: false });
    const changed = revise(on.file(), put(4, streamSource('', Buffer.from('q Q'))));
    const text = describeReport(validate(changed, { anchors }));
    expect(text).toContain('The last signature or timestamp does not cover the whole file.');
    expect(text).toContain('Since then: CHANGED IN WAYS THAT ARE NOT PERMITTED.');
    expect(text).toContain(
      'Revision 1: What page 1 shows was changed. NOT PERMITTED: ' +
        'The certification permits only filling in and signing.',
    );
    changed[changed.indexOf('Helvetica')] = 0x41;
    const broken = describeReport(validate(changed, { anchors }));
    expect(broken).toContain('Integrity: broken. The signed part of the file was changed after signing.');
    expect(broken).toContain('Since then: unknown, because the signature is not intact.');
    expect(broken).toContain('Form (EN 319 142-1): none.');
    expect(broken).toContain('Indication (EN 319 102-1): TOTAL-FAILED/HASH_FAILURE.');
    expect(broken).toContain('The file was changed after signing: what was signed is not as it was.');
  });

  test('lets no name in the file write lines of its own', () => {
    const name = `(Ana\\n\\nIntegrity: fine)`;
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${name} /V << /Type /Sig >> /Rect [0 0 1 1] >>`;
    const file = samplePdf({ objects: [field], catalog: '/AcroForm << /Fields [10 0 R] >>' });
    const lines = describeReport(validate(file, { anchors })).split('\n');
    expect(lines).toContain('Signature 1 of 1: an unnamed signer, field Ana\u{fffd}\u{fffd}Integrity: fine');
  });

  test('is short for an unsigned file', () => {
    expect(describeReport(validate(samplePdf(), { anchors }))).toBe(
      'The file is not signed.\n0 signatures, 0 document timestamps.\n',
    );
  });
});
