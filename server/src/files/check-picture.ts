import { decodePng, PdfRefusal, trimPixels } from '@paraph/pades';
import { encodePng } from '../platform/png.ts';
import { isWholePng } from './check-png.ts';
import type { IntakeAnswer, PictureRequest } from './intake-messages.ts';
import { refusedFor } from './intake-messages.ts';
import type { Raster, Viewer } from './pdfium.ts';
import { type CleanPicture, cleanPicture, type PictureLimits } from './picture-bytes.ts';

/**
 * Decodes an untrusted picture, after checking its header against the limits, and returns its sanitized form. Runs only
 * in the intake's child process.
 */
export function checkPicture(
  viewer: Viewer,
  file: Buffer,
  request: Pick<PictureRequest, 'use' | 'widthMax' | 'heightMax'>,
): IntakeAnswer {
  return request.use === 'signature'
    ? checkSignatureImage(file, request)
    : checkCodedPicture(viewer, file, request);
}

/** Re-encoded: only the pixels are kept. */
function checkSignatureImage(
  file: Buffer,
  { widthMax, heightMax }: Pick<PictureRequest, 'widthMax' | 'heightMax'>,
): IntakeAnswer {
  try {
    const picture = decodePng(file, { fileBytes: file.length, pixels: widthMax * heightMax });
    if (picture.width > widthMax || picture.height > heightMax) return refusedFor('it is too large.');
    if (trimPixels(picture) === null) return refusedFor('nothing is to be seen in it.');
    return keep({ format: 'png', bytes: encodePng(picture) });
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return refusedFor(error.message);
  }
}

/** Keeps the coded pixels and removes everything else. */
export function checkCodedPicture(viewer: Viewer, file: Buffer, limits: PictureLimits): IntakeAnswer {
  const clean = cleanPicture(file, limits);
  if (clean === null) return refusedFor('it is too large, damaged, or no PNG or JPEG.');
  const isWhole = clean.format === 'png' ? isWholePng(clean.bytes) : isShownJpeg(viewer, clean);
  return isWhole ? keep(clean) : refusedFor('it is damaged.');
}

function keep({ format, bytes }: Pick<CleanPicture, 'format' | 'bytes'>): IntakeAnswer {
  return { kind: 'picture', format, bytes: bytes.toString('base64') };
}

/** Points and pixels of the page that a JPEG is drawn on; its edge, where colours may mix, is excluded. */
const SIDE = 32;
const EDGE = 4;

/** Has the viewer draw it over two colours: where both show, nothing was drawn, because it could not be decoded. */
function isShownJpeg(viewer: Viewer, picture: CleanPicture): boolean {
  const [first, second] = ['1 0 1', '0 1 0'].map((colour) => draw(viewer, picture, colour));
  if (!first || !second) return false;
  for (let y = EDGE; y < SIDE - EDGE; y += 1)
    for (let x = EDGE; x < SIDE - EDGE; x += 1) {
      const at = (y * SIDE + x) * 4;
      const [blue, green, red] = first.pixels.subarray(at, at + 3);
      const isFirst = red === 255 && green === 0 && blue === 255;
      if (isFirst && second.pixels[at + 1] === 255 && second.pixels[at] === 0) return false;
    }
  return true;
}

function draw(viewer: Viewer, picture: CleanPicture, colour: string): Raster | null {
  const document = viewer.open(pageWith(picture, colour));
  if (!document) return null;
  try {
    return document.draw(0, SIDE, SIDE);
  } finally {
    document.close();
  }
}

const COLOUR_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** A page that is filled with a colour and then with the picture (ISO 32000-2 §7.4.8). */
function pageWith({ width, height, channels, bytes }: CleanPicture, colour: string): Buffer {
  const content = `${colour} rg 0 0 ${SIDE} ${SIDE} re f ${SIDE} 0 0 ${SIDE} 0 0 cm /I Do`;
  const image =
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8` +
    `/ColorSpace/${COLOUR_SPACES[channels] ?? 'DeviceRGB'}/Filter/DCTDecode/Length ${bytes.length}`;
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${SIDE} ${SIDE}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    ),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    Buffer.concat([Buffer.from(`<<${image}>>stream\n`), bytes, Buffer.from('\nendstream')]),
  ];
  return pdfOf(objects);
}

function pdfOf(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(size);
    size += part.length;
    parts.push(part);
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`;
  const end = `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}
