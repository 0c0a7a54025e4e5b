import { type CertificatePurpose, checkPath, type PathResult } from '../certificates/check-path.ts';
import type { Certificate } from '../certificates/parse-certificate.ts';
import type { Crl } from './read-crl.ts';
import type { OcspResponse } from './read-ocsp.ts';
import { type RevocationStatus, revocationStatus } from './revocation-status.ts';

/** Data for validating certificates: candidates, trust anchors, CRLs and OCSP responses. */
export interface Evidence {
  /** Candidate intermediate certificates. */
  readonly pool: readonly Certificate[];
  readonly anchors: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocsps: readonly OcspResponse[];
}

export interface ProvenPath extends PathResult {
  readonly at: Date;
  /** `good` when every certificate below the anchor is proven not to have been revoked at that time. */
  readonly revocation: 'good' | 'revoked' | 'unknown';
  /** Place in the chain of the revoked certificate, 0 for the signer's; null when none is known to be revoked. */
  readonly revoked: number | null;
  /** Certificates without proof of their status, each with its issuer. */
  readonly open: readonly { readonly certificate: Certificate; readonly issuer: Certificate }[];
  /** DER of the CRLs and OCSP responses that prove the status. */
  readonly evidence: readonly Uint8Array[];
}

export interface PathQuery {
  readonly certificate: Certificate;
  readonly purpose: CertificatePurpose;
  /** Best proven time of the certificate's use. */
  readonly at: Date;
}

/** Validates the path to a trust anchor and the revocation status of every certificate below the anchor at one time. */
export function provePath({ certificate, purpose, at }: PathQuery, evidence: Evidence): ProvenPath {
  const path = checkPath(certificate, { ...evidence, purpose, at });
  const reasons = [...path.reasons];
  const open: ProvenPath['open'][number][] = [];
  const used: Uint8Array[] = [];
  let revoked: number | null = null;
  for (const [index, current] of path.chain.entries()) {
    const issuer = path.chain[index + 1];
    if (!issuer) break;
    const answer: RevocationStatus = revocationStatus({ certificate: current, issuer, at }, evidence);
    if (answer.status === 'unknown') open.push({ certificate: current, issuer });
    else used.push(answer.evidence);
    if (answer.status !== 'revoked') continue;
    revoked ??= index;
    const who = current.commonName ?? 'an unnamed holder';
    reasons.push(`The certificate of ${who} was revoked on ${answer.revokedAt.toISOString()}.`);
  }
  // Without a trust anchor the status proves nothing.
  const isProven = path.ok && open.length === 0;
  const revocation = revoked !== null ? 'revoked' : isProven ? 'good' : 'unknown';
  const { chain, isAnchored } = path;
  return {
    ok: reasons.length === 0,
    isAnchored,
    reasons,
    chain,
    at,
    revocation,
    revoked,
    open,
    evidence: used,
  };
}
