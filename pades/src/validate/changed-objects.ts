import type { PdfDocument } from '../pdf/document.ts';
import { numbersInUse } from '../pdf/object-numbers.ts';
import { dictOf, type IndirectObject, isRef, isStream, nameOf, type PdfValue } from '../pdf/values.ts';
import { meaningOf } from './value-meaning.ts';

/** Numbers of the objects that read otherwise in the later file than in the earlier one, new ones included. */
export function changedNumbers(
  [before, after]: readonly [PdfDocument, PdfDocument],
  count: () => void,
): Set<number> {
  const changed = new Set<number>();
  const containers = new Set<number>();
  for (const number of writtenNumbers(before, after)) {
    count();
    if (changed.has(number) || isSamePlace(before, after, number)) continue;
    if (isStream(before.object(number)?.value) && isObjectStream(before, number)) containers.add(number);
    if (!isSameObject(before.object(number), after.object(number), [before, after])) changed.add(number);
  }
  if (containers.size === 0) return changed;
  // An object stream written anew replaces all that is in it, though no entry of theirs changed.
  for (const number of numbersInUse(before)) {
    count();
    const entry = before.entry(number);
    if (entry.type !== 'compressed' || !containers.has(entry.container)) continue;
    if (!isSameObject(before.object(number), after.object(number), [before, after])) changed.add(number);
  }
  return changed;
}

/**
 * Numbers in the sections that one of the files has and the other has not: a later file may also leave out a
 * section, and so bring back what it had replaced.
 */
function* writtenNumbers(before: PdfDocument, after: PdfDocument): Generator<number> {
  for (const [one, other] of [
    [after, before],
    [before, after],
  ] as const) {
    const known = new Set(other.xref.sections.map(({ offset }) => offset));
    for (const { offset, subsections } of one.xref.sections) {
      if (known.has(offset)) continue;
      for (const { first, count } of subsections)
        for (let number = first; number < first + count; number += 1) if (number !== 0) yield number;
    }
  }
}

function isSamePlace(before: PdfDocument, after: PdfDocument, number: number): boolean {
  const old = before.entry(number);
  const now = after.entry(number);
  if (old.type === 'free') return now.type === 'free';
  if (old.type === 'offset')
    return now.type === 'offset' && old.offset === now.offset && old.generation === now.generation;
  if (now.type !== 'compressed' || old.container !== now.container || old.index !== now.index) return false;
  const [oldHolder, nowHolder] = [before.entry(old.container), after.entry(old.container)];
  return oldHolder.type === 'offset' && nowHolder.type === 'offset' && oldHolder.offset === nowHolder.offset;
}

/** Written anew but the same, as programs do that save more than they changed. */
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

/** Holds other objects, or the cross-reference: of no use to what a file shows. */
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

/** What the later file uses that is new to it: the changed, and what they bring out of hiding. */
export function usedAmong(
  changed: ReadonlySet<number>,
  { after, isKnown }: { readonly after: PdfDocument; readonly isKnown: (number: number) => boolean },
): Set<number> {
  const used = new Set<number>();
  const open: PdfValue[] = [after.trailer];
  for (const number of changed) if (isKnown(number)) open.push({ kind: 'ref', number, generation: 0 });
  while (open.length > 0) {
    const value = open.pop();
    if (isRef(value)) {
      const isJudged = isKnown(value.number) && !changed.has(value.number);
      if (isJudged || used.has(value.number)) continue;
      used.add(value.number);
      open.push(after.object(value.number)?.value ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const items = value.kind === 'array' ? value.items : dictOf(value)?.entries.values();
      for (const item of items ?? []) open.push(item);
    }
  }
  return used;
}
