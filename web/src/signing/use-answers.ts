import { isAnswered, isReference, listExcludedRadios } from '@paraph/domain';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Answers } from './cover-state.ts';
import { SaveQueue, type SaveQueueDeps, type SendOutcome } from './save-queue.ts';
import { type SaveState, type SaveStatus, saveStateWith, saveStatusOf, unsavedOf } from './save-state.ts';
import type { SigningApi } from './signing-api.ts';
import { SigningError } from './signing-error.ts';
import { findWrittenProblem, mergeAnswers, withComputed } from './signing-state.ts';
import type { SigningField, SigningView } from './signing-view.ts';
import { readStoredUnsaved, storeUnsaved } from './unsaved-storage.ts';

export interface FieldAnswers {
  readonly answers: Answers;
  readonly status: SaveStatus;
  /** The server's message for each refused field. */
  readonly refused: ReadonlyMap<number, string>;
  readonly answer: (field: SigningField, value: string | null) => void;
  readonly retry: () => void;
  readonly settled: () => Promise<boolean>;
  /** Takes the saved answers from the view from now on: another tab may have changed them. */
  readonly forgetSaved: () => void;
}

interface AnswerParts {
  readonly api: SigningApi;
  readonly view: SigningView;
  /** Called when the person can no longer answer: the workflow or the signing session has ended. */
  readonly onGone: () => void;
}

const typingPauseMs = 500;

/** The answers: shown at once, saved one after another in the background. */
export function useAnswers({ api, view, onGone }: AnswerParts): FieldAnswers {
  const [changed, setChanged] = useState<Answers>(() => new Map(readStoredUnsaved(view.link)));
  const [queue] = useState(() => queueFor({ api, view, onGone }));
  const state = useSyncExternalStore(queue.subscribe, () => queue.state);
  const answers = useMemo(() => withComputed(view, mergeAnswers(view.fields, changed)), [view, changed]);
  useQueueTriggers(queue);
  const answer = useCallback(
    (field: SigningField, value: string | null) => {
      // The service clears them too; sent as well, so that no earlier choice still waits to be saved.
      const excluded = value === null ? [] : listExcludedRadios(view.fields, field);
      const cleared = excluded.map(({ id }) => [id, null] as const);
      setChanged((before) => new Map([...before, ...cleared, [field.id, value]]));
      for (const other of excluded) if (answers.get(other.id) !== null) put(queue, other, null);
      put(queue, field, value);
    },
    [queue, view.fields, answers],
  );
  return {
    answers,
    status: saveStatusOf(state),
    refused: state.refused,
    answer,
    retry: useCallback(() => queue.retry(), [queue]),
    settled: useCallback(() => queue.settled(), [queue]),
    forgetSaved: useCallback(() => setChanged(unsavedOf(queue.state)), [queue]),
  };
}

function put(queue: SaveQueue, field: SigningField, value: string | null): void {
  if (isPartial(field, value)) queue.hold(field.id, value);
  else queue.answer(field.id, value, isTyped(field) ? typingPauseMs : 0);
}

function isPartial(field: SigningField, value: string | null): boolean {
  return findWrittenProblem(field, value) !== null;
}

function isTyped(field: SigningField): boolean {
  return !isReference(field.type) && !['checkbox', 'radio', 'dropdown'].includes(field.type);
}

function queueFor({ api, view, onGone }: AnswerParts): SaveQueue {
  const deps: SaveQueueDeps = {
    send: async (fieldId, value): Promise<SendOutcome> => {
      try {
        await api.putField(fieldId, value, document.visibilityState === 'hidden');
        return { kind: 'saved' };
      } catch (cause) {
        if (cause instanceof SigningError && cause.kind === 'refused') {
          return { kind: 'refused', message: cause.message };
        }
        if (cause instanceof SigningError && (cause.kind === 'conflict' || cause.kind === 'unknown'))
          onGone();
        return { kind: 'later' };
      }
    },
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    store: (unsaved) => storeUnsaved(view.link, unsaved),
  };
  return new SaveQueue(deps, saveStateWith(restoreUnsaved(view)));
}

/** The unsaved answers of an earlier visit, without fields that no longer exist. */
function restoreUnsaved(view: SigningView): Pick<SaveState, 'pending' | 'deferred'> {
  const pending = new Map<number, string | null>();
  const deferred = new Map<number, string | null>();
  for (const [fieldId, value] of readStoredUnsaved(view.link)) {
    const field = view.fields.find((each) => each.id === fieldId);
    if (field !== undefined && isAnswered(field))
      (isPartial(field, value) ? deferred : pending).set(fieldId, value);
  }
  return { pending, deferred };
}

/** Sends pending answers on load, when back online, and before the page is hidden. */
function useQueueTriggers(queue: SaveQueue): void {
  useEffect(() => {
    const send = () => queue.retry();
    const leave = () => queue.leave();
    send();
    const onHide = () => (document.visibilityState === 'hidden' ? leave() : send());
    window.addEventListener('online', send);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', send);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [queue]);
}
