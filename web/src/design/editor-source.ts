import type { DesignedFields } from '../api/wire.ts';
import type { toWire } from './board-state.ts';

export type NewFields = ReturnType<typeof toWire>;

export interface EditorDocument {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** Somebody who is to sign, in one of their parts. */
export interface EditorPerson {
  readonly role: number;
  readonly name: string;
  readonly color: string;
  /** Which of their parts it is, in words. */
  readonly part: string;
}

/** What the editor works on: a draft or a template. */
export interface EditorSource {
  readonly documents: readonly EditorDocument[];
  readonly people: readonly EditorPerson[];
  readonly fields: DesignedFields;
  readonly save: (fields: NewFields) => Promise<DesignedFields>;
}
