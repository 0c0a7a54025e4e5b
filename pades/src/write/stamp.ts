import { fitText, wrapText } from '../appearance/fit-text.ts';
import type { Colour, DrawOperation } from '../drawing/drawing.ts';
import { type Pixels, shrinkPixels } from '../drawing/pixels.ts';
import { type FontFiles, typefaceOf } from '../font/typeface.ts';

/** Text or image painted at a place on a page, upright on the displayed page. */
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
      readonly image: Pixels;
    };

const INK: Colour = [0x14, 0x21, 0x3d];
const LEADING = 1.25;
const SIZE_MIN = 4;
const IMAGE_SIDE_MAX = 3000;

export function layOutStamp(
  stamp: Stamp,
  box: { readonly width: number; readonly height: number },
): DrawOperation[] {
  if (stamp.kind === 'image') {
    const pixels = shrinkPixels(stamp.image, IMAGE_SIDE_MAX);
    const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
    const width = pixels.width * scale;
    const height = pixels.height * scale;
    return [
      { kind: 'image', x: (box.width - width) / 2, y: (box.height - height) / 2, width, height, pixels },
    ];
  }
  const font = typefaceOf(stamp.font);
  const colour = stamp.colour ?? INK;
  let size = Math.max(SIZE_MIN, stamp.fontSize);
  let lines = wrapText(font, stamp.text, { width: box.width, size });
  while (size > SIZE_MIN && lines.length * size * LEADING > Math.max(box.height, size)) {
    size = Math.max(SIZE_MIN, size * 0.93);
    lines = wrapText(font, stamp.text, { width: box.width, size });
  }
  const ascent = font.main.ascender / font.main.unitsPerEm;
  const shown = lines.slice(0, Math.max(1, Math.floor(box.height / (size * LEADING))));
  const slack = shown.length === 1 ? Math.max(0, (box.height - size * LEADING) / 2) : 0;
  return shown.map((line, index) => {
    const isCut = index === shown.length - 1 && shown.length < lines.length;
    const room = { width: box.width, sizeMax: size, sizeMin: size };
    const fitted = isCut ? fitText(font, `${line} …`, room) : { text: line, size };
    const y = box.height - slack - size * (ascent + index * LEADING);
    return { kind: 'text', x: 0, y, size: fitted.size, text: fitted.text, font: stamp.font, colour };
  });
}
