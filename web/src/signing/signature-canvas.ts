import { LIMITS, listUnwritable } from '@paraph/domain';
import {
  findInkBox,
  fitWithin,
  fontsFor,
  makePaperTransparent,
  systemFont,
} from './signature-image-state.ts';

/** Ink of drawn and typed signatures, the same in both colour schemes. */
export const inkColor = '#14213d';

/** The drawn part of a canvas as base64 PNG with alpha, within the server's limits; null when blank. */
export function pngOf(canvas: HTMLCanvasElement): string | null {
  const trimmed = trimmedCanvas(canvas);
  if (trimmed === null) return null;
  let max: { width: number; height: number } = {
    width: LIMITS.signatureImagePixelsMax.width,
    height: LIMITS.signatureImagePixelsMax.height,
  };
  for (;;) {
    const png = encoded(scaledCanvas(trimmed, max));
    if (png.length * 0.75 <= LIMITS.signatureImageBytesMax || max.width < 100) return png;
    max = { width: Math.floor(max.width * 0.8), height: Math.floor(max.height * 0.8) };
  }
}

/** Without a character in any version of Unicode, so that browsers draw what stands for a missing glyph. */
const unassigned = '\u0378';

/**
 * The distinct characters of a typed signature that cannot be drawn: those that are no writing, and those that this
 * browser has in no font, for each of which it would draw a box. Boxes are all measured alike, in every browser.
 */
export function unwritableIn(text: string): string[] {
  const written = text.normalize('NFC');
  const isSystem = fontsFor(written).includes(systemFont);
  const context = contextOf(newCanvas(1, 1));
  context.font = fontOf(systemFont.family, 40);
  const box = shapeOf(context, unassigned);
  const hasBox = (character: string) =>
    // The bundled fonts have all letters that they are offered for; marks stand on a letter.
    (isSystem || !/\p{L}/u.test(character)) &&
    !/[\p{M}\p{Cf}\p{Z}]/u.test(character) &&
    shapeOf(context, character) === box;
  return [...new Set([...listUnwritable(written), ...[...written].filter(hasBox)])];
}

function shapeOf(context: CanvasRenderingContext2D, text: string): string {
  const shape = context.measureText(text);
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = shape;
  return [shape.width, left, right, shape.actualBoundingBoxAscent, shape.actualBoundingBoxDescent].join(' ');
}

function fontOf(family: string, size: number): string {
  return `${size}px "${family}", "Inter Variable", sans-serif`;
}

/** Renders text in a handwriting font, which is loaded first so that no fallback font is used. */
export async function typedCanvas(text: string, family: string): Promise<HTMLCanvasElement> {
  const size = 160;
  const font = fontOf(family, size);
  if (family !== 'system-ui') await document.fonts.load(font, text);
  const canvas = newCanvas(1, 1);
  const measured = contextOf(canvas);
  measured.font = font;
  const width = Math.ceil(measured.measureText(text).width);
  canvas.width = Math.max(1, width + size * 2);
  canvas.height = size * 3;
  const context = contextOf(canvas);
  context.font = font;
  context.fillStyle = inkColor;
  context.textBaseline = 'alphabetic';
  context.fillText(text, size, size * 1.8);
  return canvas;
}

/** Redraws a chosen picture, which drops its metadata. */
export async function pictureCanvas(file: Blob, isPaperTransparent: boolean): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const size = fitWithin(picture, {
    width: LIMITS.signatureImagePixelsMax.width * 2,
    height: LIMITS.signatureImagePixelsMax.height * 2,
  });
  const canvas = newCanvas(size.width, size.height);
  const context = contextOf(canvas);
  context.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  if (!isPaperTransparent) return canvas;
  const image = context.getImageData(0, 0, size.width, size.height);
  makePaperTransparent(image.data);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Whether a file begins as a PNG or JPEG; name and declared type are not trusted. */
export async function isPicture(file: Blob): Promise<boolean> {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isPng = a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47;
  return isPng || (a === 0xff && b === 0xd8 && c === 0xff);
}

export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser gives no drawing surface.');
  return context;
}

function trimmedCanvas(canvas: HTMLCanvasElement): HTMLCanvasElement | null {
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const box = findInkBox(data, canvas.width, canvas.height);
  if (box === null) return null;
  const trimmed = newCanvas(box.width, box.height);
  contextOf(trimmed).drawImage(canvas, -box.left, -box.top);
  return trimmed;
}

function scaledCanvas(canvas: HTMLCanvasElement, max: { width: number; height: number }): HTMLCanvasElement {
  const size = fitWithin(canvas, max);
  if (size.width === canvas.width && size.height === canvas.height) return canvas;
  const scaled = newCanvas(size.width, size.height);
  const context = contextOf(scaled);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, size.width, size.height);
  return scaled;
}

function encoded(canvas: HTMLCanvasElement): string {
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
}
