import { type DocMdpLevel, docMdpLevelOf } from './doc-mdp.ts';
import type { PdfDocument } from './document.ts';
import type { FormField } from './form-fields.ts';
import { decodeTextString } from './text-string.ts';
import { dictOf, isArray, isDict, isString, nameOf, type PdfDict } from './values.ts';

/** Fields that a signature locked (FieldMDP, ISO 32000-1 §12.8.2.4). */
export interface FieldLock {
  /** The signed field. */
  readonly signedField: string;
  holds(fieldName: string): boolean;
}

/** The locks of all signatures in a revision; they apply to every later revision. */
export function fieldLocks(document: PdfDocument, fields: readonly FormField[]): FieldLock[] {
  const locks: FieldLock[] = [];
  for (const { name, type, dict } of fields) {
    const value = type === 'Sig' ? document.resolve(dict.entries.get('V')) : null;
    const references = isDict(value) ? document.resolve(value.entries.get('Reference')) : null;
    if (!isArray(references)) continue;
    for (const item of references.items) {
      const reference = document.resolve(item);
      if (!isDict(reference)) continue;
      const parameters = document.dict(reference, 'TransformParams');
      const isLock = nameOf(document.resolve(reference.entries.get('TransformMethod'))) === 'FieldMDP';
      if (isLock && parameters) locks.push({ signedField: name, holds: lockedNames(document, parameters) });
    }
  }
  return locks;
}

/**
 * Whether a lock dictionary or the parameters of a FieldMDP transform name a field. Everything but "Include" and
 * "Exclude" locks all fields, so that an unknown value unlocks none.
 */
export function lockedNames(document: PdfDocument, parameters: PdfDict): FieldLock['holds'] {
  const action = nameOf(document.resolve(parameters.entries.get('Action')));
  const list = document.resolve(parameters.entries.get('Fields'));
  const names = (isArray(list) ? list.items : [])
    .map((item) => document.resolve(item))
    .filter(isString)
    .map(({ bytes }) => decodeTextString(bytes));
  const isNamed = (field: string): boolean =>
    names.some((name) => field === name || field.startsWith(`${name}.`));
  // A lock on one button locks the group, which is one field.
  const isNamedInside = (field: string): boolean => names.some((name) => name.startsWith(`${field}.`));
  if (action === 'Include') return (field) => isNamed(field) || isNamedInside(field);
  return action === 'Exclude' ? (field) => !isNamed(field) : () => true;
}

/** The strictest level that applies after a signature: of the certification or of its own lock. */
export function levelAfter(signed: PdfDocument, field: FormField): DocMdpLevel | null {
  const certified = docMdpLevelOf(signed);
  // Read from the signed revision, since a later one may have replaced it.
  const dict = dictOf(signed.resolve(field.ref));
  const lock = dict && signed.dict(dict, 'Lock');
  const permission = lock ? signed.resolve(lock.entries.get('P')) : null;
  // ISO 32000-2 Table 236: /P of a lock is the level that an approval signature permits.
  const locked = permission === 1 || permission === 2 || permission === 3 ? permission : null;
  if (locked === null || certified === null) return locked ?? certified;
  return locked < certified ? locked : certified;
}
