import type { AnchorKind, Place, Plan } from '@paraph/domain';
import type { BaselineLevel, Coverage, SinceSigning, TimeSource } from '@paraph/pades';
import type { PageSize } from '../platform/tables.ts';

/** What is asked of the intake: one file. */
export type IntakeRequest = ExamineRequest | EvaluateRequest | PictureRequest;

/** The same for the child process, a line of JSON: it may not open the file and is sent its bytes. */
export type IntakeTask = (
  | Omit<ExamineRequest, 'path'>
  | Omit<EvaluateRequest, 'path'>
  | Omit<PictureRequest, 'path'>
) & { size: number };

/** May it be taken, and where can fields go? */
export interface ExamineRequest {
  kind: 'examine';
  path: string;
  /** Who is to sign, so that everybody without a place in the PDF is given one. */
  plan: Plan;
  /** Named on a signature page, should one be added. */
  documentName: string;
  /** Where fields are already: form fields there are given to nobody, and blank areas there are not blank. */
  taken?: readonly Place[];
}

/** What do its signatures prove? */
export interface EvaluateRequest {
  kind: 'evaluate';
  path: string;
  /** DER in base64: whom to trust. */
  roots: string[];
  /** When certificates must have been valid whose use no timestamp proves. */
  atMs: number;
}

/** Can it be decoded, and what of it is kept? */
export interface PictureRequest {
  kind: 'picture';
  path: string;
  /** A signature image is a PNG that is written anew; an avatar is a PNG or JPEG that keeps its coding. */
  use: 'signature' | 'avatar';
  /** Compared with the header before anything is decoded. */
  widthMax: number;
  heightMax: number;
}

export interface FoundAnchor {
  kind: AnchorKind;
  tag: string;
  place: Place;
}

/** What was found in a document that can be used; places in percent of the page as displayed. */
export interface IntakeFindings {
  pages: PageSize[];
  anchors: FoundAnchor[];
  formFields: { name: string; place: Place }[];
  /** As many as the plan needs beyond anchors and form fields. */
  blankPlaces: Place[];
  /** Short words for the record: `already-signed`, `repaired`, `signature-page-added`, … */
  notes: string[];
}

export type IntakeAnswer =
  | {
      kind: 'accepted';
      findings: IntakeFindings;
      /** PNG, base64. */
      thumb: string;
      /** Bytes to append to the file, base64: an added signature page. Null when the file stays as it is. */
      incrementalUpdate: string | null;
    }
  | { kind: 'evaluated'; evaluated: EvaluatedFile }
  /** Bytes in base64. */
  | { kind: 'picture'; format: 'png' | 'jpeg'; bytes: string }
  | {
      kind: 'refused';
      /** Plain words with the remedy, most important first. */
      reasons: string[];
      /** Whether a repair is worth trying: damaged, nothing else, and not signed. */
      isRepairable: boolean;
    }
  /** A bug of ours. */
  | { kind: 'failed'; stack: string };

/** What the signatures of a file prove, as JSON carries it: times in seconds, roots by their place in the request. */
export interface EvaluatedFile {
  document: {
    signatures: number;
    lastCoversWholeFile: boolean;
    removedSignatures: string[];
    unreadableEvidence: number;
  };
  /** In the order of their making. */
  signatures: EvaluatedSignature[];
  /** Document timestamps, oldest first. */
  timestamps: (EvaluatedTimestamp & { fieldName: string; coverage: Coverage })[];
  text: string;
}

export interface EvaluatedSignature {
  fieldName: string;
  signer: { name: string | null; organization: string | null; emails: string[] };
  reason: string | null;
  claimedTime: number | null;
  provenTime: number | null;
  integrity: { intact: boolean; reasons: string[] };
  coverage: Coverage;
  sinceSigning: SinceSigning;
  changesAfter: { revision: number; allowed: boolean; changes: EvaluatedChange[] }[];
  certificate: EvaluatedCertificate & { checkedAt: number | null; checkedAtSource: TimeSource | null };
  timestamp: EvaluatedTimestamp | null;
  timestampProblem: string | null;
  level: BaselineLevel | null;
}

export interface EvaluatedChange {
  kind: string;
  sentence: string;
  allowed: boolean;
  objection: string | null;
  /** 1 for the first page. */
  page: number | null;
  fieldName: string | null;
}

export interface EvaluatedCertificate {
  trusted: boolean;
  root: number | null;
  reasons: string[];
  revocation: 'good' | 'revoked' | 'unknown';
  chain: {
    name: string | null;
    organization: string | null;
    issuer: string | null;
    serial: string;
    validFrom: number;
    validUntil: number;
  }[];
}

export interface EvaluatedTimestamp {
  time: number | null;
  authority: string | null;
  trusted: boolean;
  root: number | null;
  reasons: string[];
}

/** What the child writes: how far it is, its answer, and whether it wants to be replaced by a fresh process. */
export type IntakeLine =
  | { kind: 'ready' }
  /** So many more pages have been read. */
  | { kind: 'progress'; pages: number }
  | { kind: 'answer'; answer: IntakeAnswer; isSpent: boolean };
