import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits of a channel, and colour type (ISO/IEC 15948 §11.2.2). */
const COLOURS = { grey4: [4, 0], rgb: [8, 2], rgba: [8, 6] } as const;

export interface PngRows {
  width: number;
  height: number;
  colour: keyof typeof COLOURS;
  /** Rows from the top, each with its filter type byte (ISO/IEC 15948 §9). */
  rows: Uint8Array;
  /** Of compression, 0 to 9. */
  level: number;
}

/** A PNG with nothing in it but the picture. */
export function writePng({ width, height, colour, rows, level }: PngRows): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([...COLOURS[colour], 0, 0, 0], 8);
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
