import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react';
import type { Board, BoardChange, BoardField, FieldEdit, NewBoardField } from './board-state.ts';
import { movedTogether, onPage, resized, snapped } from './box-state.ts';
import { frameAt, frameOf, type PageFrame } from './page-frames.ts';
import { guidesOn, type Suggestion } from './suggestion-state.ts';

type Grip = 'move' | 'resize';
type Start = Pick<ReactPointerEvent, 'clientX' | 'clientY'>;

interface Drag {
  readonly field: NewBoardField;
  /** Move by the same distance, on their own pages. */
  readonly companions: readonly NewBoardField[];
  readonly grip: Grip;
  readonly start: Start;
  readonly frame: PageFrame;
}

/** What a moving field snaps to. */
interface Shown {
  readonly board: Board;
  /** Printed places. */
  readonly guides: readonly Suggestion[];
}

/** The last field is the dragged one; its companions move along. */
export type Grab = (event: Start, fields: readonly NewBoardField[], grip: Grip) => void;

/**
 * Follows the pointer while a field is dragged. Listens on the window, because a field on another page is another
 * element.
 */
export function useFieldDrag(shown: Shown, change: (change: BoardChange) => void): Grab {
  const latest = useRef(shown);
  latest.current = shown;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    (start, dragged, grip) => {
      const [field, ...companions] = dragged.toReversed();
      const frame = field === undefined ? null : frameOf(field.documentId, field.page);
      if (field === undefined || frame === null) return;
      const drag = { field, companions, grip, start, frame };
      const onMove = (event: PointerEvent) =>
        change({ do: 'edit', edits: editsOf(drag, event, latest.current), act: 'drag' });
      const onEnd = () => {
        stop.current?.();
        change({ do: 'rest' });
      };
      stop.current?.();
      stop.current = () => {
        window.removeEventListener('pointermove', onMove);
        window.removeEventListener('pointerup', onEnd);
        window.removeEventListener('pointercancel', onEnd);
        stop.current = null;
      };
      window.addEventListener('pointermove', onMove);
      window.addEventListener('pointerup', onEnd);
      window.addEventListener('pointercancel', onEnd);
    },
    [change],
  );
}

function editsOf(drag: Drag, event: PointerEvent, shown: Shown): FieldEdit[] {
  const { field, companions } = drag;
  const edit = { key: field.key, change: editOf(drag, event, shown) };
  const { posX = field.posX, posY = field.posY, page = field.page } = edit.change;
  if (companions.length === 0 || page !== field.page) return [edit];
  const by = { x: posX - field.posX, y: posY - field.posY };
  const boxes = movedTogether(companions, by);
  return [edit, ...companions.map(({ key }, index) => ({ key, change: boxes[index] ?? {} }))];
}

function editOf(
  { field, companions: along, grip, start, frame }: Drag,
  event: PointerEvent,
  { board: { fields }, guides }: Shown,
): Partial<BoardField> {
  // The page may have been scrolled since.
  const origin = frameOf(frame.documentId, frame.page) ?? frame;
  const across = event.clientX - start.clientX;
  const down = event.clientY - start.clientY + (frame.rect.top - origin.rect.top);
  if (grip === 'resize') {
    const by = { width: (across / origin.rect.width) * 100, height: (down / origin.rect.height) * 100 };
    const { width, height } = resized(field, by, { type: field.type, page: origin.size });
    return { width, height };
  }
  const target = frameAt(event.clientX, event.clientY) ?? origin;
  const left = origin.rect.left + (field.posX / 100) * origin.rect.width + across;
  const top = origin.rect.top + (field.posY / 100) * origin.rect.height + down;
  const box = onPage({
    posX: ((left - target.rect.left) / target.rect.width) * 100,
    posY: ((top - target.rect.top) / target.rect.height) * 100,
    width: (field.width * origin.size.width) / target.size.width,
    height: (field.height * origin.size.height) / target.size.height,
  });
  const { documentId, page } = target;
  const moving = new Set([field, ...along].map(({ key }) => key));
  const neighbours = fields.filter(
    (each) => !moving.has(each.key) && each.documentId === documentId && each.page === page,
  );
  return {
    ...(event.altKey ? box : snapped(box, [...neighbours, ...guidesOn(guides, target)])),
    documentId,
    page,
  };
}
