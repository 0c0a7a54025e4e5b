import { type KeyObject, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  contextConstructed,
  contextPrimitive,
  generalizedTime,
  integer,
  namedBits,
  nullValue,
  objectIdentifier,
  octetString,
  printableString,
  retagged,
  sequence,
  setOf,
  time,
  utf8String,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type BoundTo, encodeBoundTo } from './bound-certificate.ts';
import { keyIdentifier } from './key-identifier.ts';
import { parseCertificate } from './parse-certificate.ts';
import { encodeQcStatements, type QcStatements } from './qc-statements.ts';
import {
  algorithmIdentifier,
  isSignedByKey,
  type SigningKey,
  signatureAlgorithms,
  signatureValueBytes,
} from './signer.ts';

/** `link`: the key of a root, certified by the key of its predecessor or successor (RFC 4210 §4.4). */
export type CertificateProfile = 'root' | 'link' | 'issuing' | 'signer' | 'timestamping' | 'ocsp';

export interface CertificateSubject {
  /** Any Unicode, 1 to 64 characters, as the organization (RFC 5280 appendix A.1); see {@link shortenedName}. */
  readonly commonName: string;
  /** Written to subjectAltName; a non-ASCII address as SmtpUTF8Mailbox (RFC 9598). */
  readonly email?: string;
  readonly organization?: string;
  /** Two capital letters (ISO 3166-1). */
  readonly country?: string;
  /** Tells holders of one name apart: 1 to 64 letters, digits and hyphens. */
  readonly serialNumber?: string;
}

export interface CertificateOptions {
  readonly subject: CertificateSubject;
  /** DER SubjectPublicKeyInfo, as returned by `export({ type: 'spki', format: 'der' })`. */
  readonly subjectPublicKey: Uint8Array;
  /** DER certificate of the issuer; null for a self-signed root. */
  readonly issuer: Uint8Array | null;
  /** EC P-256 or P-384, or RSA. */
  readonly issuerKey: KeyObject;
  /** 8 to 20 random bytes; the certificate holds them as a positive number. */
  readonly serial: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly profile: CertificateProfile;
  readonly crlUrl?: string;
  /** URL of an OCSP responder that knows this certificate; omit it when there is none. */
  readonly ocspUrl?: string;
  /** URL of the issuer's certificate, DER. */
  readonly issuerUrl?: string;
  readonly policyOid?: string;
  /** When the private key is used for the last time, before its certificate ends (X.509 §9.2.2.5). */
  readonly keyUsedUntil?: Date;
  /** The documents that the key may sign: validators refuse every other signature by it. */
  readonly boundTo?: BoundTo;
  /** For tests of qualified signing: who states this without being a qualified provider deceives. */
  readonly qcStatements?: QcStatements;
}

/**
 * Issues an X.509 certificate (RFC 5280) and returns its DER.
 * @throws PdfRefusal `argument` when a name, the serial or the validity is not allowed.
 */
export function createCertificate(options: CertificateOptions): Uint8Array {
  const { identifier, hash } = signatureAlgorithmOf(options.issuerKey);
  const body = certificateBody(options, identifier);
  return sequence(body, identifier, bitString(sign(hash, body, options.issuerKey)));
}

/**
 * Issues a certificate as {@link createCertificate} does, with an issuing key outside this process, as on a token.
 * @throws PdfRefusal `argument` as there; `certificate` when the signature does not verify with the issuer's key.
 */
export async function signCertificate(
  options: Omit<CertificateOptions, 'issuerKey'>,
  issuerKey: SigningKey,
): Promise<Uint8Array> {
  if (signatureAlgorithms[issuerKey.algorithm].scheme === 'rsa-pss')
    throw new PdfRefusal(
      'argument',
      'Issue with ECDSA or PKCS #1; too few validators support PSS in certificates.',
      'issuerKey',
    );
  const identifier = algorithmIdentifier(issuerKey.algorithm);
  const body = certificateBody(options, identifier);
  const signature = await issuerKey.sign(body);
  const { issuer } = options;
  const publicKey = issuer ? parseCertificate(issuer).publicKey : options.subjectPublicKey;
  const { algorithm } = issuerKey;
  if (!isSignedByKey(body, { publicKey, algorithm, signature, hash: '' }))
    throw new PdfRefusal(
      'certificate',
      'The key does not belong to the issuer; nothing was issued.',
      'issuerKey',
    );
  return sequence(body, identifier, bitString(signature));
}

/**
 * A certificate that nothing verifies, as long as the longest that {@link signCertificate} issues of these options: to
 * count the bytes of a signature before its certificate exists.
 */
export function longestCertificate(
  options: Omit<CertificateOptions, 'issuerKey'> & { readonly issuer: Uint8Array },
  algorithm: SigningKey['algorithm'],
): Uint8Array {
  const identifier = algorithmIdentifier(algorithm);
  const { publicKey } = parseCertificate(options.issuer);
  const signature = new Uint8Array(signatureValueBytes(publicKey));
  return sequence(certificateBody(options, identifier), identifier, bitString(signature));
}

function certificateBody(options: Omit<CertificateOptions, 'issuerKey'>, identifier: Uint8Array): Uint8Array {
  checkOptions(options);
  const { issuer, subject, subjectPublicKey } = options;
  const subjectName = distinguishedName(subject);
  const parent = issuer ? parseCertificate(issuer) : null;
  return sequence(
    contextConstructed(0, integer(2)),
    integer(positiveSerial(options.serial)),
    identifier,
    parent ? parent.subject : subjectName,
    sequence(time(options.notBefore), time(options.notAfter)),
    subjectName,
    subjectPublicKey,
    contextConstructed(3, sequence(...extensions(options, parent?.subjectKeyId ?? null))),
  );
}

function checkOptions(options: Omit<CertificateOptions, 'issuerKey'>): void {
  const { subject, serial, notBefore, notAfter, profile, issuer } = options;
  for (const [field, text] of Object.entries(subject)) {
    const max = field === 'email' ? EMAIL_MAX : NAME_MAX;
    if (text.length === 0 || [...text].length > max || /\p{Cc}/u.test(text))
      throw new PdfRefusal(
        'argument',
        `${field} must have 1 to ${max} characters, none of them control characters.`,
        field,
      );
  }
  if (!/^[A-Z]{2}$/.test(subject.country ?? 'XX'))
    throw new PdfRefusal('argument', 'country must be two capital letters (ISO 3166-1).', 'country');
  if (!/^[A-Za-z0-9-]+$/.test(subject.serialNumber ?? '0'))
    throw new PdfRefusal('argument', 'serialNumber must be letters, digits and hyphens.', 'serialNumber');
  if (serial.length < 8 || serial.length > 20)
    throw new PdfRefusal('argument', 'serial must have 8 to 20 random bytes.', 'serial');
  if (!(notBefore < notAfter))
    throw new PdfRefusal('argument', 'notAfter must be later than notBefore.', 'notAfter');
  if ((issuer === null) !== (profile === 'root'))
    throw new PdfRefusal(
      'argument',
      'A root is self-signed; every other certificate needs an issuer.',
      'issuer',
    );
}

/** At most 20 octets, positive, and never zero (RFC 5280 §4.1.2.2). */
function positiveSerial(random: Uint8Array): Uint8Array {
  const serial = Uint8Array.from(random);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

/** Upper bounds of RFC 5280 appendix A.1 for names in a distinguished name; addresses are in an extension. */
const NAME_MAX = 64;
const EMAIL_MAX = 320;

/** A name for a certificate, where it may have 64 characters: a longer one ends with an ellipsis. */
export function shortenedName(name: string): string {
  const characters = [...name];
  return characters.length <= NAME_MAX ? name : `${characters.slice(0, NAME_MAX - 1).join('')}…`;
}

function distinguishedName(subject: CertificateSubject): Uint8Array {
  const { commonName, organization, country, serialNumber } = subject;
  const attribute = (oid: string, value: Uint8Array): Uint8Array =>
    setOf([sequence(objectIdentifier(oid), value)]);
  return sequence(
    ...(country === undefined ? [] : [attribute(oids.countryName, printableString(country))]),
    ...(organization === undefined ? [] : [attribute(oids.organizationName, utf8String(organization))]),
    ...(serialNumber === undefined ? [] : [attribute(oids.serialNumber, printableString(serialNumber))]),
    attribute(oids.commonName, utf8String(commonName)),
  );
}

function signatureAlgorithmOf(key: KeyObject): { identifier: Uint8Array; hash: string } {
  if (key.asymmetricKeyType === 'rsa')
    return { identifier: sequence(objectIdentifier(oids.sha256WithRsa), nullValue()), hash: 'sha256' };
  if (key.asymmetricKeyType !== 'ec')
    throw new PdfRefusal('argument', 'issuerKey must be an EC or RSA key.', 'issuerKey');
  const isP384 = key.asymmetricKeyDetails?.namedCurve === 'secp384r1';
  const oid = isP384 ? oids.ecdsaWithSha384 : oids.ecdsaWithSha256;
  return { identifier: sequence(objectIdentifier(oid)), hash: isP384 ? 'sha384' : 'sha256' };
}

const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;
const KEY_CERT_SIGN = 5;
const CRL_SIGN = 6;

function extensions(
  options: Omit<CertificateOptions, 'issuerKey'>,
  authorityKeyId: Uint8Array | null,
): Uint8Array[] {
  const { profile, crlUrl, ocspUrl, issuerUrl, policyOid, qcStatements, subject, boundTo, keyUsedUntil } =
    options;
  const list = [
    ...profileExtensions(profile),
    extension(oids.subjectKeyIdentifier, octetString(keyIdentifier(options.subjectPublicKey))),
  ];
  if (authorityKeyId)
    list.push(extension(oids.authorityKeyIdentifier, sequence(contextPrimitive(0, authorityKeyId))));
  if (subject.email !== undefined)
    list.push(extension(oids.subjectAltName, sequence(mailName(subject.email))));
  if (crlUrl !== undefined) {
    const name = contextConstructed(0, contextConstructed(0, uri(crlUrl)));
    list.push(extension(oids.crlDistributionPoints, sequence(sequence(name))));
  }
  const access = [
    ...(ocspUrl === undefined ? [] : [sequence(objectIdentifier(oids.ocsp), uri(ocspUrl))]),
    ...(issuerUrl === undefined ? [] : [sequence(objectIdentifier(oids.caIssuers), uri(issuerUrl))]),
  ];
  if (access.length > 0) list.push(extension(oids.authorityInfoAccess, sequence(...access)));
  if (policyOid !== undefined)
    list.push(extension(oids.certificatePolicies, sequence(sequence(objectIdentifier(policyOid)))));
  if (keyUsedUntil !== undefined) {
    const times = [options.notBefore, keyUsedUntil].map(generalizedTime);
    const period = sequence(...times.map((each, index) => retagged(0x80 + index, each)));
    list.push(extension(oids.privateKeyUsagePeriod, period));
  }
  if (boundTo !== undefined) list.push(extension(oids.boundCertificate, encodeBoundTo(boundTo)));
  if (qcStatements !== undefined) list.push(extension(oids.qcStatements, encodeQcStatements(qcStatements)));
  return list;
}

function profileExtensions(profile: CertificateProfile): Uint8Array[] {
  const usage = (...bits: number[]): Uint8Array =>
    extension(oids.keyUsage, namedBits(bits), { critical: true });
  const authority = (...pathLength: Uint8Array[]): Uint8Array[] => [
    extension(oids.basicConstraints, sequence(boolean(true), ...pathLength), { critical: true }),
    usage(KEY_CERT_SIGN, CRL_SIGN),
  ];
  switch (profile) {
    case 'root':
    case 'link':
      // No length: EU DSS counts the link between two roots of one name, which RFC 5280 §4.2.1.9 leaves out.
      return authority();
    case 'issuing':
      return authority(integer(0));
    case 'signer':
      // NSS, and with it pdfsig, refuses documentSigning without emailProtection.
      return [
        usage(DIGITAL_SIGNATURE, NON_REPUDIATION),
        extension(
          oids.extendedKeyUsage,
          sequence(objectIdentifier(oids.documentSigning), objectIdentifier(oids.emailProtection)),
        ),
      ];
    case 'timestamping':
      // RFC 3161 §2.3: critical, and the only one.
      return [
        usage(DIGITAL_SIGNATURE),
        extension(oids.extendedKeyUsage, sequence(objectIdentifier(oids.timeStamping)), { critical: true }),
      ];
    case 'ocsp':
      // RFC 6960 §4.2.2.2.1: short-lived; clients do not check its revocation.
      return [
        usage(DIGITAL_SIGNATURE),
        extension(oids.extendedKeyUsage, sequence(objectIdentifier(oids.ocspSigning))),
        extension(oids.ocspNoCheck, nullValue()),
      ];
  }
}

function extension(
  oid: string,
  value: Uint8Array,
  options: { readonly critical?: boolean } = {},
): Uint8Array {
  const critical = options.critical === true ? [boolean(true)] : [];
  return sequence(objectIdentifier(oid), ...critical, octetString(value));
}

function mailName(email: string): Uint8Array {
  if (/^[\x21-\x7e]+$/.test(email)) return contextPrimitive(1, Buffer.from(email, 'latin1'));
  return contextConstructed(
    0,
    objectIdentifier(oids.smtpUtf8Mailbox),
    contextConstructed(0, utf8String(email)),
  );
}

function uri(url: string): Uint8Array {
  if (!/^[\x21-\x7e]+$/.test(url))
    throw new PdfRefusal('argument', 'A URL in a certificate must be ASCII.', 'url');
  return contextPrimitive(6, Buffer.from(url, 'latin1'));
}
