import { createHash } from 'node:crypto';
import {
  type Arrival,
  assertPresent,
  invalid,
  type PolicyName,
  type Refusal,
  SIGNER_POLICIES,
} from '@paraph/domain';
import {
  type BoundTo,
  type CertificateOptions,
  type LogProof,
  longestCertificate,
  parseCertificate,
  shortenedName,
  signatureAlgorithms,
  signCertificate,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { newSerial, sha256 } from '../platform/ids.ts';
import { logCertificates } from '../transparency-log/integrate-leaves.ts';
import { isCertified } from './certificate-store.ts';
import type { Authority } from './open-authority.ts';

export interface CertifiedKey {
  /** Hexadecimal. */
  serial: string;
  subject: string;
  der: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

export interface LoggedKey extends CertifiedKey {
  /** That the log holds the certificate. */
  log: LogProof;
}

export interface CertifiedPerson {
  name: string;
  /** Null: of an organization whose seal no person asked for by name. */
  email: string | null;
  organization?: string;
  /** How a signer came to the session; by the mailed link where it says nothing. */
  arrival?: Arrival;
  /** What tells it apart from others of its name, where it has no address. */
  holder?: string;
}

const MINUTE_MS = 60_000;
/** A key of this service is destroyed by its one signature: the certificate may last until its document is sealed. */
export const DESTROYED_KEY_LIFE_MS = 120 * 24 * 60 * MINUTE_MS;
/** A copied key of a page is worth nothing next week; the page has ten minutes from the check. */
const OUTSIDE_KEY_LIFE_MS = 15 * MINUTE_MS;
const SKEW_MS = 3_600_000;

export interface KeyToCertify {
  person: CertifiedPerson;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  /** How the person was identified; null for the seal of an organization, which is no person. */
  policy: PolicyName | null;
  /** The documents that the key may sign, and the record of who signs them. */
  boundTo: BoundTo;
  lifeMs: number;
}

export type CertifyDeps = Pick<Deps, 'authority' | 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/**
 * Certifies public keys whose private ones this function never sees. The only way to a certificate of a signer: none
 * leaves it before the log holds it.
 *
 * @throws UnavailableFault where the log cannot take them
 */
export async function certifyKeys(deps: CertifyDeps, keys: readonly KeyToCertify[]): Promise<LoggedKey[]> {
  const certified = await Promise.all(keys.map((key) => issueFor(deps, key)));
  const proofs = await logCertificates(
    deps,
    certified.map(({ der }) => sha256(der)),
  );
  return certified.map((key, index) => ({
    ...key,
    log: assertPresent(proofs[index], 'the proof of a certificate'),
  }));
}

/**
 * Certifies a key outside the service, which could sign for as long as it exists: for one act.
 *
 * @throws Refusal `VALIDATION_ERROR` for a key that has a certificate; UnavailableFault
 */
export async function certifyOutsideKey(
  deps: CertifyDeps,
  key: Omit<KeyToCertify, 'lifeMs'>,
): Promise<LoggedKey> {
  if (await isCertified(deps.database, publicKeyHashOf(key.publicKey))) throw certifiedBefore();
  const [certified] = await certifyKeys(deps, [{ ...key, lifeMs: OUTSIDE_KEY_LIFE_MS }]);
  return assertPresent(certified, 'the certificate of a key');
}

/** By which a key is known again. */
export function publicKeyHashOf(publicKey: Uint8Array): Buffer {
  return sha256(publicKey);
}

export function certifiedBefore(): Refusal {
  return invalid({ publicKey: 'This key was certified before: make a new one for each signature.' });
}

async function issueFor(
  deps: Pick<Deps, 'authority' | 'clock' | 'ids' | 'vault'>,
  { person, publicKey, policy, boundTo, lifeMs }: KeyToCertify,
): Promise<CertifiedKey> {
  const { authority } = deps;
  const now = deps.clock.now();
  const options = optionsOf(authority, person, {
    publicKey,
    policyOid: policy === null ? null : SIGNER_POLICIES[policy],
    boundTo,
    holderNumber: holderNumber(deps, person.email ?? person.holder ?? person.name),
    serial: newSerial(deps.ids, now),
    ...{ now, lifeMs },
  });
  const der = Buffer.from(await signCertificate(options, authority.issuing.signer));
  // As encoded in the certificate, where it is made positive: OCSP requests contain that number.
  const serial = Buffer.from(parseCertificate(der).serial).toString('hex');
  return { serial, subject: person.name, der, issuedAt: now, expiresAt: options.notAfter };
}

interface CertifiedDetails
  extends Pick<KeyToCertify, 'boundTo' | 'lifeMs' | 'publicKey'>,
    Pick<CertificateOptions, 'serial'> {
  policyOid: string | null;
  holderNumber: string;
  now: Date;
}

function optionsOf(
  { issuing, urls }: Pick<Authority, 'issuing' | 'urls'>,
  { name, email, organization }: CertifiedPerson,
  { publicKey, policyOid, boundTo, holderNumber: serialNumber, serial, now, lifeMs }: CertifiedDetails,
): Omit<CertificateOptions, 'issuerKey'> & { issuer: Buffer } {
  const { country } = parseCertificate(issuing.certificate);
  const ofOrganization = organization ? { organization: shortenedName(organization) } : {};
  const address = email === null ? {} : { email };
  const ofCountry = country === null ? {} : { country };
  return {
    subject: { commonName: shortenedName(name), serialNumber, ...address, ...ofOrganization, ...ofCountry },
    subjectPublicKey: publicKey,
    issuer: issuing.certificate,
    serial,
    notBefore: new Date(now.getTime() - SKEW_MS),
    notAfter: new Date(now.getTime() + lifeMs),
    profile: 'signer',
    boundTo,
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

export interface LongestKey {
  /** How many documents its key may sign. */
  documents: number;
  hasRecord: boolean;
}

/** A certificate as long as the longest that `certifyKeys` issues to a person for a key on P-256, whatever its policy. */
export function longestCertificateOf(
  { issuing, urls }: Pick<Authority, 'issuing' | 'urls'>,
  person: CertifiedPerson,
  { documents, hasRecord, now }: LongestKey & { now: Date },
): Uint8Array {
  const hash = new Uint8Array(HASH_BYTES);
  const digest = new Uint8Array(
    createHash(signatureAlgorithms[issuing.signer.algorithm].hash).digest().length,
  );
  const details = {
    publicKey: ANY_P256_KEY,
    policyOid: LONGEST_POLICY,
    boundTo: { digests: Array(documents).fill(digest), ...(hasRecord ? { proofHash: hash } : {}) },
    holderNumber: '0'.repeat(HOLDER_NUMBER_LENGTH),
    serial: new Uint8Array(SERIAL_BYTES),
    ...{ now, lifeMs: DESTROYED_KEY_LIFE_MS },
  };
  return longestCertificate(optionsOf({ issuing, urls }, person, details), issuing.signer.algorithm);
}

/** SHA-256. */
const HASH_BYTES = 32;
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
