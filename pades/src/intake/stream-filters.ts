import { PdfRefusal } from '../pdf-refusal.ts';

/** ASCII85 (ISO 32000-1 §7.4.3), up to `~>`; ignores invalid characters. */
export function decodeAscii85(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length * 4);
  let length = 0;
  let value = 0;
  let digits = 0;
  for (const code of data) {
    if (code === 0x7e) break;
    if (code === 0x7a && digits === 0) {
      length += 4;
      continue;
    }
    if (code < 0x21 || code > 0x75) continue;
    value = value * 85 + code - 0x21;
    digits += 1;
    if (digits < 5) continue;
    writeGroup(out, { at: length, value, bytes: 4 });
    length += 4;
    value = 0;
    digits = 0;
  }
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing += 1) value = value * 85 + 84;
    writeGroup(out, { at: length, value, bytes: digits - 1 });
    length += digits - 1;
  }
  return out.subarray(0, length);
}

interface Group {
  readonly at: number;
  readonly value: number;
  readonly bytes: number;
}

function writeGroup(out: Uint8Array, { at, value, bytes }: Group): void {
  for (let index = 0; index < bytes; index += 1) out[at + index] = (value >>> 0) >>> (24 - index * 8);
}

/** Hexadecimal digits (ISO 32000-1 §7.4.2), up to `>`; ignores invalid characters. */
export function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1').split('>', 1)[0] ?? '';
  const digits = text.replace(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** Decoded size of run length data in bytes (ISO 32000-1 §7.4.5). */
export function runLengthSize(data: Uint8Array): number {
  let size = 0;
  for (let position = 0; position < data.length; ) {
    const code = data[position] ?? 128;
    if (code === 128) break;
    size += code < 128 ? code + 1 : 257 - code;
    position += code < 128 ? code + 2 : 2;
  }
  return size;
}

const CLEAR = 256;
const END = 257;

/** Decoded size of LZW data in bytes (ISO 32000-1 §7.4.4), counted without decoding; stops after `bytesMax`. */
export function lzwSize(data: Uint8Array, bytesMax: number): number {
  const lengths = new Uint16Array(4096).fill(1, 0, 256);
  let next = 258;
  let width = 9;
  let previous = 0;
  let size = 0;
  let bits = 0;
  let bitCount = 0;
  for (const byte of data) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    bits &= (1 << bitCount) - 1;
    if (code === END || size > bytesMax) break;
    if (code === CLEAR) {
      next = 258;
      width = 9;
      previous = 0;
      continue;
    }
    if (previous > 0 && next < 4096) {
      lengths[next] = previous + 1;
      next += 1;
    }
    if (code >= next) throw new PdfRefusal('stream', 'A compressed part of the file is damaged.');
    previous = lengths[code] ?? 1;
    size += previous;
    // Assumes /EarlyChange 1; with 0 the count differs by at most one.
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return size;
}
