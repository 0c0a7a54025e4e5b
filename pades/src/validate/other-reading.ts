import type { PdfDocument } from '../pdf/document.ts';
import type { XrefEntry } from '../pdf/xref-section.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { counter, ObjectUses } from './object-uses.ts';

/**
 * Whether the cross-reference of a damaged file, as far as it can be read, leads to other objects than a search of its
 * bytes does. Programs that use it show something else than programs that repair the file.
 */
export function hasOtherReading(repaired: PdfDocument): boolean {
  try {
    const uses = new ObjectUses(repaired, counter(repaired.limits.comparedObjects));
    const isUsed = (number: number): boolean => uses.usesOf(number).length > 0;
    const isListed = new Set<number>();
    for (const group of repaired.readableSections) {
      const numbers = new Set<number>();
      for (const [number, entry] of group.flatMap((section) => (section ? [...entriesOf(section)] : []))) {
        if (isListed.has(number)) continue;
        numbers.add(number);
        if (isUsed(number) && !isSameEntry(entry, repaired.entry(number), repaired)) return true;
      }
      for (const number of numbers) isListed.add(number);
    }
    return false;
  } catch (error) {
    if (error instanceof PdfRefusal) return true;
    throw error;
  }
}

type Section = NonNullable<PdfDocument['readableSections'][number][number]>;

function* entriesOf({ subsections }: Section): Generator<readonly [number: number, entry: XrefEntry]> {
  for (const { first, count, entry } of subsections)
    for (let index = 0; index < count; index += 1) yield [first + index, entry(index)];
}

function isSameEntry(listed: XrefEntry, actual: XrefEntry, document: PdfDocument): boolean {
  if (listed.type === 'compressed')
    return (
      actual.type === 'compressed' && listed.container === actual.container && listed.index === actual.index
    );
  if (listed.type === 'free' || actual.type !== 'offset') return listed.type === actual.type;
  // White space before an object is part of no object.
  return listed.offset === actual.offset || startsAt(document, listed.offset) === actual.offset;
}

function startsAt({ source }: PdfDocument, offset: number): number {
  const text = Buffer.from(source.read(offset, 16)).toString('latin1');
  return offset + (/^[\0\t\n\f\r ]*/.exec(text)?.[0].length ?? 0);
}
