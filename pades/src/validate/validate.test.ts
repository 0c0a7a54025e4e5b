import { expect, test } from 'vitest';
import { anchors, later, levelFixture, sign, start, YEAR } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { validate } from './validate.ts';

test('a report says who signed, when, and that nothing changed', async () => {
  const on = levelFixture();
  await sign(on, 'One', { timestamped: false });
  const { signatures, document } = validate(on.file(), { anchors });
  expect(signatures).toMatchObject([
    {
      ...{ fieldName: 'One', signerName: 'Ana', signerEmails: ['signer@example.org'], signingTime: start },
      integrity: { ok: true, reasons: [] },
      coverage: 'whole-file',
      changesAfter: [],
      certificate: { ok: true, reasons: [], checkedAt: start, timeSource: 'claimed' },
    },
  ]);
  expect(signatures[0]?.certificate.chain).toHaveLength(3);
  expect(document).toMatchObject({ signatures: 1, lastCoversWholeFile: true });
  const [late] = validate(on.file(), { anchors, at: later(20 * YEAR) }).signatures;
  expect(late?.certificate.reasons).toContain('The certificate of Ana was not valid at the time.');
  expect(late?.integrity.ok).toBe(true);
});

test('a report says nothing of a file without signatures', () => {
  const unremarkable = { removedSignatures: [], unreadableEvidence: 0, repaired: false, ambiguous: false };
  expect(validate(samplePdf(), { anchors })).toEqual({
    verdict: { state: 'not-signed', reason: 'no-signature' },
    signatures: [],
    timestamps: [],
    document: { ...unremarkable, signatures: 0, lastCoversWholeFile: false, shown: null, twoFaced: null },
  });
});
