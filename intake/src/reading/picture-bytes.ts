export interface CleanPicture {
  format: 'png' | 'jpeg';
  bytes: Buffer;
  width: number;
  height: number;
  /** Of a JPEG: 1 grey, 3 colours, 4 inks. */
  channels: number;
  /** How a camera was held, 1 to 8 (Exif, tag 0x0112); 1 is upright. */
  orientation: number;
}

export interface PictureLimits {
  widthMax: number;
  heightMax: number;
  /** Of both sides multiplied. */
  pixelsMax?: number;
}

type Size = Pick<CleanPicture, 'width' | 'height' | 'channels'>;
type Cleaned = Omit<CleanPicture, 'format'>;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// The chunks needed to display a PNG; text, time, Exif and others are removed.
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'iCCP', 'IDAT', 'IEND']);

/**
 * Detects the format of a picture and removes metadata (places, names, thumbnails) and trailing data. Null if it is not
 * a PNG or JPEG, is damaged, animated, or exceeds the limits.
 */
export function cleanPicture(bytes: Buffer, limits: PictureLimits): CleanPicture | null {
  try {
    if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return { format: 'png', ...cleanPng(bytes, limits) };
    if (bytes.readUInt16BE(0) === 0xffd8) return { format: 'jpeg', ...cleanJpeg(bytes, limits) };
  } catch (error) {
    // Reading past the end is how a cut picture shows itself.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return null;
}

/** ISO/IEC 15948 §5.3: length, type, data, CRC; kept chunks are copied as they are. */
function cleanPng(bytes: Buffer, limits: PictureLimits): Cleaned {
  const chunks: Buffer[] = [PNG_SIGNATURE];
  let size: Size | null = null;
  let hasPixels = false;
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length || (at === 8) !== (type === 'IHDR')) throw new RangeError('a damaged PNG');
    if (type === 'IHDR') {
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12), channels: 0 };
      checkSize(size, limits);
    }
    if (type === 'IDAT') hasPixels = true;
    if (PNG_CHUNKS.has(type)) chunks.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  if (!hasPixels || !size) throw new RangeError('a PNG without pixels');
  return { ...size, orientation: 1, bytes: Buffer.concat(chunks) };
}

/** ITU-T T.81 annex B: segments up to the scan, then coded data in which FF is followed by 00 or a marker. */
function cleanJpeg(bytes: Buffer, limits: PictureLimits): Cleaned {
  const segments: Buffer[] = [bytes.subarray(0, 2)];
  let size: Size | null = null;
  let orientation = 1;
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffd9) break;
    if (marker < 0xff01 || (marker >= 0xffd0 && marker <= 0xffd8)) throw new RangeError('a damaged JPEG');
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new RangeError('a damaged JPEG');
    const segment = bytes.subarray(at, end);
    if (isFrame(marker)) {
      size = {
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
        channels: bytes.readUInt8(at + 9),
      };
      checkSize(size, limits);
    }
    if (marker === 0xffe1) {
      const turned = readOrientation(segment);
      if (turned !== null) {
        orientation = turned;
        segments.push(orientationSegment(turned));
      }
    } else if (isNeeded(marker)) segments.push(segment);
    at = end;
    if (marker === 0xffda) {
      if (!size) throw new RangeError('a JPEG without a size');
      at = scanEnd(bytes, end);
      segments.push(bytes.subarray(end, at));
    }
  }
  if (!size) throw new RangeError('a JPEG without pixels');
  return { ...size, orientation, bytes: Buffer.concat([...segments, Buffer.from([0xff, 0xd9])]) };
}

const isFrame = (marker: number) =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);

/** All but APP1 and APP3…13, APP15 and comments: JFIF (0), the colour profile (2) and Adobe's (14) tell colours. */
const isNeeded = (marker: number) =>
  (marker < 0xffe0 || marker > 0xffef) && marker !== 0xfffe
    ? true
    : marker === 0xffe0 || marker === 0xffe2 || marker === 0xffee;

function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new RangeError('a JPEG without an end');
    const next = bytes.readUInt8(at + 1);
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7) || next === 0xff;
    if (!isData) return at;
  }
}

/** Of Exif only the orientation (tag 0x0112) is read; null where it is upright or unknown. */
function readOrientation(segment: Buffer): number | null {
  const tiff = segment.subarray(10);
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || tiff.length < 14) return null;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < read16(first); index += 1) {
    const entry = first + 2 + index * 12;
    if (read16(entry) !== 0x0112) continue;
    const value = read16(entry + 8);
    return value < 2 || value > 8 ? null : value;
  }
  return null;
}

/** Without what cameras say of themselves, for where the orientation is undone by who shows it. */
export function withoutOrientation({
  bytes,
  orientation,
}: Pick<CleanPicture, 'bytes' | 'orientation'>): Buffer {
  const segment = orientationSegment(orientation);
  const at = bytes.indexOf(segment);
  return at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + segment.length)]);
}

/** Exif with nothing but an orientation. */
function orientationSegment(value: number): Buffer {
  const head = 'ffe100224578696600004d4d002a00000008000101120003000000010';
  return Buffer.from(`${head}00${value}000000000000`, 'hex');
}

function checkSize({ width, height }: Size, { widthMax, heightMax, pixelsMax }: PictureLimits): void {
  const isTooLarge = width > widthMax || height > heightMax || width * height > (pixelsMax ?? Infinity);
  if (width < 1 || height < 1 || isTooLarge) {
    throw new RangeError('a picture of a size that is not accepted');
  }
}
