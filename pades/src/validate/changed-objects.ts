import type { PdfDocument } from '../pdf/document.ts';
import { numbersInUse } from '../pdf/object-numbers.ts';
import { dictOf, type IndirectObject, isRef, isStream, nameOf, type PdfValue } from '../pdf/values.ts';
import { meaningOf } from './value-meaning.ts';

/** Numbers of the objects that differ between an earlier and a later file, including new ones. */
export function changedNumbers(
  [before, after]: readonly [PdfDocument, PdfDocument],
  count: () => void,
): Set<number> {
  const changed = new Set<number>();
  const containers = new Set<number>();
  for (const number of writtenNumbers(before, after)) {
    count();
    if (changed.has(number) || isSameEntry(before, after, number)) continue;
    if (isStream(before.object(number)?.value) && isObjectStream(before, number)) containers.add(number);
    if (!isSameObject(before.object(number), after.object(number), [before, after])) changed.add(number);
  }
  if (containers.size === 0) return changed;
  // A rewritten object stream replaces all its objects, although their entries do not change.
  for (const number of numbersInUse(before)) {
    count();
    const entry = before.entry(number);
    if (entry.type !== 'compressed' || !containers.has(entry.container)) continue;
    if (!isSameObject(before.object(number), after.object(number), [before, after])) changed.add(number);
  }
  return changed;
}

/**
 * Object numbers of the sections that only one of the files has. A later file may also omit a section and thereby
 * restore the objects that the section replaced.
 */
function* writtenNumbers(before: PdfDocument, after: PdfDocument): Generator<number> {
  for (const [one, other] of [
    [after, before],
    [before, after],
  ] as const) {
    const offsets = new Set(other.xref.sections.map(({ offset }) => offset));
    for (const { offset, subsections } of one.xref.sections) {
      if (offsets.has(offset)) continue;
      for (const { first, count } of subsections)
        for (let number = first; number < first + count; number += 1) if (number !== 0) yield number;
    }
  }
}

function isSameEntry(before: PdfDocument, after: PdfDocument, number: number): boolean {
  const old = before.entry(number);
  const now = after.entry(number);
  if (old.type === 'free') return now.type === 'free';
  if (old.type === 'offset')
    return now.type === 'offset' && old.offset === now.offset && old.generation === now.generation;
  if (now.type !== 'compressed' || old.container !== now.container || old.index !== now.index) return false;
  const [oldHolder, nowHolder] = [before.entry(old.container), after.entry(old.container)];
  return oldHolder.type === 'offset' && nowHolder.type === 'offset' && oldHolder.offset === nowHolder.offset;
}

/** Whether an object is within the first `end` bytes. */
export function isInside(end: number, document: PdfDocument, number: number): boolean {
  const entry = document.entry(number);
  const holder = entry.type === 'compressed' ? document.entry(entry.container) : entry;
  return holder.type === 'offset' && holder.offset < end;
}

/** Whether a rewritten object has the same meaning; some programs save objects that they did not change. */
function isSameObject(
  old: IndirectObject | null,
  now: IndirectObject | null,
  [before, after]: readonly [PdfDocument, PdfDocument],
): boolean {
  if (!old || !now) return old === now;
  if (old.generation !== now.generation || meaningOf(old.value) !== meaningOf(now.value)) return false;
  if (!isStream(old.value) || !isStream(now.value)) return true;
  const data = before.rawStream(old.value);
  return Buffer.compare(data, after.rawStream(now.value)) === 0;
}

/** An object stream or a cross-reference stream: has no meaning of its own. */
export function isStructure(document: PdfDocument, number: number): boolean {
  return ['ObjStm', 'XRef'].includes(typeOf(document, number) ?? '');
}

function isObjectStream(document: PdfDocument, number: number): boolean {
  return typeOf(document, number) === 'ObjStm';
}

function typeOf(document: PdfDocument, number: number): string | null {
  const dict = dictOf(document.object(number)?.value);
  return nameOf(dict?.entries.get('Type'));
}

/** Changed objects that the later file uses, and the objects that they newly reference. */
export function usedAmong(
  changed: ReadonlySet<number>,
  { after, isUsed }: { readonly after: PdfDocument; readonly isUsed: (number: number) => boolean },
): Set<number> {
  const used = new Set<number>();
  const open: PdfValue[] = [after.trailer];
  for (const number of changed) if (isUsed(number)) open.push({ kind: 'ref', number, generation: 0 });
  while (open.length > 0) {
    const value = open.pop();
    if (isRef(value)) {
      const isCompared = isUsed(value.number) && !changed.has(value.number);
      if (isCompared || used.has(value.number)) continue;
      used.add(value.number);
      open.push(after.object(value.number)?.value ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const items = value.kind === 'array' ? value.items : dictOf(value)?.entries.values();
      for (const item of items ?? []) open.push(item);
    }
  }
  return used;
}
