import type { Certificate } from '../certificates/parse-certificate.ts';
import { digestName, hashOfSignature } from '../certificates/verify-algorithm.ts';
import type { ReadCms } from '../cms/read-cms.ts';
import { readSecurityStore, type ValidationData } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { Evidence } from '../revocation/prove-path.ts';
import type { TimestampToken } from '../timestamp/timestamp-token.ts';
import type { SignedFacts } from './signed-field.ts';

/** When trust in a hash ends, by Node's name; those without a date are trusted (ETSI TS 119 312). */
export type DigestsTrustedUntil = Readonly<Record<string, Date>>;

/** A timestamp that holds, as proof that what it covers existed. */
interface Proof {
  readonly facts: SignedFacts;
  readonly token: TimestampToken;
}

/** Trust in hashes at the time by which something is proven to have existed (EN 319 102-1 §5.2.8, §5.6.2.3). */
export class DigestTrust {
  readonly #until: ReadonlyMap<string, Date>;
  readonly #stores = new Map<SignedFacts, ReadonlySet<string>>();

  constructor(until: DigestsTrustedUntil = {}) {
    this.#until = new Map(Object.entries(until));
  }

  /** Why a CMS proves nothing any more, as a sentence; null while it does. `time`: null where none is proven. */
  problemOf(cms: ReadCms, time: Date | null, ...imprint: readonly string[]): string | null {
    const named = [cms.digestAlgorithm, ...imprint].map(digestName);
    const aged = [...named, hashOfSignature(cms.signatureAlgorithm)].find((hash) => !this.#holds(hash, time));
    if (aged != null) return `Its hash (${aged}) could be forged since, and nothing proves that it is older.`;
    const { signer } = cms;
    const ofSigner = signer && this.#agedHash(signer, time);
    return ofSigner
      ? `Its certificate is signed with a hash (${ofSigner}) that could be forged since.`
      : null;
  }

  /**
   * What proves something about certificates: made with a hash that was trusted when a timestamp, which holds, first
   * covered it in the security store; otherwise at `time`.
   */
  trusted(evidence: Evidence, proofs: readonly Proof[], time: Date | null): Evidence {
    if (this.#until.size === 0) return evidence;
    const timeOf = (der: Uint8Array): Date | null => {
      const times = proofs
        .filter(({ facts }) => this.#storeOf(facts).has(keyOf(der)))
        .map(({ token }) => token.time);
      return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? time;
    };
    const holds = (each: { der: Uint8Array; signatureAlgorithm: string }): boolean =>
      this.#holds(hashOfSignature(each.signatureAlgorithm), timeOf(each.der));
    return {
      ...evidence,
      pool: evidence.pool.filter((each) => this.#agedHash(each, timeOf(each.der)) === null),
      crls: evidence.crls.filter(holds),
      ocsps: evidence.ocsps.filter(
        (answer) =>
          holds(answer) &&
          answer.certificates.every((each) => this.#agedHash(each, timeOf(answer.der)) === null),
      ),
    };
  }

  #holds(hash: string | null, time: Date | null): boolean {
    const until = hash === null ? undefined : this.#until.get(hash);
    return !until || (time !== null && time <= until);
  }

  #agedHash({ signatureAlgorithm }: Certificate, time: Date | null): string | null {
    const hash = hashOfSignature(signatureAlgorithm);
    return this.#holds(hash, time) ? null : hash;
  }

  #storeOf(facts: SignedFacts): ReadonlySet<string> {
    const known = this.#stores.get(facts) ?? new Set(listStored(facts).map(keyOf));
    this.#stores.set(facts, known);
    return known;
  }
}

function listStored({ signedDocument }: SignedFacts): Uint8Array[] {
  if (!signedDocument) return [];
  try {
    const { certificates, crls, ocsps }: ValidationData = readSecurityStore(signedDocument);
    return [...certificates, ...crls, ...ocsps];
  } catch (error) {
    if (error instanceof PdfRefusal) return [];
    throw error;
  }
}

function keyOf(der: Uint8Array): string {
  return Buffer.from(der).toString('latin1');
}
