import type { AnswerOf, Operations } from '@paraph/contract';
import type { KnownAnchor } from '../../server/src/verification/known-anchors.ts';

export type Report = AnswerOf<Operations['verifyDocument']>;
export type Signature = Report['signatures'][number];

/** A certificate at which a path may end; DER in base64. */
export interface Root extends Omit<KnownAnchor, 'der'> {
  readonly der: string;
}

/** What an instance writes into its copy of the page. */
export interface Instance {
  /** Name of its host, as people know it. */
  readonly host: string;
  /** When the copy was made, in seconds since 1970. */
  readonly exportedAt: number;
  /** In the order of the instance's own evaluation. */
  readonly roots: readonly Root[];
}

/** A file to check, as the page hands it to its worker. */
export interface Task {
  readonly bytes: ArrayBuffer;
  readonly roots: readonly Root[];
  /** When certificates must be valid whose time of use no timestamp proves. */
  readonly atMs: number;
}

export type Result =
  | { readonly kind: 'report'; readonly report: Report }
  /** The file cannot be read exactly; in English, as the instance says it. */
  | { readonly kind: 'refused'; readonly reason: string };
