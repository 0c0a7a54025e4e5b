import type { Raster } from './pdfium.ts';

/** Cells of the grid on which shapes are compared. */
const [COLUMNS, ROWS] = [12, 18];
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
  const box = inkBox(raster, area);
  if (box === null || Math.max(box.width, box.height) < SIDE_MIN) return null;
  const ink = new Float32Array(COLUMNS * ROWS);
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1)
      ink[row * COLUMNS + column] = inkAt(raster, {
        left: box.left + (column * box.width) / COLUMNS,
        top: box.top + (row * box.height) / ROWS,
        width: box.width / COLUMNS,
        height: box.height / ROWS,
      });
  const mean = ink.reduce((sum, value) => sum + value, 0) / ink.length;
  const length = Math.hypot(...ink.map((value) => value - mean));
  if (length === 0) return null;
  return { ink: ink.map((value) => (value - mean) / length), aspect: box.width / box.height };
}

/** 1 for the same shape, about 0 for unrelated ones. */
export function likeness(one: Shape, other: Shape): number {
  const same = one.ink.reduce((sum, value, at) => sum + value * (other.ink[at] ?? 0), 0);
  return same - ASPECT_WEIGHT * Math.abs(Math.log(one.aspect / other.aspect));
}

const ASPECT_WEIGHT = 0.25;

function darkness({ pixels, width }: Raster, column: number, row: number): number {
  // Ink of any colour on white: what takes light away.
  const at = (row * width + column) * 4;
  return 255 - Math.min(pixels[at] ?? 255, pixels[at + 1] ?? 255, pixels[at + 2] ?? 255);
}

function inkBox(raster: Raster, area: PixelArea): PixelArea | null {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let row = Math.max(0, area.top); row < Math.min(raster.height, area.top + area.height); row += 1)
    for (
      let column = Math.max(0, area.left);
      column < Math.min(raster.width, area.left + area.width);
      column += 1
    ) {
      if (darkness(raster, column, row) < INK_MIN) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
    }
  return right < 0 ? null : { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

/** The mean darkness of a piece that need not begin or end at a pixel, by nine samples. */
function inkAt(raster: Raster, { left, top, width, height }: PixelArea): number {
  let sum = 0;
  for (const y of [1 / 6, 1 / 2, 5 / 6])
    for (const x of [1 / 6, 1 / 2, 5 / 6])
      sum += darkness(raster, Math.floor(left + width * x), Math.floor(top + height * y));
  return sum / 9;
}
