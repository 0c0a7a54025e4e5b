import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PdfFile } from './pdf-engine.ts';
import { loadPictureOnce } from './pdf-files.ts';
import { useNearViewport } from './use-near-viewport.ts';

interface PdfPageProps {
  readonly id?: string;
  readonly label: string;
  readonly file: PdfFile | null;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** Also where it is far from what is seen of the window. */
  readonly isAlwaysDrawn?: boolean;
  /** Shown where the page cannot be drawn. */
  readonly error: string;
  /** Read to a screen reader where the page has no text. */
  readonly pictureNote: string;
  /** Shown until the page is drawn. */
  readonly pictureUrl?: string | null;
  readonly onPage: (page: number) => void;
  /** Called each time that the page was drawn, or cannot be. */
  readonly onShown?: () => void;
  readonly children?: ReactNode;
}

/** Memoized: of five hundred pages only pages with changed fields render again. */
export const PdfPage = memo(function PdfPage({
  id,
  label,
  file,
  page,
  width,
  height,
  isAlwaysDrawn = false,
  error,
  pictureNote,
  pictureUrl = null,
  onPage,
  onShown,
  children,
}: PdfPageProps) {
  const ref = useRef<HTMLElement>(null);
  const isNear = useNearViewport(ref, '120%');
  const { holder, hasFailed, isDrawn, hasText } = usePageDrawing({
    file,
    page,
    width,
    isNear: isNear || isAlwaysDrawn,
    pictureUrl,
    onShown,
  });
  useMiddle(ref, page, onPage);
  return (
    <section
      ref={ref}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={label}
      aria-busy={!isDrawn && !hasFailed}
      dir="ltr"
      className="pdf-page"
      style={{ width, height }}
    >
      <div ref={holder} className="absolute inset-0" />
      {isDrawn && !hasText && <p className="sr-only">{pictureNote}</p>}
      {hasFailed && (
        <p role="alert" className="absolute inset-x-4 top-4 text-14 text-stopped">
          {error}
        </p>
      )}
      {children}
    </section>
  );
});

interface DrawingParts {
  readonly file: PdfFile | null;
  readonly page: number;
  readonly width: number;
  readonly isNear: boolean;
  readonly pictureUrl: string | null;
  readonly onShown: (() => void) | undefined;
}

/** Draws off screen and swaps when done, so that zooming does not flicker. Distant pages free their memory. */
function usePageDrawing({ file, page, width, isNear, pictureUrl, onShown }: DrawingParts) {
  const holder = useRef<HTMLDivElement>(null);
  const latestOnShown = useRef(onShown);
  latestOnShown.current = onShown;
  const [hasFailed, setFailed] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const [hasText, setHasText] = useState(true);
  useEffect(() => {
    const container = holder.current;
    // A page that is drawn stays until it is drawn anew, also when another person has signed meanwhile.
    if (pictureUrl !== null && container?.childElementCount === 0)
      container.replaceChildren(loadPictureOnce(pictureUrl));
  }, [pictureUrl]);
  useEffect(() => {
    const container = holder.current;
    if (container === null || file === null || width <= 0) return;
    if (!isNear) {
      container.replaceChildren();
      setDrawn(false);
      return;
    }
    const canvas = document.createElement('canvas');
    canvas.ariaHidden = 'true';
    canvas.className = 'pdf-canvas';
    const text = document.createElement('div');
    text.className = 'pdf-text';
    let isCurrent = true;
    const drawing = file.draw({ page, canvas, text, width, distance: () => distanceOf(container) });
    const show = (isText: boolean) => {
      if (!isCurrent) return;
      setHasText(isText);
      put(container, canvas, text);
      setFailed(false);
      setDrawn(true);
      latestOnShown.current?.();
    };
    const fail = () => {
      if (!isCurrent) return;
      setFailed(true);
      latestOnShown.current?.();
    };
    drawing.done.then(show, fail);
    return () => {
      isCurrent = false;
      drawing.cancel();
    };
  }, [file, page, width, isNear]);
  return { holder, hasFailed, isDrawn, hasText };
}

/** From what is seen of the window, pixels. */
function distanceOf(container: HTMLElement): number {
  const { top, bottom } = container.getBoundingClientRect();
  return Math.max(0, top - window.innerHeight, -bottom);
}

/** A text that is the same stays, so that a selection and the position of a screen reader do too. */
function put(container: HTMLElement, canvas: HTMLElement, text: HTMLElement): void {
  const before = container.lastElementChild;
  if (before?.isEqualNode(text)) container.firstElementChild?.replaceWith(canvas);
  else container.replaceChildren(canvas, text);
}

/** Reports the page at the middle of the screen. */
function useMiddle(ref: RefObject<HTMLElement | null>, page: number, onPage: (page: number) => void): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onPage(page);
      },
      { rootMargin: '-49% 0px -49% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, page, onPage]);
}
