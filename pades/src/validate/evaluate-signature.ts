import { readSecurityStore } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import { type ProvenPath, provePath } from '../revocation/prove-path.ts';
import {
  checkTimestampToken,
  signatureTimestampOf,
  type TimestampToken,
} from '../timestamp/timestamp-token.ts';
import { checkLogged, type LoggedQuery, type SignatureLogReport, type TrustedLog } from './check-logged.ts';
import type { DigestTrust } from './digest-trust.ts';
import type { EvaluatedTimestamp, ProvenTimes } from './proven-times.ts';
import type { SignedFacts } from './signed-field.ts';

/** Baseline levels of EN 319 142-1 §6; each includes the previous one. */
export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

export type TimeSource = 'timestamp' | 'asked' | 'claimed';

export interface EvaluatedSignature {
  readonly facts: SignedFacts;
  /** The signature timestamp with its problems. */
  readonly timestamp: (EvaluatedTimestamp & { readonly reasons: readonly string[] }) | null;
  /** The reason why the signature timestamp is unreadable. */
  readonly timestampProblem: string | null;
  /** Earliest proven time of existence. */
  readonly provenTime: Date | null;
  readonly checkedAt: Date | null;
  readonly timeSource: TimeSource | null;
  readonly path: ProvenPath | null;
  readonly log: SignatureLogReport | null;
  readonly level: BaselineLevel | null;
}

export interface EvaluationContext extends Pick<LoggedQuery, 'fileHash'> {
  readonly times: ProvenTimes;
  readonly at: Date | null;
  readonly logs: readonly TrustedLog[];
  readonly trust: DigestTrust;
}

/** Evaluates the signer's certificate at the best known time, and the level (EN 319 102-1 §5). */
export function evaluateSignature(facts: SignedFacts, context: EvaluationContext): EvaluatedSignature {
  const { times, at, fileHash } = context;
  const { timestamp, timestampProblem } = outermostTimestamp(facts, times);
  const cover = facts.coverage === 'partial' ? null : times.before(facts.end);
  const proofs = [timestamp?.ok === true ? timestamp : null, cover].filter((one) => one !== null);
  const proof = proofs.toSorted((one, other) => one.token.time.getTime() - other.token.time.getTime())[0];
  const provenTime = proof?.token.time ?? null;
  const checkedAt = provenTime ?? at ?? facts.signingTime;
  // No claim counts where a hash may have been forged.
  const known = provenTime ?? at;
  const aged = facts.cms && context.trust.problemOf(facts.cms, known);
  const proven = checkedAt && signerPath(facts, times, { at: checkedAt, known: cover?.token.time ?? at });
  const log = checkLogged({ cms: facts.cms, path: proven, provenTime, fileHash }, context.logs);
  const isUnseen = proven && log?.state === 'not-logged';
  const path = isUnseen ? { ...proven, ok: false, reasons: [...proven.reasons, log.sentence] } : proven;
  const weak = aged === null ? [] : [{ code: 'weak', text: aged } as const];
  const judged = { ...facts, problems: [...facts.problems, ...weak] };
  return {
    facts: judged,
    timestamp,
    timestampProblem,
    provenTime,
    checkedAt,
    timeSource: provenTime ? 'timestamp' : at ? 'asked' : facts.signingTime ? 'claimed' : null,
    path,
    log,
    level: levelOf({ facts: judged, path, proof, times }),
  };
}

function outermostTimestamp(
  facts: SignedFacts,
  times: ProvenTimes,
): Pick<EvaluatedSignature, 'timestamp' | 'timestampProblem'> {
  const { cms } = facts;
  if (!cms) return { timestamp: null, timestampProblem: null };
  let token: TimestampToken | null;
  let reasons: string[] = [];
  try {
    token = signatureTimestampOf(cms);
    const digestOf = (hash: string): Uint8Array => primitives.createHash(hash).update(cms.signature).digest();
    if (token) reasons = checkTimestampToken(token, digestOf);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return { timestamp: null, timestampProblem: error.message };
  }
  if (!token) return { timestamp: null, timestampProblem: null };
  // Without whole coverage, a document timestamp does not prove this signature.
  const end = facts.coverage === 'partial' ? Number.POSITIVE_INFINITY : facts.end;
  const known = times.timeBehind(end);
  const at = known ?? token.time;
  const evaluated = times.evaluate(token, { at, known, isIntact: reasons.length === 0 });
  return { timestamp: { ...evaluated, reasons }, timestampProblem: null };
}

function signerPath(
  { cms }: SignedFacts,
  times: ProvenTimes,
  { at, known }: { readonly at: Date; readonly known: Date | null },
): ProvenPath | null {
  if (!cms?.signer) return null;
  const evidence = times.evidenceAt(known, cms.certificates);
  return provePath({ certificate: cms.signer, purpose: 'document', at }, evidence);
}

interface LevelInput {
  readonly facts: SignedFacts;
  readonly path: ProvenPath | null;
  /** The timestamp that proves the time. */
  readonly proof: EvaluatedTimestamp | undefined;
  readonly times: ProvenTimes;
}

/** Null for a broken signature and for one that is not PAdES. */
function levelOf({ facts, path, proof, times }: LevelInput): BaselineLevel | null {
  if (!facts.isCades || facts.problems.length > 0 || facts.coverage === 'partial') return null;
  if (!proof) return 'B-B';
  const isProven = path?.revocation === 'good' && proof.path?.revocation === 'good';
  if (!isProven) return 'B-T';
  const needed = [...path.evidence, ...proof.path.evidence];
  const isLongTerm = times.timestamps.some(
    (timestamp) => timestamp.ok && timestamp.facts.end > facts.end && holdsAll(timestamp.facts, needed),
  );
  return isLongTerm ? 'B-LTA' : 'B-LT';
}

/** Whether the timestamped revision held all of this validation data. */
function holdsAll({ signedDocument }: SignedFacts, needed: readonly Uint8Array[]): boolean {
  if (!signedDocument) return false;
  try {
    const { crls, ocsps } = readSecurityStore(signedDocument);
    return needed.every((der) => [...crls, ...ocsps].some((stored) => Buffer.compare(stored, der) === 0));
  } catch (error) {
    if (error instanceof PdfRefusal) return false;
    throw error;
  }
}
