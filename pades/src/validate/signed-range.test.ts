import { beforeAll, describe, expect, test } from 'vitest';
import { createSigningJob } from '../sign/signing-job.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { validate } from './validate.ts';

const authority = sampleAuthority();
let signed: string;

beforeAll(async () => {
  const original = samplePdf();
  const job = createSigningJob(original);
  const signatureFields = [{ name: 'Ann', page: 0, rect: [50, 50, 200, 100] as const }];
  const options = {
    ...{ fieldName: 'Ann', name: 'Ann', appearance: null, signingTime: new Date('2026-11-21') },
    // The value ends with zeros, which are no part of it.
    contentsBytes: 8_192,
  };
  const revisions = [
    job.prepareDocument({ signatureFields }),
    await job.sign(options, authority.signer('Ann')),
  ];
  signed = Buffer.concat([original, ...revisions]).toString('latin1');
});

const reasonsOf = (file: string) =>
  validate(Buffer.from(file, 'latin1'), { anchors: [authority.root] }).signatures.flatMap(
    ({ integrity }) => integrity.reasons,
  );

/** The file with other numbers in /ByteRange; no byte moves. */
function withRange(change: (range: [number, number, number, number]) => number[]): string {
  return signed.replace(/\/ByteRange \[([\d ]+)\]/, (whole, digits: string) => {
    const [start = 0, before = 0, after = 0, length = 0] = digits.trim().split(/ +/).map(Number);
    const range = `/ByteRange [${change([start, before, after, length]).join(' ')}`;
    return `${range.padEnd(whole.length - 1)}]`;
  });
}

describe('the bytes that a signature covers', () => {
  test('are intact as they were signed', () => {
    expect(reasonsOf(signed)).toEqual([]);
    expect(withRange((range) => range)).toHaveLength(signed.length);
  });

  test('begin with the first byte of the file', () => {
    const later = withRange(([, before, after, length]) => [1, before - 1, after, length]);
    expect(reasonsOf(later)).toEqual([
      expect.stringContaining('does not start at the beginning of the file'),
    ]);
  });

  test.each<[string, (range: [number, number, number, number]) => number[]]>([
    ['a byte before it', ([start, before, after, length]) => [start, before - 1, after, length]],
    ['a byte after it', ([start, before, after, length]) => [start, before, after + 1, length - 1]],
    [
      'one without its first digits',
      ([start, before, after, length]) => [start, before + 3, after - 1, length + 1],
    ],
  ])('exclude the signature value and not %s', (_title, change) => {
    const reasons = reasonsOf(withRange(change));
    expect(reasons).toEqual([expect.stringContaining('not exactly its own signature value')]);
  });

  test('exclude digits only: white space there could change unnoticed', () => {
    const end = signed.indexOf('>', signed.indexOf('/Contents <'));
    expect(signed.slice(end - 2, end)).toBe('00');
    const spaced = `${signed.slice(0, end - 2)}  ${signed.slice(end)}`;
    expect(reasonsOf(spaced)).toEqual([expect.stringContaining('not exactly its own signature value')]);
  });
});
