import type { Certificate } from '../certificates/parse-certificate.ts';
import { type Evidence, type ProvenPath, provePath } from '../revocation/prove-path.ts';
import type { TimestampToken } from '../timestamp/timestamp-token.ts';
import type { DigestTrust } from './digest-trust.ts';
import type { SignedFacts } from './signed-field.ts';

/** A timestamp with the certificate path of its authority. */
export interface EvaluatedTimestamp {
  readonly token: TimestampToken;
  /** Null when the token does not hold its certificate. */
  readonly path: ProvenPath | null;
  /** Intact, with a path to a trust anchor. */
  readonly ok: boolean;
}

export interface EvaluatedDocumentTimestamp extends EvaluatedTimestamp {
  readonly facts: SignedFacts;
}

/**
 * The times that document timestamps prove for the bytes before them. Evaluated from the newest to the oldest: each at
 * the time that the next one proves (EN 319 102-1 §5.6.3), the newest at the requested time or its own.
 */
export class ProvenTimes {
  /** Oldest first. */
  readonly timestamps: readonly EvaluatedDocumentTimestamp[];
  readonly #at: Date | null;
  readonly #evidence: Evidence;
  readonly #trust: DigestTrust;

  constructor(
    all: readonly SignedFacts[],
    { evidence, at, trust }: { evidence: Evidence; at: Date | null; trust: DigestTrust },
  ) {
    this.#at = at;
    this.#evidence = evidence;
    this.#trust = trust;
    const evaluated: EvaluatedDocumentTimestamp[] = [];
    this.timestamps = evaluated;
    for (const facts of all.toSorted((one, other) => other.end - one.end)) {
      if (!facts.token) continue;
      const known = this.timeBehind(facts.end);
      const time = known ?? facts.token.time;
      const isIntact = facts.problems.length === 0 && facts.coverage !== 'partial';
      evaluated.unshift({ facts, ...this.evaluate(facts.token, { at: time, known, isIntact }) });
    }
  }

  /** The oldest valid document timestamp that covers the bytes up to `end`. */
  before(end: number): EvaluatedDocumentTimestamp | null {
    const covering = this.timestamps.filter(({ ok, facts }) => ok && facts.end > end);
    return covering.reduce<EvaluatedDocumentTimestamp | null>(
      (oldest, one) => (oldest && oldest.token.time <= one.token.time ? oldest : one),
      null,
    );
  }

  /** The best time that is known of the bytes up to `end`: of the next timestamp, or the requested one. */
  timeBehind(end: number): Date | null {
    return this.before(end)?.token.time ?? this.#at;
  }

  /** What proves something about certificates in bytes that are known to have existed at a time. */
  evidenceAt(known: Date | null, certificates: readonly Certificate[]): Evidence {
    const all = { ...this.#evidence, pool: [...certificates, ...this.#evidence.pool] };
    const proofs = this.timestamps.filter(({ ok }) => ok);
    return this.#trust.trusted(all, proofs, known);
  }

  evaluate(
    token: TimestampToken,
    { at, known, isIntact }: { readonly at: Date; readonly known: Date | null; readonly isIntact: boolean },
  ): EvaluatedTimestamp {
    const { signer, certificates } = token.cms;
    const evidence = this.evidenceAt(known, certificates);
    const proven = signer && provePath({ certificate: signer, purpose: 'timestamp', at }, evidence);
    const aged = this.#trust.problemOf(token.cms, known, token.hash);
    const path = proven && aged !== null ? withReason(proven, aged) : proven;
    const wasValid = signer !== null && token.time >= signer.notBefore && token.time <= signer.notAfter;
    return { token, path, ok: isIntact && wasValid && path?.ok === true };
  }
}

/** A path that counts for nothing, whatever its certificates are. */
function withReason(path: ProvenPath, reason: string): ProvenPath {
  return { ...path, ok: false, revocation: 'unknown', reasons: [...path.reasons, reason] };
}
