import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generalizedTime, integer, objectIdentifier, octetString, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import type { Signer } from '../certificates/signer.ts';
import { buildCms, buildSignedAttributes } from '../cms/build-cms.ts';
import { embedContents } from '../sign/contents-placeholder.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { anchors, authority, later, start, timestamper, YEAR } from '../testing/level-fixture.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn, withFields } from '../testing/signed-pdf.ts';
import { validate } from './validate.ts';

/** A timestamp as an authority writes it that does what it should not. */
interface TokenOddities {
  readonly by: Signer;
  readonly time: Date;
  readonly hash: string;
  readonly hashOid: string;
  /** Of what is stamped; left out: of what should be. */
  readonly stamped: Uint8Array;
  readonly contentType: string;
  readonly isWithoutCertificates: boolean;
  readonly changed: (token: Uint8Array) => Uint8Array;
}

type TokenRow = [made: string, odd: Partial<TokenOddities>, says: string];

const changed = (token: Uint8Array): Uint8Array => {
  const copy = Buffer.from(token);
  const offset = copy.indexOf('20261121140500Z');
  copy[offset + 3] = 0x35;
  return copy;
};

const rows: readonly TokenRow[] = [
  ['of other data', { stamped: Buffer.from('other') }, 'The timestamp is of other data than this.'],
  [
    'by SHA-1',
    { hash: 'sha1', hashOid: oids.sha1 },
    'The hash algorithm of the timestamp (1.3.14.3.2.26) is not accepted.',
  ],
  [
    'by a certificate that is for signing documents',
    { by: authority.signer('Ana') },
    'The certificate is not meant for timestamps and nothing else.',
  ],
  [
    'by a certificate that had run out',
    { by: authority.timestamper({ notAfter: later(-60) }) },
    'The certificate of Sample Time was not valid at the time.',
  ],
  [
    'of a time before the certificate',
    { time: later(-2 * YEAR) },
    'The certificate of Sample Time was not valid at the time.',
  ],
  [
    'by an authority that is not trusted',
    { by: sampleAuthority().timestamper() },
    'Its certificate does not lead to a trusted authority.',
  ],
  [
    'without a certificate',
    { isWithoutCertificates: true },
    'The certificate of the signer is not in the signature.',
  ],
  ['that is no timestamp', { contentType: oids.data }, 'it holds no time'],
  ['that is nothing', { changed: () => sequence() }, 'malformed'],
  ['whose time was changed', { changed }, 'The signed part of the file was changed'],
];

async function tokenOf(data: (hash: string) => Uint8Array, odd: Partial<TokenOddities>): Promise<Uint8Array> {
  const { by = timestamper, time = start, hash = 'sha256', hashOid = oids.sha256 } = odd;
  const { contentType = oids.timestampInfo } = odd;
  const [signerDer = new Uint8Array()] = by.certificates;
  const digest = odd.stamped ? createHash(hash).update(odd.stamped).digest() : data(hash);
  const info = sequence(
    integer(1),
    objectIdentifier('1.3.6.1.4.1.99999.1.1'),
    sequence(sequence(objectIdentifier(hashOid)), octetString(digest)),
    integer(77),
    generalizedTime(time),
  );
  const infoDigest = createHash('sha256').update(info).digest();
  const signedAttributes = buildSignedAttributes(infoDigest, signerDer, { contentType });
  const token = buildCms({
    signedAttributes,
    signature: await by.sign(signedAttributes),
    certificates: by.certificates,
    isWithoutCertificates: odd.isWithoutCertificates === true,
    algorithm: by.algorithm,
    content: { type: contentType, bytes: info },
  });
  return odd.changed?.(token) ?? token;
}

const signer = authority.signer('Ana');

/** A signature with the timestamp in it. */
async function timestampedSignature(odd: Partial<TokenOddities>): Promise<Buffer> {
  const file = withFields(samplePdf(), 'One');
  const [signerDer = new Uint8Array()] = signer.certificates;
  const wanted = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  const prepared = createSigningJob(file).prepare(wanted, signerDer);
  const { signedAttributes } = prepared;
  const signature = await signer.sign(signedAttributes);
  const token = await tokenOf((hash) => createHash(hash).update(signature).digest(), odd);
  const { certificates, algorithm } = signer;
  const cms = buildCms({ signedAttributes, signature, certificates, algorithm, signatureTimestamp: token });
  return Buffer.concat([file, embedContents(prepared, cms)]);
}

/** A signature, and the timestamp over the document. */
async function timestampedDocument(odd: Partial<TokenOddities>): Promise<Buffer> {
  const file = await signedIn(withFields(samplePdf(), 'One'), 'One', { signer });
  const prepared = createSigningJob(file).prepareTimestamp();
  const whole = Buffer.concat([file, prepared.incrementalUpdate]);
  const [, holeStart, holeEnd] = prepared.byteRange;
  const digestBy = (hash: string): Uint8Array =>
    createHash(hash).update(whole.subarray(0, holeStart)).update(whole.subarray(holeEnd)).digest();
  return Buffer.concat([file, embedContents(prepared, await tokenOf(digestBy, odd))]);
}

describe('a timestamp', () => {
  test('that is as it should be proves the time', async () => {
    const inside = validate(await timestampedSignature({}), { anchors }).signatures[0];
    expect(inside).toMatchObject({ level: 'B-T', provenTime: start, timestamp: { ok: true } });
    const { signatures, timestamps } = validate(await timestampedDocument({}), { anchors });
    expect(signatures[0]).toMatchObject({ level: 'B-T', provenTime: start });
    expect(timestamps[0]).toMatchObject({ ok: true, reasons: [] });
  });

  test.each(rows)('%s proves nothing of a signature', async (_made, odd, says) => {
    const [report] = validate(await timestampedSignature(odd), { anchors }).signatures;
    expect(report).toMatchObject({ level: 'B-B', provenTime: null, integrity: { ok: true } });
    expect(report?.timestamp?.ok ?? false).toBe(false);
    const reasons = [report?.timestampProblem ?? '', ...(report?.timestamp?.reasons ?? [])];
    expect(reasons.join(' ')).toContain(says);
  });

  test.each(rows)('%s proves nothing of a document', async (_made, odd, says) => {
    const { signatures, timestamps } = validate(await timestampedDocument(odd), { anchors });
    expect(signatures[0]).toMatchObject({ level: 'B-B', provenTime: null, integrity: { ok: true } });
    expect(timestamps[0]?.ok).toBe(false);
    expect(timestamps[0]?.reasons.join(' ')).toContain(says);
  });

  test('of one document is none of another', async () => {
    const value = /\/Contents <[0-9a-f]*>/g;
    const [here, there] = [await timestampedDocument({}), await timestampedDocument({ time: later(60) })].map(
      (pdf) => pdf.toString('latin1'),
    );
    const token = [...(there ?? '').matchAll(value)][1]?.[0] ?? '';
    const time = [...(here ?? '').matchAll(value)][1]?.[0] ?? '';
    const swapped = Buffer.from((here ?? '').replace(time, token), 'latin1');
    const { signatures, timestamps } = validate(swapped, { anchors });
    expect(timestamps[0]?.reasons).toContain('The timestamp is of other data than this.');
    expect(signatures[0]?.provenTime).toBeNull();
  });
});
