import { withDefiniteLengths } from '../asn1/definite-lengths.ts';
import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readDer,
  readInteger,
  readOid,
} from '../asn1/der-reader.ts';
import { retagged } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A parsed CMS SignedData with one signer (RFC 5652). */
export interface ReadCms {
  readonly certificates: readonly Certificate[];
  /** The certificate that SignerInfo names; null when it is not among `certificates`. */
  readonly signer: Certificate | null;
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  /** DER with the tag of a SET, the form that is hashed (RFC 5652 §5.4); null without signed attributes. */
  readonly signedAttributes: Uint8Array | null;
  /** Values of the signed attributes by type; a type that occurs twice is refused. */
  readonly attributes: ReadonlyMap<string, readonly DerElement[]>;
  readonly isDetached: boolean;
  /** eContentType, and eContent when the signature is not detached. */
  readonly contentType: string;
  readonly content: Uint8Array | null;
  /** Values of the unsigned attributes by type. */
  readonly unsignedAttributes: ReadonlyMap<string, readonly DerElement[]>;
}

/** Parses the CMS at the start of /Contents; only zeros may follow it. @throws PdfRefusal `cms` */
export function readCms(contents: Uint8Array): ReadCms {
  const { der, end } = withDefiniteLengths(contents);
  if (contents.subarray(end).some((byte) => byte !== 0)) throw malformed('bytes follow it');
  const outer = readDer(der);
  const [contentType, wrapper, ...more] = children(expectTag(outer, derTags.sequence));
  if (readOid(contentType) !== oids.signedData) throw malformed('it is not SignedData');
  const [wrapped, ...surplus] = children(expectTag(wrapper, 0xa0));
  if (more.length + surplus.length > 0) throw malformed('it has extra elements');
  const signedData = children(expectTag(wrapped, derTags.sequence));
  const encapsulated = children(expectTag(signedData[2], derTags.sequence));
  const certificates = readCertificates(signedData.find(({ tag }) => tag === 0xa0));
  const signers = children(expectTag(signedData.at(-1), derTags.set));
  const [signerInfo] = signers;
  if (!signerInfo || signers.length !== 1) throw malformed('it must have exactly one signer');
  const signer = readSigner(signerInfo, certificates);
  checkFrame(signedData, signer.digestAlgorithm);
  const [encapsulatedContent] = encapsulated[1] ? children(expectTag(encapsulated[1], 0xa0)) : [];
  return {
    certificates,
    isDetached: encapsulated.length === 1,
    contentType: readOid(encapsulated[0]),
    content: encapsulatedContent ? expectTag(encapsulatedContent, derTags.octetString).content : null,
    ...signer,
  };
}

/** Checks the fields that the signature does not cover, so that no byte of the CMS can be changed unnoticed. */
function checkFrame(signedData: readonly DerElement[], used: string): void {
  const [version, algorithms, , ...rest] = signedData;
  const isInOrder = /^(a0)?(a1)?31$/.test(rest.map(({ tag }) => tag.toString(16)).join(''));
  if (!isInOrder) throw malformed('it has extra elements');
  if (![1, 3, 4, 5].includes(readInteger(version))) throw malformed('it has an unknown version');
  const listed = children(expectTag(algorithms, derTags.set)).map(algorithmOf);
  if (!listed.includes(used)) throw malformed('it does not list its hash algorithm');
}

/** Object identifier of an AlgorithmIdentifier (RFC 5280 §4.1.1.2). */
function algorithmOf(element: DerElement | undefined): string {
  return readOid(children(expectTag(element, derTags.sequence))[0]);
}

function readCertificates(set: DerElement | undefined): Certificate[] {
  if (!set) return [];
  return children(set)
    .filter(({ tag }) => tag === derTags.sequence)
    .map(({ whole }) => parseCertificate(whole));
}

function readSigner(signerInfo: DerElement, certificates: readonly Certificate[]) {
  const [version, identifier, digest, ...rest] = children(expectTag(signerInfo, derTags.sequence));
  if (![1, 3].includes(readInteger(version))) throw malformed('it has an unknown version');
  const certificateSet = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  const [algorithm, signature, unsigned, ...more] = rest;
  if (more.length > 0 || (unsigned && unsigned.tag !== 0xa1)) throw malformed('it has extra elements');
  return {
    signer: findSigner(identifier, certificates),
    digestAlgorithm: algorithmOf(digest),
    signatureAlgorithm: algorithmOf(algorithm),
    signature: expectTag(signature, derTags.octetString).content,
    signedAttributes: certificateSet ? retagged(derTags.set, certificateSet.whole) : null,
    attributes: certificateSet ? readAttributes(certificateSet) : new Map<string, DerElement[]>(),
    unsignedAttributes: unsigned ? readAttributes(unsigned) : new Map<string, DerElement[]>(),
  };
}

/** Finds the signer's certificate by issuer and serial number or by subject key identifier (RFC 5652 §5.3). */
function findSigner(
  identifier: DerElement | undefined,
  certificates: readonly Certificate[],
): Certificate | null {
  if (identifier?.tag === 0x80)
    return (
      certificates.find(({ subjectKeyId }) => subjectKeyId && sameBytes(subjectKeyId, identifier.content)) ??
      null
    );
  const [issuer, serial] = children(expectTag(identifier, derTags.sequence));
  const match = certificates.find(
    (certificate) =>
      issuer &&
      sameBytes(certificate.issuer, issuer.whole) &&
      sameBytes(certificate.serial, expectTag(serial, derTags.integer).content),
  );
  return match ?? null;
}

function readAttributes(attributeSet: DerElement): Map<string, DerElement[]> {
  const attributes = new Map<string, DerElement[]>();
  for (const attribute of children(attributeSet)) {
    const [type, values] = children(expectTag(attribute, derTags.sequence));
    const oid = readOid(type);
    if (attributes.has(oid)) throw malformed('an attribute occurs twice');
    attributes.set(oid, children(expectTag(values, derTags.set)));
  }
  return attributes;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function malformed(problem: string): PdfRefusal {
  return new PdfRefusal('cms', `The signature is malformed: ${problem}.`);
}
