import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export type DragKind = 'step' | 'person';
/** Before or after which row the dragged one is dropped. */
export type Drop = { key: string; target: string; isAfter: boolean };
type Dragging = { kind: DragKind; key: string; over: Omit<Drop, 'key'> | null };

const EDGE_PX = 64;
const SCROLL_PX = 14;

/**
 * Drags rows by a handle, with a mouse, a pen or a finger. Rows carry `data-step` or `data-person` with their key. They
 * are ordered when the row is dropped, so that no element moves below the pointer; Escape drops it where it was.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (kind: DragKind, drop: Drop) => void,
) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef({ dragging, onDrop });
  latest.current = { dragging, onDrop };
  const active = dragging && `${dragging.kind} ${dragging.key}`;
  useEffect(() => {
    if (!active) return;
    const move = (event: PointerEvent) => {
      scrollAtEdges(event.clientY);
      setDragging((now) => now && { ...now, over: overOf(list.current, now, event.clientY) });
    };
    const end = () => {
      const { kind, key, over } = latest.current.dragging ?? {};
      setDragging(null);
      if (kind && key && over) latest.current.onDrop(kind, { key, ...over });
    };
    const cancel = () => setDragging(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && cancel();
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onKey);
    };
  }, [active, list]);
  const begin = (kind: DragKind, key: string) => (event: ReactPointerEvent) => {
    if (event.button === 0) setDragging({ kind, key, over: null });
  };
  return { dragging, begin };
}

/** The place of the pointer among the other rows of the kind; null at the row's own. */
function overOf(list: HTMLElement | null, { kind, key }: Dragging, y: number): Omit<Drop, 'key'> | null {
  const rows = [...(list?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? [])];
  const places = rows.map((row) => ({ row, box: row.getBoundingClientRect() }));
  const nearest = places.sort((one, other) => distance(one.box, y) - distance(other.box, y))[0];
  const target = nearest?.row.dataset[kind];
  if (!nearest || target === undefined || target === key) return null;
  return { target, isAfter: y > nearest.box.top + nearest.box.height / 2 };
}

function distance({ top, bottom }: DOMRect, y: number): number {
  return Math.max(top - y, y - bottom, 0);
}

function scrollAtEdges(y: number): void {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}

/** How a row looks while one is dragged. */
export function dragLook(dragging: Dragging | null, key: string): string {
  if (!dragging) return '';
  if (dragging.key === key) return 'opacity-50';
  if (dragging.over?.target !== key) return '';
  return dragging.over.isAfter ? 'border-b-2 border-b-accent' : 'border-t-2 border-t-accent';
}
