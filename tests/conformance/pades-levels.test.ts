import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { augment, createSigningJob, examine, validate } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleRevocation } from '../../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../../pades/src/testing/sample-timestamping.ts';
import { extractSignatures, opensslTimestampVerdict, opensslVerdict, pemOf, run } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const authority = sampleAuthority();
const anchors = [authority.root];
// The validators use the machine's clock.
const start = Math.floor(Date.now() / 1000) * 1000;
const { folder, at, write } = scratchFiles();

write('root.pem', pemOf(authority.root));

/** Signed by so many, timestamped each, and raised to B-LTA as often as asked. */
async function longLived(
  original: Buffer,
  { signers, renewals }: { signers: number; renewals: number },
): Promise<Buffer> {
  let time = start - 600_000;
  const now = (): Date => new Date(time);
  const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
  const revocation = sampleRevocation(authority, now);
  const job = createSigningJob(original);
  const names = Array.from({ length: signers }, (_item, index) => `Signer ${index + 1}`);
  const signatureFields = names.map((name) => ({ name, page: 0, rect: [50, 50, 200, 100] as const }));
  job.prepareDocument({ signatureFields });
  for (const [index, name] of names.entries()) {
    const signer = authority.signer(name, { key: index % 2 === 0 ? 'ec' : 'rsa' });
    const options = { fieldName: name, name, appearance: null, signingTime: now() };
    await job.sign(options, signer, timestamping);
    time += 1000;
  }
  for (let renewal = 0; renewal <= renewals; renewal += 1) {
    await augment(job, 'B-LTA', { timestamping, revocation, anchors });
    time += 1000;
  }
  return bytesOf(job);
}

const files: [string, SampleOptions][] = [
  ['a cross-reference table', {}],
  ['a cross-reference stream', { xref: 'stream' }],
  ['both kinds of cross-reference', { xref: 'hybrid' }],
  ['a page turned and cropped', { rotate: 90, cropBox: '[30 40 500 700]' }],
  ['500 pages', { pages: 500 }],
];
test.each(files)(
  'a B-LTA file with %s, three signers and two renewals is valid for every validator',
  async (_title, options) => {
    const [signers, renewals] = [3, 2];
    const original = samplePdf(options);
    const file = await longLived(original, { signers, renewals });
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    write('file.pdf', file);
    succeed('qpdf', '--check', at('file.pdf'));
    const pdfsig = run('pdfsig', ['-nocert', at('file.pdf')]).text;
    // Poppler knows no document timestamps; `openssl ts` checks them.
    expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(signers);
    expect(pdfsig.match(/Signature Field Name: Timestamp\d/g)).toHaveLength(renewals + 1);
    expect(pdfsig.match(/Total document signed/g)).toHaveLength(1);
    const mutool = run('mutool', ['info', at('file.pdf')]);
    expect(mutool.status, mutool.text).toBe(0);
    const found = extractSignatures(file);
    expect(found).toHaveLength(signers + renewals + 1);
    for (const signature of found.slice(0, signers)) {
      const verdict = opensslVerdict(folder, signature, authority.root);
      expect(verdict.status, verdict.text).toBe(0);
    }
    for (const timestamp of found.slice(signers)) {
      const verdict = opensslTimestampVerdict(folder, timestamp, authority.root);
      expect(verdict.status, verdict.text).toBe(0);
    }
    const report = validate(file, { anchors, at: new Date(start) });
    expect(report.signatures.map(({ level }) => level)).toEqual(Array(signers).fill('B-LTA'));
    expect(report.timestamps.map(({ ok }) => ok)).toEqual(Array(renewals + 1).fill(true));
    for (const { changesAfter } of report.signatures)
      expect(changesAfter.every(({ allowed }) => allowed)).toBe(true);
    expect(examine(file).refusals).toEqual([]);
  },
);

test('the timestamp in a signature is of the signature value, for openssl too', async () => {
  const [signature] = extractSignatures(await longLived(samplePdf(), { signers: 1, renewals: 0 }));
  const { cms } = signature ?? { cms: Buffer.alloc(0) };
  write('cms.der', cms);
  const parsed = run('openssl', ['asn1parse', '-inform', 'DER', '-in', at('cms.der')]).text;
  const lines = parsed.split('\n');
  const token = lines.findIndex((line) => line.includes('id-smime-aa-timeStampToken'));
  expect(token, parsed).toBeGreaterThan(0);
  const placeOf = (line = ''): [number, number, number] => {
    const [, offset = 0, header = 0, length = 0] =
      /^ *(\d+):d=\d+ +hl=(\d+) +l= *(\d+)/.exec(line)?.map(Number) ?? [];
    return [offset, header, length];
  };
  const [valueAt, valueHeader, valueLength] = placeOf(
    lines.slice(0, token).findLast((line) => line.includes('OCTET STRING')),
  );
  const [tokenAt, tokenHeader, tokenLength] = placeOf(lines[token + 2]);
  const value = cms.subarray(valueAt + valueHeader, valueAt + valueHeader + valueLength);
  const stamp = { byteRange: [], cms: cms.subarray(tokenAt, tokenAt + tokenHeader + tokenLength) };
  const verdict = opensslTimestampVerdict(folder, { ...stamp, signedBytes: value }, authority.root);
  expect(verdict.status, verdict.text).toBe(0);
  const other = createHash('sha256').update(value).digest();
  const wrong = opensslTimestampVerdict(folder, { ...stamp, signedBytes: other }, authority.root);
  expect(wrong.status).not.toBe(0);
});
