import { createHash } from 'node:crypto';
import { augment, bytesSource, createSigningJob, prepareDocument, signPdf } from '@paraph/pades';
import { beforeAll, describe, expect, test } from 'vitest';
import { PdfDocument } from '../../../pades/src/pdf/document.ts';
import { RevisionWriter } from '../../../pades/src/pdf/revision-writer.ts';
import { type SampleAuthority, sampleAuthority } from '../../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../../pades/src/testing/sample-pdf.ts';
import { sampleRevocation } from '../../../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../../../pades/src/testing/sample-timestamping.ts';
import { taggedPdf } from '../../../pades/src/testing/tagged-pdf.ts';
import { checkSeal } from './check-seal.ts';

type CheckDeps = Parameters<typeof checkSeal>[0];
type Seal = Parameters<typeof checkSeal>[1];
interface Sample {
  bytes: Buffer;
  original?: Buffer;
  originalSize?: number;
  fieldName?: string;
  certificate?: Uint8Array;
}

const now = () => new Date('2026-11-21T14:05:00Z');
const authority = sampleAuthority();
const original = samplePdf();
let certificate: Uint8Array;
let sealed: Buffer;

/** The sample, signed in the field `Ann` and raised to a level. */
async function seal(level: 'B-T' | 'B-LTA', upload = original): Promise<Buffer> {
  const anchors = [authority.root];
  const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
  const revocation = sampleRevocation(authority, now);
  const job = createSigningJob(upload);
  const rect = [50, 50, 200, 100] as const;
  const signer = authority.signer('Ann');
  [certificate = new Uint8Array()] = signer.certificates;
  const tails = [job.prepareDocument({ signatureFields: [{ name: 'Ann', page: 0, rect }] })];
  tails.push(await job.sign({ fieldName: 'Ann', name: 'Ann', appearance: null, signingTime: now() }, signer));
  const fieldNames = ['Ann'];
  tails.push(...(await augment(job, level, { timestamping, revocation, anchors, fieldNames })));
  return Buffer.concat([upload, ...tails]);
}

function check(sample: Sample, root: SampleAuthority = authority): string | null {
  const deps = {
    authority: { root: { certificate: Buffer.from(root.root) }, formerRoots: [] },
    clock: { now },
    config: { timestamps: { roots: [] }, hashes: { trustedUntil: {} } },
  };
  const expected = {
    fieldName: sample.fieldName ?? 'Ann',
    name: 'Ann',
    certificate: Buffer.from(sample.certificate ?? certificate),
  };
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  const continued = sha256(sample.bytes.subarray(0, original.length));
  const originalSize = sample.originalSize ?? original.length;
  const made: Seal = { source: bytesSource(sample.bytes), continued, originalSize, signatures: [expected] };
  return checkSeal(deps as unknown as CheckDeps, made, { sha256: sha256(sample.original ?? original) });
}

/** As by a preparation that writes to the structure of a file that somebody signed. */
function withChangedStructure(signed: Buffer): Buffer {
  const revision = new RevisionWriter(new PdfDocument(signed));
  const element = '<< /Type /StructElem /S /Part /P 10 0 R /K [12 0 R] >>';
  revision.put({ kind: 'ref', number: 11, generation: 0 }, element);
  return Buffer.concat([signed, revision.finish()]);
}

describe('our own check of a seal', () => {
  beforeAll(async () => {
    sealed = await seal('B-LTA');
  });

  test('finds nothing wrong with what is right', () => {
    expect(check({ bytes: sealed })).toBeNull();
  });

  test('finds a document that is not the one that was shown', () => {
    const other = Buffer.from(original);
    other[9] = (other[9] ?? 0) ^ 1;
    expect(check({ bytes: sealed, original: other })).toContain('not the file that was shown');
  });

  test('finds bytes that the last timestamp does not cover', () => {
    const longer = Buffer.concat([sealed, Buffer.from('% and more\n')]);
    expect(check({ bytes: longer })).toContain('does not cover the whole file');
  });

  test('finds a file that only opens once it is repaired', () => {
    const damaged = Buffer.from(sealed);
    const at = damaged.lastIndexOf('startxref\n') + 'startxref\n'.length;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(check({ bytes: damaged })).toContain('as viewers repair a damaged file');
  });

  test('finds that a signature is missing', () => {
    expect(check({ bytes: sealed, fieldName: 'Bob' })).toBe('the signature of Ann is missing');
  });

  test('finds a signed byte that was changed', () => {
    const changed = Buffer.from(sealed);
    const at = changed.indexOf('%PDF-1.7\n%') + 10;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(check({ bytes: changed, original: changed.subarray(0, original.length) })).toContain(
      'was changed after signing',
    );
  });

  test('finds a certificate of another authority, and one that was not issued for it', () => {
    expect(check({ bytes: sealed }, sampleAuthority())).toContain('does not lead to a trusted authority');
    expect(check({ bytes: sealed, certificate: authority.issuing })).toContain('another certificate');
  });

  test('finds what harms a signature that the upload carried', async () => {
    const pdf = taggedPdf();
    const rect = [10, 10, 40, 40] as const;
    const field = { name: 'Old', page: 0, rect };
    const prepared = Buffer.concat([pdf, prepareDocument(pdf, { signatureFields: [field] })]);
    const options = { fieldName: 'Old', name: 'Old', appearance: null, signingTime: now(), docMdp: null };
    const signer = sampleAuthority().signer('Stranger');
    const stranger = Buffer.concat([prepared, await signPdf(prepared, options, signer)]);
    const checkSealOf = async (prepared: Buffer) => {
      const bytes = await seal('B-LTA', prepared);
      return check({ bytes, original: bytes.subarray(0, original.length), originalSize: stranger.length });
    };
    expect(await checkSealOf(stranger)).toBeNull();
    expect(await checkSealOf(withChangedStructure(stranger))).toBe(
      'the earlier signature in Old would not stay as it was: changed',
    );
  });

  test('finds a level that was not reached', async () => {
    expect(check({ bytes: await seal('B-T') })).toContain('it reached B-T and not B-LTA');
  });
});
