import { type CertificatePurpose, checkPath, type PathResult } from '../certificates/check-path.ts';
import type { Certificate } from '../certificates/parse-certificate.ts';
import type { Crl } from './read-crl.ts';
import type { OcspResponse } from './read-ocsp.ts';
import { type RevocationStatus, revocationStatus } from './revocation-status.ts';

/** Everything at hand to judge certificates with. */
export interface Evidence {
  /** Certificates that may stand between a signer and an anchor. */
  readonly pool: readonly Certificate[];
  readonly anchors: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocsps: readonly OcspResponse[];
}

export interface ProvenPath extends PathResult {
  readonly at: Date;
  /** `good` when the status of every certificate below the anchor at that time is proven. */
  readonly revocation: 'good' | 'revoked' | 'unknown';
  /** The certificates of which nothing is proven, each with its issuer. */
  readonly open: readonly { readonly certificate: Certificate; readonly issuer: Certificate }[];
  /** DER of the lists and answers that prove it. */
  readonly evidence: readonly Uint8Array[];
}

export interface PathQuery {
  readonly certificate: Certificate;
  readonly purpose: CertificatePurpose;
  /** The time at which the certificate was used, as far as it is proven. */
  readonly at: Date;
}

/** The path to an anchor and the revocation of what is on it, at one time; an anchor is trusted as it is. */
export function provePath({ certificate, purpose, at }: PathQuery, evidence: Evidence): ProvenPath {
  const path = checkPath(certificate, { ...evidence, purpose, at });
  const reasons = [...path.reasons];
  const open: ProvenPath['open'][number][] = [];
  const used: Uint8Array[] = [];
  let isRevoked = false;
  for (const [index, current] of path.chain.entries()) {
    const issuer = path.chain[index + 1];
    if (!issuer) break;
    const found: RevocationStatus = revocationStatus({ certificate: current, issuer, at }, evidence);
    if (found.status === 'unknown') open.push({ certificate: current, issuer });
    else used.push(found.evidence);
    if (found.status !== 'revoked') continue;
    isRevoked = true;
    const who = current.commonName ?? 'an unnamed holder';
    reasons.push(`The certificate of ${who} was revoked on ${found.revokedAt.toISOString()}.`);
  }
  // Without an anchor nothing of the path is worth a proof.
  const isProven = path.ok && open.length === 0;
  const revocation = isRevoked ? 'revoked' : isProven ? 'good' : 'unknown';
  return { ok: reasons.length === 0, reasons, chain: path.chain, at, revocation, open, evidence: used };
}
