import type { AnswerOf, Operations } from '@paraph/contract';
import type { DemandedLog } from '@paraph/intake';
import type { LogProofReport } from '@paraph/pades';
import type { TrustAnchor } from '../../server/src/verification/verified-document.ts';

export type Report = AnswerOf<Operations['verifyDocument']>;
export type Signature = Report['signatures'][number];

/** A certificate at which a path may end; DER in base64. */
export interface Root extends Omit<TrustAnchor, 'der'> {
  readonly der: string;
}

/** What an instance writes into its copy of the page. */
export interface Instance {
  /** Name of its host, as people know it. */
  readonly host: string;
  /** When the copy was made, in seconds since 1970. */
  readonly exportedAt: number;
  /** Of its log of seals. */
  readonly logKey: string;
  /** Keys of those that cosign it. */
  readonly witnesses: readonly string[];
  /** Its log again, if its certificates count with a proof of it alone. */
  readonly logs: readonly DemandedLog[];
  /** When trust in hashes ends, by name, in milliseconds since 1970. */
  readonly hashesUntilMs: Readonly<Record<string, number>>;
  /** In the order of the instance's own evaluation. */
  readonly roots: readonly Root[];
}

/** What a court bundle writes into its copy: the documents are elements `document-1` and so on, in base64. */
export interface Bundle {
  readonly names: readonly string[];
  /** JSON: the record of evidence. */
  readonly record: string;
}

/** A file to check, as the page hands it to its worker. */
export interface FileTask {
  readonly bytes: ArrayBuffer;
  readonly roots: readonly Root[];
  readonly logs: readonly DemandedLog[];
  /** JSON: a record of evidence, which says what witnesses have seen since; empty without one. */
  readonly record: string;
  /** When certificates must be valid whose time of use no timestamp proves. */
  readonly atMs: number;
  readonly hashesUntilMs: Readonly<Record<string, number>>;
}

/** Records that state proofs of the log, to be checked. */
export interface LogTask {
  /** JSON: a record of evidence, or what `/log/proof` answers. */
  readonly record: string;
  /** A checkpoint that the reader kept; empty without one. */
  readonly retained: string;
  readonly logKey: string;
  readonly witnesses: readonly string[];
}

export type Task = FileTask | LogTask;

export type Result =
  | { readonly kind: 'log'; readonly proofs: readonly LogProofReport[] }
  | { readonly kind: 'report'; readonly report: Report }
  /** The file cannot be read exactly; in English, as the instance says it. */
  | { readonly kind: 'refused'; readonly reason: string };
