import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './pdfium.ts';

const FILTER_NONE = 0;
const FILTER_UP = 2;
const GREY_LEVELS = 15;
const COLOUR_LEVELS = 31;
const COLOURS = Uint8Array.from({ length: 256 }, (_each, value) =>
  Math.round((Math.round((value * COLOUR_LEVELS) / 255) * 255) / COLOUR_LEVELS),
);
/** How far the channels of a pixel differ at most on paper that is called grey. */
const TINT_MAX = 12;

/**
 * A picture of a page as PNG, for the time until the page is drawn and for lists: few levels, because people wait for
 * it on slow connections. Sixteen greys show text as well as 256 do, in a sixth of the bytes.
 */
export function encodePagePng(raster: Raster): Buffer {
  const { width, height } = raster;
  if (isGrey(raster)) return writePng({ width, height, colour: 'grey4', rows: greyRows(raster), level: 6 });
  return writePng({ width, height, colour: 'rgb', rows: colouredRows(raster), level: 4 });
}

function isGrey({ pixels }: Raster): boolean {
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0;
    const green = pixels[at + 1] ?? 0;
    const red = pixels[at + 2] ?? 0;
    if (Math.max(blue, green, red) - Math.min(blue, green, red) > TINT_MAX) return false;
  }
  return true;
}

/** Two pixels a byte, by their green, which is close to what the eye takes for brightness. */
function greyRows({ width, height, pixels }: Raster): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(rowBytes * height, FILTER_NONE);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const green = pixels[(row * width + column) * 4 + 1] ?? 0;
      const to = row * rowBytes + 1 + (column >> 1);
      const level = Math.round((green * GREY_LEVELS) / 255);
      rows[to] = (rows[to] ?? 0) | (column % 2 === 0 ? level << 4 : level);
    }
  }
  return rows;
}

// Each byte less the one above it: pages are mostly columns of the same colour.
function colouredRows({ width, height, pixels }: Raster): Buffer {
  const rowBytes = width * 3 + 1;
  const rows = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    let to = row * rowBytes;
    rows[to] = FILTER_UP;
    for (let column = 0; column < width; column += 1) {
      const from = (row * width + column) * 4;
      for (let channel = 2; channel >= 0; channel -= 1) {
        const above = row === 0 ? 0 : (pixels[from - width * 4 + channel] ?? 0);
        to += 1;
        rows[to] = (COLOURS[pixels[from + channel] ?? 0] ?? 0) - (COLOURS[above] ?? 0);
      }
    }
  }
  return rows;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits of a channel, and colour type (ISO/IEC 15948 §11.2.2). */
const COLOUR_TYPES = { grey4: [4, 0], rgb: [8, 2], rgba: [8, 6] } as const;

interface PngRows {
  width: number;
  height: number;
  colour: keyof typeof COLOUR_TYPES;
  /** Rows from the top, each with its filter type byte (ISO/IEC 15948 §9). */
  rows: Uint8Array;
  /** Of compression, 0 to 9. */
  level: number;
}

/** A PNG with nothing in it but the picture. */
function writePng({ width, height, colour, rows, level }: PngRows): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([...COLOUR_TYPES[colour], 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes 8-bit RGBA pixels, rows from the top; they are line art, which needs no filter to become small. */
export function encodePng({
  width,
  height,
  rgba,
}: {
  width: number;
  height: number;
  rgba: Uint8Array;
}): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return writePng({ width, height, colour: 'rgba', rows, level: 6 });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
