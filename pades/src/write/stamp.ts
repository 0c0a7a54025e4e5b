import { fitText, wrapText } from '../appearance/fit-text.ts';
import type { Colour, DrawOperation, EmbeddedImage } from '../drawing/drawing.ts';
import { type Pixels, shrinkPixels } from '../drawing/pixels.ts';
import { type FontFiles, type Typeface, typefaceOf } from '../font/typeface.ts';

/** Text, an image or a plain area painted at a place on a page, upright on the displayed page. */
export type Stamp =
  | {
      readonly kind: 'text';
      /** Lines end with a line feed; long lines wrap, and the font size shrinks until the text fits. */
      readonly text: string;
      readonly font: FontFiles;
      /** Font size in points. */
      readonly fontSize: number;
      readonly colour?: Colour;
    }
  | {
      readonly kind: 'image';
      /** Keeps its proportions; centred. */
      readonly image: Pixels | EmbeddedImage;
    }
  | {
      /** Paints over what is there. */
      readonly kind: 'cover';
      readonly colour: Colour;
    };

const INK: Colour = [0x14, 0x21, 0x3d];
const LEADING = 1.25;
const SIZE_MIN = 4;
const IMAGE_SIDE_MAX = 3000;

export function layOutStamp(
  stamp: Stamp,
  box: { readonly width: number; readonly height: number },
): DrawOperation[] {
  if (stamp.kind === 'cover')
    return [{ kind: 'box', x: 0, y: 0, width: box.width, height: box.height, colour: stamp.colour }];
  if (stamp.kind === 'image') {
    const { image } = stamp;
    const pixels = 'ref' in image ? image : shrinkPixels(image, IMAGE_SIDE_MAX);
    const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
    const width = pixels.width * scale;
    const height = pixels.height * scale;
    return [
      { kind: 'image', x: (box.width - width) / 2, y: (box.height - height) / 2, width, height, pixels },
    ];
  }
  return layOutText(stamp, box);
}

/** The distance of lines at size 1. */
export function leadingOf({ main: { ascender, descender, unitsPerEm } }: Typeface): number {
  return Math.max(LEADING, (ascender - descender) / unitsPerEm);
}

function layOutText(
  stamp: Extract<Stamp, { kind: 'text' }>,
  box: { readonly width: number; readonly height: number },
): DrawOperation[] {
  const font = typefaceOf(stamp.font);
  const { ascender, unitsPerEm } = font.main;
  const leading = leadingOf(font);
  const sizeMin = Math.min(SIZE_MIN, box.height / leading);
  let size = Math.max(sizeMin, Math.min(stamp.fontSize, box.height / leading));
  let lines = wrapText(font, stamp.text, { width: box.width, size });
  while (size > sizeMin && lines.length * size * leading > box.height) {
    size = Math.max(sizeMin, size * 0.93);
    lines = wrapText(font, stamp.text, { width: box.width, size });
  }
  const shown = lines.slice(0, Math.max(1, Math.floor(box.height / (size * leading) + 1e-6)));
  const slack = shown.length === 1 ? Math.max(0, (box.height - size * leading) / 2) : 0;
  return shown.map((line, index) => {
    const isCut = index === shown.length - 1 && shown.length < lines.length;
    // A single character may be wider than the box.
    const isWide = font.width(line, size) > box.width;
    const room = { width: box.width, sizeMax: size, sizeMin: isCut ? size : 0 };
    const fitted = isCut || isWide ? fitText(font, isCut ? `${line} …` : line, room) : { text: line, size };
    const y = box.height - slack - size * (ascender / unitsPerEm + index * leading);
    return { kind: 'text', x: 0, y, ...fitted, font: stamp.font, colour: stamp.colour ?? INK };
  });
}
