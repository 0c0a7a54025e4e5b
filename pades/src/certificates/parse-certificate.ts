import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readBitString,
  readBoolean,
  readDer,
  readInteger,
  readOid,
  readTime,
  readWholeBitString,
} from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type BoundTo, readBoundTo } from './bound-certificate.ts';
import { type QcStatements, readQcStatements } from './qc-statements.ts';

/** The fields of a certificate that path building and validation need (RFC 5280 §4.1). */
export interface Certificate {
  readonly der: Uint8Array;
  /** DER TBSCertificate, the signed part. */
  readonly body: Uint8Array;
  readonly serial: Uint8Array;
  /** DER names. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly commonName: string | null;
  readonly organization: string | null;
  readonly country: string | null;
  /** Common name of the issuer, else its organization. */
  readonly issuerName: string | null;
  readonly emails: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  readonly isAuthority: boolean;
  readonly pathLength: number | null;
  /** Named bits that are set, or null without the extension. */
  readonly keyUsage: ReadonlySet<number> | null;
  readonly extendedKeyUsage: readonly string[] | null;
  readonly isExtendedKeyUsageCritical: boolean;
  readonly subjectKeyId: Uint8Array | null;
  readonly authorityKeyId: Uint8Array | null;
  /** URLs for its revocation status: CRL distribution points and OCSP responders. */
  readonly crlUrls: readonly string[];
  readonly ocspUrls: readonly string[];
  /** Identifiers of the policies that it was issued under. */
  readonly policies: readonly string[];
  /** id-pkix-ocsp-nocheck: an OCSP responder whose own revocation is not checked (RFC 6960 §4.2.2.2.1). */
  readonly hasNoCheck: boolean;
  /** What the issuer states about a qualified certificate; null without the extension. */
  readonly qcStatements: QcStatements | null;
  /** The documents that its key may sign; null where it does not say. */
  readonly boundTo: BoundTo | null;
  /** Critical extensions that this engine does not process; each makes the certificate unusable (RFC 5280 §4.2). */
  readonly unknownCritical: readonly string[];
}

/** Read before: one signature needs those of its authorities some forty times. */
const certificates = new Map<string, Certificate>();
const READ_MAX = 128;
const CACHED_BYTES_MAX = 8_192;

/** Reads a DER certificate. Results are cached. @throws PdfRefusal `certificate` */
export function parseCertificate(der: Uint8Array): Certificate {
  if (der.length > CACHED_BYTES_MAX) return parse(der);
  const key = Buffer.from(der.buffer, der.byteOffset, der.length).toString('latin1');
  const cached = certificates.get(key);
  if (cached) return cached;
  // A copy, because a part of a file would keep the whole file in memory.
  const certificate = parse(Buffer.from(der));
  if (certificates.size >= READ_MAX) certificates.clear();
  certificates.set(key, certificate);
  return certificate;
}

function parse(der: Uint8Array): Certificate {
  try {
    return readCertificate(der);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new PdfRefusal('certificate', error.message);
  }
}

function readCertificate(der: Uint8Array): Certificate {
  const [body, outerAlgorithm, signature] = children(expectTag(readDer(der), derTags.sequence));
  const elements = children(expectTag(body, derTags.sequence));
  if (elements[0]?.tag === 0xa0) elements.shift();
  const [serial, innerAlgorithm, issuer, validity, subject, publicKey, ...rest] = elements;
  if (
    !body ||
    !outerAlgorithm ||
    !innerAlgorithm ||
    Buffer.compare(outerAlgorithm.whole, innerAlgorithm.whole) !== 0
  )
    throw new PdfRefusal('certificate', 'A certificate names two signature algorithms.');
  const [notBefore, notAfter] = children(expectTag(validity, derTags.sequence));
  const names = readName(expectTag(subject, derTags.sequence));
  const issuerNames = readName(expectTag(issuer, derTags.sequence));
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa3));
  return {
    der,
    body: body.whole,
    serial: expectTag(serial, derTags.integer).content,
    issuer: expectTag(issuer, derTags.sequence).whole,
    subject: expectTag(subject, derTags.sequence).whole,
    commonName: names.get(oids.commonName) ?? null,
    organization: names.get(oids.organizationName) ?? null,
    country: names.get(oids.countryName) ?? null,
    issuerName: issuerNames.get(oids.commonName) ?? issuerNames.get(oids.organizationName) ?? null,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: expectTag(publicKey, derTags.sequence).whole,
    signatureAlgorithm: readOid(children(outerAlgorithm)[0]),
    signature: readWholeBitString(signature),
    ...extensionValues(extensions),
  };
}

interface Extension {
  readonly critical: boolean;
  readonly value: Uint8Array;
}

function readExtensions(wrapper: DerElement | undefined): Map<string, Extension> {
  const extensions = new Map<string, Extension>();
  if (!wrapper) return extensions;
  for (const item of children(expectTag(children(wrapper)[0], derTags.sequence))) {
    const elements = children(item);
    const oid = readOid(elements[0]);
    const critical = elements.length > 2 && readBoolean(elements[1]);
    if (extensions.has(oid)) throw new PdfRefusal('certificate', 'A certificate has one extension twice.');
    extensions.set(oid, { critical, value: expectTag(elements.at(-1), derTags.octetString).content });
  }
  return extensions;
}

const understood: ReadonlySet<string> = new Set([
  oids.basicConstraints,
  oids.keyUsage,
  oids.extendedKeyUsage,
  oids.subjectAltName,
  oids.subjectKeyIdentifier,
  oids.authorityKeyIdentifier,
  oids.certificatePolicies,
  oids.crlDistributionPoints,
  oids.authorityInfoAccess,
  oids.ocspNoCheck,
  oids.qcStatements,
  oids.boundCertificate,
]);

function extensionValues(extensions: Map<string, Extension>) {
  const read = <Value>(oid: string, decode: (element: DerElement) => Value): Value | null => {
    const extension = extensions.get(oid);
    return extension ? decode(readDer(extension.value)) : null;
  };
  const constraints = read(oids.basicConstraints, children) ?? [];
  const isAuthority = constraints[0]?.tag === derTags.boolean && readBoolean(constraints[0]);
  return {
    isAuthority,
    pathLength: isAuthority && constraints[1] ? readInteger(constraints[1]) : null,
    keyUsage: read(oids.keyUsage, readNamedBits),
    extendedKeyUsage: read(oids.extendedKeyUsage, (element) => children(element).map(readOid)),
    isExtendedKeyUsageCritical: extensions.get(oids.extendedKeyUsage)?.critical === true,
    subjectKeyId: read(
      oids.subjectKeyIdentifier,
      (element) => expectTag(element, derTags.octetString).content,
    ),
    authorityKeyId: read(
      oids.authorityKeyIdentifier,
      (element) => children(element).find(({ tag }) => tag === 0x80)?.content ?? null,
    ),
    emails: read(oids.subjectAltName, readMails) ?? [],
    crlUrls: read(oids.crlDistributionPoints, readDistributionPoints) ?? [],
    ocspUrls: read(oids.authorityInfoAccess, readResponders) ?? [],
    policies:
      read(oids.certificatePolicies, (list) => children(list).map((each) => readOid(children(each)[0]))) ??
      [],
    hasNoCheck: extensions.has(oids.ocspNoCheck),
    qcStatements: read(oids.qcStatements, readQcStatements),
    boundTo: read(oids.boundCertificate, readBoundTo),
    unknownCritical: [...extensions]
      .filter(([oid, { critical }]) => critical && !understood.has(oid))
      .map(([oid]) => oid),
  };
}

function readNamedBits(element: DerElement): Set<number> {
  const bits = new Set<number>();
  for (const [index, byte] of readBitString(element).entries())
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(index * 8 + bit);
  return bits;
}

function readMails(element: DerElement): string[] {
  const mails: string[] = [];
  for (const name of children(element)) {
    if (name.tag === 0x81) mails.push(Buffer.from(name.content).toString('latin1'));
    if (name.tag !== 0xa0) continue;
    const [oid, value] = children(name);
    const inner = value?.tag === 0xa0 ? children(value)[0] : undefined;
    if (readOid(oid) === oids.smtpUtf8Mailbox && inner)
      mails.push(Buffer.from(inner.content).toString('utf8'));
  }
  return mails;
}

/** URLs of CRLs; other kinds of names are ignored (RFC 5280 §4.2.1.13). */
function readDistributionPoints(element: DerElement): string[] {
  const urls: string[] = [];
  for (const point of children(element)) {
    const name = children(point).find(({ tag }) => tag === 0xa0);
    if (name) urls.push(...readDistributionPointUrls(name));
  }
  return urls;
}

/** URLs of a DistributionPointName in its tag [0] (RFC 5280 §4.2.1.13). */
export function readDistributionPointUrls(name: DerElement): string[] {
  const full = children(name).find(({ tag }) => tag === 0xa0);
  return full ? children(full).flatMap(urlOf) : [];
}

function readResponders(element: DerElement): string[] {
  return children(element).flatMap((description) => {
    const [method, location] = children(description);
    return location && readOid(method) === oids.ocsp ? urlOf(location) : [];
  });
}

function urlOf({ tag, content }: DerElement): string[] {
  return tag === 0x86 ? [Buffer.from(content).toString('latin1')] : [];
}

/** Attributes of a distinguished name by type; the last of a type counts. */
function readName(name: DerElement): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const relative of children(name))
    for (const attribute of children(relative)) {
      const [oid, value] = children(attribute);
      if (value) attributes.set(readOid(oid), decodeText(value));
    }
  return attributes;
}

function decodeText({ tag, content }: DerElement): string {
  if (tag === 0x1e) return new TextDecoder('utf-16be').decode(content);
  return Buffer.from(content).toString(tag === 0x0c ? 'utf8' : 'latin1');
}
