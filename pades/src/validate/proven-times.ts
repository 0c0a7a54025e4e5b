import { type Evidence, type ProvenPath, provePath } from '../revocation/prove-path.ts';
import type { TimestampToken } from '../timestamp/timestamp-token.ts';
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

  constructor(all: readonly SignedFacts[], { evidence, at }: { evidence: Evidence; at: Date | null }) {
    this.#at = at;
    this.#evidence = evidence;
    const evaluated: EvaluatedDocumentTimestamp[] = [];
    this.timestamps = evaluated;
    for (const facts of all.toSorted((one, other) => other.end - one.end)) {
      if (!facts.token) continue;
      const time = this.before(facts.end)?.token.time ?? at ?? facts.token.time;
      const isIntact = facts.problems.length === 0 && facts.coverage !== 'partial';
      evaluated.unshift({ facts, ...this.evaluate(facts.token, { at: time, isIntact }) });
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

  /** The time at which to validate a signature timestamp's certificate. */
  timeOf(token: TimestampToken, end: number): Date {
    return this.before(end)?.token.time ?? this.#at ?? token.time;
  }

  evaluate(
    token: TimestampToken,
    { at, isIntact }: { readonly at: Date; readonly isIntact: boolean },
  ): EvaluatedTimestamp {
    const { signer, certificates } = token.cms;
    const evidence = { ...this.#evidence, pool: [...certificates, ...this.#evidence.pool] };
    const path = signer && provePath({ certificate: signer, purpose: 'timestamp', at }, evidence);
    const wasValid = signer !== null && token.time >= signer.notBefore && token.time <= signer.notAfter;
    return { token, path, ok: isIntact && wasValid && path?.ok === true };
  }
}
