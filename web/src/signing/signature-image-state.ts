import { initialsOf } from '../ui/initials.ts';
import { shiftInto } from './page-layout-state.ts';
import type { SignatureKind } from './signing-view.ts';

export const uploadBytesMax = 5 * 1000 * 1000;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The bounding box of all pixels that are not transparent, null for a blank image. */
export function findInkBox(pixels: Uint8ClampedArray, width: number, height: number): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) < 8) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Shrinks a size into the given one, keeping its shape; never enlarges, never below one pixel. */
export function fitWithin(
  size: { width: number; height: number },
  max: { width: number; height: number },
): { width: number; height: number } {
  const factor = Math.min(1, max.width / size.width, max.height / size.height);
  return {
    width: Math.min(max.width, Math.max(1, Math.round(size.width * factor))),
    height: Math.min(max.height, Math.max(1, Math.round(size.height * factor))),
  };
}

interface Stroke {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Half the width of the widest stroke, and a little more. */
const strokeMargin = 4;

/** The bounding box of strokes with their width; null where there are none. */
export function boundsOf(strokes: readonly Stroke[]): Box | null {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - strokeMargin, Math.min(...ys) - strokeMargin];
  const width = Math.max(...xs) + strokeMargin - left;
  return { left, top, width, height: Math.max(...ys) + strokeMargin - top };
}

/** Where strokes appear on a drawing area: scaled, then moved. The strokes themselves never change. */
export interface StrokeTransform {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** As they were drawn, moved as little as possible; smaller only where they do not fit, as on a rotated phone. */
export function fitStrokes(strokes: readonly Stroke[], area: Size): StrokeTransform {
  const bounds = boundsOf(strokes);
  if (bounds === null) return { scale: 1, x: 0, y: 0 };
  const { left, top, width, height } = bounds;
  const scale = Math.min(1, area.width / width, area.height / height);
  const shift = (start: number, length: number, room: number) =>
    shiftInto({ start: start * scale, end: (start + length) * scale }, { start: 0, end: room });
  return { scale, x: shift(left, width, area.width), y: shift(top, height, area.height) };
}

export function toArea<S extends Stroke>(strokes: readonly S[], { scale, x, y }: StrokeTransform): S[] {
  return movePoints(strokes, (point) => ({ x: point.x * scale + x, y: point.y * scale + y }));
}

export function fromArea<S extends Stroke>(strokes: readonly S[], { scale, x, y }: StrokeTransform): S[] {
  return movePoints(strokes, (point) => ({ x: (point.x - x) / scale, y: (point.y - y) / scale }));
}

function movePoints<S extends Stroke>(strokes: readonly S[], move: (point: Point) => Point): S[] {
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, ...move(point) })),
  }));
}

type Point = Stroke['points'][number];

/** A group of letters of which the bundled fonts have all or none. */
export type Alphabet = 'latin' | 'vietnamese' | 'cyrillic' | 'cyrillic-more' | 'greek';

export interface HandwritingFont {
  readonly family: string;
  readonly alphabets: readonly Alphabet[];
}

/** The bundled handwriting fonts and their alphabets. */
export const handwritingFonts: readonly HandwritingFont[] = [
  { family: 'Caveat', alphabets: ['latin', 'cyrillic', 'cyrillic-more'] },
  { family: 'Great Vibes', alphabets: ['latin', 'vietnamese', 'cyrillic'] },
  { family: 'Marck Script', alphabets: ['latin', 'cyrillic'] },
  { family: 'Mynerve', alphabets: ['latin', 'vietnamese', 'greek'] },
];

/** Used when no handwriting font has the letters, for example for Arabic or Chinese names. */
export const systemFont: HandwritingFont = { family: 'system-ui', alphabets: [] };

const alphabetTests: readonly (readonly [Alphabet, RegExp])[] = [
  ['vietnamese', /[\u1EA0-\u1EF1]/],
  ['latin', /[A-Za-zªº\u00C0-\u02B8\u1E00-\u1E9F\u1EF2-\u1EFF]/],
  ['cyrillic', /[\u0400-\u045F\u0490\u0491\u04B0\u04B1]/],
  ['cyrillic-more', /[\u0460-\u052F]/],
  ['greek', /[\u0370-\u03FF]/],
];

export function hasGlyphsFor(font: HandwritingFont, text: string): boolean {
  for (const letter of text.normalize('NFC')) {
    if (!/\p{L}/u.test(letter)) continue;
    const alphabet = alphabetTests.find(([, test]) => test.test(letter))?.[0];
    if (alphabet === undefined || !font.alphabets.includes(alphabet)) return false;
  }
  return true;
}

/** The fonts to offer for a text; only the system font where none of them has its letters. */
export function fontsFor(text: string): readonly HandwritingFont[] {
  const able = handwritingFonts.filter((font) => hasGlyphsFor(font, text));
  return able.length > 0 ? able : [systemFont];
}

export function typedDefault(kind: SignatureKind, name: string): string {
  return kind === 'initials' ? initialsOf(name) : name.trim();
}

/** Makes light pixels transparent, in place: the lighter a pixel, the lower its alpha. */
export function makePaperTransparent(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const light = (pixels[at] ?? 0) * 0.299 + (pixels[at + 1] ?? 0) * 0.587 + (pixels[at + 2] ?? 0) * 0.114;
    const opacity = Math.min(1, Math.max(0, (225 - light) / 75));
    pixels[at + 3] = Math.round((pixels[at + 3] ?? 0) * opacity);
  }
}
