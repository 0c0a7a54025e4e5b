import { useCallback, useMemo, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { troubleWords } from './field-words.ts';
import {
  type Answers,
  gapsIn,
  inReadingOrder,
  isEmpty,
  markKindOf,
  nextGap,
  type Progress,
  previousField,
  progressOf,
  troubleOf,
} from './signing-state.ts';
import type { MarkKind, SigningField, SigningView } from './signing-view.ts';
import type { AnswerBook } from './use-answers.ts';

/** What the pages and the form both need to show and fill fields: one state behind two views. */
export interface FieldDesk {
  readonly fields: readonly SigningField[];
  readonly answers: Answers;
  readonly gaps: readonly SigningField[];
  readonly next: SigningField | null;
  readonly progress: Progress;
  readonly currentId: number | null;
  readonly valueOf: (field: SigningField) => string | null;
  readonly troubleOf: (field: SigningField) => string | null;
  readonly markUrlOf: (field: SigningField) => string | null;
  readonly answer: (field: SigningField, value: string | null) => void;
  readonly press: (field: SigningField) => void;
  readonly visit: (field: SigningField) => void;
  readonly leave: (field: SigningField) => void;
  readonly previous: () => SigningField | null;
  /** From now on every gap says what it lacks. */
  readonly showGaps: () => void;
}

interface DeskParts {
  readonly view: SigningView;
  readonly book: AnswerBook;
  readonly onMark: (kind: MarkKind, field: SigningField) => void;
}

export function useFieldDesk({ view, book, onMark }: DeskParts): FieldDesk {
  const fields = useMemo(() => inReadingOrder(view.fields, view.documents), [view.fields, view.documents]);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [areGapsShown, setGapsShown] = useState(false);
  const { answers } = book;
  const gaps = gapsIn(fields, answers, book.refused);
  const wordsAt = useTroubleWords(book, (field, isGap) => areGapsShown || (!isGap && left.has(field.id)));

  const press = (field: SigningField) => {
    const kind = markKindOf(field.type);
    if (kind === null) return;
    const mark = view.marks[kind];
    if (mark !== null && isEmpty(answers.get(field.id))) book.answer(field, mark.id);
    else onMark(kind, field);
  };
  return {
    fields,
    answers,
    gaps,
    next: nextGap(fields, gaps, currentId),
    progress: progressOf(fields, answers),
    currentId,
    valueOf: (field) => answers.get(field.id) ?? null,
    troubleOf: wordsAt,
    markUrlOf: (field) => markUrlOf(view, answers, field),
    answer: book.answer,
    press,
    visit: useCallback((field: SigningField) => setCurrentId(field.id), []),
    leave: useCallback((field: SigningField) => setLeft((before) => new Set([...before, field.id])), []),
    previous: () => previousField(fields, currentId),
    showGaps: useCallback(() => setGapsShown(true), []),
  };
}

/** A wrong answer is told once its field was left, a missing one once the person wanted to finish. */
function useTroubleWords(book: AnswerBook, isTold: (field: SigningField, isGap: boolean) => boolean) {
  const t = useText('signing');
  return (field: SigningField): string | null => {
    const refused = book.refused.get(field.id);
    if (refused !== undefined) return refused === '' ? t('save.refusedSaid') : refused;
    const trouble = troubleOf(field, book.answers.get(field.id));
    if (trouble === null || !isTold(field, trouble === 'required')) return null;
    return troubleWords(t, field, trouble);
  };
}

function markUrlOf(view: SigningView, answers: Answers, field: SigningField): string | null {
  const kind = markKindOf(field.type);
  if (kind === null || isEmpty(answers.get(field.id))) return null;
  return view.marks[kind]?.url ?? null;
}
