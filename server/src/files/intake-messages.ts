import type { AnchorKind, Place, Plan } from '@paraph/domain';
import type { PageSize } from '../platform/tables.ts';

/** What the intake's child process is asked: one line of JSON, one file. */
export interface IntakeRequest {
  path: string;
  /** Who is to sign, so that everybody without a place in the PDF is given one. */
  plan: Plan;
  /** Named on a signature page, should one be added. */
  documentName: string;
  /** Where fields are already: form fields there are given to nobody, and blank areas there are not blank. */
  taken?: readonly Place[];
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
      kind: 'taken';
      findings: IntakeFindings;
      /** PNG, base64. */
      thumb: string;
      /** Bytes to append to the file, base64: an added signature page. Null when the file stays as it is. */
      tail: string | null;
    }
  | {
      kind: 'refused';
      /** Plain words with the remedy, most important first. */
      reasons: string[];
      /** Whether a repair is worth trying: damaged, nothing else, and not signed. */
      isRepairable: boolean;
    }
  /** A bug of ours. */
  | { kind: 'failed'; stack: string };

/** What the child writes: how far it is, its answer, and whether it wants to be replaced by a fresh process. */
export type IntakeLine =
  | { kind: 'ready' }
  /** So many more pages have been read. */
  | { kind: 'progress'; pages: number }
  | { kind: 'answer'; answer: IntakeAnswer; isSpent: boolean };
