import { usedSubrs } from './cff-calls.ts';
import { type Cff, type CffIndex, readCff } from './cff-reader.ts';

/** The first strings behind the standard ones: "Adobe" and "Identity". */
const STRINGS = ['Adobe', 'Identity'].map((text) => Buffer.from(text, 'latin1'));
const FIRST_SID = 391;
const HEADER = Buffer.of(1, 0, 4, 4);

/**
 * A CFF font program of the given glyphs alone, renumbered 0, 1, 2… in their order, keyed by CIDs that are these
 * numbers (Adobe Technical Note 5176 §18). Uncalled subroutines remain as empty ones, so that the others
 * keep their numbers.
 */
export function subsetCff(data: Uint8Array, glyphs: readonly number[], name: string): Uint8Array {
  const cff = readCff(data);
  const used = usedSubrs(cff, glyphs);
  const fonts = [...new Set(glyphs.map((glyph) => cff.fontOf(glyph)))];
  const start = Buffer.concat([HEADER, index([Buffer.from(name, 'latin1')])]);
  const behindTop = Buffer.concat([index(STRINGS), index(retainUsed(cff.globalSubrs, used.global))]);
  const charset = charsetOf(glyphs.length);
  const select = Buffer.of(0, ...glyphs.map((glyph) => fonts.indexOf(cff.fontOf(glyph))));
  const charStrings = index(glyphs.map((glyph) => cff.charStrings.at(glyph)));
  const privates = fonts.map((font) => privateOf(cff, font, used.local[font] ?? new Set()));
  // Every offset takes five bytes, so that the dictionaries' lengths are known before the offsets are.
  const topLength = index([topDict(cff, glyphs.length, [0, 0, 0, 0])]).length;
  const charsetAt = start.length + topLength + behindTop.length;
  const selectAt = charsetAt + charset.length;
  const charStringsAt = selectAt + select.length;
  const fontsAt = charStringsAt + charStrings.length;
  const fontDicts = (at: number): Buffer => {
    let next = at;
    return index(
      fonts.map((font, order) => {
        const { dict, size } = privates[order] ?? { dict: Buffer.alloc(0), size: 0 };
        const entry = [
          cff.fonts[font]?.matrix ?? new Uint8Array(),
          offset(size),
          offset(next),
          Buffer.of(18),
        ];
        next += dict.length;
        return Buffer.concat(entry);
      }),
    );
  };
  const privatesAt = fontsAt + fontDicts(0).length;
  return Buffer.concat([
    start,
    index([topDict(cff, glyphs.length, [charsetAt, selectAt, charStringsAt, fontsAt])]),
    behindTop,
    charset,
    select,
    charStrings,
    fontDicts(privatesAt),
    ...privates.map(({ dict }) => dict),
  ]);
}

function topDict(
  cff: Cff,
  count: number,
  [charset, select, charStrings, fonts]: readonly [number, number, number, number],
): Buffer {
  const operators: [number[], number[]][] = [
    [[charset], [15]],
    [[charStrings], [17]],
    [[count], [12, 34]],
    [[fonts], [12, 36]],
    [[select], [12, 37]],
  ];
  return Buffer.concat([
    // ROS comes first (Adobe Technical Note 5176 §18).
    ...[FIRST_SID, FIRST_SID + 1, 0].map(offset),
    Buffer.of(12, 30),
    cff.unchanged,
    ...operators.flatMap(([operands, operator]) => [...operands.map(offset), Buffer.from(operator)]),
  ]);
}

/** A private dictionary with its subroutines right behind it; `size` is of the dictionary alone. */
function privateOf(cff: Cff, font: number, used: ReadonlySet<number>): { dict: Buffer; size: number } {
  const { privateDict, subrs } = cff.fonts[font] ?? {};
  if (!privateDict || !subrs || used.size === 0)
    return { dict: Buffer.from(privateDict ?? []), size: privateDict?.length ?? 0 };
  const size = privateDict.length + 6;
  const dict = Buffer.concat([privateDict, offset(size), Buffer.of(19), index(retainUsed(subrs, used))]);
  return { dict, size };
}

/** Omitted when none is used: FreeType rejects an INDEX of empty elements only. */
function retainUsed(subrs: CffIndex, used: ReadonlySet<number>): Uint8Array[] {
  if (used.size === 0) return [];
  return Array.from({ length: subrs.count }, (_item, number) =>
    used.has(number) ? subrs.at(number) : new Uint8Array(),
  );
}

/** One range: CID 1, 2, 3… (format 2); .notdef is not listed. */
function charsetOf(count: number): Buffer {
  if (count < 2) return Buffer.of(0);
  const range = Buffer.from([2, 0, 1, 0, 0]);
  range.writeUInt16BE(count - 2, 3);
  return range;
}

function offset(value: number): Buffer {
  const bytes = Buffer.of(29, 0, 0, 0, 0);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

function index(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.of(0, 0);
  const head = Buffer.alloc(3 + (items.length + 1) * 4);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(4, 2);
  let next = 1;
  for (const [order, item] of items.entries()) {
    head.writeUInt32BE(next, 3 + order * 4);
    next += item.length;
  }
  head.writeUInt32BE(next, 3 + items.length * 4);
  return Buffer.concat([head, ...items]);
}
