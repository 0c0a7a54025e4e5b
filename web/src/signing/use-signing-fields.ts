import { findAnswerProblems } from '@paraph/domain';
import { useCallback, useMemo, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { type Answers, type Progress, shownFields, signatureKindOf, withAnswers } from './cover-state.ts';
import { errorText, refusedText } from './field-text.ts';
import {
  findIncompleteFields,
  inReadingOrder,
  isEmpty,
  nextIncompleteField,
  previousField,
  progressOf,
  sameMarkFields,
} from './signing-state.ts';
import type { SignatureKind, SigningField, SigningView } from './signing-view.ts';
import type { FieldAnswers } from './use-answers.ts';
import type { Attachments } from './use-attachments.ts';

/** The state that the pages and the form share to show and fill fields. */
export interface SigningFields {
  /** Without fields that a condition hides. */
  readonly fields: readonly SigningField[];
  readonly answers: Answers;
  readonly incomplete: readonly SigningField[];
  readonly next: SigningField | null;
  readonly progress: Progress;
  readonly currentId: number | null;
  readonly valueOf: (field: SigningField) => string | null;
  readonly errorOf: (field: SigningField) => string | null;
  readonly signatureUrlOf: (field: SigningField) => string | null;
  readonly answer: (field: SigningField, value: string | null) => void;
  readonly press: (field: SigningField) => void;
  readonly visit: (field: SigningField) => void;
  readonly leave: (field: SigningField) => void;
  readonly previous: () => SigningField | null;
  /** The current field's signature for all fields of its kind; null where that would fill fewer than two. */
  readonly repeatable: { readonly count: number; readonly apply: () => void } | null;
  readonly attachments: Attachments;
  /** From now on every incomplete field shows its error. */
  readonly showIncomplete: () => void;
}

interface SigningFieldsParts {
  readonly view: SigningView;
  readonly fieldAnswers: FieldAnswers;
  readonly attachments: Attachments;
  readonly onSignature: (kind: SignatureKind, field: SigningField) => void;
}

export function useSigningFields(parts: SigningFieldsParts): SigningFields {
  const { view, fieldAnswers, attachments, onSignature } = parts;
  const all = useMemo(() => inReadingOrder(view.fields, view.documents), [view.fields, view.documents]);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isIncompleteShown, setIncompleteShown] = useState(false);
  const { answers } = fieldAnswers;
  const fields = useMemo(() => shownFields(all, answers), [all, answers]);
  const incomplete = findIncompleteFields(fields, answers, fieldAnswers.refused);
  const errorOf = useErrorText(
    { fieldAnswers, fields },
    (field, isMissing) => isIncompleteShown || (!isMissing && left.has(field.id)),
  );

  const press = (field: SigningField) => {
    const kind = signatureKindOf(field.type);
    if (kind === null) return;
    const image = view.marks[kind];
    if (image !== null && isEmpty(answers.get(field.id))) fieldAnswers.answer(field, image.id);
    else onSignature(kind, field);
  };
  return {
    fields,
    answers,
    incomplete,
    next: nextIncompleteField(fields, incomplete, currentId),
    progress: progressOf(fields, answers),
    currentId,
    valueOf: (field) => answers.get(field.id) ?? null,
    errorOf: (field) => attachments.errorOf(field) ?? errorOf(field),
    signatureUrlOf: (field) => signatureUrlOf(view, answers, field),
    answer: fieldAnswers.answer,
    press,
    visit: useCallback((field: SigningField) => setCurrentId(field.id), []),
    leave: useCallback((field: SigningField) => setLeft((before) => new Set([...before, field.id])), []),
    attachments,
    previous: () => previousField(fields, currentId),
    repeatable: repeatableIn(fields, fieldAnswers, currentId),
    showIncomplete: useCallback(() => setIncompleteShown(true), []),
  };
}

function repeatableIn(fields: readonly SigningField[], fieldAnswers: FieldAnswers, currentId: number | null) {
  const current = fields.find((field) => field.id === currentId);
  const value = current === undefined ? null : (fieldAnswers.answers.get(current.id) ?? null);
  if (current === undefined || isEmpty(value)) return null;
  const { all, empty } = sameMarkFields(fields, fieldAnswers.answers, current.type);
  if (empty.length < 2) return null;
  const apply = () => {
    for (const field of empty) fieldAnswers.answer(field, value);
  };
  return { count: all.length, apply };
}

/** An invalid answer shows its error once the field was left, a missing one once Finish was pressed. */
function useErrorText(
  { fieldAnswers, fields }: { fieldAnswers: FieldAnswers; fields: readonly SigningField[] },
  isShown: (field: SigningField, isMissing: boolean) => boolean,
) {
  const t = useText('signing');
  const problems = findAnswerProblems(withAnswers(fields, fieldAnswers.answers));
  return (field: SigningField): string | null => {
    const refused = fieldAnswers.refused.get(field.id);
    if (refused !== undefined) return refusedText(t, refused);
    const problem = problems.get(field.id);
    if (!problem || !isShown(field, problem.rule === 'required' || problem.rule === 'groupMin')) return null;
    return errorText(t, field, problem);
  };
}

function signatureUrlOf(view: SigningView, answers: Answers, field: SigningField): string | null {
  const kind = signatureKindOf(field.type);
  if (kind === null || isEmpty(answers.get(field.id))) return null;
  return view.marks[kind]?.url ?? null;
}
