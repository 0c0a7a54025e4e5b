import type { DisplayedRect } from '@paraph/pades';
import type { Raster } from './pdfium.ts';

export interface PageContent {
  raster: Raster;
  /** The page as displayed, in points. */
  page: { width: number; height: number };
  /** What is there without being seen: form fields, links, invisible text. Percent of the displayed page. */
  occupied: readonly DisplayedRect[];
}

/** Dithering and rounding, not content. */
const TOLERANCE = 2;
/** Of the ink in which marks are drawn against the page (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;
const INK = 0x14213d;
/** Share of the page that a colour must cover to count as background. */
const SHARE_MIN = 0.03;
const BACKGROUNDS_MAX = 3;

/**
 * Where the page has content, as a summed-area table: each cell counts the content above and to the left of it. The
 * latest map is valid alone: all use the same memory, because new memory for each page costs as much as filling it.
 */
export class ContentMap {
  /** Points from the left edge to the first content; a default margin without content. */
  readonly contentLeft: number;
  readonly #sums: Uint32Array;
  readonly #width: number;
  readonly #height: number;
  readonly #pixelsPerPoint: { x: number; y: number };

  constructor({ raster, page, occupied }: PageContent, background: number) {
    this.#width = raster.width;
    this.#height = raster.height;
    this.#pixelsPerPoint = { x: raster.width / page.width, y: raster.height / page.height };
    const taken = takenMemory(raster.width * raster.height).fill(0);
    for (const rect of occupied) markRect(taken, raster, rect);
    const { sums, firstColumn } = sumUp(raster, background, taken);
    this.contentLeft = (firstColumn ?? 72 * this.#pixelsPerPoint.x) / this.#pixelsPerPoint.x;
    this.#sums = sums;
  }

  /** Pixels with content in a rectangle in points; outside the page there are none. */
  count(rect: { left: number; top: number; width: number; height: number }): number {
    const { x, y } = this.#pixelsPerPoint;
    const left = clamp(Math.floor(rect.left * x), this.#width);
    const right = clamp(Math.ceil((rect.left + rect.width) * x), this.#width);
    const top = clamp(Math.floor(rect.top * y), this.#height);
    const bottom = clamp(Math.ceil((rect.top + rect.height) * y), this.#height);
    const sum = (column: number, row: number) => this.#sums[row * (this.#width + 1) + column] ?? 0;
    return sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
  }
}

/** Memory that each map of this process uses again; it grows to that of the largest page. */
let taken = new Uint8Array();
/** As `taken`, for its sums. */
let sums = new Uint32Array();

function takenMemory(length: number): Uint8Array {
  if (taken.length < length) taken = new Uint8Array(length);
  return taken.subarray(0, length);
}

function sumsMemory(length: number): Uint32Array {
  if (sums.length < length) sums = new Uint32Array(length);
  return sums.subarray(0, length);
}

/** The colours that cover a good part of the page, most first. */
export function backgroundsOf(raster: Raster): number[] {
  const words = wordsOf(raster);
  const counts = new Map<number, number>();
  // Most colours of most pages are greys, and a list counts faster than a map.
  const greys = new Uint32Array(256);
  // Pages are long runs of one colour, so runs are counted and not pixels.
  for (let start = 0, end = 0; start < words.length; start = end) {
    const word = words[start] ?? 0;
    while (end < words.length && words[end] === word) end += 1;
    const colour = word & 0xffffff;
    const grey = word & 0xff;
    if (colour === grey * 0x10101) greys[grey] = (greys[grey] ?? 0) + end - start;
    else counts.set(colour, (counts.get(colour) ?? 0) + end - start);
  }
  for (const [grey, count] of greys.entries()) if (count > 0) counts.set(grey * 0x10101, count);
  const least = words.length * SHARE_MIN;
  const most = [...counts].filter(([, count]) => count >= least).sort(([, a], [, b]) => b - a);
  return most.slice(0, BACKGROUNDS_MAX).map(([colour]) => colour);
}

/** The pixels as numbers 0x??RRGGBB: blue is the first byte, and all platforms of Node are little-endian. */
function wordsOf({ pixels, width, height }: Raster): Int32Array {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** Whether marks drawn in ink can be read on a colour. */
export function isReadableOn(background: number): boolean {
  return contrast(background, INK) >= CONTRAST_MIN;
}

function markRect(shown: Uint8Array, { width, height }: Raster, rect: DisplayedRect): void {
  const left = clamp(Math.floor((rect.posX / 100) * width), width);
  const right = clamp(Math.ceil(((rect.posX + rect.width) / 100) * width), width);
  const top = clamp(Math.floor((rect.posY / 100) * height), height);
  const bottom = clamp(Math.ceil(((rect.posY + rect.height) / 100) * height), height);
  for (let row = top; row < bottom; row += 1) shown.fill(1, row * width + left, row * width + right);
}

/** One pass over the page: what differs from its background, and what is taken besides. */
function sumUp(
  raster: Raster,
  background: number,
  taken: Uint8Array,
): { sums: Uint32Array; firstColumn: number | null } {
  const { width, height } = raster;
  const words = wordsOf(raster);
  const isBackground = isColour(background);
  // As the viewer draws it: most pixels need no other comparison.
  const paper = background | 0xff000000;
  const sums = sumsMemory((width + 1) * (height + 1));
  sums.fill(0, 0, width + 1);
  let first = width;
  for (let row = 0; row < height; row += 1) {
    const from = row * width;
    const above = row * (width + 1);
    const value = above + width + 1;
    let empty = 0;
    while (empty < width && words[from + empty] === paper && taken[from + empty] === 0) empty += 1;
    sums.copyWithin(value, above, above + empty + 1);
    let inRow = 0;
    for (let column = empty; column < width; column += 1) {
      const word = words[from + column] ?? 0;
      if (word === paper || isBackground(word)) inRow += taken[from + column] ?? 0;
      else {
        inRow += 1;
        if (column < first) first = column;
      }
      sums[value + column + 1] = (sums[above + column + 1] ?? 0) + inRow;
    }
  }
  return { sums, firstColumn: first < width ? first : null };
}

/** Whether a pixel is of the colour, but for dithering. */
function isColour(colour: number): (word: number) => boolean {
  const [red, green, blue] = channels(colour);
  return (word) =>
    Math.abs((word & 0xff) - blue) <= TOLERANCE &&
    Math.abs(((word >> 8) & 0xff) - green) <= TOLERANCE &&
    Math.abs(((word >> 16) & 0xff) - red) <= TOLERANCE;
}

function contrast(a: number, b: number): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: number): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: number): [red: number, green: number, blue: number] {
  return [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
