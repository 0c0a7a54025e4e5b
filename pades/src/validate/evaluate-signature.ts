import { createHash } from 'node:crypto';
import { readSecurityStore } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type Evidence, type ProvenPath, provePath } from '../revocation/prove-path.ts';
import { signatureTimestampOf } from '../timestamp/signature-timestamp.ts';
import { checkTimestampToken, type TimestampToken } from '../timestamp/timestamp-token.ts';
import type { EvaluatedTimestamp, ProvenTimes } from './proven-times.ts';
import type { SignedFacts } from './signed-field.ts';

/** The levels of EN 319 142-1 §6, each with what the one before it has. */
export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

export type TimeSource = 'timestamp' | 'asked' | 'claimed';

export interface EvaluatedSignature {
  readonly facts: SignedFacts;
  /** The timestamp in the signature itself, with what is wrong with it. */
  readonly timestamp: (EvaluatedTimestamp & { readonly reasons: readonly string[] }) | null;
  /** Why the timestamp in the signature cannot be read. */
  readonly timestampProblem: string | null;
  /** Since when the signature is proven to have been there. */
  readonly provenTime: Date | null;
  readonly checkedAt: Date | null;
  readonly timeSource: TimeSource | null;
  readonly path: ProvenPath | null;
  readonly level: BaselineLevel | null;
}

export interface EvaluationContext {
  readonly times: ProvenTimes;
  readonly evidence: Evidence;
  readonly at: Date | null;
}

/** The certificate at the best time that is known, and the level that all of it adds up to. */
export function evaluateSignature(facts: SignedFacts, context: EvaluationContext): EvaluatedSignature {
  const { times, at } = context;
  const { timestamp, timestampProblem } = ownTimestamp(facts, times);
  const cover = facts.coverage === 'partial' ? null : times.before(facts.end);
  const proofs = [timestamp?.ok === true ? timestamp : null, cover].filter((one) => one !== null);
  const proof = proofs.toSorted((one, other) => one.token.time.getTime() - other.token.time.getTime())[0];
  const provenTime = proof?.token.time ?? null;
  const checkedAt = provenTime ?? at ?? facts.signingTime;
  const path = checkedAt && signerPath(facts, context.evidence, checkedAt);
  return {
    facts,
    timestamp,
    timestampProblem,
    provenTime,
    checkedAt,
    timeSource: provenTime ? 'timestamp' : at ? 'asked' : facts.signingTime ? 'claimed' : null,
    path,
    level: levelOf({ facts, path, proof, times }),
  };
}

function ownTimestamp(
  facts: SignedFacts,
  times: ProvenTimes,
): Pick<EvaluatedSignature, 'timestamp' | 'timestampProblem'> {
  const { cms } = facts;
  if (!cms) return { timestamp: null, timestampProblem: null };
  let token: TimestampToken | null;
  let reasons: string[] = [];
  try {
    token = signatureTimestampOf(cms);
    const digestOf = (hash: string): Uint8Array => createHash(hash).update(cms.signature).digest();
    if (token) reasons = checkTimestampToken(token, digestOf);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return { timestamp: null, timestampProblem: error.message };
  }
  if (!token) return { timestamp: null, timestampProblem: null };
  // The bytes around the signature prove nothing of it when they are not whole.
  const end = facts.coverage === 'partial' ? Number.POSITIVE_INFINITY : facts.end;
  const judged = times.evaluate(token, { at: times.timeOf(token, end), isIntact: reasons.length === 0 });
  return { timestamp: { ...judged, reasons }, timestampProblem: null };
}

function signerPath({ cms }: SignedFacts, evidence: Evidence, at: Date): ProvenPath | null {
  if (!cms?.signer) return null;
  const pool = [...cms.certificates, ...evidence.pool];
  return provePath({ certificate: cms.signer, purpose: 'document', at }, { ...evidence, pool });
}

interface LevelInput {
  readonly facts: SignedFacts;
  readonly path: ProvenPath | null;
  /** What proves the time. */
  readonly proof: EvaluatedTimestamp | undefined;
  readonly times: ProvenTimes;
}

/** Null for what is broken, or is no PAdES signature at all. */
function levelOf({ facts, path, proof, times }: LevelInput): BaselineLevel | null {
  if (!facts.isCades || facts.reasons.length > 0 || facts.coverage === 'partial') return null;
  if (!proof) return 'B-B';
  const isProven = path?.revocation === 'good' && proof.path?.revocation === 'good';
  if (!isProven) return 'B-T';
  const needed = [...path.evidence, ...proof.path.evidence];
  const isKept = times.timestamps.some(
    (timestamp) => timestamp.ok && timestamp.facts.end > facts.end && holdsAll(timestamp.facts, needed),
  );
  return isKept ? 'B-LTA' : 'B-LT';
}

/** Whether what was timestamped held all of this. */
function holdsAll({ signedDocument }: SignedFacts, needed: readonly Uint8Array[]): boolean {
  if (!signedDocument) return false;
  try {
    const { crls, ocsps } = readSecurityStore(signedDocument);
    return needed.every((der) => [...crls, ...ocsps].some((held) => Buffer.compare(held, der) === 0));
  } catch (error) {
    if (error instanceof PdfRefusal) return false;
    throw error;
  }
}
