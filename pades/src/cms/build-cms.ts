import { createHash } from 'node:crypto';
import {
  contextConstructed,
  integer,
  objectIdentifier,
  octetString,
  retagged,
  sequence,
  setOf,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import {
  algorithmIdentifier,
  isSignedByKey,
  type SignatureAlgorithm,
  type SignatureHash,
  type SignatureProofs,
  signatureAlgorithms,
  signatureHashes,
} from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { proofAttributes } from './signature-proofs.ts';

export interface AttributeOptions {
  /** Object identifier of the content; default id-data. */
  readonly contentType?: string;
  /** SHA-256 of what the signer was shown and answered, in an attribute of our own. */
  readonly contentHash?: Uint8Array;
  /** Of the signature, by which the certificate is named too; default SHA-256. */
  readonly hash?: SignatureHash;
}

/**
 * The signed attributes of a PAdES baseline signature (EN 319 142-1 §6.3): content-type, message-digest and
 * signing-certificate-v2, without signing-time, since /M of the signature dictionary holds the claimed time.
 * DER with the tag of a SET (0x31), the form that is hashed (RFC 5652 §5.4).
 */
export function buildSignedAttributes(
  digest: Uint8Array,
  certificate: Uint8Array,
  { contentType = oids.data, contentHash, hash = 'sha256' }: AttributeOptions = {},
): Uint8Array {
  if (contentHash && contentHash.length !== 32)
    throw new PdfRefusal('argument', 'contentHash must be a SHA-256.', 'contentHash');
  const { issuer, serial } = parseCertificate(certificate);
  const named = createHash(hash).update(certificate).digest();
  // RFC 5035 §4: SHA-256 is the default hash and is left out; issuerSerial names the issuer as a directoryName.
  const algorithm = hash === 'sha256' ? [] : [sequence(objectIdentifier(signatureHashes[hash].oid))];
  const issuerSerial = sequence(sequence(contextConstructed(4, issuer)), integer(serial));
  const signingCertificate = sequence(sequence(sequence(...algorithm, octetString(named), issuerSerial)));
  return setOf([
    attribute(oids.contentType, objectIdentifier(contentType)),
    attribute(oids.messageDigest, octetString(digest)),
    attribute(oids.signingCertificateV2, signingCertificate),
    ...(contentHash ? [attribute(oids.contentHash, octetString(contentHash))] : []),
  ]);
}

export interface CmsInput {
  /** DER SET, as returned by {@link buildSignedAttributes}. */
  readonly signedAttributes: Uint8Array;
  readonly signature: Uint8Array;
  /** DER, the signer's certificate first. */
  readonly certificates: readonly Uint8Array[];
  /** Omits the certificates from the CMS (RFC 3161 §2.4.1, certReq); the first still verifies the signature. */
  readonly isWithoutCertificates?: boolean;
  readonly algorithm: SignatureAlgorithm;
  /** A timestamp token over `signature` (RFC 3161 appendix A), DER. */
  readonly signatureTimestamp?: Uint8Array;
  readonly proofs?: SignatureProofs;
  /** The encapsulated content; omit it for a detached signature. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
}

/**
 * A detached CMS SignedData with one signer (RFC 5652), DER.
 * @throws PdfRefusal `cms` when the signature does not verify, so that no file ever holds a broken signature.
 */
export function buildCms(input: CmsInput): Uint8Array {
  const { signedAttributes, signature, algorithm } = input;
  const [signerDer] = input.certificates;
  if (!signerDer) throw new PdfRefusal('certificate', 'A signature needs its certificate.', 'certificates');
  const { publicKey } = parseCertificate(signerDer);
  if (!isSignedByKey(signedAttributes, { publicKey, algorithm, signature }))
    throw new PdfRefusal(
      'cms',
      'The signature does not verify with the certificate; nothing was signed.',
      'signature',
    );
  return encodeCms(input);
}

/** As `buildCms`, without verifying: of a signature that does not exist yet, to count its bytes. */
export function encodeCms(input: CmsInput): Uint8Array {
  const { signedAttributes, signature, algorithm, content, signatureTimestamp, proofs = {} } = input;
  const unsigned = [
    ...(signatureTimestamp ? [[oids.timestampToken, signatureTimestamp] as const] : []),
    ...proofAttributes(proofs),
  ].map(([type, value]) => attribute(type, value));
  const [signerDer] = input.certificates;
  if (!signerDer) throw new PdfRefusal('certificate', 'A signature needs its certificate.', 'certificates');
  const { issuer, serial } = parseCertificate(signerDer);
  const { hash } = signatureAlgorithms[algorithm];
  // RFC 5652 §5.4: content and signed attributes are hashed by the same.
  const digestAlgorithm = sequence(objectIdentifier(signatureHashes[hash].oid));
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, integer(serial)),
    digestAlgorithm,
    retagged(0xa0, signedAttributes),
    algorithmIdentifier(algorithm),
    octetString(signature),
    ...(unsigned.length > 0 ? [retagged(0xa1, setOf(unsigned))] : []),
  );
  const certificates = input.isWithoutCertificates === true ? [] : withoutRoot(input.certificates);
  const signedData = sequence(
    // RFC 5652 §5.1: version 3 when the content type is not id-data.
    integer(content && content.type !== oids.data ? 3 : 1),
    setOf([digestAlgorithm]),
    encapsulated(content),
    ...(certificates.length > 0 ? [retagged(0xa0, setOf(certificates))] : []),
    setOf([signerInfo]),
  );
  return sequence(objectIdentifier(oids.signedData), contextConstructed(0, signedData));
}

/**
 * The certificates that a signature holds: those that lead to the root, and not the root, which a validator must have
 * from elsewhere to trust it.
 */
function withoutRoot(certificates: readonly Uint8Array[]): readonly Uint8Array[] {
  return certificates.filter((der, index) => {
    if (index === 0) return true;
    const { issuer, subject } = parseCertificate(der);
    return Buffer.compare(issuer, subject) !== 0;
  });
}

function encapsulated(content: CmsInput['content']): Uint8Array {
  if (!content) return sequence(objectIdentifier(oids.data));
  return sequence(objectIdentifier(content.type), contextConstructed(0, octetString(content.bytes)));
}

function attribute(oid: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(oid), setOf([value]));
}
