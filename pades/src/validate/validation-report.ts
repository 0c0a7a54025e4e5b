import type { ProvenPath } from '../revocation/prove-path.ts';
import type { ChangesAfter } from './changes-after.ts';
import type { BaselineLevel, TimeSource } from './evaluate-signature.ts';
import type { Coverage } from './signed-field.ts';

export interface CertificateReport {
  readonly ok: boolean;
  readonly reasons: readonly string[];
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[];
  /** The time that was asked about; null without any. */
  readonly checkedAt: Date | null;
  /** `good`: the file proves that nothing on the path was revoked then. `unknown`: it says too little. */
  readonly revocation: ProvenPath['revocation'];
}

export interface TimestampReport {
  readonly time: Date;
  /** How far the time may be off; null when it is not said. */
  readonly accuracyMs: number | null;
  /** Common name of the authority. */
  readonly authorityName: string | null;
  /** Object identifier. */
  readonly policy: string;
  /** Intact, of this very data, and of an authority that may give timestamps and leads to an anchor. */
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly certificate: CertificateReport;
}

/**
 * `broken`: the signature is not intact, or covers no whole revision, so that nobody can say.
 * `unchanged` is said of nothing but an intact signature over the whole file.
 */
export type SinceSigning = 'unchanged' | 'allowed-changes' | 'changes-not-allowed' | 'broken';

/** Integrity, coverage and what came after are three answers; no one word stands for them. */
export interface SignatureReport {
  readonly fieldName: string;
  /** Common name in the certificate. */
  readonly signerName: string | null;
  readonly signerEmails: readonly string[];
  /** /M: claimed by the signer, proven by nobody. */
  readonly signingTime: Date | null;
  /** The earliest time at which a good timestamp proves the signature was there. */
  readonly provenTime: Date | null;
  readonly reason: string | null;
  /** Are the signed bytes unchanged, and does the CMS say so? */
  readonly integrity: { readonly ok: boolean; readonly reasons: readonly string[] };
  /** Do the signed bytes make up the whole file, a whole earlier revision of it, or neither? */
  readonly coverage: Coverage;
  /** What all of that comes to: whether the file is still what was signed. It says nothing of who signed. */
  readonly sinceSigning: SinceSigning;
  /** Each revision appended after this signature, oldest first. */
  readonly changesAfter: readonly ChangesAfter[];
  readonly certificate: CertificateReport & {
    /** Where `checkedAt` is from: a timestamp, the time asked about, or the signer's claim. */
    readonly timeSource: TimeSource | null;
  };
  /** The timestamp in the signature itself. */
  readonly timestamp: TimestampReport | null;
  /** Why there is a timestamp in the signature that cannot be read. */
  readonly timestampProblem: string | null;
  /** The level of EN 319 142-1 that was reached and proven; null for what is broken or no PAdES signature. */
  readonly level: BaselineLevel | null;
}

export type DocumentTimestampReport = Partial<TimestampReport> & {
  readonly fieldName: string;
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly coverage: Coverage;
};

export interface ValidationReport {
  readonly signatures: readonly SignatureReport[];
  /** Document timestamps, oldest first. */
  readonly timestamps: readonly DocumentTimestampReport[];
  readonly document: {
    /** Number of signatures. */
    readonly signatures: number;
    /** Nothing was appended behind the last signature or document timestamp. */
    readonly lastCoversWholeFile: boolean;
    /** Names of fields that were signed in an earlier revision and are not any more. */
    readonly removedSignatures: readonly string[];
    /** Parts of the security store that cannot be read; they count for nothing. */
    readonly unreadableEvidence: number;
  };
}
