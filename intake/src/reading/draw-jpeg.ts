import type { Pixels } from '@paraph/pades';
import type { Raster, Viewer } from './pdfium.ts';
import type { CleanPicture } from './picture-bytes.ts';

/** Where a picture is on a page that is filled with a colour. */
interface Page {
  /** Shares of red, green and blue. */
  colour: string;
  /** Points and pixels. */
  width: number;
  height: number;
  /** From the unit square of the picture to the page (ISO 32000-2 §8.9.5). */
  matrix: readonly number[];
}

export const COLOUR_SPACES: Readonly<Record<number, string>> = {
  1: 'DeviceGray',
  3: 'DeviceRGB',
  4: 'DeviceCMYK',
};

/** The pixels of a JPEG on white, upright. */
export function drawJpeg(viewer: Viewer, picture: CleanPicture): Pixels {
  const { orientation } = picture;
  const isTurned = orientation > 4;
  const width = isTurned ? picture.height : picture.width;
  const height = isTurned ? picture.width : picture.height;
  const matrix = uprightMatrix(orientation, { width, height });
  const raster = drawPicture(viewer, picture, { colour: '1 1 1', width, height, matrix });
  if (!raster) throw new Error('a picture that was drawn small cannot be drawn');
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const [blue = 0, green = 0, red = 0] = raster.pixels.subarray(at, at + 3);
    rgba.set([red, green, blue, 255], at);
  }
  return { width, height, rgba };
}

/** Undoes the orientation of a camera (Exif, tag 0x0112): where the first row and column of the pixels belong. */
export function uprightMatrix(
  orientation: number,
  { width, height }: { width: number; height: number },
): readonly number[] {
  const matrices: Readonly<Record<number, readonly number[]>> = {
    2: [-width, 0, 0, height, width, 0],
    3: [-width, 0, 0, -height, width, height],
    4: [width, 0, 0, -height, 0, height],
    5: [0, -height, -width, 0, width, height],
    6: [0, -height, width, 0, 0, height],
    7: [0, height, width, 0, 0, 0],
    8: [0, height, -width, 0, width, 0],
  };
  return matrices[orientation] ?? [width, 0, 0, height, 0, 0];
}

/** Has the viewer draw a JPEG; null where it cannot open its page. */
export function drawPicture(viewer: Viewer, picture: CleanPicture, page: Page): Raster | null {
  const document = viewer.open(pageWith(picture, page));
  if (!document) return null;
  try {
    return document.draw(0, page.width, page.height);
  } finally {
    document.close();
  }
}

/** A page that is filled with a colour and then with the picture (ISO 32000-2 §7.4.8). */
function pageWith(picture: CleanPicture, { colour, width, height, matrix }: Page): Buffer {
  const content = `${colour} rg 0 0 ${width} ${height} re f ${matrix.join(' ')} cm /I Do`;
  const image =
    `/Type/XObject/Subtype/Image/Width ${picture.width}/Height ${picture.height}/BitsPerComponent 8` +
    `/ColorSpace/${COLOUR_SPACES[picture.channels] ?? 'DeviceRGB'}/Filter/DCTDecode/Length ${picture.bytes.length}`;
  const box = `/MediaBox[0 0 ${width} ${height}]`;
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(`<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    Buffer.concat([Buffer.from(`<<${image}>>stream\n`), picture.bytes, Buffer.from('\nendstream')]),
  ];
  return pdfOf(objects);
}

export function pdfOf(objects: readonly Buffer[]): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let size = chunks[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(size);
    size += chunk.length;
    chunks.push(chunk);
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`;
  const end = `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(table + end)]);
}
