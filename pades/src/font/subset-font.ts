import { PdfRefusal } from '../pdf-refusal.ts';
import type { TrueTypeFont } from './true-type.ts';

/** Flags of a composite glyph's parts (OpenType glyf). */
const ARGUMENTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const HAS_MORE = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;

export interface FontSubset {
  readonly data: Uint8Array;
  readonly glyphCount: number;
}

/**
 * A font of the given glyphs, renumbered 0, 1, 2… in their order; components of composite glyphs follow them.
 * Holds only the tables that a viewer needs of an embedded CIDFontType2.
 */
export function subsetFont(font: TrueTypeFont, glyphs: readonly number[]): FontSubset {
  const numbers = new Map(glyphs.map((glyph, index) => [glyph, index]));
  const order = [...glyphs];
  const outlines: Uint8Array[] = [];
  for (let index = 0; index < order.length; index += 1) {
    const outline = Uint8Array.from(font.outlineOf(order[index] ?? 0));
    renumberComponents(outline, (component) => {
      const cached = numbers.get(component);
      if (cached !== undefined) return cached;
      if (component >= font.glyphCount || order.length > 0xffff)
        throw new PdfRefusal('font', 'The font cannot be used: a glyph has a part that does not exist.');
      numbers.set(component, order.length);
      order.push(component);
      return order.length - 1;
    });
    outlines.push(outline);
  }
  const data = assemble([
    ...copied(font, ['cvt ', 'fpgm', 'prep']),
    ['glyf', glyfTable(outlines)],
    ['head', headTable(font)],
    ['hhea', patched(font, { tag: 'hhea', offset: 34, value: order.length })],
    ['hmtx', metricsTable(font, order)],
    ['loca', locationTable(outlines)],
    ['maxp', patched(font, { tag: 'maxp', offset: 4, value: order.length })],
  ]);
  return { data, glyphCount: order.length };
}

/** Rewrites the glyph numbers inside a composite outline. */
function renumberComponents(outline: Uint8Array, numberOf: (component: number) => number): void {
  if (outline.length < 10) return;
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  if (view.getInt16(0) >= 0) return;
  let position = 10;
  for (let flags = HAS_MORE; (flags & HAS_MORE) !== 0; ) {
    if (position + 4 > outline.length)
      throw new PdfRefusal('font', 'The font cannot be used: a glyph is cut off.');
    flags = view.getUint16(position);
    view.setUint16(position + 2, numberOf(view.getUint16(position + 2)));
    position += 4 + ((flags & ARGUMENTS_ARE_WORDS) !== 0 ? 4 : 2);
    if ((flags & HAS_SCALE) !== 0) position += 2;
    else if ((flags & HAS_TWO_SCALES) !== 0) position += 4;
    else if ((flags & HAS_MATRIX) !== 0) position += 8;
  }
}

type NamedTable = readonly [tag: string, data: Uint8Array];

function copied(font: TrueTypeFont, tags: readonly string[]): NamedTable[] {
  return tags.flatMap((tag) => {
    const data = font.table(tag);
    return data ? [[tag, data] as const] : [];
  });
}

function glyfTable(outlines: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(outlines.flatMap((outline) => [outline, new Uint8Array(padding(outline.length))]));
}

function locationTable(outlines: readonly Uint8Array[]): Uint8Array {
  const table = Buffer.alloc((outlines.length + 1) * 4);
  let offset = 0;
  for (const [index, outline] of outlines.entries()) {
    offset += outline.length + padding(outline.length);
    table.writeUInt32BE(offset, (index + 1) * 4);
  }
  return table;
}

function metricsTable(font: TrueTypeFont, glyphs: readonly number[]): Uint8Array {
  const table = Buffer.alloc(glyphs.length * 4);
  for (const [index, glyph] of glyphs.entries()) {
    table.writeUInt16BE(font.advanceOf(glyph), index * 4);
    table.writeInt16BE(font.leftBearingOf(glyph), index * 4 + 2);
  }
  return table;
}

function headTable(font: TrueTypeFont): Uint8Array {
  const table = Buffer.from(font.table('head') ?? []);
  table.writeUInt32BE(0, 8);
  table.writeInt16BE(1, 50);
  return table;
}

function patched(
  font: TrueTypeFont,
  patch: { readonly tag: string; readonly offset: number; readonly value: number },
): Uint8Array {
  const table = Buffer.from(font.table(patch.tag) ?? []);
  table.writeUInt16BE(patch.value, patch.offset);
  return table;
}

function assemble(tables: readonly NamedTable[]): Uint8Array {
  const count = tables.length;
  const directory = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * 16, 10);
  let offset = directory.length;
  let headOffset = 0;
  const chunks: Uint8Array[] = [directory];
  for (const [index, [tag, data]] of tables.entries()) {
    const record = 12 + index * 16;
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(checksum(data), record + 4);
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(data.length, record + 12);
    if (tag === 'head') headOffset = offset;
    chunks.push(data, new Uint8Array(padding(data.length)));
    offset += data.length + padding(data.length);
  }
  const file = Buffer.concat(chunks);
  // OpenType head: checkSumAdjustment makes the sum of the whole file 0xB1B0AFBA.
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headOffset + 8);
  return file;
}

function checksum(data: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < data.length; index += 4) {
    const word =
      ((data[index] ?? 0) << 24) |
      ((data[index + 1] ?? 0) << 16) |
      ((data[index + 2] ?? 0) << 8) |
      (data[index + 3] ?? 0);
    sum = (sum + word) >>> 0;
  }
  return sum;
}

function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}
