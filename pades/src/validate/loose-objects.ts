import type { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { isStream } from '../pdf/values.ts';

/** Extent of one object or cross-reference in the file. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

const OBJECT_START = /(?:^|[^0-9])[0-9]{1,10}[\0\t\n\f\r ]+[0-9]{1,5}[\0\t\n\f\r ]+obj(?![a-zA-Z])/;
const WINDOW_BYTES = 65_536;
const OVERLAP_BYTES = 64;

/**
 * Whether a revision holds objects that its cross-reference does not list. A conforming reader never sees them; a
 * reader that repairs a damaged file by searching for objects may show them instead of the signed ones.
 */
export function hasLooseObjects(before: PdfDocument, after: PdfDocument): boolean {
  let position = before.source.size;
  for (const { start, end } of extentsBehind(position, after)) {
    if (start > position && holdsObject(after, { start: position, end: start })) return true;
    position = Math.max(position, end);
  }
  return holdsObject(after, { start: position, end: after.source.size });
}

function extentsBehind(from: number, document: PdfDocument): Extent[] {
  const extents: Extent[] = [];
  for (const section of document.xref.sections) {
    if (section.offset < from) continue;
    extents.push({ start: section.offset, end: section.end });
    for (const { count, entry } of section.subsections)
      for (let index = 0; index < count; index += 1) {
        const row = entry(index);
        if (row.type !== 'offset' || row.offset < from) continue;
        extents.push({ start: row.offset, end: endOf(document, row.offset) });
      }
  }
  return extents.sort((one, other) => one.start - other.start);
}

function endOf(document: PdfDocument, offset: number): number {
  const { value, end } = document.objectAt(offset);
  return isStream(value) ? document.streamEnd(value) : (end ?? offset);
}

function holdsObject({ source }: PdfDocument, { start, end }: Extent): boolean {
  for (let from = start; from < end; from += WINDOW_BYTES - OVERLAP_BYTES)
    if (OBJECT_START.test(latin1(source.read(from, Math.min(WINDOW_BYTES, end - from))))) return true;
  return false;
}
