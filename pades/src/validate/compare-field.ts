import type { PdfDocument } from '../pdf/document.ts';
import type { FormField } from '../pdf/form-fields.ts';
import {
  isDict,
  isInteger,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from '../pdf/values.ts';
import { type ChangeKind, type Finding, findingOf } from './change-kinds.ts';
import { valueChange } from './field-values.ts';
import type { ObjectUses, RevisionPair, Use } from './object-uses.ts';
import { changedKeys, meaningOf } from './value-meaning.ts';

interface FieldChange {
  /** Dictionary of the field, or of one of its widgets. */
  readonly number: number;
  readonly use: Use;
  readonly old: PdfValue;
  readonly now: PdfValue;
}

/** Keys that programs set when they sign a field; never its position. */
const setWhenSigned: ReadonlySet<string> = new Set([
  'BS',
  'Border',
  'DA',
  'F',
  'Ff',
  'H',
  'MK',
  'NM',
  'Type',
]);

/** Findings for one field or widget. */
export function* compareField(
  pair: RevisionPair,
  { number, use, old, now }: FieldChange,
): Generator<Finding> {
  const { field } = use;
  if (!field) return;
  const page = use.page ?? pageOf(pair.before, field);
  const about = { page, fieldName: field.name };
  const after = pair.after.fieldOf(number);
  if (!isDict(old) || !isDict(now) || after?.ref.number !== field.ref.number || after.name !== field.name) {
    const kind = isSigned(pair.before, field) ? 'signature-changed' : 'form';
    yield findingOf(kind, {
      ...about,
      detail: kind === 'form' ? 'a field was removed or put elsewhere' : null,
    });
    return;
  }
  for (const key of changedKeys(old, now)) {
    if (key === 'AP' && isSameLook(pair, old, now)) continue;
    if (key === 'Ff' && isClosed(old, now) && isFilled(pair, field)) continue;
    const kind = field.type === 'Sig' ? signatureKeyKind(pair, field, key) : keyKind(pair, field, key);
    const values = kind === 'form-fill' ? valueChange(pair, field) : null;
    yield findingOf(kind, { ...about, detail: kind === 'form' ? key : null, values });
  }
}

/** /Ff of a field that no longer takes another value (ISO 32000-1 Table 221). */
const READ_ONLY = 1;

/** Whether the field was only made read-only, as programs do with one that they fill in. */
function isClosed(old: PdfDict, now: PdfDict): boolean {
  const was = old.entries.get('Ff') ?? (old.entries.has('Parent') ? null : 0);
  const is = now.entries.get('Ff');
  return isInteger(was) && isInteger(is) && is === (was | READ_ONLY);
}

/** Larger content streams are not compared; each field of a hostile file could name one. */
const COMPARED_BYTES = 256 * 1024;

/** Whether all appearances are the earlier ones, or copies of them that use the same resources. */
function isSameLook({ before, after }: RevisionPair, old: PdfDict, now: PdfDict): boolean {
  const isSame = (one: PdfValue | undefined, other: PdfValue | undefined, depth: number): boolean => {
    // A change of that object is compared by itself.
    if (isRef(one) && isRef(other) && one.number === other.number) return true;
    const [was, is] = [before.document.resolve(one), after.document.resolve(other)];
    if (isStream(was) && isStream(is)) return isCopy([before.document, was], [after.document, is]);
    if (!isDict(was) || !isDict(is) || depth === 0) return meaningOf(was) === meaningOf(is);
    const keys = new Set([...was.entries.keys(), ...is.entries.keys()]);
    return [...keys].every((key) => isSame(was.entries.get(key), is.entries.get(key), depth - 1));
  };
  // /AP, then the appearances by purpose, then those by state.
  return isSame(old.entries.get('AP'), now.entries.get('AP'), 2);
}

type StreamIn = readonly [document: PdfDocument, stream: PdfStream];

function isCopy([before, old]: StreamIn, [after, now]: StreamIn): boolean {
  const lengths = [
    before.resolve(old.dict.entries.get('Length')),
    after.resolve(now.dict.entries.get('Length')),
  ];
  const [length] = lengths;
  if (!isInteger(length) || length > COMPARED_BYTES || lengths[1] !== length) return false;
  if (changedKeys(old.dict, now.dict).some((key) => key !== 'Length')) return false;
  return Buffer.compare(before.rawStream(old), after.rawStream(now)) === 0;
}

/** A group is on no page, but its buttons are. */
function pageOf(uses: ObjectUses, { widgets }: FormField): number | null {
  const pages = widgets.flatMap(({ ref }) => uses.usesOf(ref.number).map(({ page }) => page));
  return pages.find((page) => page !== null) ?? null;
}

/** The kind of an appearance change, by the other changes of the field. */
export function lookKind(pair: RevisionPair, field: FormField): ChangeKind {
  if (field.type === 'Sig') return isBeingSigned(pair, field) ? 'signature' : 'appearance';
  // Appearances of buttons exist from the start, one per state.
  return field.type !== 'Btn' && isFilled(pair, field) ? 'form-fill' : 'appearance';
}

function keyKind(pair: RevisionPair, field: FormField, key: string): ChangeKind {
  if (['V', 'I', 'RV'].includes(key)) return 'form-fill';
  if (key === 'AS') return isFilled(pair, field) ? 'form-fill' : 'appearance';
  if (key === 'AP') return lookKind(pair, field);
  // Programs that fill in write the size of the font anew; the appearance shows what it looks like.
  if (key === 'DA' && isFilled(pair, field)) return 'form-fill';
  return key === 'M' ? 'metadata' : 'form';
}

function signatureKeyKind(pair: RevisionPair, field: FormField, key: string): ChangeKind {
  const isNow = isBeingSigned(pair, field);
  if (key === 'V') {
    if (isSigned(pair.before, field)) return 'signature-changed';
    return isNow ? valueKind(pair.after, field) : 'form';
  }
  if (key === 'AP') return lookKind(pair, field);
  if (key === 'M') return 'metadata';
  return isNow && setWhenSigned.has(key) ? 'signature' : 'form';
}

function isBeingSigned({ before, after }: RevisionPair, field: FormField): boolean {
  return !isSigned(before, field) && isSigned(after, field);
}

function isSigned(uses: ObjectUses, { ref }: FormField): boolean {
  return isDict(valueIn(uses, ref.number));
}

function isFilled({ before, after }: RevisionPair, { ref }: FormField): boolean {
  return meaningOf(valueIn(before, ref.number)) !== meaningOf(valueIn(after, ref.number));
}

function valueIn(uses: ObjectUses, number: number): PdfValue {
  return uses.document.resolve(uses.fieldOf(number)?.dict.entries.get('V'));
}

/** Timestamps are always permitted, so the field must be one by every criterion that a viewer may use. */
function valueKind(after: ObjectUses, { ref }: FormField): ChangeKind {
  const value = valueIn(after, ref.number);
  const name = (key: string): string | null =>
    isDict(value) ? nameOf(after.document.resolve(value.entries.get(key))) : null;
  return name('Type') === 'DocTimeStamp' && name('SubFilter') === 'ETSI.RFC3161' ? 'timestamp' : 'signature';
}
