import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react';
import type { Board, BoardChange, BoardField, NewBoardField } from './board-state.ts';
import { frameAt, frameOf, type PageFrame } from './page-frames.ts';
import { onPage, resized, snapped } from './place-state.ts';

type Grip = 'move' | 'resize';
type Start = Pick<ReactPointerEvent, 'clientX' | 'clientY'>;

interface Drag {
  readonly field: NewBoardField;
  readonly grip: Grip;
  readonly start: Start;
  readonly frame: PageFrame;
}

export type Grab = (event: Start, field: NewBoardField, grip: Grip) => void;

/**
 * Follows a pointer that holds a field. The window listens, because a field that comes to another page is another
 * element there.
 */
export function useFieldDrag(board: Board, change: (change: BoardChange) => void): Grab {
  const latest = useRef(board);
  latest.current = board;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    (start, field, grip) => {
      const frame = frameOf(field.documentId, field.page);
      if (frame === null) return;
      const drag = { field, grip, start, frame };
      const onMove = (event: PointerEvent) => {
        const edit = editOf(drag, event, latest.current.fields);
        change({ do: 'edit', key: field.key, change: edit, act: 'drag' });
      };
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

function editOf(
  { field, grip, start, frame }: Drag,
  event: PointerEvent,
  fields: readonly BoardField[],
): Partial<BoardField> {
  // Its own page may have been scrolled since.
  const own = frameOf(frame.documentId, frame.page) ?? frame;
  const across = event.clientX - start.clientX;
  const down = event.clientY - start.clientY + (frame.rect.top - own.rect.top);
  if (grip === 'resize') {
    const by = { width: (across / own.rect.width) * 100, height: (down / own.rect.height) * 100 };
    const { width, height } = resized(field, by, { type: field.type, page: own.size });
    return { width, height };
  }
  const target = frameAt(event.clientX, event.clientY) ?? own;
  const left = own.rect.left + (field.posX / 100) * own.rect.width + across;
  const top = own.rect.top + (field.posY / 100) * own.rect.height + down;
  const box = onPage({
    posX: ((left - target.rect.left) / target.rect.width) * 100,
    posY: ((top - target.rect.top) / target.rect.height) * 100,
    width: (field.width * own.size.width) / target.size.width,
    height: (field.height * own.size.height) / target.size.height,
  });
  const { documentId, page } = target;
  const others = fields.filter(
    (each) => each.key !== field.key && each.documentId === documentId && each.page === page,
  );
  return { ...(event.altKey ? box : snapped(box, others)), documentId, page };
}
