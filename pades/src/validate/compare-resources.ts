import type { PdfDocument } from '../pdf/document.ts';
import { type FormField, formOf } from '../pdf/form-fields.ts';
import { isDict, isRef, isStream, type PdfStream, type PdfValue } from '../pdf/values.ts';
import type { RevisionPair } from './object-uses.ts';
import { meaningOf } from './value-meaning.ts';

/** Categories of resources, then names: /DR << /Font << /Helv 5 0 R >> >>. */
const LEVELS = 2;

/**
 * Default appearances name fonts and set colours (ISO 32000-1 §12.7.3.3): the other categories of /DR, in which
 * programs list the pictures of a signature, show nothing.
 */
const UNUSED_BY_DEFAULTS: ReadonlySet<string> = new Set(['ProcSet', 'XObject']);

/**
 * Whether the form's default resources (/DR) only gained names. Programs add their fonts when they sign; fields that
 * exist refer to names that they had before.
 */
export function isExtended({ before, after }: RevisionPair, old: PdfValue, now: PdfValue): boolean {
  const [was, is] = [before.document.resolve(old), after.document.resolve(now)];
  if (!isDict(was) || !isDict(is)) return hasAll([before.document, old], [after.document, now], LEVELS);
  return [...was.entries].every(
    ([key, value]) =>
      (UNUSED_BY_DEFAULTS.has(key) &&
        before.fields.every((field) => hasFieldResources(before.document, field))) ||
      hasAll([before.document, value], [after.document, is.entries.get(key)], LEVELS - 1),
  );
}

/** An empty stream names nothing. */
function isSelfContained(document: PdfDocument, { dict }: PdfStream): boolean {
  return document.dict(dict, 'Resources') !== null || document.resolve(dict.entries.get('Length')) === 0;
}

/** Viewers may look up in /DR what an appearance without resources names. */
function hasFieldResources(document: PdfDocument, { widgets }: FormField): boolean {
  return widgets.every(({ dict }) => {
    const looks = [...(document.dict(dict, 'AP')?.entries.values() ?? [])].map((look) =>
      document.resolve(look),
    );
    const streams = looks.flatMap((look) =>
      isDict(look) ? [...look.entries.values()].map((state) => document.resolve(state)) : [look],
    );
    return streams.every((look) => !isStream(look) || isSelfContained(document, look));
  });
}

/** Whether a changed object is the form's resources or a category of them, and only gained names. */
export function isExtendedObject({ before, after }: RevisionPair, number: number): boolean {
  const values = [before.document, after.document].map((each) => each.object(number)?.value ?? null);
  const [old = null, now = null] = values;
  const level = levelOf(before.document, number);
  return level > 0 && hasAll([before.document, old], [after.document, now], level);
}

function levelOf(document: PdfDocument, number: number): number {
  const resourceDict = formOf(document)?.entries.get('DR');
  const isNamed = (value: PdfValue | undefined): boolean => isRef(value) && value.number === number;
  if (isNamed(resourceDict)) return LEVELS;
  const resources = document.resolve(resourceDict);
  return isDict(resources) && [...resources.entries.values()].some(isNamed) ? LEVELS - 1 : 0;
}

type ValueIn = readonly [document: PdfDocument, value: PdfValue | undefined];

function hasAll([before, old]: ValueIn, [after, now]: ValueIn, levels: number): boolean {
  // A change of that object is compared by itself.
  if (isRef(old) && isRef(now) && old.number === now.number) return true;
  const [was, is] = [before.resolve(old), after.resolve(now)];
  if (isStream(was) || isStream(is)) return false;
  if (levels === 0 || !isDict(was) || !isDict(is)) return meaningOf(was) === meaningOf(is);
  return [...was.entries].every(([key, value]) =>
    hasAll([before, value], [after, is.entries.get(key)], levels - 1),
  );
}
