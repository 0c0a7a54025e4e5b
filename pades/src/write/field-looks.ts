import { wrapText } from '../appearance/fit-text.ts';
import type { Colour, DrawOperation, EmbeddedImage, ImageOperation } from '../drawing/drawing.ts';
import type { Pixels } from '../drawing/pixels.ts';
import { type FontFiles, typefaceOf } from '../font/typeface.ts';
import { layOutStamp, leadingOf } from './stamp.ts';

/** Appearances of form fields, in points from the lower left corner of the field as displayed. */

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FieldText {
  readonly text: string;
  readonly font: FontFiles;
  readonly fontSize: number;
}

/** Appearances of a checkbox or of one button of a radio group. */
export interface ButtonLooks {
  readonly on: readonly DrawOperation[];
  readonly off: readonly DrawOperation[];
}

const BLACK: Colour = [0, 0, 0];
const INK: Colour = [0x14, 0x21, 0x3d];
const INSET = 2;
/** Points: more than what a place loses in percent and in the file. */
const ROUNDING = 0.02;

/** The text between narrow margins: long lines wrap, and the font size shrinks until it fits. */
export function textLook({ text, font, fontSize }: FieldText, { width, height }: Size): DrawOperation[] {
  if (text === '') return [];
  const room = { width: Math.max(1, width - 2 * INSET), height };
  const lines = layOutStamp({ kind: 'text', text, font, fontSize, colour: BLACK }, room);
  return lines.map((line) => (line.kind === 'text' ? { ...line, x: line.x + INSET } : line));
}

/** Whether the text is in the box at its font size: nothing cut, and no word broken. */
export function isTextWhole(text: FieldText, size: Size): boolean {
  const lines = textLook(text, size).flatMap((line) => (line.kind === 'text' ? [line] : []));
  const written = lines.map((line) => line.text).join(' ');
  return (
    written.replace(/\s+/gu, ' ') === text.text.replace(/\s+/gu, ' ') &&
    lines.every((line) => line.size > text.fontSize - ROUNDING)
  );
}

/** The size of a box in which `isTextWhole`, no wider than `widthMax` unless a single word is. */
export function textExtent({ text, font, fontSize }: FieldText, widthMax: number): Size {
  const typeface = typefaceOf(font);
  const widest = (words: readonly string[]) =>
    Math.max(...words.map((word) => typeface.width(word, fontSize))) + ROUNDING;
  const room = Math.max(widthMax - 2 * INSET, widest(text.split(/\s+/u)));
  const lines = wrapText(typeface, text, { width: room, size: fontSize });
  const height = lines.length * fontSize * leadingOf(typeface) + ROUNDING;
  return { width: widest(lines) + 2 * INSET, height };
}

export function pictureLook(
  image: Pixels | EmbeddedImage | undefined,
  size: Size,
  flags: Pick<ImageOperation, 'isHidden' | 'isInk'> = {},
): DrawOperation[] {
  const looks = image ? layOutStamp({ kind: 'image', image }, size) : [];
  return looks.map((look) => ({ ...look, ...flags }));
}

/** A square, with a drawn tick when it is on. */
export function checkboxLooks(size: Size): ButtonLooks {
  const { point, unit } = square(size);
  const line = (from: readonly [number, number], to: readonly [number, number], bold = 1): DrawOperation => ({
    kind: 'line',
    from: point(...from),
    to: point(...to),
    width: (bold * unit) / 16,
    colour: INK,
  });
  const corners = [
    [0.05, 0.05],
    [0.95, 0.05],
    [0.95, 0.95],
    [0.05, 0.95],
  ] as const;
  const off = corners.map((corner, index) => line(corner, corners[(index + 1) % 4] ?? corner));
  const tick = [line([0.22, 0.5], [0.42, 0.26], 1.8), line([0.42, 0.26], [0.78, 0.76], 1.8)];
  return { on: [...off, ...tick], off };
}

/** A circle, with a dot when it is on. */
export function radioLooks(size: Size): ButtonLooks {
  const { point, unit } = square(size);
  const circle = (share: number, outline: number | null): DrawOperation => {
    const [x, y] = point(0.5 - share / 2, 0.5 - share / 2);
    return { kind: 'ellipse', x, y, width: share * unit, height: share * unit, outline, colour: INK };
  };
  const off = [circle(0.96, unit / 16)];
  return { on: [...off, circle(0.5, null)], off };
}

/** The largest square in the middle; `point` takes shares of its side. */
function square({ width, height }: Size) {
  const unit = Math.max(0, Math.min(width, height) - 1);
  const [left, bottom] = [(width - unit) / 2, (height - unit) / 2];
  const point = (x: number, y: number): [number, number] => [left + x * unit, bottom + y * unit];
  return { point, unit };
}
