import type { Raster } from './pdfium.ts';

/** Cells of the grid on which shapes are compared. */
const [COLUMNS, ROWS] = [8, 12];
/** Of 255: darker than what smoothing leaves beside a stroke. */
const INK_MIN = 48;
/** Pixels of the higher side; less cannot be recognized. */
const SIDE_MIN = 8;

/** What a glyph looks like, whatever its size. */
export interface Shape {
  /** Its ink in cells of its own box, with a mean of 0 and a length of 1. */
  readonly ink: Float32Array;
  /** Width by height. */
  readonly aspect: number;
}

interface PixelArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Null where nothing, or nothing but one colour, is to be seen. */
export function shapeIn(raster: Raster, area: PixelArea): Shape | null {
  const dark = darknessIn(raster, area);
  const box = inkBox(dark, area);
  if (box === null || Math.max(box.width, box.height) < SIDE_MIN) return null;
  const ink = new Float32Array(COLUMNS * ROWS);
  let sum = 0;
  for (let cell = 0; cell < ink.length; cell += 1) {
    const value = inkAt(dark, { box, area, column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) });
    ink[cell] = value;
    sum += value;
  }
  const mean = sum / ink.length;
  let squares = 0;
  for (const value of ink) squares += (value - mean) ** 2;
  if (squares === 0) return null;
  const length = Math.sqrt(squares);
  for (let cell = 0; cell < ink.length; cell += 1) ink[cell] = ((ink[cell] ?? 0) - mean) / length;
  return { ink, aspect: box.width / box.height };
}

/** 1 for the same shape, about 0 for unrelated ones. */
export function likeness(one: Shape, other: Shape): number {
  let same = 0;
  for (let cell = 0; cell < one.ink.length; cell += 1) same += (one.ink[cell] ?? 0) * (other.ink[cell] ?? 0);
  return same - ASPECT_WEIGHT * Math.abs(Math.log(one.aspect / other.aspect));
}

const ASPECT_WEIGHT = 0.25;

/** Ink of any colour on white: what it takes of the light, pixel by pixel. */
function darknessIn({ pixels, width }: Raster, area: PixelArea): Uint8Array {
  const dark = new Uint8Array(area.width * area.height);
  for (let row = 0; row < area.height; row += 1) {
    let at = ((area.top + row) * width + area.left) * 4;
    for (let column = 0; column < area.width; column += 1, at += 4)
      dark[row * area.width + column] =
        255 - Math.min(pixels[at] ?? 255, pixels[at + 1] ?? 255, pixels[at + 2] ?? 255);
  }
  return dark;
}

/** From the first to the last column and row with ink, within the area. */
function inkBox(dark: Uint8Array, { width, height }: PixelArea): PixelArea | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let pixel = 0; pixel < dark.length; pixel += 1) {
    if ((dark[pixel] ?? 0) < INK_MIN) continue;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    bottom = row;
  }
  return right < 0 ? null : { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

interface GridCell {
  readonly box: PixelArea;
  readonly area: PixelArea;
  readonly column: number;
  readonly row: number;
}

/** The mean darkness of a cell of the grid, by nine samples. */
function inkAt(dark: Uint8Array, { box, area, column, row }: GridCell): number {
  let sum = 0;
  for (const y of SAMPLES) {
    const start = Math.floor(box.top + ((row + y) * box.height) / ROWS) * area.width;
    for (const x of SAMPLES)
      sum += dark[start + Math.floor(box.left + ((column + x) * box.width) / COLUMNS)] ?? 0;
  }
  return sum / 9;
}

const SAMPLES = [1 / 6, 1 / 2, 5 / 6] as const;
