import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Zoom } from './page-layout-state.ts';

/** The element's current width, updated on resize and rotation. */
export function useElementWidth(ref: RefObject<HTMLElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setAvailableWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setAvailableWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return availableWidth;
}

/** Keeps the middle of the screen in place while zooming. */
export function useSteadyScroll(zoom: Zoom): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    if (before.current === zoom) return;
    const half = window.innerHeight / 2;
    const factor = zoom / before.current;
    before.current = zoom;
    window.scrollTo({ top: (window.scrollY + half) * factor - half });
  }, [zoom]);
}
