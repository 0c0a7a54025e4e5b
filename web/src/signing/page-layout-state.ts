export type Zoom = 1 | 1.25 | 1.5 | 2 | 3;

const zooms: readonly Zoom[] = [1, 1.25, 1.5, 2, 3];
const readableWidth = 860;

/** At zoom 1 a page fills the available width, up to a readable width; zooming exceeds both. */
export function pageWidthFor(availableWidth: number, zoom: Zoom): number {
  return Math.floor(Math.min(Math.max(availableWidth - 2, 1), readableWidth) * zoom);
}

export function zoomIn(zoom: Zoom): Zoom {
  return zooms.find((each) => each > zoom) ?? zoom;
}

export function zoomOut(zoom: Zoom): Zoom {
  return zooms.findLast((each) => each < zoom) ?? zoom;
}

/** From one edge to the other, CSS pixels. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How far to move a box so that it is inside the sight; the start of one that is too large stays visible. */
export function shiftInto(box: Span, sight: Span): number {
  if (box.end - box.start > sight.end - sight.start || box.start < sight.start)
    return sight.start - box.start;
  return Math.min(0, sight.end - box.end);
}
