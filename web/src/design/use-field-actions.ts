import type { FieldType } from '@paraph/domain';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import type { BoardField, CopyTarget } from './board-state.ts';
import { centeredBox, freeBox } from './box-state.ts';
import type { EditorSource } from './editor-source.ts';
import { fieldElementId } from './field-box.tsx';
import { frameAt, type PageFrame, pointOn, whenInSight } from './page-frames.ts';
import type { BoardEditor } from './use-board.ts';
import type { Grab } from './use-field-drag.ts';

interface DropPoint {
  readonly frame: PageFrame;
  readonly point: { x: number; y: number };
  /** Move to a free place, so that no field is covered. */
  readonly isFree: boolean;
  readonly role: number;
}

/** The user's actions on fields, with focus management and announcements. */
export function useFieldActions(source: EditorSource, { editor, grab }: { editor: BoardEditor; grab: Grab }) {
  const t = useText('design');
  const announce = useAnnounce();
  const { board, change } = editor;
  const [role, setRole] = useState(source.people[0]?.role ?? 0);
  const focusSoon = useFocusSoon();
  const waiting = useRef<readonly { type: FieldType; role: number }[]>([]);
  const [, wake] = useReducer((count: number) => count + 1, 0);
  const lastKind = useRef<FieldType>('signature');
  const put = (type: FieldType, { frame, point, isFree, ...owner }: DropPoint) => {
    const { documentId, page, size } = frame;
    const fieldsOnPage = board.fields.filter((each) => each.documentId === documentId && each.page === page);
    const wanted = centeredBox(type, size, point);
    const box = isFree ? freeBox(wanted, fieldsOnPage) : wanted;
    const field = { key: newKey(), type, documentId, page, ...owner, ...box };
    lastKind.current = type;
    change({ do: 'add', field });
    focusSoon(fieldElementId(field.key));
    return field;
  };
  // One after another, each beside those before it, so that no press is lost while the pages come; and with the press
  // itself where they are there, so that all can be saved in the next moment.
  useLayoutEffect(() => {
    const [next] = waiting.current;
    if (!next) return;
    return whenInSight((seen) => {
      waiting.current = waiting.current.slice(1);
      put(next.type, { ...seen, isFree: true, role: next.role });
      announce(t('said.added', { kind: t(`kind.${next.type}`), page: seen.frame.page }));
    });
  });
  const { leave, remove, duplicate, choose } = useStableActions(editor, { lastKind, focusSoon });
  return {
    role,
    setRole,
    leave,
    remove,
    duplicate,
    add: (type: FieldType, owner = role) => {
      waiting.current = [...waiting.current, { type, role: owner }];
      wake();
    },
    dragIn: (type: FieldType, event: PointerEvent) => {
      const frame = frameAt(event.clientX, event.clientY);
      if (frame === null) return false;
      const point = pointOn(frame, { x: event.clientX, y: event.clientY });
      const field = put(type, { frame, point, isFree: false, role });
      grab(event, [field], 'move');
      return true;
    },
    choose,
    copyTo: (targets: readonly Omit<CopyTarget, 'newKey'>[]) => {
      change({ do: 'copy-to', targets: targets.map((each) => ({ ...each, newKey: newKey() })) });
      announce(t('said.copied', { count: targets.length }));
    },
  };
}

export type FieldActions = ReturnType<typeof useFieldActions>;

interface StableActionsParts {
  readonly lastKind: RefObject<FieldType>;
  readonly focusSoon: (id: string) => void;
}

/** Stable callbacks, so that memoized fields do not render again. */
function useStableActions({ change }: BoardEditor, { lastKind, focusSoon }: StableActionsParts) {
  const t = useText('design');
  const announce = useAnnounce();
  const toTools = useCallback(
    () => document.getElementById(`design-add-${lastKind.current}`)?.focus(),
    [lastKind],
  );
  const leave = useCallback(() => {
    change({ do: 'choose', keys: [] });
    toTools();
  }, [change, toTools]);
  const remove = useCallback(
    (fields: readonly BoardField[]) => {
      change({ do: 'remove', keys: fields.map(({ key }) => key) });
      announce(t('said.removed', { label: fields.map(({ label }) => label).join(', ') }));
      toTools();
    },
    [change, announce, t, toTools],
  );
  const duplicate = useCallback(
    ({ key }: BoardField) => {
      const copy = newKey();
      change({ do: 'duplicate', key, newKey: copy });
      focusSoon(fieldElementId(copy));
    },
    [change, focusSoon],
  );
  const choose = useCallback(
    ({ key }: Pick<BoardField, 'key'>, isAdding: boolean) => {
      change(isAdding ? { do: 'toggle', key } : { do: 'choose', keys: [key] });
      document.getElementById(fieldElementId(key))?.scrollIntoView({ block: 'center' });
    },
    [change],
  );
  return { leave, remove, duplicate, choose };
}

function newKey(): string {
  return `new-${randomKey()}`;
}

/** Focuses an element once it is rendered. */
function useFocusSoon(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(wanted.current);
    if (element === null) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
  });
  return useCallback((id) => {
    wanted.current = id;
  }, []);
}
