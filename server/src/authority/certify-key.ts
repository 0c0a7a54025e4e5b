import { type PolicyName, SIGNER_POLICIES } from '@paraph/domain';
import {
  type CertificateOptions,
  longestCertificate,
  parseCertificate,
  shortenedName,
  signCertificate,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { newSerial } from '../platform/ids.ts';
import type { Authority } from './open-authority.ts';

export interface CertifiedKey {
  /** Hexadecimal. */
  serial: string;
  subject: string;
  der: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

export interface CertifiedPerson {
  name: string;
  email: string;
  organization?: string;
}

// The key is used once and forgotten, with a timestamp at once; a page that holds it has ten minutes.
const LIFE_MS = 15 * 60_000;
const SKEW_MS = 3_600_000;

export interface KeyToCertify {
  person: CertifiedPerson;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  /** How the person was identified; null for the seal of an organization, which is no person. */
  policy: PolicyName | null;
}

/** Certifies a public key, DER SubjectPublicKeyInfo, whose private key this function never sees. */
export async function certifyKey(
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  authority: Authority,
  { person, publicKey, policy }: KeyToCertify,
): Promise<CertifiedKey> {
  const now = deps.clock.now();
  const options = optionsOf(authority, person, {
    publicKey,
    policyOid: policy === null ? null : SIGNER_POLICIES[policy],
    holderNumber: holderNumber(deps, person.email),
    serial: newSerial(deps.ids, now),
    now,
  });
  const der = Buffer.from(await signCertificate(options, authority.issuing.signer));
  // As encoded in the certificate, where it is made positive: OCSP requests contain that number.
  const serial = Buffer.from(parseCertificate(der).serial).toString('hex');
  return { serial, subject: person.name, der, issuedAt: now, expiresAt: options.notAfter };
}

interface CertifiedDetails extends Pick<KeyToCertify, 'publicKey'>, Pick<CertificateOptions, 'serial'> {
  policyOid: string | null;
  holderNumber: string;
  now: Date;
}

function optionsOf(
  { issuing, urls }: Pick<Authority, 'issuing' | 'urls'>,
  { name, email, organization }: CertifiedPerson,
  { publicKey, policyOid, holderNumber: serialNumber, serial, now }: CertifiedDetails,
): Omit<CertificateOptions, 'issuerKey'> & { issuer: Buffer } {
  const { country } = parseCertificate(issuing.certificate);
  const ofOrganization = organization ? { organization: shortenedName(organization) } : {};
  const ofCountry = country === null ? {} : { country };
  return {
    subject: { commonName: shortenedName(name), email, serialNumber, ...ofOrganization, ...ofCountry },
    subjectPublicKey: publicKey,
    issuer: issuing.certificate,
    serial,
    notBefore: new Date(now.getTime() - SKEW_MS),
    notAfter: new Date(now.getTime() + LIFE_MS),
    profile: 'signer',
    ...urls,
    ...(policyOid === null ? {} : { policyOid }),
  };
}

/** The generator of P-256 (FIPS 186-4 D.1.2.3) as a key, DER SubjectPublicKeyInfo: with the length of every other. */
const ANY_P256_KEY = Buffer.from(
  '3059301306072a8648ce3d020106082a8648ce3d03010703420004' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
);
const [LONGEST_POLICY = ''] = Object.values(SIGNER_POLICIES).sort((a, b) => b.length - a.length);

/** A certificate as long as the longest that `certifyKey` issues to a person for a key on P-256, whatever its policy. */
export function longestCertificateOf(
  authority: Pick<Authority, 'issuing' | 'urls'>,
  person: CertifiedPerson,
  now: Date,
): Uint8Array {
  const details = {
    publicKey: ANY_P256_KEY,
    policyOid: LONGEST_POLICY,
    holderNumber: '0'.repeat(HOLDER_NUMBER_LENGTH),
    serial: new Uint8Array(SERIAL_BYTES),
    now,
  };
  return longestCertificate(optionsOf(authority, person, details), authority.issuing.signer.algorithm);
}

/** As many bytes as `newSerial` has. */
const SERIAL_BYTES = 16;
const HOLDER_NUMBER_LENGTH = 16;

/** The certificate with its issuers, as a signature holds them. */
export function chainOf(authority: Authority, { der }: Pick<CertifiedKey, 'der'>): Buffer[] {
  return [der, ...issuersOf(authority)];
}

/** The root last; those who trust a predecessor need the links to it. */
export function issuersOf({ issuing, root, links }: Pick<Authority, 'issuing' | 'links' | 'root'>): Buffer[] {
  return [issuing.certificate, ...links.map(({ newWithOld }) => newWithOld), root.certificate];
}

/**
 * Tells people of one name apart: the same in every certificate of an address by this authority, and unrelated to the
 * numbers of others.
 */
function holderNumber({ vault }: Pick<Deps, 'vault'>, email: string): string {
  const digest = vault.derive('certificate-holder', email.toLowerCase());
  return digest.toString('hex').slice(0, HOLDER_NUMBER_LENGTH);
}
