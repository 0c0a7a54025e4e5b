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
/** Smallest legible font size in print, in points. */
const SIZE_MIN = 4.6;

/**
 * Lays the appearance out in a box of `width` × `height` points: accent stroke at the left, the image above a hairline,
 * name, time and code below it. Everything scales with the box and stays inside it.
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
  if (image === null) return [accent, ...layOutText(appearance, font, inner)];
  const small = shrinkPixels(image, IMAGE_SIDE_MAX);
  const isFlat = height < 30;
  return [
    accent,
    ...(isFlat
      ? beside(appearance, inner, { font, image: small })
      : above(appearance, inner, { font, image: small })),
  ];
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

function above(appearance: SignatureAppearance, room: Area, { font, image }: Ink): DrawOperation[] {
  const share = room.height < 48 ? 0.56 : 0.46;
  const text = fitLines(appearance, font, { ...room, height: room.height * share });
  const hairline = clamp(room.height * 0.008, 0.35, 0.8);
  const gap = clamp(room.height * 0.03, 0.8, 3);
  const ruleY = room.bottom + text.height + gap / 2;
  const imageArea: Area = {
    left: room.left,
    bottom: ruleY + gap,
    width: room.width,
    height: room.height - text.height - gap * 1.5,
  };
  return [
    placeImage(image, imageArea, 0),
    {
      kind: 'line',
      from: [room.left, ruleY],
      to: [room.left + room.width, ruleY],
      width: hairline,
      colour: LINE,
    },
    ...placeText(text, appearance.font, { ...room, height: text.height }),
  ];
}

/** For a flat box: a vertical hairline between image and text. */
function beside(appearance: SignatureAppearance, room: Area, { font, image }: Ink): DrawOperation[] {
  const imageWidth = room.width * 0.36;
  const gap = clamp(room.width * 0.02, 1.5, 5);
  const ruleX = room.left + imageWidth + gap;
  return [
    placeImage(image, { ...room, width: imageWidth }, 0.5),
    {
      kind: 'line',
      from: [ruleX, room.bottom],
      to: [ruleX, room.bottom + room.height],
      width: 0.4,
      colour: LINE,
    },
    ...layOutText(appearance, font, { ...room, left: ruleX + gap, width: room.width - imageWidth - gap * 2 }),
  ];
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

interface FittedLines {
  readonly lines: readonly (FittedText & { readonly colour: Colour })[];
  /** Height of all lines in points, at most the area's. */
  readonly height: number;
  /** Depth below the baseline as a share of the size. */
  readonly descent: number;
}

/** Lays out the text, vertically centred. */
function layOutText(appearance: SignatureAppearance, font: Typeface, room: Area): DrawOperation[] {
  const text = fitLines(appearance, font, room);
  const bottom = room.bottom + (room.height - text.height) / 2;
  return placeText(text, appearance.font, { ...room, bottom });
}

/** Chooses the setting that cuts least, then the one with the largest smallest font size. */
function fitLines(appearance: SignatureAppearance, font: Typeface, room: Area): FittedLines {
  const fitted = settings(appearance, room.height).map((lines) => fitSetting(lines, font, room));
  const worth = ({ lines }: FittedLines): number =>
    Math.min(...lines.map(({ size }) => size)) -
    CUT_COST * lines.filter(({ text }) => text.endsWith('…')).length;
  return fitted.reduce((best, next) => (worth(next) > worth(best) + 0.01 ? next : best));
}

function fitSetting(setting: readonly Line[], font: Typeface, room: Area): FittedLines {
  const shares = setting.reduce((sum, { share }) => sum + share, 0);
  const base = Math.min(SIZE_MAX, room.height / (shares * LEADING));
  const sizeMin = clamp(room.width * 0.06, SIZE_MIN * 0.75, SIZE_MIN);
  const fit = ({ text, colour, share }: Line, sizeMax: number) => ({
    ...fitText(font, text, { width: room.width, sizeMax, sizeMin: Math.min(sizeMax, sizeMin) }),
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

/** Possible settings: the code beside the time or on its own line; low boxes omit the reason, which /Reason holds. */
function settings({ name, timeText, code, reason }: SignatureAppearance, height: number): Line[][] {
  const nameLine: Line = { text: name, colour: INK, share: 1 };
  const detail = (text: string): Line => ({ text, colour: MUTED, share: 0.74 });
  if (height < 11) return [[{ ...nameLine, text: `${name} · ${timeText} · ${code}` }]];
  const reasonLines = reason === undefined || reason === '' || height < 24 ? [] : [detail(reason)];
  return [
    [nameLine, detail(`${timeText} · ${code}`), ...reasonLines],
    [nameLine, detail(timeText), ...reasonLines, detail(code)],
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
