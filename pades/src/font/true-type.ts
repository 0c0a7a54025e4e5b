import { PdfRefusal } from '../pdf-refusal.ts';

interface Table {
  readonly offset: number;
  readonly length: number;
}

/** A TrueType or OpenType font (OpenType 1.9), read on demand. Lengths in font units unless noted. */
export class TrueTypeFont {
  readonly unitsPerEm: number;
  readonly bounds: readonly [number, number, number, number];
  readonly ascender: number;
  readonly descender: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly glyphCount: number;
  /** The CFF font program; null for TrueType outlines. */
  readonly cff: Uint8Array | null;
  /** PostScript name, safe in a PDF name. */
  readonly name: string;
  readonly #view: DataView;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #metricCount: number;
  readonly #hasLongOffsets: boolean;
  readonly #characters: CharacterMap;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tables = readTables(this.#view);
    const head = this.#required('head', 54);
    const hhea = this.#required('hhea', 36);
    this.unitsPerEm = this.#view.getUint16(head + 18);
    if (this.unitsPerEm < 16 || this.unitsPerEm > 16_384) throw unusable('its size of an em is impossible');
    this.bounds = [36, 38, 40, 42].map((offset) => this.#view.getInt16(head + offset)) as [
      number,
      number,
      number,
      number,
    ];
    this.#hasLongOffsets = this.#view.getInt16(head + 50) === 1;
    this.ascender = this.#view.getInt16(hhea + 4);
    this.descender = this.#view.getInt16(hhea + 6);
    this.#metricCount = this.#view.getUint16(hhea + 34);
    this.glyphCount = this.#view.getUint16(this.#required('maxp', 6) + 4);
    this.#required('hmtx', this.#metricCount * 4);
    this.cff = this.table('CFF ');
    if (!this.cff) {
      this.#required('loca', (this.glyphCount + 1) * (this.#hasLongOffsets ? 4 : 2));
      this.#required('glyf', 1);
    }
    this.capHeight = this.#readCapHeight();
    this.italicAngle = this.#tables.has('post')
      ? this.#view.getInt32(this.#required('post', 8) + 4) / 65_536
      : 0;
    this.name = this.#readName();
    this.#characters = new CharacterMap(this.#view, this.#required('cmap', 4));
  }

  /** The glyph of a character; 0 is the box of a missing one. */
  glyphOf(codePoint: number): number {
    const glyph = this.#characters.glyphOf(codePoint);
    return glyph < this.glyphCount ? glyph : 0;
  }

  advanceOf(glyph: number): number {
    return this.#view.getUint16(this.#required('hmtx') + Math.min(glyph, this.#metricCount - 1) * 4);
  }

  leftBearingOf(glyph: number): number {
    const hmtx = this.#required('hmtx');
    if (glyph < this.#metricCount) return this.#view.getInt16(hmtx + glyph * 4 + 2);
    const offset = this.#metricCount * 4 + (glyph - this.#metricCount) * 2;
    const { length } = this.#tables.get('hmtx') ?? { length: 0 };
    return offset + 2 <= length ? this.#view.getInt16(hmtx + offset) : 0;
  }

  /** Outline of a glyph as stored; empty for a space. */
  outlineOf(glyph: number): Uint8Array {
    const loca = this.#required('loca');
    const at = (index: number): number =>
      this.#hasLongOffsets
        ? this.#view.getUint32(loca + index * 4)
        : this.#view.getUint16(loca + index * 2) * 2;
    const glyf = this.#tables.get('glyf');
    const start = at(glyph);
    const end = at(glyph + 1);
    if (!glyf || start > end || end > glyf.length) throw unusable('an outline is outside its table');
    return this.#slice(glyf.offset + start, end - start);
  }

  /** A whole table, or null. */
  table(tag: string): Uint8Array | null {
    const table = this.#tables.get(tag);
    return table ? this.#slice(table.offset, table.length) : null;
  }

  #slice(offset: number, length: number): Uint8Array {
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + offset, length);
  }

  #required(tag: string, bytesMin = 0): number {
    const table = this.#tables.get(tag);
    if (!table || table.length < bytesMin) throw unusable(`its table ${tag} is missing or too short`);
    return table.offset;
  }

  #readCapHeight(): number {
    const table = this.#tables.get('OS/2');
    if (!table || table.length < 10) return this.ascender;
    // OpenType OS/2 fsType, bit 1: embedding is not licensed.
    if ((this.#view.getUint16(table.offset + 8) & 0x000e) === 2)
      throw unusable('its licence forbids embedding');
    const hasCapHeight = table.length >= 90 && this.#view.getUint16(table.offset) >= 2;
    return hasCapHeight ? this.#view.getInt16(table.offset + 88) : Math.round(this.ascender * 0.75);
  }

  #readName(): string {
    const table = this.#tables.get('name');
    if (!table || table.length < 6) return 'Font';
    const count = this.#view.getUint16(table.offset + 2);
    const strings = table.offset + this.#view.getUint16(table.offset + 4);
    for (let index = 0; index < count && 18 + index * 12 <= table.length; index += 1) {
      const record = table.offset + 6 + index * 12;
      if (this.#view.getUint16(record + 6) !== 6) continue;
      const length = this.#view.getUint16(record + 8);
      const offset = strings + this.#view.getUint16(record + 10);
      if (offset + length > table.offset + table.length) break;
      const text = Buffer.from(this.#slice(offset, length)).toString('latin1');
      const safe = text.replace(/[^A-Za-z0-9-]/g, '').slice(0, 60);
      if (safe !== '') return safe;
    }
    return 'Font';
  }
}

/** TrueType, "true" and "OTTO". */
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f]);
/** "ttcf" */
const COLLECTION = 0x74746366;

function readTables(view: DataView): Map<string, Table> {
  if (view.byteLength < 16) throw unusable('it is cut off');
  // Of a collection the first font, whose offset follows the header of the collection.
  const start = view.getUint32(0) === COLLECTION ? view.getUint32(12) : 0;
  if (start + 12 > view.byteLength) throw unusable('it is cut off');
  const version = view.getUint32(start);
  if (!VERSIONS.has(version)) throw unusable('it is neither TrueType nor OpenType');
  const tables = new Map<string, Table>();
  const count = view.getUint16(start + 4);
  if (start + 12 + count * 16 > view.byteLength) throw unusable('it is cut off');
  for (let index = 0; index < count; index += 1) {
    const record = start + 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(record + step)));
    const table = { offset: view.getUint32(record + 8), length: view.getUint32(record + 12) };
    if (table.offset + table.length > view.byteLength) throw unusable('it is cut off');
    tables.set(tag, table);
  }
  return tables;
}

/** Lookups in the best Unicode subtable of cmap: format 12, else format 4. */
class CharacterMap {
  readonly #view: DataView;
  readonly #subtable: number;
  readonly #format: number;

  constructor(view: DataView, cmap: number) {
    this.#view = view;
    let best = 0;
    let bestFormat = 0;
    const count = view.getUint16(cmap + 2);
    for (let index = 0; index < count; index += 1) {
      const record = cmap + 4 + index * 8;
      const platform = view.getUint16(record);
      const encoding = view.getUint16(record + 2);
      const subtable = cmap + view.getUint32(record + 4);
      const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
      if (!isUnicode || subtable + 16 > view.byteLength) continue;
      const format = view.getUint16(subtable);
      if ((format === 4 || format === 12) && format > bestFormat) {
        best = subtable;
        bestFormat = format;
      }
    }
    if (bestFormat === 0) throw unusable('it does not say which glyphs are which characters');
    this.#subtable = best;
    this.#format = bestFormat;
  }

  glyphOf(codePoint: number): number {
    try {
      return this.#format === 12 ? this.#inGroups(codePoint) : this.#inSegments(codePoint);
    } catch (error) {
      if (error instanceof RangeError) throw unusable('its table cmap is cut off');
      throw error;
    }
  }

  #inGroups(codePoint: number): number {
    const view = this.#view;
    let low = 0;
    let high = view.getUint32(this.#subtable + 12) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const group = this.#subtable + 16 + middle * 12;
      if (codePoint < view.getUint32(group)) high = middle - 1;
      else if (codePoint > view.getUint32(group + 4)) low = middle + 1;
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group);
    }
    return 0;
  }

  #inSegments(codePoint: number): number {
    const view = this.#view;
    const doubled = view.getUint16(this.#subtable + 6);
    const ends = this.#subtable + 14;
    for (let step = 0; step < doubled && codePoint <= 0xffff; step += 2) {
      if (codePoint > view.getUint16(ends + step)) continue;
      const start = view.getUint16(ends + doubled + 2 + step);
      if (codePoint < start) return 0;
      const delta = view.getUint16(ends + 2 * doubled + 2 + step);
      const index = ends + 3 * doubled + 2 + step;
      const range = view.getUint16(index);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(index + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }
}

function unusable(problem: string): PdfRefusal {
  return new PdfRefusal('font', `The font cannot be used: ${problem}.`);
}
