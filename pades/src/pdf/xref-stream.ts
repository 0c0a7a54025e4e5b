import { PdfRefusal } from '../pdf-refusal.ts';
import { isArray, isInteger, nameOf, type PdfDict } from './values.ts';
import type { XrefReader } from './xref-section.ts';
import {
  findEntry,
  offsetEntry,
  type XrefEntry,
  type XrefSection,
  type XrefSubsection,
} from './xref-section.ts';

/** Reads a cross-reference stream (ISO 32000-1 §7.5.8); decodes entries on lookup. */
export function readXrefStream(reader: XrefReader, offset: number): XrefSection {
  const { number, stream, data, end } = reader.streamAt(offset);
  const trailer = stream.dict;
  if (nameOf(trailer.entries.get('Type')) !== 'XRef') throw damaged('a cross-reference is missing', offset);
  const widths = readWidths(trailer, offset);
  const width = widths[0] + widths[1] + widths[2];
  const subsections: XrefSubsection[] = [];
  let row = 0;
  for (const [first, count] of readIndex(trailer, offset)) {
    const start = row;
    row += count;
    if (count > 0)
      subsections.push({
        first,
        count,
        entry: (index) => decodeEntry(data, (start + index) * width, widths),
      });
  }
  if (row * width > data.length) throw damaged('a cross-reference stream is truncated', offset);
  const section: XrefSection = {
    kind: 'stream',
    offset,
    end,
    trailer,
    subsections: subsections.sort((one, other) => one.first - other.first),
    previous: offsetEntry(trailer, 'Prev'),
    hiddenAt: null,
    isLoose: false,
  };
  // A reader that caches it by number would show it instead of the object with this number.
  const listed = findEntry(section, number);
  if (listed?.type === 'compressed' || (listed?.type === 'offset' && listed.offset !== offset))
    throw damaged('a cross-reference stream has the number of another object', offset);
  return section;
}

type Widths = readonly [number, number, number];

function readWidths(trailer: PdfDict, offset: number): Widths {
  const value = trailer.entries.get('W');
  const [type, second, third, surplus] = isArray(value) ? value.items : [];
  if (
    !isWidth(type) ||
    !isWidth(second) ||
    !isWidth(third) ||
    surplus !== undefined ||
    type + second + third === 0
  )
    throw damaged('the widths of a cross-reference stream are wrong', offset);
  return [type, second, third];
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 8;
}

function readIndex(trailer: PdfDict, offset: number): [number, number][] {
  const size = trailer.entries.get('Size');
  const value = trailer.entries.get('Index');
  if (value === undefined || value === null) return [[0, isInteger(size) ? size : 0]];
  const items = isArray(value) ? value.items : [];
  const pairs: [number, number][] = [];
  for (let index = 0; index < items.length; index += 2) {
    const first = items[index];
    const count = items[index + 1];
    if (!isInteger(first) || !isInteger(count) || first < 0 || count < 0)
      throw damaged('the index of a cross-reference stream is wrong', offset);
    pairs.push([first, count]);
  }
  return pairs;
}

function decodeEntry(data: Uint8Array, start: number, widths: Widths): XrefEntry {
  const [typeWidth, secondWidth, thirdWidth] = widths;
  const type = typeWidth === 0 ? 1 : bigEndian(data, start, typeWidth);
  const second = bigEndian(data, start + typeWidth, secondWidth);
  const third = bigEndian(data, start + typeWidth + secondWidth, thirdWidth);
  if (type === 0) return { type: 'free' };
  if (type === 1) return { type: 'offset', offset: second, generation: third };
  if (type === 2) return { type: 'compressed', container: second, index: third };
  throw new PdfRefusal('xref', `The file is damaged: cross-reference entries of type ${type} do not exist.`);
}

function bigEndian(data: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (data[start + index] ?? 0);
  return value;
}

function damaged(problem: string, offset: number): PdfRefusal {
  return new PdfRefusal('xref', `The file is damaged: ${problem}.`, `byte ${offset}`);
}
