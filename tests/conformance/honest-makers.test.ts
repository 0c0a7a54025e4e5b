import { readdirSync } from 'node:fs';
import { createSigningJob, findTwoFaces, harmedSignatures } from '@paraph/pades';
import { expect, test } from 'vitest';
import { expectNoAlarm } from '../../pades/src/testing/expect-no-alarm.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { readFixture } from '../support/fixtures.ts';

// Files that other programs signed (tests/fixtures/README.md): none raises an alarm, neither as it is nor when a
// signature of ours follows. More by OpenSSL, MuPDF and Bouncy Castle: pades-foreign-signatures.test.ts.

const FILES = readdirSync('tests/fixtures/makers').filter((name) => name.endsWith('.pdf.gz'));
const MAKERS_MIN = 12;
/** Files that are read, and get no further field: their tables have entries of 19 bytes, or they are certified. */
const CLOSED: ReadonlyMap<string, string> = new Map([
  ['node-signpdf.pdf.gz', 'entries of 20 bytes'],
  ['pdf-signer.pdf.gz', 'entries of 20 bytes'],
  ['tcpdf.pdf.gz', 'signed already'],
  ['zgapdfsigner.pdf.gz', 'signed already'],
]);
const root = readFixture('makers/root.cer');
const at = new Date('2026-11-23T12:00:00Z');
const authority = sampleAuthority();

function expectAsSigned(file: Uint8Array, anchors: readonly Uint8Array[]) {
  const report = expectNoAlarm(file, { anchors, at });
  expect(report.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
  expect(report.document).toMatchObject({ repaired: false, lastCoversWholeFile: true });
  return report;
}

test.each(FILES)('%s shows the same everywhere', (name) => {
  expect(findTwoFaces(readFixture(`makers/${name}`))).toEqual([]);
});

test('there are files of twelve makers', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(MAKERS_MIN);
});

test.each(FILES)('%s raises no alarm', async (name) => {
  const file = readFixture(`makers/${name}`);
  const before = expectAsSigned(file, [root]);
  expect(before.signatures.map(({ signerName }) => signerName)).toContain('Mara Maker');
  const field = { name: 'Ours', page: 0, rect: [10, 10, 90, 40] as const };
  const open = () => {
    const job = createSigningJob(file);
    return { job, prepared: job.prepareDocument({ signatureFields: [field] }) };
  };
  const refusal = CLOSED.get(name);
  if (refusal !== undefined) {
    expect(open).toThrow(refusal);
    return;
  }
  const { job, prepared } = open();
  const wanted = { fieldName: 'Ours', name: 'Ana', appearance: null, signingTime: at, docMdp: null };
  const signed = await job.sign(wanted, authority.signer('Ana'));
  const after = expectAsSigned(Buffer.concat([file, prepared, signed]), [root, authority.root]);
  expect(after.signatures).toHaveLength(before.signatures.length + 1);
  expect(harmedSignatures(before, after)).toEqual([]);
});
