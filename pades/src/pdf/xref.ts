import type { ByteSource } from '../byte-source.ts';
import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { isInteger } from './values.ts';
import { findEntry, type XrefReader, type XrefSection, type XrefSubsection } from './xref-section.ts';
import { readXrefStream } from './xref-stream.ts';
import { readXrefTable } from './xref-table.ts';

/** The cross-reference sections of a file. */
export interface XrefChain {
  /** Offset named by the last `startxref`. */
  readonly startxref: number;
  /** Newest first; the cross-reference stream of a hybrid file follows its table. */
  readonly sections: readonly XrefSection[];
}

const TAIL_BYTES = 2048;
/** Read for the word `xref` and the white space before it. */
const HEAD_BYTES = 32;

/** A section, and the cross-reference stream of a hybrid file beside its table. */
type SectionGroup = readonly [section: XrefSection, hidden?: XrefSection];

/** Reads the chain of cross-reference sections from the end of the file (ISO 32000-1 §7.5.4 to §7.5.8). */
export function readXrefChain(reader: XrefReader): XrefChain {
  const startxref = findStartxref(reader.source);
  const sections: XrefSection[] = [];
  for (const [section, hidden] of readGroups(reader, startxref)) {
    if (hidden) checkHidden(section, hidden);
    sections.push(section, ...(hidden ? [hidden] : []));
  }
  return { startxref, sections };
}

/** What can be read of the chain of a damaged file, newest first, as far as its first fault. */
export function readableGroups(reader: XrefReader): SectionGroup[] {
  const groups: SectionGroup[] = [];
  try {
    for (const group of readGroups(reader, findStartxref(reader.source))) groups.push(group);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
  }
  return groups;
}

function* readGroups(reader: XrefReader, startxref: number): Generator<SectionGroup> {
  const visited = new Set<number>();
  let next: number | null = startxref;
  while (next !== null) {
    const section = readSection(reader, { offset: next, visited });
    if (section.kind === 'table' && section.hiddenAt !== null) {
      const hidden = readSection(reader, { offset: section.hiddenAt, visited });
      if (hidden.kind !== 'stream')
        throw new PdfRefusal(
          'xref',
          'The file is damaged: /XRefStm does not point to a stream.',
          at(section.hiddenAt),
        );
      yield [section, hidden];
    } else yield [section];
    next = section.previous;
  }
}

/** Readers with and without support for cross-reference streams must find the same objects (ISO 32000-1 §7.5.8.4). */
function checkHidden(table: XrefSection, hidden: XrefSection): void {
  for (const { first, count, entry } of hidden.subsections)
    for (let index = 0; index < count; index += 1) {
      const shown = findEntry(table, first + index);
      if (shown?.type !== 'offset') continue;
      const row = entry(index);
      if (row.type === 'offset' && row.offset === shown.offset) continue;
      throw new PdfRefusal(
        'xref',
        'The file is damaged: its two cross-references point to different objects.',
        `object ${first + index}`,
      );
    }
}

/** The offset after the last `startxref`, which must be within the last 2,048 bytes of the file. */
function findStartxref(source: ByteSource): number {
  const from = Math.max(0, source.size - TAIL_BYTES);
  const text = Buffer.from(source.read(from, TAIL_BYTES)).toString('latin1');
  const index = text.lastIndexOf('startxref');
  const match =
    index < 0 ? null : /^startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+%%EOF/.exec(text.slice(index));
  if (!match)
    throw new PdfRefusal(
      'startxref',
      'The file has no ending (startxref and %%EOF); it seems to be cut off. Save or export it again.',
    );
  return Number(match[1]);
}

function readSection(
  reader: XrefReader,
  where: { readonly offset: number; readonly visited: Set<number> },
): XrefSection {
  const { offset, visited } = where;
  const { source, limits, sections } = reader;
  if (offset >= source.size)
    throw new PdfRefusal('xref', 'The file is damaged: a cross-reference points beyond its end.', at(offset));
  if (visited.has(offset))
    throw new PdfRefusal('xref', 'The file is damaged: its cross-references form a circle.', at(offset));
  visited.add(offset);
  if (visited.size > limits.revisions)
    throw new PdfRefusal('limit', `The file has more than ${limits.revisions} revisions.`, at(offset));
  const cached = sections.get(offset);
  // The shared cache may hold a section of a longer file that ends after this one.
  if (cached && cached.end > source.size)
    throw new PdfRefusal('xref', 'The file is damaged: a cross-reference is cut off.', at(offset));
  if (cached) return cached;
  const head = Buffer.from(source.read(offset, HEAD_BYTES)).toString('latin1');
  // Some programs count the line end before it in; viewers skip it.
  const table = /^[\0\t\n\f\r ]*(?=xref)/.exec(head);
  const section = table ? readXrefTable(reader, offset, table[0].length) : readXrefStream(reader, offset);
  checkHeight(section.subsections, limits, offset);
  if (!isInteger(section.trailer.entries.get('Size')))
    throw new PdfRefusal('xref', 'The file is damaged: its trailer has no /Size.', at(offset));
  sections.set(offset, section);
  return section;
}

function checkHeight(subsections: readonly XrefSubsection[], limits: Limits, offset: number): void {
  let previousEnd = 0;
  for (const { first, count } of subsections) {
    if (first + count > limits.objects)
      throw new PdfRefusal('limit', `The file has more than ${limits.objects} objects.`, at(offset));
    if (first < previousEnd)
      throw new PdfRefusal('xref', 'The file is damaged: an object is listed twice.', at(offset));
    previousEnd = first + count;
  }
}

function at(offset: number): string {
  return `byte ${offset}`;
}
