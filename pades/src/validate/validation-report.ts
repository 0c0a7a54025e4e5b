import type { IntegrityState } from '../cms/problem.ts';
import type { TwoFacedPart } from '../intake/two-faces.ts';
import type { DocMdpLevel } from '../pdf/doc-mdp.ts';
import type { ProvenPath } from '../revocation/prove-path.ts';
import type { ChangesAfter } from './changes-after.ts';
import type { SignatureLogReport } from './check-logged.ts';
import type { BaselineLevel, TimeSource } from './evaluate-signature.ts';
import type { Indication } from './indication.ts';
import type { Coverage } from './signed-field.ts';
import type { SignedRevision } from './signed-revision.ts';

export interface CertificateReport {
  readonly ok: boolean;
  readonly reasons: readonly string[];
  /** DER, the signer's certificate first. */
  readonly chain: readonly Uint8Array[];
  /** Validation time; null when there is none. */
  readonly checkedAt: Date | null;
  /** `good`: the file proves that no certificate of the path was revoked then. `unknown`: the proof is incomplete. */
  readonly revocation: ProvenPath['revocation'];
}

export interface TimestampReport {
  readonly time: Date;
  /** Accuracy of the time; null when the token does not state it. */
  readonly accuracyMs: number | null;
  /** Common name of the authority. */
  readonly authorityName: string | null;
  /** Object identifier of the authority's policy. */
  readonly policy: string;
  /** Intact, over this data, and by a timestamp authority with a path to a trust anchor. */
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly certificate: CertificateReport;
}

/**
 * `broken`: the signature does not fit the file or covers no whole revision, so later changes are unknown.
 * `unknown`: the signature cannot be judged, is too weak to prove anything, or the file is damaged.
 * `unchanged`: an intact signature over the whole file.
 */
export type SinceSigning = 'unchanged' | 'allowed-changes' | 'unknown' | 'changes-not-allowed' | 'broken';

/** Integrity, coverage, later changes and trust are separate results. */
export interface SignatureReport {
  readonly fieldName: string;
  /** Common name of the certificate. */
  readonly signerName: string | null;
  readonly signerEmails: readonly string[];
  /** The value of the signature; null when it cannot be read. */
  readonly signatureValue: Uint8Array | null;
  /** /M: the time claimed by the signer, without proof. */
  readonly signingTime: Date | null;
  /** The earliest time at which a valid timestamp proves that the signature existed. */
  readonly provenTime: Date | null;
  readonly reason: string | null;
  /** Whether the signed bytes match the CMS and the signature verifies. */
  readonly integrity: {
    readonly ok: boolean;
    readonly state: IntegrityState;
    readonly reasons: readonly string[];
  };
  /** Whether the signed bytes are the whole file, a whole earlier revision, or neither. */
  readonly coverage: Coverage;
  /** Whether the file is still the signed one; summarizes integrity, coverage and changes, not trust. */
  readonly sinceSigning: SinceSigning;
  /** The certification or lock that limits later changes; null without either: then nobody has said what may follow. */
  readonly permits: DocMdpLevel | null;
  /** Each revision appended after this signature, oldest first. */
  readonly changesAfter: readonly ChangesAfter[];
  /** For a comparison of pictures: of the first signatures; null where nothing follows. */
  readonly signedRevision: SignedRevision | null;
  readonly certificate: CertificateReport & {
    /** Source of `checkedAt`: a timestamp, the requested time (`asked`) or the signer's claim. */
    readonly timeSource: TimeSource | null;
  };
  /** The signature timestamp; null without one. */
  readonly timestamp: TimestampReport | null;
  /** The reason why the signature timestamp is unreadable; null otherwise. */
  readonly timestampProblem: string | null;
  /** The same in the words of EN 319 102-1 §5.1.3, together with trust. */
  readonly indication: Indication;
  /** The proven level of EN 319 142-1 §6; null for a broken signature and for one that is not PAdES. */
  readonly level: BaselineLevel | null;
  /** Whether the log of its authority holds the certificate; null where none was named (`ValidationOptions.logs`). */
  readonly log: SignatureLogReport | null;
  /** SHA-256 of what the signer was shown and answered, as the signature covers it; null without it. */
  readonly contentHash: Uint8Array | null;
  /** Who signed and how that was known, JSON, as its certificate names it; null without it. */
  readonly proofRecord: string | null;
}

export type DocumentTimestampReport = Partial<TimestampReport> & {
  readonly fieldName: string;
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly coverage: Coverage;
};

/** Pages that were drawn as they were signed and as they are in the whole file. */
export interface ShownPages {
  /** Number of signatures, from the first one, whose revision was compared. */
  readonly signatures: number;
  /** Number of pages, from the first one. */
  readonly pages: number;
  /** Number of pages of the file. */
  readonly of: number;
}

export interface ValidationReport {
  readonly verdict: Verdict;
  readonly signatures: readonly SignatureReport[];
  /** Document timestamps, oldest first. */
  readonly timestamps: readonly DocumentTimestampReport[];
  readonly document: {
    /** Number of signatures. */
    readonly signatures: number;
    /** Whether the last signature or document timestamp covers the whole file. */
    readonly lastCoversWholeFile: boolean;
    /** Names of fields that were signed in an earlier revision and no longer are. */
    readonly removedSignatures: readonly string[];
    /** Number of unreadable entries of the security store; they are ignored. */
    readonly unreadableEvidence: number;
    /** The file is damaged, and was examined as viewers repair it: by the objects that a search of its bytes finds. */
    readonly repaired: boolean;
    /** The file is damaged, and programs that do not repair it may show something else than programs that do. */
    readonly ambiguous: boolean;
    /** What was compared as it is shown; null without a comparison of pictures (`addShownComparison`). */
    readonly shown: ShownPages | null;
    /** What shows otherwise in print, at another zoom or when it is clicked; null where nobody looked (`addTwoFaces`). */
    readonly twoFaced: readonly TwoFacedPart[] | null;
  };
}

/**
 * One answer for the whole file. `as-signed`: nothing but what may follow a signature came after. `changed`: the file
 * is not, or shows more than, what was signed. `damaged`: it has to be repaired to be shown, and then shows what was
 * signed. `not-logged`: a certificate that must be in a log is not. Identity and time are separate questions.
 */
export interface Verdict {
  readonly state: 'as-signed' | 'changed' | 'not-logged' | 'damaged' | 'cannot-be-judged' | 'not-signed';
  readonly reason: VerdictReason;
}

export type VerdictReason =
  | 'intact'
  /** A signature was taken away. */
  | 'signature-removed'
  /** Signed bytes were changed. */
  | 'bytes'
  /** A signature does not belong to the bytes around it. */
  | 'uncovered'
  /** A later revision changed what the file shows. */
  | 'content'
  /** As the state. */
  | 'not-logged'
  /** Only the key of the log says that it holds a certificate; witnesses are named, and none is shown to have seen it. */
  | 'unwitnessed'
  /** Something that shows was added or changed, as the signatures permit (`hasVisibleAdditions`). */
  | 'added'
  | 'unknown'
  /** As the state; or programs may show the damaged file in different ways, or what is left has no signature. */
  | 'damaged'
  | 'weak'
  /** It shows one thing on a screen and another one in print or to other readers. */
  | 'two-faced'
  | 'no-signature';
