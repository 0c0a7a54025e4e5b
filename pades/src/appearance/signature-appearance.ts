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
/** Share of the width that the image has beside the text. */
const BESIDE_SHARE = 0.4;
/** Below this height the image may be beside the text. */
const FLAT_HEIGHT = 34;

/** Texts of an appearance, laid out before there is an image. */
export type SignatureTexts = Omit<SignatureAppearance, 'image'>;

/** Where everything in the box of a signature is, in points from the lower left corner. */
export interface SignatureLayout {
  /** The image keeps its proportions, aligned left; `lift`: share of the free height below it. Null for text only. */
  readonly picture: (SignatureArea & { readonly lift: number }) | null;
  /** The accent at the left, and the line between image and text. */
  readonly strokes: readonly Extract<DrawOperation, { kind: 'line' }>[];
  readonly texts: readonly (Extract<DrawOperation, { kind: 'text' }> & { readonly role: TextRole })[];
}

export interface SignatureArea {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** `all`: name, time and code in one line. */
type TextRole = 'name' | 'detail' | 'all';

/** Paints the layout of `layOutSignature` with its image. */
export function layOutAppearance(
  appearance: SignatureAppearance,
  box: { readonly width: number; readonly height: number },
): DrawOperation[] {
  const image = appearance.image ? trimPixels(appearance.image) : null;
  const { picture, strokes, texts } = layOutSignature(appearance, { ...box, hasImage: image !== null });
  const painted = texts.map(({ role: _role, ...text }) => text);
  if (!picture || !image) return [...strokes, ...painted];
  return [...strokes, drawImageIn(shrinkPixels(image, IMAGE_SIDE_MAX), picture), ...painted];
}

/**
 * Lays a signature out in a box of `width` × `height` points: accent stroke at the left, the image above a hairline with
 * at least 60 % of the height, name, time and code below it. Everything scales with the box and stays inside it, and
 * nothing depends on the image, so that a page can show the same layout before the image is made.
 */
export function layOutSignature(
  appearance: SignatureTexts,
  {
    width,
    height,
    hasImage,
  }: { readonly width: number; readonly height: number; readonly hasImage: boolean },
): SignatureLayout {
  const unit = Math.min(height, width * 0.45);
  const pad = clamp(unit * 0.06, 1, 7);
  const stroke = clamp(unit * 0.035, 0.6, 2.4);
  const left = stroke + pad * 1.4;
  const inner: SignatureArea = { left, bottom: pad, width: width - left - pad, height: height - pad * 2 };
  const edge = clamp(height * 0.015, 0.5, 4);
  const tall: SignatureArea = { ...inner, bottom: edge, height: height - edge * 2 };
  const accent: Stroke = {
    kind: 'line',
    from: [stroke, pad * 0.5 + stroke],
    to: [stroke, height - pad * 0.5 - stroke],
    width: stroke,
    colour: appearance.accent ?? ACCENT,
  };
  if (inner.width < 4 || inner.height < 4) return { picture: null, strokes: [], texts: [] };
  const font = typefaceOf(appearance.font);
  if (!hasImage) {
    const text = fitLines(appearance, font, inner);
    const texts = drawTextIn(text, appearance.font, centred(text, inner));
    return { picture: null, strokes: [accent], texts };
  }
  const below = above(appearance, tall, { font, imageHeight: height * IMAGE_SHARE });
  const right = height < FLAT_HEIGHT ? beside(appearance, inner, font) : null;
  const chosen = right && worthOf(right.text) >= worthOf(below.text) ? right : below;
  const { picture, rule, texts } = chosen;
  return { picture, strokes: [accent, rule], texts };
}

type Stroke = SignatureLayout['strokes'][number];

interface Layout extends Pick<SignatureLayout, 'picture' | 'texts'> {
  readonly rule: Stroke;
  readonly text: FittedLines;
}

function above(
  appearance: SignatureTexts,
  room: SignatureArea,
  { font, imageHeight }: { readonly font: Typeface; readonly imageHeight: number },
): Layout {
  const hairline = clamp(room.height * 0.008, 0.35, 0.8);
  const gap = clamp(room.height * 0.02, 0.5, 3);
  const text = fitLines(appearance, font, { ...room, height: room.height - imageHeight - gap * 1.5 });
  const ruleY = room.bottom + text.height + gap / 2;
  const picture = {
    left: room.left,
    bottom: ruleY + gap,
    width: room.width,
    height: room.height - text.height - gap * 1.5,
    lift: 0,
  };
  const rule: Stroke = {
    kind: 'line',
    from: [room.left, ruleY],
    to: [room.left + room.width, ruleY],
    width: hairline,
    colour: LINE,
  };
  return { picture, rule, texts: drawTextIn(text, appearance.font, { ...room, height: text.height }), text };
}

/** For a flat box: a vertical hairline between image and text. */
function beside(appearance: SignatureTexts, room: SignatureArea, font: Typeface): Layout {
  const imageWidth = room.width * BESIDE_SHARE;
  const gap = clamp(room.width * 0.02, 1.5, 5);
  const ruleX = room.left + imageWidth + gap;
  const rule: Stroke = {
    kind: 'line',
    from: [ruleX, room.bottom],
    to: [ruleX, room.bottom + room.height],
    width: 0.4,
    colour: LINE,
  };
  const column = { ...room, left: ruleX + gap, width: room.width - imageWidth - gap * 2 };
  const text = fitLines(appearance, font, column);
  const texts = drawTextIn(text, appearance.font, centred(text, column));
  return { picture: { ...room, width: imageWidth, lift: 0.5 }, rule, texts, text };
}

function drawImageIn(image: Pixels, room: SignatureArea & { readonly lift: number }): DrawOperation {
  const scale = Math.min(room.width / image.width, room.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  return {
    kind: 'image',
    x: room.left,
    y: room.bottom + (room.height - height) * room.lift,
    width,
    height,
    pixels: image,
    isInk: true,
  };
}

interface Line {
  readonly text: string;
  readonly role: TextRole;
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
  readonly lines: readonly (FittedText & Pick<Line, 'colour' | 'role'>)[];
  /** Height of all lines in points, at most the area's. */
  readonly height: number;
  /** Depth below the baseline as a share of the size. */
  readonly descent: number;
}

function centred({ height }: FittedLines, room: SignatureArea): SignatureArea {
  return { ...room, bottom: room.bottom + (room.height - height) / 2 };
}

/** Chooses the setting that cuts least, then the one with the largest smallest font size. */
function fitLines(appearance: SignatureTexts, font: Typeface, room: SignatureArea): FittedLines {
  const fitted = settings(appearance, room.height).map((lines) => fitSetting(lines, font, room));
  return fitted.reduce((best, next) => (worthOf(next) > worthOf(best) + 0.01 ? next : best));
}

function worthOf({ lines }: FittedLines): number {
  const cut = lines.filter(({ text }) => text.endsWith('…')).length;
  return Math.min(...lines.map(({ size }) => size)) - CUT_COST * cut;
}

function fitSetting(setting: readonly Line[], font: Typeface, room: SignatureArea): FittedLines {
  const shares = setting.reduce((sum, { share }) => sum + share, 0);
  const base = Math.min(SIZE_MAX, room.height / (shares * LEADING));
  const fit = ({ text, ...line }: Line, sizeMax: number) => ({
    ...line,
    ...fitText(font, text, { width: room.width, sizeMax, sizeMin: Math.min(sizeMax, SIZE_MIN) }),
  });
  const alone = setting.map((line) => fit(line, base * line.share));
  // Lines of equal rank have the same size.
  const lines = setting.map((line) =>
    fit(line, Math.min(...alone.filter(({ share }) => share === line.share).map(({ size }) => size))),
  );
  const height = lines.reduce((sum, { size }) => sum + size * LEADING, 0);
  return { lines, height, descent: Math.min(0.24, -font.main.descender / font.main.unitsPerEm) };
}

function drawTextIn(
  { lines, height, descent }: FittedLines,
  font: FontFiles,
  room: SignatureArea,
): SignatureLayout['texts'] {
  let top = room.bottom + height;
  return lines.flatMap(({ text, size, colour, role }) => {
    top -= size * LEADING;
    if (text === '') return [];
    const y = top + descent * size;
    return [{ kind: 'text' as const, x: room.left, y, size, text, font, colour, role }];
  });
}

/**
 * Possible settings: the code beside the time or on its own line, or all in one line. Low boxes omit the reason, which
 * /Reason holds.
 */
function settings({ name, timeText, code, reason }: SignatureTexts, height: number): Line[][] {
  const nameLine: Line = { text: name, role: 'name', colour: INK, share: 1 };
  const detail = (text: string): Line => ({
    text,
    role: 'detail',
    colour: MUTED,
    share: height < COMPACT_HEIGHT ? 0.9 : 0.74,
  });
  const single: Line[] = [{ ...nameLine, role: 'all', text: `${name} · ${timeText} · ${code}` }];
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
