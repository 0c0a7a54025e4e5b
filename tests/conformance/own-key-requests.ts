import { createHash, generateKeyPairSync } from 'node:crypto';
import { integer, objectIdentifier, octetString, sequence, setOf } from '../../pades/src/asn1/der-writer.ts';
import {
  buildSignedAttributes,
  createCertificate,
  createSigningJob,
  parseCertificate,
  type SignatureOptions,
} from '../../pades/src/index.ts';
import { sampleAuthority, sampleTimes, spkiOf } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { withFields } from '../../pades/src/testing/signed-pdf.ts';
import { createOwnKey, type Shown, type SigningRequest } from '../../web/src/signing/own-key/own-key.ts';

export const authority = sampleAuthority();
export const MADE_AT = new Date('2026-11-21T14:05:00Z');
const ANA = { name: 'Ana Лин', email: 'ana@example.org' };
export const options: SignatureOptions = {
  fieldName: 'Ana',
  name: ANA.name,
  appearance: null,
  signingTime: MADE_AT,
};

export function certify(
  publicKey: Uint8Array,
  subject: { commonName?: string; email?: string; notAfter?: Date } = {},
) {
  const { commonName = ANA.name, email = ANA.email, notAfter = sampleTimes.notAfter } = subject;
  return createCertificate({
    subject: { commonName, email, serialNumber: 'a1b2' },
    subjectPublicKey: publicKey,
    issuer: authority.issuing,
    issuerKey: authority.issuingKey,
    serial: Buffer.alloc(16, commonName.length),
    notBefore: sampleTimes.notBefore,
    notAfter,
    profile: 'signer',
    crlUrl: 'https://sign.example.org/authority/crl',
  });
}

/** A file with two fields for signatures. */
export function lease(text: string): Buffer {
  return withFields(samplePdf({ catalog: `/Lang (${text})` }), 'Ana', 'Ben');
}

export const file = lease('en');

export function previewOf(before: Buffer, more: Partial<SignatureOptions> = {}) {
  const { incrementalUpdate, digest } = createSigningJob(before).prepare(
    { ...options, ...more },
    authority.issuing,
  );
  return { update: Buffer.from(incrementalUpdate), digest: Buffer.from(digest) };
}

export const preview = previewOf(file);

export function shownAs(bytes: Uint8Array, sizeBefore = file.length): Shown {
  const documents = [{ documentId: 7, bytes, sizeBefore }];
  return { documents, ...ANA, madeAtMs: MADE_AT.getTime(), nowMs: MADE_AT.getTime() + 20_000 };
}

export const drawn = Buffer.concat([file, preview.update]);

export type Made = Awaited<ReturnType<typeof honest>>;

/** An honest server, and what the page has shown. */
export async function honest() {
  const key = await createOwnKey();
  const certificate = certify(key.publicKey);
  const attributes = buildSignedAttributes(preview.digest, certificate);
  return { key, certificate, attributes, shown: shownAs(drawn) };
}

export const requestOf = ({
  certificate,
  attributes,
}: Pick<Made, 'attributes' | 'certificate'>): SigningRequest => ({
  certificate,
  documents: [{ documentId: 7, signedAttributes: attributes }],
});

export const oids = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  sha1: '1.3.14.3.2.26',
  sha512: '2.16.840.1.101.3.4.2.3',
};

export const attribute = (oid: string, ...values: Uint8Array[]) =>
  sequence(objectIdentifier(oid), setOf(values));

/** Signed attributes of any form. */
export function attributesOf(
  certificate: Uint8Array,
  parts: {
    type?: string;
    digest?: Uint8Array;
    bound?: Uint8Array;
    more?: Uint8Array[];
  } = {},
): Uint8Array {
  const { type = oids.data, digest = preview.digest, bound = boundTo(certificate), more = [] } = parts;
  return setOf([
    attribute(oids.contentType, objectIdentifier(type)),
    attribute(oids.messageDigest, octetString(digest)),
    attribute(oids.signingCertificate, bound),
    ...more,
  ]);
}

export function essCertificate(certificate: Uint8Array, algorithm: string | null = null): Uint8Array {
  const { issuer, serial } = parseCertificate(certificate);
  const name = algorithm === oids.sha1 ? 'sha1' : algorithm === oids.sha512 ? 'sha512' : 'sha256';
  const hash = createHash(name).update(certificate).digest();
  const general = Buffer.concat([Buffer.from([0xa4, issuer.length]), issuer]);
  return sequence(
    ...(algorithm === null ? [] : [sequence(objectIdentifier(algorithm))]),
    octetString(hash),
    sequence(sequence(general), integer(serial)),
  );
}

export function boundTo(certificate: Uint8Array, algorithm: string | null = null): Uint8Array {
  return sequence(sequence(essCertificate(certificate, algorithm)));
}

export const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const otherSpki = spkiOf(other.publicKey);
