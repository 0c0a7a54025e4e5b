import { type FieldType, isAnswered, listShownFields } from '@paraph/domain';
import type { SigningErrorKind } from './signing-error.ts';
import type { SignatureKind, SigningField, SigningView } from './signing-view.ts';

// What the cover needs; the rules of answers are loaded with what follows it.

export type Answers = ReadonlyMap<number, string | null>;

/** Which signature image a field takes. */
export function signatureKindOf(type: FieldType): SignatureKind | null {
  return type === 'signature' || type === 'initials' ? type : null;
}

/** The fields with these answers instead of the saved ones. */
export function withAnswers(fields: readonly SigningField[], answers: Answers): SigningField[] {
  return fields.map((field) => ({ ...field, value: answers.get(field.id) ?? null }));
}

/** The fields that are shown with these answers, in the order given. */
export function shownFields(fields: readonly SigningField[], answers: Answers): SigningField[] {
  const shown = new Set(listShownFields(withAnswers(fields, answers)).map(({ id }) => id));
  return fields.filter(({ id }) => shown.has(id));
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export function isAsked(field: SigningField): boolean {
  return field.required || (field.groupMin ?? 0) > 0;
}

/** The fields that the signer fills, each by itself or with its group. */
export function questionsOf(fields: readonly SigningField[]): SigningField[][] {
  const units = Map.groupBy(fields.filter(isAnswered), ({ id, type, group }) =>
    group === null ? String(id) : `${type} ${group}`,
  );
  return [...units.values()];
}

export function answersOf(fields: readonly SigningField[]): Answers {
  return new Map(fields.map((field) => [field.id, field.value]));
}

export interface FieldCounts {
  readonly signatures: number;
  readonly initials: number;
  readonly required: number;
  readonly optional: number;
}

/** Numbers of signatures, initials and other fields, for the cover. */
export function countFields(fields: readonly SigningField[]): FieldCounts {
  const fillable = fields.filter(isAnswered);
  const signatures = fillable.filter((field) => field.type === 'signature').length;
  const initials = fillable.filter((field) => field.type === 'initials').length;
  const otherQuestions = questionsOf(fillable.filter((field) => signatureKindOf(field.type) === null));
  const required = otherQuestions.filter((unit) => unit.some(isAsked)).length;
  return { signatures, initials, required, optional: otherQuestions.length - required };
}

type Acted = Pick<SigningView, 'state' | 'action'>;

/**
 * Whether the person has signed or approved on another device or in another tab while this page was open. A response
 * that was lost counts as an act of this page.
 */
export function hasActedElsewhere(
  before: { readonly view: Acted; readonly isElsewhere: boolean },
  now: Acted,
  mayHaveActed: boolean,
): boolean {
  if (before.isElsewhere || before.view.action.id !== now.action.id) return before.isElsewhere;
  const hasActed = ['signed', 'approved'].includes(now.action.status);
  return hasActed && before.view.state === 'open' && !mayHaveActed;
}

/** Whether a failed request may have been carried out: its response may be what was lost. */
export function mayHaveArrived(kind: SigningErrorKind): boolean {
  return kind === 'offline' || kind === 'server';
}

/** The word in the texts of `people` for a person's state; after an end without their act they are asked no more. */
export function wordForPerson(status: string, hasStopped: boolean): string {
  if (hasStopped && status === 'started') return 'unanswered';
  if (hasStopped && status === 'not_started') return 'never_asked';
  return ['not_started', 'started', 'signed', 'approved', 'declined', 'released'].includes(status)
    ? status
    : 'other';
}
