import type { Bitmap } from './encode-fax.ts';
import { type Pixels, scalePixels, soleColour } from './pixels.ts';

/** An image that is one colour where it is painted, and nothing elsewhere. */
export interface Stencil extends Bitmap {
  readonly colour: readonly [number, number, number];
}

/**
 * 600 dpi, as printers have: as smooth as shades at 300 dpi at any zoom. At most twice the pixels of the image: more
 * would only show how it was enlarged.
 */
const PIXELS_PER_POINT = 600 / 72;
const ENLARGEMENT_MAX = 2;
/** From here on a pixel is painted. */
const OPAQUE = 128;
/** Between these, a pixel is an edge if it touches an opaque one, and faint ink if not. */
const FAINT_MIN = 26;
const FAINT_MAX = 191;
/** Of the ink of an image: more than this, faint lines would break. */
const FAINT_SHARE_MAX = 0.05;

/**
 * An image of ink as a stencil for its place in points: no shades but a finer grain, in two thirds of the bytes.
 * @returns null for an image in several colours or with faint ink, as of a pencil
 */
export function stencilOf(
  pixels: Pixels,
  area: { readonly width: number; readonly height: number },
): Stencil | null {
  const [width, height] = [grain(area.width, pixels.width), grain(area.height, pixels.height)];
  const scaled = scalePixels(pixels, { width, height });
  const alpha = alphaOf(scaled);
  if (isFaint(alpha, scaled.width)) return null;
  const colour = soleColour(scaled);
  return colour && { width, height, pixels: painted(alpha, scaled, { width, height }), colour };
}

function grain(points: number, pixels: number): number {
  return Math.max(1, Math.min(Math.ceil(points * PIXELS_PER_POINT), pixels * ENLARGEMENT_MAX));
}

function alphaOf({ width, height, rgba }: Pixels): Uint8Array {
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) alpha[pixel] = rgba[pixel * 4 + 3] ?? 0;
  return alpha;
}

function isFaint(alpha: Uint8Array, width: number): boolean {
  let ink = 0;
  let faint = 0;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const opacity = alpha[pixel] ?? 0;
    ink += opacity;
    if (opacity >= FAINT_MIN && opacity <= FAINT_MAX && !touchesOpaque(alpha, width, pixel)) faint += opacity;
  }
  return faint > ink * FAINT_SHARE_MAX;
}

/** A neighbour beyond the end of a row is the first of the next, beside no ink of its own. */
function touchesOpaque(alpha: Uint8Array, width: number, pixel: number): boolean {
  for (let row = -width; row <= width; row += width)
    for (let column = -1; column <= 1; column += 1)
      if ((alpha[pixel + row + column] ?? 0) > FAINT_MAX) return true;
  return false;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The opaque pixels after enlarging: each weighs the four that it is between by their distance. */
function painted(alpha: Uint8Array, from: Size, to: Size): Uint8Array {
  const out = new Uint8Array(to.width * to.height);
  const middles = Float32Array.from({ length: to.width }, (_each, x) => middleOf(x, from.width, to.width));
  // One more than there are: the last is mixed with it, by a share of 0.
  const line = new Float32Array(from.width + 1);
  for (let y = 0; y < to.height; y += 1) {
    const middle = middleOf(y, from.height, to.height);
    const upper = Math.floor(middle) * from.width;
    const lower = Math.min(upper + from.width, alpha.length - from.width);
    for (let x = 0; x < from.width; x += 1)
      line[x] = mixed(alpha[upper + x] ?? 0, alpha[lower + x] ?? 0, middle % 1);
    for (let x = 0; x < to.width; x += 1) {
      const at = middles[x] ?? 0;
      const left = Math.floor(at);
      if (mixed(line[left] ?? 0, line[left + 1] ?? 0, at - left) >= OPAQUE) out[y * to.width + x] = 1;
    }
  }
  return out;
}

/** Where the middle of a pixel is between those of an image with `from` of them instead of `to`. */
function middleOf(index: number, from: number, to: number): number {
  return Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / to - 0.5));
}

function mixed(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}
