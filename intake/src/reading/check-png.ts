import { crc32, inflateSync } from 'node:zlib';

/** Bits a channel that each colour type may have, and its channels (ISO/IEC 15948 §11.2.2). */
const COLOUR_TYPES: ReadonlyMap<number, { channels: number; depths: readonly number[] }> = new Map([
  [0, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { channels: 3, depths: [8, 16] }],
  [3, { channels: 1, depths: [1, 2, 4, 8] }],
  [4, { channels: 2, depths: [8, 16] }],
  [6, { channels: 4, depths: [8, 16] }],
]);

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

/**
 * Whether every pixel of a PNG can be decoded: checks checksums, colours and the number of rows. The caller has checked
 * its size against the limits.
 */
export function isWholePng(bytes: Buffer): boolean {
  const chunks = readChunks(bytes);
  const header = chunks?.[0]?.type === 'IHDR' ? chunks[0].data : null;
  if (!chunks || header?.length !== 13) return false;
  const [depth = 0, colourType = -1, compression, filtering, interlace = 2] = header.subarray(8);
  const colour = COLOUR_TYPES.get(colourType);
  if (!colour?.depths.includes(depth) || compression !== 0 || filtering !== 0 || interlace > 1) return false;
  if (colourType === 3 && !chunks.some(({ type }) => type === 'PLTE')) return false;
  const rows = rowsOf({
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bits: depth * colour.channels,
    isInterlaced: interlace === 1,
  });
  const data = inflate(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)),
    rows.reduce((sum, { count, bytes: length }) => sum + count * length, 0),
  );
  return data !== null && hasFilters(data, rows);
}

interface Chunk {
  type: string;
  data: Buffer;
}

function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) return null;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

interface Rows {
  count: number;
  /** Bytes per row, including the filter type byte. */
  bytes: number;
}

function rowsOf(about: { width: number; height: number; bits: number; isInterlaced: boolean }): Rows[] {
  const { width, height, bits, isInterlaced } = about;
  const passes = isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  return passes.flatMap(([left, top, stepX, stepY]) => {
    const across = Math.ceil((width - left) / stepX);
    const down = Math.ceil((height - top) / stepY);
    return across > 0 && down > 0 ? [{ count: down, bytes: 1 + Math.ceil((across * bits) / 8) }] : [];
  });
}

function inflate(packed: Buffer, size: number): Buffer | null {
  try {
    const data = inflateSync(packed, { maxOutputLength: size });
    return data.length === size ? data : null;
  } catch {
    return null;
  }
}

function hasFilters(data: Buffer, rows: readonly Rows[]): boolean {
  let at = 0;
  for (const { count, bytes } of rows)
    for (let row = 0; row < count; row += 1) {
      if ((data[at] ?? 255) > 4) return false;
      at += bytes;
    }
  return true;
}
