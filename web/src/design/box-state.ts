import { type FieldType, SIGNATURE_POINTS_MIN } from '@paraph/domain';

/** A field's position and size in percent of the page, from its top left corner. */
export interface Box {
  readonly posX: number;
  readonly posY: number;
  readonly width: number;
  readonly height: number;
}

/** Points, as displayed. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const LINE = { width: 160, height: 24 };
const POINTS: Partial<Record<FieldType, PageSize>> = {
  signature: { width: 160, height: 48 },
  initials: { width: 72, height: 36 },
  date: { width: 110, height: 24 },
  email: { width: 200, height: 24 },
  address: { width: 220, height: 24 },
  number: { width: 80, height: 24 },
  checkbox: { width: 18, height: 18 },
  radio: { width: 90, height: 32 },
  stamp: { width: 120, height: 60 },
  attachment: { width: 180, height: 32 },
};
const LEAST = { width: 12, height: 10 };

/** The box of a new field, centered at a point of the page. */
export function centeredBox(type: FieldType, page: PageSize, point: { x: number; y: number }): Box {
  const { width, height } = inPercent(POINTS[type] ?? LINE, page);
  return onPage({ posX: point.x - width / 2, posY: point.y - height / 2, width, height });
}

export function moved(box: Box, by: { x: number; y: number }): Box {
  return onPage({ ...box, posX: box.posX + by.x, posY: box.posY + by.y });
}

/** Moves boxes together, keeping their distances: the first that meets an edge stops all. */
export function movedTogether(boxes: readonly Box[], { x, y }: { x: number; y: number }): Box[] {
  const least = (values: number[]) => Math.min(...values, 100);
  const right = least(boxes.map(({ posX, width }) => 100 - posX - width));
  const down = least(boxes.map(({ posY, height }) => 100 - posY - height));
  const by = {
    x: clamp(x, -least(boxes.map(({ posX }) => posX)), right),
    y: clamp(y, -least(boxes.map(({ posY }) => posY)), down),
  };
  return boxes.map((box) => moved(boxOf(box), by));
}

/** Resizes at the lower right corner, within the page and the minimum size. */
export function resized(
  box: Box,
  by: { width: number; height: number },
  { type, page }: { type: FieldType; page: PageSize },
): Box {
  const least = minSize(type, page);
  return {
    ...box,
    width: rounded(clamp(box.width + by.width, least.width, 100 - box.posX)),
    height: rounded(clamp(box.height + by.height, least.height, 100 - box.posY)),
  };
}

export function minSize(type: FieldType, page: PageSize): PageSize {
  return inPercent(type === 'signature' ? SIGNATURE_POINTS_MIN : LEAST, page);
}

/** Moves and shrinks a box until it fits on its page. */
export function onPage(box: Box): Box {
  const width = Math.min(box.width, 100);
  const height = Math.min(box.height, 100);
  return {
    width: rounded(width),
    height: rounded(height),
    posX: rounded(clamp(box.posX, 0, 100 - rounded(width))),
    posY: rounded(clamp(box.posY, 0, 100 - rounded(height))),
  };
}

/** The nearest free place below, else from the top of the page; the wanted box where none is free. */
export function freeBox(wanted: Box, boxes: readonly Box[]): Box {
  for (let attempt = 0, box = wanted; attempt < 100; attempt += 1) {
    const hit = boxes.find((other) => overlaps(box, other));
    if (hit === undefined) return box;
    const below = hit.posY + hit.height + 1;
    const posY = below + box.height > 100 ? 0 : below;
    if (posY === 0 && box.posY === 0) break;
    box = { ...box, posY: rounded(posY) };
  }
  return wanted;
}

const SNAP = 0.8;

/** Snaps a box to the edges and middles of its neighbours. */
export function snapped(box: Box, boxes: readonly Box[]): Box {
  const x = nearest(
    linesOf(box).x,
    boxes.flatMap((other) => linesOf(other).x),
  );
  const y = nearest(
    linesOf(box).y,
    boxes.flatMap((other) => linesOf(other).y),
  );
  return moved(box, { x, y });
}

/** A line through the page at a percentage of its width (`x`) or height (`y`). */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** The edges and middles that a box shares with a neighbour. */
export function alignedLines(box: Box, boxes: readonly Box[]): SnapLine[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const lines = boxes.flatMap((other) => linesOf(other)[axis]);
    const boxLines = linesOf(box)[axis].filter((at) => lines.some((line) => Math.abs(line - at) <= SAME));
    return [...new Set(boxLines.map(rounded))].map((at) => ({ axis, at }));
  });
}

/** Less than a tenth of a percent is the same place. */
const SAME = 0.051;

function linesOf({ posX, posY, width, height }: Box) {
  return { x: [posX, posX + width / 2, posX + width], y: [posY, posY + height / 2, posY + height] };
}

function nearest(edges: readonly number[], lines: readonly number[]): number {
  const steps = edges.flatMap((edge) => lines.map((line) => line - edge));
  const best = steps.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one), Infinity);
  return Math.abs(best) <= SNAP ? best : 0;
}

export type Alignment = 'left' | 'right' | 'top' | 'bottom' | 'size';

/** Aligns boxes at the outermost edge, or gives all the size of the last one; keeps their order. */
export function aligned(boxes: readonly Box[], how: Alignment): Box[] {
  const last = boxes.at(-1);
  const left = Math.min(...boxes.map(({ posX }) => posX));
  const top = Math.min(...boxes.map(({ posY }) => posY));
  const right = Math.max(...boxes.map(({ posX, width }) => posX + width));
  const bottom = Math.max(...boxes.map(({ posY, height }) => posY + height));
  const changes: Record<Alignment, (box: Box) => Partial<Box>> = {
    left: () => ({ posX: left }),
    right: ({ width }) => ({ posX: right - width }),
    top: () => ({ posY: top }),
    bottom: ({ height }) => ({ posY: bottom - height }),
    size: () => ({ width: last?.width ?? 0, height: last?.height ?? 0 }),
  };
  return boxes.map((box) => onPage({ ...boxOf(box), ...changes[how](box) }));
}

function boxOf({ posX, posY, width, height }: Box): Box {
  return { posX, posY, width, height };
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.posX < other.posX + other.width &&
    other.posX < one.posX + one.width &&
    one.posY < other.posY + other.height &&
    other.posY < one.posY + one.height
  );
}

function inPercent(points: PageSize, page: PageSize): PageSize {
  return {
    width: Math.min(roundedUp((points.width / page.width) * 100), 100),
    height: Math.min(roundedUp((points.height / page.height) * 100), 100),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), Math.min(least, most));
}

function roundedUp(value: number): number {
  return Math.ceil(Number((value * 10).toFixed(6))) / 10;
}

/** To a tenth of a percent. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
