import type { PdfDocument } from './document.ts';
import { isRef, type PdfValue } from './values.ts';

/** Numbers of all objects in use, ascending and without duplicates. */
export function* numbersInUse(document: PdfDocument): Generator<number> {
  const highest = Math.min(document.nextNumber, document.limits.objects);
  const isListed = new Uint8Array(highest + 1);
  for (const { subsections } of document.xref.sections)
    for (const { first, count } of subsections) isListed.fill(1, first, Math.min(first + count, highest));
  for (let number = 1; number < highest; number += 1)
    if (isListed[number] === 1 && document.entry(number).type !== 'free') yield number;
}

/** Object numbers that a value references directly. */
export function* referencesIn(root: PdfValue): Generator<number> {
  const open: PdfValue[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isRef(value)) yield value.number;
    else for (const item of membersOf(value)) if (typeof item === 'object') open.push(item);
  }
}

function membersOf(value: PdfValue | undefined): Iterable<PdfValue> {
  if (typeof value !== 'object' || value === null) return [];
  switch (value.kind) {
    case 'array':
      return value.items;
    case 'dict':
      return value.entries.values();
    case 'stream':
      return value.dict.entries.values();
    default:
      return [];
  }
}
