import { oids } from '../asn1/oids.ts';
import type { Certificate } from './parse-certificate.ts';
import { checkSignatureValue } from './verify-algorithm.ts';

export interface PathResult {
  /** True when a path to a trust anchor exists and every certificate on it permits this use. */
  readonly ok: boolean;
  /** Whether the chain ends at a trust anchor. */
  readonly isAnchored: boolean;
  /** Sentences for users; empty when `ok`. */
  readonly reasons: readonly string[];
  /** The signer's certificate first, then its issuers as far as they were found. */
  readonly chain: readonly Certificate[];
}

export interface PathOptions {
  /** Candidate intermediate certificates, as found in the signature or the file. */
  readonly pool: readonly Certificate[];
  readonly anchors: readonly Certificate[];
  /** Every certificate must be valid at this time. */
  readonly at: Date;
  /** How the certificate was used; default `document`. */
  readonly purpose?: CertificatePurpose;
}

export type CertificatePurpose = 'document' | 'timestamp' | 'ocsp';

const PATH_MAX = 8;
const KEY_CERT_SIGN = 5;
const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;

/** Extended key usages that permit signing documents; the last two predate RFC 9336. */
const signingUses: ReadonlySet<string> = new Set([
  oids.documentSigning,
  oids.emailProtection,
  '2.5.29.37.0',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);

const purposeChecks: Record<CertificatePurpose, (certificate: Certificate) => string[]> = {
  document: checkSignerUsage,
  timestamp: checkTimestampingUsage,
  ocsp: checkResponderUsage,
};

/** Builds and validates the path from a signer to a trust anchor (RFC 5280 §6.1 without policies and revocation). */
export function checkPath(signer: Certificate, options: PathOptions): PathResult {
  const chain = buildChain(signer, options);
  const reasons: string[] = [];
  const top = chain.at(-1);
  const isAnchored = top !== undefined && isAmong(top, options.anchors);
  if (!isAnchored) reasons.push('Its certificate does not lead to a trusted authority.');
  for (const [index, certificate] of chain.entries()) {
    const who = nameOf(certificate);
    const { notBefore, notAfter, unknownCritical } = certificate;
    // RFC 5280 §6.1: no beginning of an anchor is asked for, and a younger root vouches for the key of its predecessor.
    const begins = isAnchored && certificate === top ? new Date(0) : notBefore;
    if (options.at < begins || options.at > notAfter)
      reasons.push(`The certificate of ${who} was not valid at the time.`);
    if (unknownCritical.length > 0)
      reasons.push(
        `The certificate of ${who} has a rule that is not understood (${unknownCritical.join(', ')}).`,
      );
    // RFC 5280 §4.2.1.9: a certificate of an authority for its own next key does not count.
    const below = chain.slice(1, index).filter((each) => !isSelfIssued(each)).length;
    if (index > 0) reasons.push(...checkIssuer(certificate, below));
  }
  reasons.push(...purposeChecks[options.purpose ?? 'document'](signer));
  return { ok: reasons.length === 0, isAnchored, reasons, chain };
}

/** Follows the issuers whose signatures verify, up to a trust anchor or the last one found. */
function buildChain(signer: Certificate, { pool, anchors }: PathOptions): Certificate[] {
  const chain = [signer];
  for (let last: Certificate = signer; chain.length < PATH_MAX && !isAmong(last, anchors); ) {
    const current: Certificate = last;
    const issuers = [...anchors, ...pool].filter(
      (candidate) =>
        sameBytes(candidate.subject, current.issuer) &&
        !isAmong(candidate, chain) &&
        hasIssued(candidate, current),
    );
    // A root that is not trusted ends the path; the same key certified by another root may lead on.
    const issuer = issuers.find((each) => isAmong(each, anchors) || !isSelfSigned(each)) ?? issuers[0];
    if (!issuer) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

function isSelfIssued({ subject, issuer }: Certificate): boolean {
  return sameBytes(subject, issuer);
}

/** By its own key, not by that of a root of the same name. */
export function isSelfSigned(certificate: Certificate): boolean {
  const { authorityKeyId, subjectKeyId } = certificate;
  const isOtherKey = authorityKeyId && subjectKeyId && !sameBytes(authorityKeyId, subjectKeyId);
  return isSelfIssued(certificate) && !isOtherKey;
}

/** By certificate and issuer: to look the value up among those verified takes a hash over all of it. */
const verdicts = new WeakMap<Certificate, WeakMap<Certificate, boolean>>();

export function hasIssued(issuer: Certificate, certificate: Certificate): boolean {
  const verdictsOfIssuer = verdicts.get(certificate) ?? new WeakMap<Certificate, boolean>();
  verdicts.set(certificate, verdictsOfIssuer);
  const verdict = verdictsOfIssuer.get(issuer) ?? isIssuedBy(issuer, certificate);
  verdictsOfIssuer.set(issuer, verdict);
  return verdict;
}

function isIssuedBy(issuer: Certificate, certificate: Certificate): boolean {
  const { authorityKeyId } = certificate;
  if (authorityKeyId && issuer.subjectKeyId && !sameBytes(authorityKeyId, issuer.subjectKeyId)) return false;
  const problem = checkSignatureValue({
    algorithm: certificate.signatureAlgorithm,
    hash: '',
    publicKey: issuer.publicKey,
    data: certificate.body,
    signature: certificate.signature,
  });
  return problem === null;
}

function checkIssuer(certificate: Certificate, below: number): string[] {
  const who = nameOf(certificate);
  const problems: string[] = [];
  if (!certificate.isAuthority || certificate.keyUsage?.has(KEY_CERT_SIGN) === false)
    problems.push(`${who} may not issue certificates.`);
  if (certificate.pathLength !== null && below > certificate.pathLength)
    problems.push(`${who} may not have that many authorities below it.`);
  return problems;
}

function checkSignerUsage({ keyUsage, extendedKeyUsage, isAuthority }: Certificate): string[] {
  const problems: string[] = [];
  if (isAuthority) problems.push('The signer used the certificate of an authority.');
  if (keyUsage && !keyUsage.has(DIGITAL_SIGNATURE) && !keyUsage.has(NON_REPUDIATION))
    problems.push('The certificate is not meant for signing.');
  if (extendedKeyUsage && !extendedKeyUsage.some((use) => signingUses.has(use)))
    problems.push('The certificate is not meant for signing documents.');
  return problems;
}

/** RFC 3161 §2.3: one extended key usage, critical. */
function checkTimestampingUsage(certificate: Certificate): string[] {
  const { extendedKeyUsage, isExtendedKeyUsageCritical, isAuthority, keyUsage } = certificate;
  const isSole = extendedKeyUsage?.length === 1 && extendedKeyUsage[0] === oids.timeStamping;
  const maySign = !keyUsage || keyUsage.has(DIGITAL_SIGNATURE) || keyUsage.has(NON_REPUDIATION);
  return isSole && isExtendedKeyUsageCritical && maySign && !isAuthority
    ? []
    : ['The certificate is not meant for timestamps and nothing else.'];
}

function checkResponderUsage({ extendedKeyUsage }: Certificate): string[] {
  return extendedKeyUsage?.includes(oids.ocspSigning)
    ? []
    : ['The certificate is not meant for answers about revocation.'];
}

function nameOf({ commonName }: Certificate): string {
  return commonName ?? 'an unnamed holder';
}

function isAmong(certificate: Certificate, list: readonly Certificate[]): boolean {
  return list.some(({ der }) => sameBytes(der, certificate.der));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
