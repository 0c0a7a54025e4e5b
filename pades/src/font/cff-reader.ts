import { PdfRefusal } from '../pdf-refusal.ts';

/** Parts of a CFF font program (Adobe Technical Note 5176), read on demand. */
export interface Cff {
  readonly charStrings: CffIndex;
  readonly globalSubrs: CffIndex;
  /** One for a font without CIDs. */
  readonly fonts: readonly CffFont[];
  /** Index in `fonts` of a glyph. */
  fontOf(glyph: number): number;
  /** Entries of the top dictionary that a subset keeps, as they are written. */
  readonly unchanged: Uint8Array;
}

/** An INDEX that is read on demand: large fonts have 65,535 glyphs. */
export interface CffIndex {
  readonly count: number;
  /** Empty for an index out of range. */
  at(index: number): Uint8Array;
}

export interface CffFont {
  readonly subrs: CffIndex;
  /** Its private dictionary without the offset of its subroutines. */
  readonly privateDict: Uint8Array;
  /** /FontMatrix as it is written, or nothing. */
  readonly matrix: Uint8Array;
}

interface DictEntry {
  readonly operands: readonly number[];
  readonly raw: Uint8Array;
}

const OP = {
  fontBBox: 5,
  charset: 15,
  charStrings: 17,
  private: 18,
  subrs: 19,
  fontMatrix: 0x0c07,
  ros: 0x0c1e,
  fdArray: 0x0c24,
  fdSelect: 0x0c25,
} as const;

/** By the bytes that they were read from, which do not change. */
const cachedFonts = new WeakMap<ArrayBufferLike, Map<number, Cff>>();

/** Cached per buffer. */
export function readCff(data: Uint8Array): Cff {
  const here = cachedFonts.get(data.buffer) ?? new Map<number, Cff>();
  cachedFonts.set(data.buffer, here);
  const cff = here.get(data.byteOffset) ?? readBytes(data);
  here.set(data.byteOffset, cff);
  return cff;
}

function readBytes(data: Uint8Array): Cff {
  try {
    return read(data);
  } catch (error) {
    if (error instanceof RangeError) throw unusable('its outlines are cut off');
    throw error;
  }
}

export function unusable(problem: string): PdfRefusal {
  return new PdfRefusal('font', `The font cannot be used: ${problem}.`);
}

function read(data: Uint8Array): Cff {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint8(0) !== 1) throw unusable('its outlines are of a kind that is not known');
  const names = readIndex(data, view.getUint8(2));
  const tops = readIndex(data, names.end);
  const strings = readIndex(data, tops.end);
  const globalSubrs = readIndex(data, strings.end);
  const topDict = tops.at(0);
  if (topDict.length === 0) throw unusable('it holds no outlines');
  const top = readDict(topDict);
  const charStrings = readIndex(data, operand(top, OP.charStrings));
  const isKeyed = top.has(OP.ros);
  const dicts = isKeyed ? readFontDicts(data, operand(top, OP.fdArray)) : [top];
  const select = isKeyed ? readFdSelect(view, operand(top, OP.fdSelect), charStrings.count) : null;
  const operators = [OP.fontBBox, OP.fontMatrix].flatMap((op) => {
    const entry = top.get(op);
    return entry ? [entry.raw] : [];
  });
  return {
    charStrings,
    globalSubrs,
    fonts: dicts.map((dict) => readFont(data, dict, isKeyed)),
    fontOf: (glyph) => select?.[glyph] ?? 0,
    unchanged: Buffer.concat(operators),
  };
}

function readFont(data: Uint8Array, dict: ReadonlyMap<number, DictEntry>, isKeyed: boolean): CffFont {
  const [size = 0, offset = 0] = dict.get(OP.private)?.operands ?? [];
  const privateDict = readDict(slice(data, offset, size));
  const subrs = privateDict.get(OP.subrs);
  const entries = [...privateDict].filter(([op]) => op !== OP.subrs).map(([, { raw }]) => raw);
  return {
    subrs: subrs ? readIndex(data, offset + (subrs.operands[0] ?? 0)) : NOTHING,
    privateDict: Buffer.concat(entries),
    // A font without CIDs has it in the top dictionary, where it remains.
    matrix: (isKeyed ? dict.get(OP.fontMatrix)?.raw : undefined) ?? new Uint8Array(),
  };
}

const NOTHING: CffIndex = { count: 0, at: () => new Uint8Array() };

function readFontDicts(data: Uint8Array, start: number): Map<number, DictEntry>[] {
  const list = readIndex(data, start);
  return Array.from({ length: list.count }, (_item, index) => readDict(list.at(index)));
}

function readIndex(data: Uint8Array, start: number): CffIndex & { readonly end: number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = view.getUint16(start);
  if (count === 0) return { ...NOTHING, end: start + 2 };
  const size = view.getUint8(start + 2);
  if (size < 1 || size > 4) throw unusable('its outlines are damaged');
  const offsetAt = (index: number): number => {
    let offset = 0;
    for (let step = 0; step < size; step += 1)
      offset = offset * 256 + view.getUint8(start + 3 + index * size + step);
    return offset;
  };
  // Offsets count from the byte before the data.
  const base = start + 2 + (count + 1) * size;
  const at = (index: number): Uint8Array => {
    if (!(index >= 0 && index < count)) return new Uint8Array();
    return slice(data, base + offsetAt(index), offsetAt(index + 1) - offsetAt(index));
  };
  return { count, at, end: base + offsetAt(count) };
}

function readDict(dict: Uint8Array): Map<number, DictEntry> {
  const view = new DataView(dict.buffer, dict.byteOffset, dict.byteLength);
  const entries = new Map<number, DictEntry>();
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < dict.length; ) {
    const first = view.getUint8(at);
    if (first <= 21) {
      const op = first === 12 ? 0x0c00 + view.getUint8(at + 1) : first;
      at += first === 12 ? 2 : 1;
      entries.set(op, { operands, raw: dict.subarray(start, at) });
      operands = [];
      start = at;
      continue;
    }
    const number = readNumber(view, at);
    operands.push(number.value);
    at = number.end;
  }
  return entries;
}

function readNumber(view: DataView, at: number): { value: number; end: number } {
  const first = view.getUint8(at);
  if (first === 28) return { value: view.getInt16(at + 1), end: at + 3 };
  if (first === 29) return { value: view.getInt32(at + 1), end: at + 5 };
  if (first === 30) {
    // A real number, half a byte a digit: kept as written, because only offsets are computed.
    let end = at + 1;
    while ((view.getUint8(end) & 0x0f) !== 0x0f) end += 1;
    return { value: Number.NaN, end: end + 1 };
  }
  if (first >= 32 && first <= 246) return { value: first - 139, end: at + 1 };
  if (first >= 247 && first <= 250)
    return { value: (first - 247) * 256 + view.getUint8(at + 1) + 108, end: at + 2 };
  if (first >= 251 && first <= 254)
    return { value: -(first - 251) * 256 - view.getUint8(at + 1) - 108, end: at + 2 };
  throw unusable('its outlines are damaged');
}

function readFdSelect(view: DataView, start: number, glyphs: number): Uint8Array {
  const select = new Uint8Array(glyphs);
  const format = view.getUint8(start);
  if (format === 0) {
    for (let glyph = 0; glyph < glyphs; glyph += 1) select[glyph] = view.getUint8(start + 1 + glyph);
    return select;
  }
  if (format !== 3) throw unusable('its outlines are of a kind that is not known');
  const ranges = view.getUint16(start + 1);
  for (let range = 0; range < ranges; range += 1) {
    const at = start + 3 + range * 3;
    select.fill(view.getUint8(at + 2), view.getUint16(at), view.getUint16(at + 3));
  }
  return select;
}

function operand(dict: ReadonlyMap<number, DictEntry>, op: number): number {
  const value = dict.get(op)?.operands[0];
  if (value === undefined || !Number.isInteger(value)) throw unusable('its outlines are damaged');
  return value;
}

function slice(data: Uint8Array, offset: number, length: number): Uint8Array {
  if (offset < 0 || length < 0 || offset + length > data.length) throw unusable('its outlines are cut off');
  return data.subarray(offset, offset + length);
}
