import type { PageSize } from './box-state.ts';

/** A page and its present position on the screen. */
export interface PageFrame {
  readonly documentId: number;
  readonly page: number;
  /** Points, as displayed. */
  readonly size: PageSize;
  readonly rect: DOMRect;
}

interface FrameInSight {
  readonly frame: PageFrame;
  /** The middle of its visible part, in percent of the page. */
  readonly point: { x: number; y: number };
}

/** Data attributes by which `pageFrames` finds a page element. */
export function frameAttributes({ documentId, page, size }: Omit<PageFrame, 'rect'>) {
  return {
    tabIndex: -1,
    'data-page-of': documentId,
    'data-page': page,
    'data-width': size.width,
    'data-height': size.height,
  };
}

export function frameAt(x: number, y: number): PageFrame | null {
  return (
    pageFrames().find(({ rect }) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom) ??
    null
  );
}

export function frameOf(documentId: number, page: number): PageFrame | null {
  return pageFrames().find((frame) => frame.documentId === documentId && frame.page === page) ?? null;
}

function frameInSight(): FrameInSight | null {
  const { clientWidth, clientHeight } = document.documentElement;
  // Toolbar and dock cover a part of the pages.
  const ceiling = document.querySelector('.design-toolbar')?.getBoundingClientRect().bottom ?? 0;
  const floor = document.querySelector('.design-dock')?.getBoundingClientRect().top ?? clientHeight;
  const seen = pageFrames().map((frame) => {
    const top = Math.max(frame.rect.top, ceiling);
    const bottom = Math.min(frame.rect.bottom, floor);
    const left = Math.max(frame.rect.left, 0);
    const right = Math.min(frame.rect.right, clientWidth);
    return { frame, height: bottom - top, middle: { x: (left + right) / 2, y: (top + bottom) / 2 } };
  });
  const most = seen.reduce<(typeof seen)[number] | null>(
    (best, each) => (best === null || each.height > best.height ? each : best),
    null,
  );
  return most && { frame: most.frame, point: pointOn(most.frame, most.middle) };
}

/**
 * Calls with the most visible page: at once, or as soon as the pages are laid out, so that no press before that
 * is lost.
 *
 * @returns What ends the waiting
 */
export function whenInSight(act: (seen: FrameInSight) => void): () => void {
  const observer = new MutationObserver(() => look());
  const look = () => {
    const seen = frameInSight();
    if (seen === null) return false;
    observer.disconnect();
    act(seen);
    return true;
  };
  if (!look()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Converts a screen point to percent of the page. */
export function pointOn({ rect }: PageFrame, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: ((x - rect.left) / rect.width) * 100, y: ((y - rect.top) / rect.height) * 100 };
}

/** Scrolls to a page and moves the focus there: the next Tab is on its first field. */
export function showPage({ documentId, page }: Pick<PageFrame, 'documentId' | 'page'>): void {
  const frames = [...document.querySelectorAll<HTMLElement>('[data-page-of]')];
  const frame = frames.find(
    ({ dataset }) => Number(dataset.pageOf) === documentId && Number(dataset.page) === page,
  );
  frame?.scrollIntoView({ block: 'start' });
  frame?.focus({ preventScroll: true });
}

function pageFrames(): PageFrame[] {
  return [...document.querySelectorAll<HTMLElement>('[data-page-of]')].map((element) => ({
    documentId: Number(element.dataset.pageOf),
    page: Number(element.dataset.page),
    size: { width: Number(element.dataset.width), height: Number(element.dataset.height) },
    rect: element.getBoundingClientRect(),
  }));
}
