import { crc32 } from 'node:zlib';
import { inflate, unfilterRow } from '../pdf/filters.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { Pixels } from './pixels.ts';

export interface PngLimits {
  /** File size in bytes. */
  readonly fileBytes: number;
  /** Width × height. */
  readonly pixels: number;
  /** True: also 1, 2, 4 and 16 bits a channel, of which 8 are kept. */
  readonly anyDepth?: boolean;
}

export const defaultPngLimits: PngLimits = { fileBytes: 8 * 1024 * 1024, pixels: 16_000_000 };

/**
 * Decodes a PNG (PNG Third Edition), of 8 bits a channel unless the limits say otherwise: grey, colour, palette, each
 * with or without transparency, interlaced or not. Verifies every chunk's CRC; ignores text, profiles and physical
 * dimensions.
 * @throws PdfRefusal `image` for anything else, `limit` for an image that is too large.
 */
export function decodePng(bytes: Uint8Array, limits: PngLimits = defaultPngLimits): Pixels {
  if (bytes.length > limits.fileBytes)
    throw new PdfRefusal('limit', `The picture is larger than ${limits.fileBytes} bytes; make it smaller.`);
  const chunks = readChunks(bytes);
  const header = readHeader(chunks, limits);
  const data = inflate(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)),
    {
      bytesMax: passesOf(header).reduce(
        (sum, pass) => sum + (rowBytesOf(header, pass.width) + 1) * pass.height,
        1,
      ),
      at: 'picture',
    },
  );
  const toRgba = pixelReader(header, chunks);
  const rgba = new Uint8Array(header.width * header.height * 4);
  // Rows of 8-bit RGBA need no conversion.
  const isRgba = header.colourType === 6 && header.depth === 8 && !header.isInterlaced;
  let position = 0;
  for (const pass of passesOf(header)) {
    const rowBytes = rowBytesOf(header, pass.width);
    const raw = isRgba ? rgba : new Uint8Array(rowBytes * pass.height);
    for (let row = 0; row < pass.height; row += 1) {
      const filter = data[position] ?? 255;
      if (filter > 4 || position + 1 + rowBytes > data.length) throw broken();
      unfilterRow({
        out: raw,
        data,
        filter,
        from: position + 1,
        to: row * rowBytes,
        rowBytes,
        pixelBytes: Math.max(1, (header.channels * header.depth) / 8),
      });
      position += 1 + rowBytes;
      if (isRgba) continue;
      const samples = samplesOf(raw.subarray(row * rowBytes, (row + 1) * rowBytes), header, pass.width);
      for (let column = 0; column < pass.width; column += 1) {
        const y = pass.top + row * pass.stepY;
        const x = pass.left + column * pass.stepX;
        rgba.set(toRgba(samples, column * header.channels), (y * header.width + x) * 4);
      }
    }
  }
  if (position !== data.length) throw broken();
  return { width: header.width, height: header.height, rgba };
}

function rowBytesOf({ channels, depth }: Header, width: number): number {
  return Math.ceil((width * channels * depth) / 8);
}

/** A row as a byte a sample: the upper half of long ones, and short ones stretched, but for places in a palette. */
function samplesOf(row: Uint8Array, { depth, channels, colourType }: Header, width: number): Uint8Array {
  if (depth === 8) return row;
  const samples = new Uint8Array(width * channels);
  const scale = colourType === 3 ? 1 : 255 / (2 ** depth - 1);
  for (let index = 0; index < samples.length; index += 1) {
    if (depth === 16) samples[index] = row[index * 2] ?? 0;
    else {
      const bit = index * depth;
      const sample = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
      samples[index] = sample * scale;
    }
  }
  return samples;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
  readonly depth: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

const SIGNATURE = '89504e470d0a1a0a';
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

function readChunks(bytes: Uint8Array): Chunk[] {
  if (Buffer.from(bytes.subarray(0, 8)).toString('hex') !== SIGNATURE)
    throw new PdfRefusal('image', 'The picture is not a PNG file.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let position = 8;
  while (chunks.at(-1)?.type !== 'IEND') {
    if (position + 12 > bytes.length) throw broken();
    const length = view.getUint32(position);
    if (position + 12 + length > bytes.length) throw broken();
    const body = bytes.subarray(position + 4, position + 8 + length);
    if (crc32(body) !== view.getUint32(position + 8 + length)) throw broken();
    const type = Buffer.from(body.subarray(0, 4)).toString('latin1');
    // An uppercase first letter marks a critical chunk.
    if (/^[A-Z]/.test(type) && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type)) throw broken();
    chunks.push({ type, data: body.subarray(4) });
    position += 12 + length;
  }
  return chunks;
}

function readHeader(chunks: readonly Chunk[], limits: PngLimits): Header {
  const [first, ...rest] = chunks;
  if (first?.type !== 'IHDR' || first.data.length !== 13 || rest.some(({ type }) => type === 'IHDR'))
    throw broken();
  const view = new DataView(first.data.buffer, first.data.byteOffset, 13);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [depth = 0, colourType = 0, compression, filtering, interlace] = first.data.subarray(8);
  const channels = CHANNELS.get(colourType);
  if (width === 0 || height === 0 || channels === undefined || compression !== 0 || filtering !== 0)
    throw broken();
  if (width * height > limits.pixels)
    throw new PdfRefusal('limit', `The picture has more than ${limits.pixels} pixels; make it smaller.`);
  if (![1, 2, 4, 8, 16].includes(depth) || (depth < 8 && channels > 1)) throw broken();
  if (depth !== 8 && !limits.anyDepth)
    throw new PdfRefusal('image', 'The picture must have 8 bits a channel; save it again as such.');
  return { width, height, colourType, depth, channels, isInterlaced: interlace === 1 };
}

interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
}

/** Adam7 (ISO/IEC 15948 §8.2): left, top, step across, step down. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf({ width, height, isInterlaced }: Header): Pass[] {
  if (!isInterlaced) return [{ left: 0, top: 0, stepX: 1, stepY: 1, width, height }];
  return ADAM7.map(([left, top, stepX, stepY]) => ({
    left,
    top,
    stepX,
    stepY,
    width: Math.ceil((width - left) / stepX),
    height: Math.ceil((height - top) / stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Red, green, blue and opacity of the pixel at an offset. */
type PixelReader = (raw: Uint8Array, from: number) => readonly [number, number, number, number];

function pixelReader({ colourType, depth }: Header, chunks: readonly Chunk[]): PixelReader {
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.data;
  if (colourType === 3) {
    if (!palette || palette.length % 3 !== 0) throw broken();
    return (raw, from) => {
      const index = raw[from] ?? 0;
      const [red, green, blue] = palette.subarray(index * 3, index * 3 + 3);
      if (red === undefined || green === undefined || blue === undefined) throw broken();
      return [red, green, blue, transparency?.[index] ?? 255];
    };
  }
  const isGrey = colourType === 0 || colourType === 4;
  const hasAlpha = colourType >= 4;
  // tRNS names one colour, two bytes a channel, that is transparent.
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const keyAt = (channel: number) => (transparency?.[channel * 2 + (depth === 16 ? 0 : 1)] ?? -1) * scale;
  const key = transparency ? [keyAt(0), keyAt(1), keyAt(2)] : null;
  return (raw, from) => {
    const red = raw[from] ?? 0;
    const green = isGrey ? red : (raw[from + 1] ?? 0);
    const blue = isGrey ? red : (raw[from + 2] ?? 0);
    const isKey = key !== null && red === key[0] && (isGrey || (green === key[1] && blue === key[2]));
    const opacity = hasAlpha ? (raw[from + (isGrey ? 1 : 3)] ?? 0) : 255;
    return [red, green, blue, isKey ? 0 : opacity];
  };
}

function broken(): PdfRefusal {
  return new PdfRefusal('image', 'The picture is damaged or unusual; save it again as PNG.');
}
