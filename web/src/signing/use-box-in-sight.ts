import { useEffect } from 'react';
import { type Span, shiftInto } from './page-layout-state.ts';

/** The box of the focused field and its error; both may be wider than the field. */
const growing = '.page-field:is(:focus-within, [data-current]) > :is(.page-field-text, .page-field-error)';
/** A click on other controls ends where it began only if the page does not move below it. */
const typedInto = 'main :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)';
const margin = 8;

/**
 * Keeps the focused field inside the visible part of the screen: sideways, because a box grows while it is focused,
 * and upwards, because a keyboard on the screen covers the lower half without resizing the page.
 */
export function useBoxInSight(): void {
  useEffect(() => {
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(settle);
    };
    const viewport = window.visualViewport;
    // A rotated screen changes the height of the pages above the field.
    const resizes = new ResizeObserver(later);
    for (const main of document.querySelectorAll('main')) resizes.observe(main);
    document.addEventListener('focusin', later);
    document.addEventListener('input', later);
    viewport?.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      document.removeEventListener('focusin', later);
      document.removeEventListener('input', later);
      viewport?.removeEventListener('resize', later);
    };
  }, []);
}

function settle(): void {
  for (const element of document.querySelectorAll<HTMLElement>(growing)) {
    element.style.removeProperty('--sight-shift');
    const { left: start, right: end } = element.getBoundingClientRect();
    const shift = shiftInto({ start, end }, visibleWidth());
    if (shift !== 0) element.style.setProperty('--sight-shift', `${shift}px`);
  }
  const focused = document.activeElement;
  if (focused === null || !focused.matches(typedInto)) return;
  const { top: start, bottom: end } = focused.getBoundingClientRect();
  const shift = shiftInto({ start, end }, visibleHeight());
  if (shift !== 0) window.scrollBy({ top: -shift });
}

function visibleWidth(): Span {
  const viewport = window.visualViewport;
  const start = viewport?.offsetLeft ?? 0;
  const width = Math.min(viewport?.width ?? window.innerWidth, document.documentElement.clientWidth);
  return { start: start + margin, end: start + width - margin };
}

/** Between the bars where they are on the screen: the keyboard may cover the lower one. */
function visibleHeight(): Span {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  const bottom = top + (viewport?.height ?? window.innerHeight);
  const toolbar = document.querySelector('.signing-toolbar')?.getBoundingClientRect().bottom ?? 0;
  const bar = document.querySelector('.signing-bar')?.getBoundingClientRect().top ?? bottom;
  return { start: Math.max(top, toolbar) + margin, end: Math.min(bottom, bar) - margin };
}
