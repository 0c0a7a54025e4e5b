import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type Evidence, type ProvenPath, provePath } from './prove-path.ts';
import { readCrl } from './read-crl.ts';
import { readOcspResponse } from './read-ocsp.ts';
import type { RevocationSource } from './revocation-source.ts';

/** Why a certificate does not make a signature qualified; `words` is a sentence for people. */
export interface QualificationProblem {
  readonly code: 'anchor' | 'compliance' | 'device' | 'revoked' | 'type' | 'validity';
  readonly words: string;
}

export interface QualificationQuery {
  /** DER: the holder's certificate, then its issuers. */
  readonly certificates: readonly Uint8Array[];
  /** DER trust anchors of providers that may issue qualified certificates. */
  readonly anchors: readonly Uint8Array[];
  readonly at: Date;
  /** Default: signatures of natural persons. */
  readonly purpose?: QualifiedPurpose;
}

/** Signatures are of natural persons, seals of legal ones (eIDAS Art. 3 (9), (24)). */
export type QualifiedPurpose = 'seal' | 'signature';

export interface Qualification {
  /** Empty for a certificate that makes a signature qualified. */
  readonly problems: readonly QualificationProblem[];
  /** `unknown`: no revocation data could be had; the archived file needs them later. */
  readonly revocation: ProvenPath['revocation'];
  /** DER: the holder's certificate, then its issuers up to the anchor, as far as they were found. */
  readonly chain: readonly Uint8Array[];
}

/**
 * Whether signatures by a certificate are qualified, as far as its content and the anchors tell: it leads to an
 * anchor, is valid, is not revoked, and states that it is a qualified certificate for signatures, or for seals, with
 * its key in a qualified device (eIDAS Art. 3 (12), (27), EN 319 412-5).
 *
 * @throws PdfRefusal `certificate` when it cannot be read
 */
export async function checkQualified(
  query: QualificationQuery,
  source: RevocationSource,
): Promise<Qualification> {
  const [signerCertificate, ...pool] = query.certificates.map(parseCertificate);
  if (!signerCertificate) throw new PdfRefusal('certificate', 'The certificate is missing.', 'certificates');
  const anchors = query.anchors.map(parseCertificate);
  const asked = { certificate: signerCertificate, purpose: 'document', at: query.at } as const;
  const bare: Evidence = { pool, anchors, crls: [], ocsps: [] };
  const first = provePath(asked, bare);
  const proven = first.ok ? provePath(asked, await collect(bare, first.open, source)) : first;
  return {
    problems: [
      ...pathProblems(first, anchors),
      ...(proven.revocation === 'revoked' ? [REVOKED] : []),
      ...checkQcStatements(signerCertificate, query.purpose),
    ],
    revocation: proven.revocation,
    chain: proven.chain.map(({ der }) => der),
  };
}

const REVOKED: QualificationProblem = { code: 'revoked', words: 'The certificate was revoked.' };

function pathProblems({ ok, reasons, chain }: ProvenPath, anchors: readonly Certificate[]) {
  if (ok) return [];
  const top = chain.at(-1);
  const isAnchored = top && anchors.some(({ der }) => Buffer.compare(der, top.der) === 0);
  const code = isAnchored ? ('validity' as const) : ('anchor' as const);
  return [{ code, words: reasons.join(' ') }];
}

/**
 * What a certificate does not state of what makes signatures, or seals, by it qualified (EN 319 412-5). Says nothing of
 * its issuer: an empty result counts only beside a path to an anchor.
 */
export function checkQcStatements(
  { qcStatements }: Certificate,
  purpose: QualifiedPurpose = 'signature',
): QualificationProblem[] {
  const problems: QualificationProblem[] = [];
  if (!qcStatements?.isQualified)
    problems.push({ code: 'compliance', words: 'The certificate does not state that it is qualified.' });
  if (!qcStatements?.isOnDevice)
    problems.push({
      code: 'device',
      words: `The certificate does not state that its key is in a qualified ${purpose} creation device.`,
    });
  if (!(purpose === 'seal' ? qcStatements?.isForSeals : qcStatements?.isForSignatures))
    problems.push({ code: 'type', words: `The certificate does not state that it is for ${purpose}s.` });
  return problems;
}

async function collect(
  evidence: Evidence,
  open: ProvenPath['open'],
  source: RevocationSource,
): Promise<Evidence> {
  const collected = { crls: [...evidence.crls], ocsps: [...evidence.ocsps] };
  for (const { certificate, issuer } of open) {
    try {
      const data = await source.revocation(certificate, issuer);
      collected.crls.push(...data.crls.map(readCrl));
      collected.ocsps.push(...data.ocsps.map(readOcspResponse));
    } catch (error) {
      // Data that cannot be had or read prove nothing; sealing asks again, and insists.
      if (!(error instanceof PdfRefusal)) throw error;
    }
  }
  return { ...evidence, ...collected };
}
