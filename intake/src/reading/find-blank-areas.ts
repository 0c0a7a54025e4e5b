import type { DisplayedRect } from '@paraph/pades';
import { backgroundsOf, ContentMap, isReadableOn, type PageContent } from './content-map.ts';

export interface BlankAreasSearch extends PageContent {
  count: number;
}

/** Points. Sizes from comfortable to the smallest that stays legible. */
const SIZES = [
  { width: 180, height: 54 },
  { width: 150, height: 45 },
  { width: 120, height: 36 },
] as const;
const MARGIN = 24;
const GAP = 18;
const COLUMNS_MAX = 3;
/** Grid of tried positions, in points: fine enough to look aligned, coarse enough to be fast. */
const STEP = 3;

/**
 * Places for signature fields, of one size and in one grid, on plain background at least 24 pt away from any content.
 * Null if they do not all fit, or if ink would be illegible there.
 */
export function findBlankAreas(search: BlankAreasSearch): DisplayedRect[] | null {
  for (const background of backgroundsOf(search.raster)) {
    if (!isReadableOn(background)) continue;
    const map = new ContentMap(search, background);
    const areas = findGrid(map, search);
    if (areas) return areas;
  }
  return null;
}

function findGrid(map: ContentMap, { page, count }: BlankAreasSearch): DisplayedRect[] | null {
  for (const size of SIZES) {
    for (let columns = Math.min(COLUMNS_MAX, count); columns >= 1; columns -= 1) {
      const rows = Math.ceil(count / columns);
      const block = {
        width: columns * size.width + (columns - 1) * GAP,
        height: rows * size.height + (rows - 1) * GAP,
      };
      const corner = findCorner(map, page, block);
      if (!corner) continue;
      return Array.from({ length: count }, (_each, index) => {
        const left = corner.x + (index % columns) * (size.width + GAP);
        const top = corner.y + Math.floor(index / columns) * (size.height + GAP);
        return toPercent({ left, top, ...size }, page);
      });
    }
  }
  return null;
}

/** A rectangle in points from the page's top left corner, in percent of the page. */
export function toPercent(
  rect: { left: number; top: number; width: number; height: number },
  page: { width: number; height: number },
): DisplayedRect {
  return {
    posX: (rect.left / page.width) * 100,
    posY: (rect.top / page.height) * 100,
    width: (rect.width / page.width) * 100,
    height: (rect.height / page.height) * 100,
  };
}

/**
 * Where signers expect the place to sign: aligned with the text's left edge, in the lowest blank area that is high
 * enough, directly below the content above it.
 */
function findCorner(
  map: ContentMap,
  page: { width: number; height: number },
  block: { width: number; height: number },
): { x: number; y: number } | null {
  const lowest = page.height - MARGIN - block.height;
  for (const x of positionsFrom(map.contentLeft, page.width - MARGIN - block.width)) {
    let best: number | null = null;
    for (let y = lowest; y >= MARGIN; y -= STEP) {
      const content = map.count({
        left: x - MARGIN,
        top: y - MARGIN,
        width: block.width + 2 * MARGIN,
        height: block.height + 2 * MARGIN,
      });
      if (content === 0) best = y;
      else if (best !== null) break;
    }
    if (best !== null) return { x, y: best };
  }
  return null;
}

/** Positions from the margin to `last`, those nearest to the preferred one first. */
function positionsFrom(preferred: number, last: number): number[] {
  const positions: number[] = [];
  if (preferred >= MARGIN && preferred <= last) positions.push(preferred);
  for (let x = MARGIN; x <= last; x += STEP) positions.push(x);
  return positions.sort((a, b) => Math.abs(a - preferred) - Math.abs(b - preferred));
}
