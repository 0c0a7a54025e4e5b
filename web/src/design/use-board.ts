import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { createAutosave, type SaveStatus } from './autosave.ts';
import {
  type Board,
  type BoardChange,
  type BoardField,
  changeBoard,
  mergeSaved,
  openBoard,
} from './board-state.ts';
import { toWire } from './board-wire.ts';
import type { EditorSource } from './editor-source.ts';

const SAVE_AFTER_MS = 700;

export interface BoardEditor {
  readonly board: Board;
  readonly change: (change: BoardChange) => void;
  readonly status: SaveStatus;
  readonly error: unknown;
  /** The fields as the server has them. */
  readonly saved: readonly BoardField[];
  /** Sends pending changes; resolves to whether everything is saved. */
  readonly flush: () => Promise<boolean>;
  /** Why the latest save failed, which a `flush` has just found out; null where it did not. */
  readonly readFailure: () => unknown;
}

/** The board with autosave. */
export function useBoard({ fields, save }: Pick<EditorSource, 'fields' | 'save'>): BoardEditor {
  const [board, change] = useReducer(changeBoard, fields, openBoard);
  const [saving, setSaving] = useState<{ status: SaveStatus; error: unknown }>({
    status: 'saved',
    error: null,
  });
  const [saved, setSaved] = useState(board.fields);
  const latestSaved = useRef(saved);
  const failure = useRef<unknown>(null);
  const latestSave = useRef(save);
  latestSave.current = save;
  // Created once: pending changes must not get lost.
  const [saver] = useState(() =>
    createAutosave<readonly BoardField[]>({
      delayMs: SAVE_AFTER_MS,
      onStatus: (status, error) => {
        failure.current = error;
        setSaving({ status, error });
      },
      save: async (shown) => {
        const answer = { sent: shown, fields: await latestSave.current(toWire(shown, latestSaved.current)) };
        change({ do: 'saved', ...answer });
        latestSaved.current = mergeSaved(shown, answer);
        setSaved(latestSaved.current);
      },
    }),
  );
  useChanges(board.fields, saver.change);
  useEffect(() => {
    const flush = () => void saver.flush();
    // Retry when the network is back.
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('online', flush);
      flush();
    };
  }, [saver]);
  useStayUntil(saver.isSaved);
  const readFailure = useCallback(() => failure.current, []);
  return { board, change, ...saving, saved, flush: saver.flush, readFailure };
}

/** Reports the user's changes, but not the new ids after a save. */
function useChanges(fields: readonly BoardField[], onChange: (fields: readonly BoardField[]) => void): void {
  const before = useRef(fields);
  useEffect(() => {
    const former = before.current;
    before.current = fields;
    if (former !== fields && !isSameBut(former, fields)) onChange(fields);
  }, [fields, onChange]);
}

function isSameBut(one: readonly BoardField[], other: readonly BoardField[]): boolean {
  const contentOf = (fields: readonly BoardField[]) =>
    JSON.stringify(fields.map((field) => ({ ...field, id: 0 })));
  return one.length === other.length && contentOf(one) === contentOf(other);
}

/** Asks before leaving a page with unsaved changes. */
function useStayUntil(isSaved: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved]);
}
