import type { PdfDocument } from '../pdf/document.ts';
import { formOf } from '../pdf/form-fields.ts';
import { isDict, isRef, isStream, type PdfValue } from '../pdf/values.ts';
import type { RevisionPair } from './object-parts.ts';
import { meaningOf } from './value-meaning.ts';

/** Categories of resources, then names: /DR << /Font << /Helv 5 0 R >> >>. */
const LEVELS = 2;

/**
 * Whether the form's default resources (/DR) only gained names. Programs add their fonts when they sign; fields that
 * exist refer to names that they had before.
 */
export function isExtended({ before, after }: RevisionPair, old: PdfValue, now: PdfValue): boolean {
  return hasAll([before.document, old], [after.document, now], LEVELS);
}

/** Whether a changed object is the form's resources or a category of them, and only gained names. */
export function isExtendedObject({ before, after }: RevisionPair, number: number): boolean {
  const values = [before.document, after.document].map((each) => each.object(number)?.value ?? null);
  const [old = null, now = null] = values;
  const level = levelOf(before.document, number);
  return level > 0 && hasAll([before.document, old], [after.document, now], level);
}

function levelOf(document: PdfDocument, number: number): number {
  const held = formOf(document)?.entries.get('DR');
  const isNamed = (value: PdfValue | undefined): boolean => isRef(value) && value.number === number;
  if (isNamed(held)) return LEVELS;
  const resources = document.resolve(held);
  return isDict(resources) && [...resources.entries.values()].some(isNamed) ? LEVELS - 1 : 0;
}

type Held = readonly [document: PdfDocument, value: PdfValue | undefined];

function hasAll([before, old]: Held, [after, now]: Held, levels: number): boolean {
  // A change of that object is compared by itself.
  if (isRef(old) && isRef(now) && old.number === now.number) return true;
  const [was, is] = [before.resolve(old), after.resolve(now)];
  if (isStream(was) || isStream(is)) return false;
  if (levels === 0 || !isDict(was) || !isDict(is)) return meaningOf(was) === meaningOf(is);
  return [...was.entries].every(([key, value]) =>
    hasAll([before, value], [after, is.entries.get(key)], levels - 1),
  );
}
