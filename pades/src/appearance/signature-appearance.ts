import type { Colour, DrawOperation } from '../drawing/drawing.ts';
import { type Pixels, shrinkPixels, trimPixels } from '../drawing/pixels.ts';
import { type FontFiles, type Typeface, typefaceOf } from '../font/typeface.ts';
import { type FittedText, fitText } from './fit-text.ts';

/** Visible content of a signature. Texts are final, in the signer's language. */
export interface SignatureAppearance {
  /** Signature image (drawn, typed or uploaded); null for text only. */
  readonly image: Pixels | null;
  readonly name: string;
  /** "Signed 21 Nov 2026 14:05 UTC" */
  readonly timeText: string;
  /** "Reason: I agree to the terms" */
  readonly reason?: string;
  /** Short verification code. */
  readonly code: string;
  /** Only used glyphs are embedded. */
  readonly font: FontFiles;
  /** Colour of the stroke at the left; default ink blue. */
  readonly accent?: Colour;
}

const INK: Colour = [0x14, 0x21, 0x3d];
const MUTED: Colour = [0x5c, 0x62, 0x70];
const LINE: Colour = [0xa9, 0xa6, 0x9d];
const ACCENT: Colour = [0x1d, 0x4e, 0xd8];
/** Pixels on the longer side: 300 dpi at 5 inches, more than any field needs. */
const IMAGE_SIDE_MAX = 1500;
/** Smallest font size in print that can be read, in points; longer text is cut. */
const SIZE_MIN = 3.45;
/** Share of the box that the image has at least, when it is above the text. */
const IMAGE_SHARE = 0.6;
/** Below this height the image may be beside the text. */
const FLAT_HEIGHT = 34;

/**
 * Lays the appearance out in a box of `width` × `height` points: accent stroke at the left, the image above a hairline
 * with at least 60 % of the height, name, time and code below it. Everything scales with the box and stays inside it.
 */
export function layOutAppearance(
  appearance: SignatureAppearance,
  box: { readonly width: number; readonly height: number },
): DrawOperation[] {
  const { width, height } = box;
  const unit = Math.min(height, width * 0.45);
  const pad = clamp(unit * 0.06, 1, 7);
  const stroke = clamp(unit * 0.035, 0.6, 2.4);
  const left = stroke + pad * 1.4;
  const inner: Area = { left, bottom: pad, width: width - left - pad, height: height - pad * 2 };
  const edge = clamp(height * 0.015, 0.5, 4);
  const tall: Area = { ...inner, bottom: edge, height: height - edge * 2 };
  const accent: DrawOperation = {
    kind: 'line',
    from: [stroke, pad * 0.5 + stroke],
    to: [stroke, height - pad * 0.5 - stroke],
    width: stroke,
    colour: appearance.accent ?? ACCENT,
  };
  if (inner.width < 4 || inner.height < 4) return [];
  const image = appearance.image ? trimPixels(appearance.image) : null;
  const font = typefaceOf(appearance.font);
  if (image === null) {
    const text = fitLines(appearance, font, inner);
    return [accent, ...placeText(text, appearance.font, centred(text, inner))];
  }
  const small = shrinkPixels(image, IMAGE_SIDE_MAX);
  const below = above(appearance, tall, { font, image: small, imageHeight: height * IMAGE_SHARE });
  if (height >= FLAT_HEIGHT) return [accent, ...below.operations];
  const right = beside(appearance, inner, { font, image: small });
  return [accent, ...(worthOf(right.text) >= worthOf(below.text) ? right : below).operations];
}

interface Layout {
  readonly operations: readonly DrawOperation[];
  readonly text: FittedLines;
}

interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface Ink {
  readonly font: Typeface;
  readonly image: Pixels;
}

function above(
  appearance: SignatureAppearance,
  room: Area,
  { font, image, imageHeight }: Ink & { readonly imageHeight: number },
): Layout {
  const hairline = clamp(room.height * 0.008, 0.35, 0.8);
  const gap = clamp(room.height * 0.02, 0.5, 3);
  const text = fitLines(appearance, font, { ...room, height: room.height - imageHeight - gap * 1.5 });
  const ruleY = room.bottom + text.height + gap / 2;
  const imageArea: Area = {
    left: room.left,
    bottom: ruleY + gap,
    width: room.width,
    height: room.height - text.height - gap * 1.5,
  };
  const rule: DrawOperation = {
    kind: 'line',
    from: [room.left, ruleY],
    to: [room.left + room.width, ruleY],
    width: hairline,
    colour: LINE,
  };
  const placed = placeText(text, appearance.font, { ...room, height: text.height });
  return { operations: [placeImage(image, imageArea, 0), rule, ...placed], text };
}

/** For a flat box: a vertical hairline between image and text. */
function beside(appearance: SignatureAppearance, room: Area, { font, image }: Ink): Layout {
  const natural = (image.width / image.height) * room.height;
  const imageWidth = clamp(natural, room.width * 0.3, room.width * 0.48);
  const gap = clamp(room.width * 0.02, 1.5, 5);
  const ruleX = room.left + imageWidth + gap;
  const rule: DrawOperation = {
    kind: 'line',
    from: [ruleX, room.bottom],
    to: [ruleX, room.bottom + room.height],
    width: 0.4,
    colour: LINE,
  };
  const column = { ...room, left: ruleX + gap, width: room.width - imageWidth - gap * 2 };
  const text = fitLines(appearance, font, column);
  const placed = placeText(text, appearance.font, centred(text, column));
  return { operations: [placeImage(image, { ...room, width: imageWidth }, 0.5), rule, ...placed], text };
}

/** Scales the image proportionally, aligned left; `lift`: share of the free height below it. */
function placeImage(image: Pixels, room: Area, lift: number): DrawOperation {
  const scale = Math.min(room.width / image.width, room.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  return {
    kind: 'image',
    x: room.left,
    y: room.bottom + (room.height - height) * lift,
    width,
    height,
    pixels: image,
  };
}

interface Line {
  readonly text: string;
  readonly colour: Colour;
  /** Share of the height, before spacing. */
  readonly share: number;
}

/** Penalty for cut text; outweighs any font size. */
const CUT_COST = 100;
const LEADING = 1.22;
const SIZE_MAX = 14;
const LINE_HEIGHT_MIN = SIZE_MIN * LEADING;
/** Below this height of the text, time and code are almost as large as the name, or they could not be read. */
const COMPACT_HEIGHT = 18;

interface FittedLines {
  readonly lines: readonly (FittedText & { readonly colour: Colour })[];
  /** Height of all lines in points, at most the area's. */
  readonly height: number;
  /** Depth below the baseline as a share of the size. */
  readonly descent: number;
}

function centred({ height }: FittedLines, room: Area): Area {
  return { ...room, bottom: room.bottom + (room.height - height) / 2 };
}

/** Chooses the setting that cuts least, then the one with the largest smallest font size. */
function fitLines(appearance: SignatureAppearance, font: Typeface, room: Area): FittedLines {
  const fitted = settings(appearance, room.height).map((lines) => fitSetting(lines, font, room));
  return fitted.reduce((best, next) => (worthOf(next) > worthOf(best) + 0.01 ? next : best));
}

function worthOf({ lines }: FittedLines): number {
  const cut = lines.filter(({ text }) => text.endsWith('…')).length;
  return Math.min(...lines.map(({ size }) => size)) - CUT_COST * cut;
}

function fitSetting(setting: readonly Line[], font: Typeface, room: Area): FittedLines {
  const shares = setting.reduce((sum, { share }) => sum + share, 0);
  const base = Math.min(SIZE_MAX, room.height / (shares * LEADING));
  const fit = ({ text, colour, share }: Line, sizeMax: number) => ({
    ...fitText(font, text, { width: room.width, sizeMax, sizeMin: Math.min(sizeMax, SIZE_MIN) }),
    colour,
    share,
  });
  const alone = setting.map((line) => fit(line, base * line.share));
  // Lines of equal rank have the same size.
  const lines = setting.map((line) =>
    fit(line, Math.min(...alone.filter(({ share }) => share === line.share).map(({ size }) => size))),
  );
  const height = lines.reduce((sum, { size }) => sum + size * LEADING, 0);
  return { lines, height, descent: Math.min(0.24, -font.main.descender / font.main.unitsPerEm) };
}

function placeText({ lines, height, descent }: FittedLines, font: FontFiles, room: Area): DrawOperation[] {
  let top = room.bottom + height;
  return lines.flatMap(({ text, size, colour }) => {
    top -= size * LEADING;
    if (text === '') return [];
    return [{ kind: 'text' as const, x: room.left, y: top + descent * size, size, text, font, colour }];
  });
}

/**
 * Possible settings: the code beside the time or on its own line, or all in one line. Low boxes omit the reason, which
 * /Reason holds.
 */
function settings({ name, timeText, code, reason }: SignatureAppearance, height: number): Line[][] {
  const nameLine: Line = { text: name, colour: INK, share: 1 };
  const detail = (text: string): Line => ({
    text,
    colour: MUTED,
    share: height < COMPACT_HEIGHT ? 0.9 : 0.74,
  });
  const single = [{ ...nameLine, text: `${name} · ${timeText} · ${code}` }];
  if (height < LINE_HEIGHT_MIN * 1.6) return [single];
  const reasonLines = reason === undefined || reason === '' || height < 24 ? [] : [detail(reason)];
  return [
    [nameLine, detail(`${timeText} · ${code}`), ...reasonLines],
    [nameLine, detail(timeText), ...reasonLines, detail(code)],
    ...(height < COMPACT_HEIGHT ? [single] : []),
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
