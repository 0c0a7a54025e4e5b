import type { ByteSource } from '../byte-source.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { latin1, OutOfBytes, Parser } from './parser.ts';
import { isDict, type PdfDict } from './values.ts';
import type { XrefReader } from './xref-section.ts';
import { offsetEntry, type XrefEntry, type XrefSection, type XrefSubsection } from './xref-section.ts';

const ENTRY_BYTES = 20;
/** As programs write that end lines by one character without a space before it. */
const LOOSE_ENTRY_BYTES = 19;
const HEADER_BYTES_MAX = 64;
const SUBSECTIONS_MAX = 100_000;

/**
 * Reads a cross-reference table and its trailer (ISO 32000-1 §7.5.4, §7.5.5); decodes entries on lookup.
 * `spaces`: white space between the offset and the table.
 */
export function readXrefTable(reader: XrefReader, offset: number, spaces: number): XrefSection {
  const { source, limits } = reader;
  const subsections: XrefSubsection[] = [];
  let position = offset + spaces + 'xref'.length;
  let isLoose = spaces > 0;
  for (;;) {
    const header = subsectionHeader(source, position);
    if (header === null) break;
    if (header.first + header.count > limits.objects)
      throw new PdfRefusal('limit', `The file has more than ${limits.objects} objects.`, `byte ${position}`);
    subsections.push(subsection(source, header));
    if (subsections.length > SUBSECTIONS_MAX)
      throw new PdfRefusal('limit', 'A cross-reference table has too many parts.', `byte ${offset}`);
    position = header.start + header.count * header.entryBytes;
    isLoose ||= header.count > 0 && header.entryBytes !== ENTRY_BYTES;
  }
  const { trailer, end } = readTrailer(reader, position);
  return {
    kind: 'table',
    offset,
    end,
    trailer,
    subsections: subsections.filter(({ count }) => count > 0).sort((one, other) => one.first - other.first),
    previous: offsetEntry(trailer, 'Prev'),
    hiddenAt: offsetEntry(trailer, 'XRefStm'),
    isLoose,
  };
}

interface SubsectionHeader {
  readonly first: number;
  readonly count: number;
  /** File offset of the first entry. */
  readonly start: number;
  readonly entryBytes: number;
}

function subsectionHeader(source: ByteSource, position: number): SubsectionHeader | null {
  const text = latin1(source.read(position, HEADER_BYTES_MAX));
  const match = /^[\0\t\n\f\r ]*(?:(\d{1,10}) +(\d{1,10})[ ]*(?:\r\n|\n|\r)|trailer)/.exec(text);
  if (!match)
    throw new PdfRefusal(
      'xref',
      'The file is damaged: its cross-reference table does not have entries of 20 bytes.',
      `byte ${position}`,
    );
  if (match[1] === undefined || match[2] === undefined) return null;
  const start = position + match[0].length;
  const [first, count] = [Number(match[1]), Number(match[2])];
  return { first, count, start, entryBytes: entrySize(source, start) };
}

/** By the second entry or what follows the only one: a line end of one character is followed by a digit or a letter. */
function entrySize(source: ByteSource, start: number): number {
  const text = latin1(source.read(start, HEADER_BYTES_MAX));
  return /^\d{10} \d{5} [nf][\r\n][^\r\n ]/.test(text) ? LOOSE_ENTRY_BYTES : ENTRY_BYTES;
}

function subsection(source: ByteSource, header: SubsectionHeader): XrefSubsection {
  const { first, count, start, entryBytes } = header;
  if (start + count * entryBytes > source.size)
    throw new PdfRefusal(
      'xref',
      'The file is damaged: its cross-reference table is cut off.',
      `byte ${start}`,
    );
  let bytes: Uint8Array | null = null;
  const entry = (index: number): XrefEntry => {
    bytes ??= source.read(start, count * entryBytes);
    return decodeEntry(latin1(bytes, index * entryBytes, (index + 1) * entryBytes), first + index);
  };
  return { first, count, entry };
}

function decodeEntry(text: string, number: number): XrefEntry {
  const match = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n|\r|\n)$/.exec(text);
  if (!match)
    throw new PdfRefusal(
      'xref',
      'The file is damaged: a cross-reference entry is malformed.',
      `object ${number}`,
    );
  if (match[3] === 'f') return { type: 'free' };
  return { type: 'offset', offset: Number(match[1]), generation: Number(match[2]) };
}

/** The dictionary behind the word `trailer`. */
export function readTrailer(
  reader: Pick<XrefReader, 'source' | 'limits'>,
  position: number,
): { readonly trailer: PdfDict; readonly end: number } {
  const { source, limits } = reader;
  for (let window = 1024; ; window *= 8) {
    const bytes = source.read(position, window);
    const final = position + bytes.length >= source.size;
    const parser = new Parser(bytes, 0, { final, limits, at: `byte ${position}` });
    try {
      parser.word();
      const trailer = parser.value();
      if (isDict(trailer)) return { trailer, end: position + parser.position };
      throw new PdfRefusal('xref', 'The file is damaged: its trailer is no dictionary.', `byte ${position}`);
    } catch (error) {
      if (!(error instanceof OutOfBytes)) throw error;
      if (window > limits.objectBytes)
        throw new PdfRefusal('limit', 'The trailer is too large.', `byte ${position}`);
    }
  }
}
