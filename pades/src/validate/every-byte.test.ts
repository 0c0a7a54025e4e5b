import { describe, expect, test } from 'vitest';
import { isInShare, shareName } from '../../../tests/support/share.ts';
import { augment } from '../levels/augment.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { flipped } from '../testing/damage.ts';
import { anchors, authority, bytesOf, levelFixture, start } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn, withFields } from '../testing/signed-pdf.ts';
import { validate } from './validate.ts';
import type { SignatureReport, ValidationReport } from './validation-report.ts';

/** What a reader of the report would go by. */
function verdictOf({ signatures, timestamps, document }: ValidationReport): string {
  const signed = signatures.map(({ fieldName, sinceSigning, coverage, certificate, timestamp, level }) => [
    [fieldName, sinceSigning, coverage, level],
    [certificate.ok, certificate.revocation, timestamp?.ok],
  ]);
  const stamped = timestamps.map(({ fieldName, ok, coverage }) => [fieldName, ok, coverage]);
  return JSON.stringify([signed, stamped, document]);
}

interface Flips {
  readonly offsets: Iterable<number>;
  /** The bits of each that are turned. */
  readonly mask: number;
  /** What no signature may be any more after a signed byte changed. */
  readonly isGood: (signature: SignatureReport) => boolean;
}

const isIntact = ({ integrity }: SignatureReport): boolean => integrity.ok;
const isArchived = ({ level }: SignatureReport): boolean => level === 'B-LTA';

/** Offsets where a changed byte does not change the verdict, or is signed and leaves a signature as good as before. */
function unnoticed(file: Buffer, { offsets, mask, isGood }: Flips): number[] {
  const before = validate(file, { anchors });
  expect(before.signatures.every(isGood)).toBe(true);
  const [from, to] = lastHole(file);
  const unnoticedOffsets: number[] = [];
  for (const offset of offsets) {
    try {
      const after = validate(flipped(file, offset, mask), { anchors });
      const isSigned = offset < from - 1 || offset > to;
      if (verdictOf(after) === verdictOf(before) || (isSigned && after.signatures.some(isGood)))
        unnoticedOffsets.push(offset);
    } catch (error) {
      if (!(error instanceof PdfRefusal)) throw error;
    }
  }
  return unnoticedOffsets;
}

function* range(from: number, to: number, step = 1): Generator<number> {
  for (let offset = from; offset < to; offset += step) yield offset;
}

/** From the first digit of the last signature value to the byte after its last. */
function lastHole(file: Buffer): readonly [number, number] {
  const from = file.lastIndexOf('/Contents <') + '/Contents <'.length;
  return [from, file.indexOf('>', from)];
}

const signedByOne = (xref: 'table' | 'stream' | 'hybrid'): Promise<Buffer> =>
  signedIn(withFields(samplePdf({ xref }), 'One'), 'One', {
    ...{ docMdp: xref === 'table' ? 2 : null, contentsBytes: 1500 },
  });

async function signedByThree(): Promise<Buffer> {
  const on = levelFixture();
  const job = createSigningJob(withFields(on.original, 'One', 'Two', 'Three'));
  const signed = { appearance: null, signingTime: start, docMdp: null, contentsBytes: 5120 };
  for (const fieldName of ['One', 'Two', 'Three'])
    await job.sign({ ...signed, fieldName, name: 'Cleo' }, authority.signer(fieldName), on.timestamping);
  await augment(job, 'B-LT', { ...on, anchors });
  await job.timestamp(on.timestamping, { contentsBytes: 2048 });
  return bytesOf(job);
}

/** Validates thousands of files, possibly on a busy machine. */
const PATIENCE_MS = 240_000;

describe('a changed byte is noticed', { timeout: PATIENCE_MS }, () => {
  test.each([
    ['table', 0],
    ['stream', 1],
    ['hybrid', 2],
  ] as const)(`wherever it is in a small signed file, %s, ${shareName}`, async (xref, first) => {
    const file = await signedByOne(xref);
    // The three files are of the same parts, and of one of them each byte is changed below.
    const offsets = [...range(0, file.length)].filter((offset) => isInShare(offset + first, 6));
    expect(unnoticed(file, { offsets, mask: 0x01, isGood: isIntact })).toEqual([]);
  });

  test('by every bit of it, but for capital letters as digits', async () => {
    const file = await signedByOne('table');
    const [from, to] = lastHole(file);
    const isLetter = (offset: number): boolean =>
      offset >= from && offset < to && /[a-f]/.test(String.fromCharCode(file[offset] ?? 0));
    // Readers accept several versions of SignedData and SignerInfo (RFC 5652 §5.1), and nothing else depends on them.
    const isVersion = (offset: number): boolean =>
      offset >= from && offset < to && file.toString('latin1', offset - 5, offset + 1) === '020101';
    for (const [offset, mask] of [0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff].entries()) {
      const offsets = [...range(offset, file.length, 8)];
      // A digit means the same written small or large, so a letter with that bit turned changes nothing.
      const expected = mask === 0x20 ? offsets.filter(isLetter) : [];
      const unnoticedOffsets = unnoticed(file, { offsets, mask, isGood: isIntact });
      expect(unnoticedOffsets.filter((offset) => !isVersion(offset))).toEqual(expected);
    }
  });

  test(`in a file of three signers that was raised to B-LTA, ${shareName}`, async () => {
    const file = await signedByThree();
    expect(validate(file, { anchors }).signatures).toHaveLength(3);
    const [from, to] = lastHole(file);
    // All but the last value is covered by it, so that a sample is as good; of that one, a share of the bytes that are used.
    const token = from + file.toString('latin1', from, to).replace(/0+$/, '').length;
    const used = [...range(from, token)].filter((offset) => isInShare(offset, 3));
    const offsets = [...range(0, from, 211), ...used, ...range(token, file.length, 61)];
    expect(unnoticed(file, { offsets, mask: 0x01, isGood: isArchived })).toEqual([]);
  });
});
