export type Zoom = 0.5 | 0.75 | 1 | 1.25 | 1.5 | 2 | 3;

const zooms: readonly Zoom[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const readableWidth = 860;

/** At zoom 1 a page fills the available width, up to a readable width; zooming exceeds both. */
export function pageWidthFor(availableWidth: number, zoom: Zoom): number {
  return Math.floor(Math.min(Math.max(availableWidth - 2, 1), readableWidth) * zoom);
}

export function zoomIn(zoom: Zoom): Zoom {
  return zooms.find((each) => each > zoom) ?? zoom;
}

/** Not below the least: where people only read, a page is never narrower than the window. */
export function zoomOut(zoom: Zoom, least: Zoom = 1): Zoom {
  return zooms.findLast((each) => each < zoom && each >= least) ?? zoom;
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

/** Edges in pixels of the screen. */
export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Growth {
  readonly width: number;
  readonly height: number;
  /** The share of what is added to the width that lies at the left, where there is room on both sides. */
  readonly atLeft: number;
  /** The other fields of the page. */
  readonly neighbours: readonly ScreenBox[];
  /** What is visible of the page, sideways. */
  readonly sight: Span;
}

/** The outline of the focused box stays off its neighbours. */
const GAP = 4;

/**
 * The box of a field grown up to a size, as far as it covers no other field and stays in sight: to write in it when it
 * is focused, and to hit it with a finger. A field that is larger keeps its size.
 */
export function grownBox(box: ScreenBox, { width, height, atLeft, neighbours, sight }: Growth): ScreenBox {
  const apart = neighbours.filter((each) => !isOver(each, box));
  const column = apart.filter(({ left, right }) => left < box.right && right > box.left);
  const [top, bottom] = grownSpan(
    { start: box.top, end: box.bottom },
    { length: height, before: 0.5, limits: limitsOf(box.top, column, 'top', 'bottom') },
  );
  const row = apart.filter((each) => each.top < bottom && each.bottom > top);
  const limits = limitsOf(box.left, row, 'left', 'right');
  const visible = { start: Math.max(limits.start, sight.start), end: Math.min(limits.end, sight.end) };
  const [left, right] = grownSpan(
    { start: box.left, end: box.right },
    { length: width, before: atLeft, limits: visible },
  );
  return { left, top, right, bottom };
}

/** What a finger needs. */
const TOUCH = { width: 44, height: 44 } as const;
const EVERYWHERE: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** For each field of a page, how far its touch target reaches beyond its box, in pixels. */
export function touchReaches(fields: readonly ScreenBox[]): ScreenBox[] {
  return fields.map((box) => {
    const neighbours = fields.filter((each) => each !== box);
    const grown = grownBox(box, { ...TOUCH, atLeft: 0.5, neighbours, sight: EVERYWHERE });
    return {
      left: box.left - grown.left,
      top: box.top - grown.top,
      right: grown.right - box.right,
      bottom: grown.bottom - box.bottom,
    };
  });
}

/** The boxes of fields on a page of a size. */
export function boxesOf(
  fields: readonly { posX: number; posY: number; width: number; height: number }[],
  page: { width: number; height: number },
): ScreenBox[] {
  return fields.map(({ posX, posY, width, height }) => ({
    left: (posX * page.width) / 100,
    top: (posY * page.height) / 100,
    right: ((posX + width) * page.width) / 100,
    bottom: ((posY + height) * page.height) / 100,
  }));
}

function isOver(one: ScreenBox, other: ScreenBox): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** The free span between the boxes before and after a position. */
function limitsOf(
  at: number,
  boxes: readonly ScreenBox[],
  ...[start, end]: ['top', 'bottom'] | ['left', 'right']
): Span {
  const before = boxes.filter((each) => each[start] < at).map((each) => each[end] + GAP);
  const after = boxes.filter((each) => each[start] >= at).map((each) => each[start] - GAP);
  return {
    start: Math.max(Number.NEGATIVE_INFINITY, ...before),
    end: Math.min(Number.POSITIVE_INFINITY, ...after),
  };
}

/** A span grown to a length within limits: a share of the growth lies before it, and what does not fit there behind. */
function grownSpan(
  { start, end }: Span,
  { length, before, limits }: { length: number; before: number; limits: Span },
): [number, number] {
  const growth = Math.max(0, length - (end - start));
  const first = Math.min(start, Math.max(limits.start, start - growth * before));
  const last = Math.max(end, Math.min(limits.end, first + (end - start) + growth));
  return [Math.min(first, Math.max(limits.start, last - (end - start) - growth)), last];
}
