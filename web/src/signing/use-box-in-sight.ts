import { useEffect } from 'react';
import { grownBox, type Span, shiftInto } from './page-layout-state.ts';

/** The box of a focused field, in which it is written, and the error of the present one: both may exceed the field. */
const written = '.page-field > .page-field-text:focus';
const explained = '.page-field:is(:focus-within, [data-current]) > .page-field-error';
/** A click on other controls ends where it began only if the page does not move below it. */
const typedInto = 'main :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)';
const margin = 8;

/**
 * Lets the box of the focused field grow where no other field is, and keeps it inside the visible part of the screen:
 * sideways, and upwards, because a keyboard on the screen covers the lower half without resizing the page.
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
  for (const element of document.querySelectorAll<HTMLElement>(written)) grow(element);
  for (const element of document.querySelectorAll<HTMLElement>(explained)) {
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

const grownRem = { width: 14, height: 2.75, heightOfLines: 5 } as const;

/** Gives the focused box the size for readable letters, as far as its neighbours leave room. */
function grow(element: HTMLElement): void {
  const field = element.closest('.page-field');
  if (field === null) return;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const box = field.getBoundingClientRect();
  const height = element.matches('.page-field-long') ? grownRem.heightOfLines : grownRem.height;
  const neighbours = [...(field.parentElement?.querySelectorAll('.page-field') ?? [])]
    .filter((each) => each !== field)
    .map((each) => each.getBoundingClientRect());
  const sight = visibleWidth();
  const atLeft = field.matches('.page-field-end') ? 1 : 0;
  const size = { width: grownRem.width * rem, height: height * rem };
  const { left, top, right, bottom } = grownBox(box, { ...size, atLeft, neighbours, sight });
  // A page that is magnified may be wider than the screen, and so may its fields.
  const width = Math.min(right - left, sight.end - sight.start);
  const start = left + shiftInto({ start: left, end: left + width }, sight);
  const pixels = { left: start - box.left, top: top - box.top, width, height: bottom - top };
  for (const [side, value] of Object.entries(pixels)) {
    element.style.setProperty(`--grown-${side}`, `${value}px`);
  }
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
