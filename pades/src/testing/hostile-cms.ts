import { createHash, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import {
  contextConstructed,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  retagged,
  sequence,
  setOf,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { embedContents } from '../sign/contents-placeholder.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import type { SubIndication } from '../validate/indication.ts';
import { authority, start } from './level-fixture.ts';
import { certificateOf } from './sample-authority.ts';
import { samplePdf } from './sample-pdf.ts';
import { withFields } from './signed-pdf.ts';

/** A forged CMS; every part can be malformed. */
export interface CmsRow {
  readonly made: string;
  readonly oddities: (made: Made) => Partial<CmsOddities>;
  /** Expected problem of the signature or its certificate. */
  readonly broken?: string;
  readonly untrusted?: string;
  /** Expected state where it is not `changed`. */
  readonly state?: 'weak' | 'unknown';
  readonly sub: SubIndication;
}

interface Made {
  /** Digest of the signed bytes. */
  readonly digest: Uint8Array;
  readonly digestBy: (hash: string) => Uint8Array;
}

interface CmsOddities {
  readonly certificate: Uint8Array;
  readonly key: KeyObject;
  readonly certificates: readonly Uint8Array[];
  readonly hash: string;
  readonly hashOid: string;
  readonly algorithm: string;
  readonly contentType: string;
  readonly content: Uint8Array | null;
  /** Each an attribute. */
  readonly attributes: readonly Uint8Array[] | null;
  readonly signers: number;
  /** Changes the finished CMS. */
  readonly finish: (cms: Uint8Array) => Uint8Array;
  readonly changeAttributes: (attributes: Uint8Array) => Uint8Array;
  readonly signature: (signature: Uint8Array) => Uint8Array;
}

export const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const signerCertificate = certificateOf(authority, keys.publicKey);

export const attribute = (oid: string, ...values: readonly Uint8Array[]): Uint8Array =>
  sequence(objectIdentifier(oid), setOf(values));
export const contentTypeOf = (oid: string): Uint8Array => attribute(oids.contentType, objectIdentifier(oid));
export const digestOf = (digest: Uint8Array): Uint8Array =>
  attribute(oids.messageDigest, octetString(digest));
export const boundTo = (certificate: Uint8Array): Uint8Array => {
  const hash = createHash('sha256').update(certificate).digest();
  return attribute(oids.signingCertificateV2, sequence(sequence(sequence(octetString(hash)))));
};

/** A file with one signature that holds the CMS. */
export function signedOddly({ oddities }: Pick<CmsRow, 'oddities'>): Buffer {
  const file = withFields(samplePdf(), 'One');
  const wanted = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  const prepared = createSigningJob(file).prepare(wanted, signerCertificate);
  const whole = Buffer.concat([file, prepared.incrementalUpdate]);
  const [, holeStart, holeEnd] = prepared.byteRange;
  const digestBy = (hash: string): Uint8Array =>
    createHash(hash).update(whole.subarray(0, holeStart)).update(whole.subarray(holeEnd)).digest();
  const odd = oddities({ digest: prepared.digest, digestBy });
  return Buffer.concat([file, embedContents(prepared, cmsOf(odd, prepared.digest))]);
}

function cmsOf(odd: Partial<CmsOddities>, digest: Uint8Array): Uint8Array {
  const {
    certificate = signerCertificate,
    key = keys.privateKey,
    certificates = [certificate, authority.issuing],
  } = odd;
  const { hash = 'sha256', hashOid = oids.sha256, contentType = oids.data, content = null } = odd;
  const { issuer, serial } = parseCertificate(certificate);
  const usual = [contentTypeOf(oids.data), digestOf(digest), boundTo(certificate)];
  const listed = odd.attributes === undefined ? usual : (odd.attributes ?? []);
  const signed = setOf(listed);
  const toSign = odd.attributes === null ? Buffer.alloc(0) : signed;
  const signature = signBytes(hash, toSign, key);
  const digestAlgorithm = sequence(objectIdentifier(hashOid));
  const algorithm = odd.algorithm ?? oids.ecdsaWithSha256;
  const attributes = odd.changeAttributes?.(signed) ?? signed;
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, integer(serial)),
    digestAlgorithm,
    ...(odd.attributes === null ? [] : [retagged(0xa0, attributes)]),
    sequence(objectIdentifier(algorithm), ...(algorithm.startsWith('1.2.840.113549') ? [nullValue()] : [])),
    octetString(odd.signature?.(signature) ?? signature),
  );
  const carried = content ? [contextConstructed(0, octetString(content))] : [];
  const infos = Array.from({ length: odd.signers ?? 1 }, (_item, index) =>
    index === 0 ? signerInfo : sequence(signerInfo),
  );
  const signedData = sequence(
    integer(1),
    setOf([digestAlgorithm]),
    sequence(objectIdentifier(contentType), ...carried),
    retagged(0xa0, setOf(certificates)),
    setOf(infos),
  );
  const cms = sequence(objectIdentifier(oids.signedData), contextConstructed(0, signedData));
  return odd.finish?.(cms) ?? cms;
}
