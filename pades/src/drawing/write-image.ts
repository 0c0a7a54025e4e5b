import { deflateSync } from 'node:zlib';
import { pdfaPartOf } from '../pdf/pdfa-part.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { refSource } from '../pdf/source-text.ts';
import type { PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { encodeFax } from './encode-fax.ts';
import { type Pixels, soleColour } from './pixels.ts';
import type { Stencil } from './stencil.ts';

/** Of the shades of an image in one colour: enough for smooth edges at 300 dpi, and a third of the bytes of eight. */
const SHADE_BITS = 2;

/**
 * An image with its transparency as a soft mask (ISO 32000-1 §11.6.5.3), or on white where part 1 of PDF/A forbids
 * transparency (ISO 19005-1 §6.4). Without /Interpolate, which PDF/A forbids (ISO 19005-2 §6.2.8).
 */
export function writeImage(revision: RevisionWriter, pixels: Pixels, calibrated: PdfRef | null): PdfRef {
  const { width, height, rgba } = pixels;
  if (rgba.length !== width * height * 4 || rgba.length === 0)
    throw new PdfRefusal('image', 'A picture needs four bytes for each of its pixels.');
  const alpha = Buffer.alloc(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) alpha[pixel] = rgba[pixel * 4 + 3] ?? 0;
  const isOpaque = alpha.every((opacity) => opacity === 255);
  const isMasked = !isOpaque && pdfaPartOf(revision.document) !== 1;
  // Ink is one colour: then only its mask has a shape.
  const ink = isMasked ? soleColour(pixels) : null;
  const colours = ink ? Buffer.alloc(alpha.length * 3, Buffer.from(ink)) : coloursOf(pixels);
  if (!isOpaque && !isMasked) putOnWhite(colours, alpha);
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /Filter /FlateDecode`;
  const add = (entries: string, data: Uint8Array): PdfRef =>
    revision.addStream(`${size} ${entries}`, deflateSync(data));
  const bits = ink ? SHADE_BITS : 8;
  const shades = ink ? packShades(alpha, width) : alpha;
  const mask = isMasked
    ? `/SMask ${refSource(add(`/BitsPerComponent ${bits} /ColorSpace /DeviceGray`, shades))}`
    : '';
  const space = calibrated === null ? '/DeviceRGB' : refSource(calibrated);
  return add(`/BitsPerComponent 8 /ColorSpace ${space} ${mask}`, colours);
}

/** An image that is painted in the colour that its user sets (ISO 32000-1 §8.9.6.2). */
export function writeStencil(revision: RevisionWriter, stencil: Stencil): PdfRef {
  const { width, height } = stencil;
  return revision.addStream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ImageMask true /BitsPerComponent 1
/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} >>`,
    encodeFax(stencil),
  );
}

/** Those of visible pixels; others are black. */
function coloursOf({ rgba }: Pixels): Buffer {
  const colours = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    if (rgba[from + 3] === 0) continue;
    colours[to] = rgba[from] ?? 0;
    colours[to + 1] = rgba[from + 1] ?? 0;
    colours[to + 2] = rgba[from + 2] ?? 0;
  }
  return colours;
}

/** Rows of shades with `SHADE_BITS` each, the first in the highest bits; every row begins at a byte. */
function packShades(alpha: Uint8Array, width: number): Uint8Array {
  const perByte = 8 / SHADE_BITS;
  const most = 2 ** SHADE_BITS - 1;
  const rowBytes = Math.ceil(width / perByte);
  const packed = Buffer.alloc(rowBytes * (alpha.length / width));
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const x = pixel % width;
    const at = Math.floor(pixel / width) * rowBytes + Math.floor(x / perByte);
    const shade = Math.round(((alpha[pixel] ?? 0) * most) / 255);
    packed[at] = (packed[at] ?? 0) | (shade << (8 - SHADE_BITS * ((x % perByte) + 1)));
  }
  return packed;
}

function putOnWhite(colours: Buffer, alpha: Buffer): void {
  for (let index = 0; index < colours.length; index += 1) {
    const opacity = (alpha[Math.floor(index / 3)] ?? 0) / 255;
    colours[index] = Math.round((colours[index] ?? 0) * opacity + 255 * (1 - opacity));
  }
}
