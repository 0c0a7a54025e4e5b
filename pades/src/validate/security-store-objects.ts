import type { PdfDocument } from '../pdf/document.ts';
import { numbersInUse, referencesIn } from '../pdf/object-numbers.ts';
import { securityStoreOf } from '../pdf/security-store.ts';
import { isArray, isDict, isRef, type PdfValue } from '../pdf/values.ts';

/**
 * Numbers of dictionaries and lists that the security store leads to and nothing else does: other programs write them
 * anew in place when they add to the store. One that a page leads to as well would be content under another name.
 */
export function securityStoreObjects(document: PdfDocument): ReadonlySet<number> {
  const found = storeNumbers(document);
  if (found.size === 0) return found;
  const holders = holdersOf(document, found);
  // Taking one out makes it a stranger to those it leads to.
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const number of found) {
      const isOnlyOurs = [...(holders.get(number) ?? [])].every((holder) => found.has(holder));
      if (isOnlyOurs) continue;
      found.delete(number);
      isStable = false;
    }
  }
  return found;
}

/** The store, its lists, and /VRI with what is in it (EN 319 142-1 §5.4.2); never a stream. */
function storeNumbers(document: PdfDocument): Set<number> {
  const found = new Set<number>();
  const note = (value: PdfValue | undefined): void => {
    const target = document.resolve(value);
    if (isRef(value) && (isDict(target) || isArray(target))) found.add(value.number);
  };
  const store = securityStoreOf(document);
  if (!store) return found;
  note(document.root.dict.entries.get('DSS'));
  for (const value of store.entries.values()) note(value);
  const related = document.dict(store, 'VRI');
  for (const value of related?.entries.values() ?? []) {
    note(value);
    const entry = document.resolve(value);
    if (isDict(entry)) for (const list of entry.entries.values()) note(list);
  }
  return found;
}

const ELSEWHERE = -1;

/** Which objects refer to each of the numbers; the catalogue's /DSS and nothing else of it is left out. */
function holdersOf(document: PdfDocument, wanted: ReadonlySet<number>): Map<number, Set<number>> {
  const holders = new Map<number, Set<number>>();
  const note = (value: PdfValue, holder: number): void => {
    for (const target of referencesIn(value))
      if (wanted.has(target)) holders.set(target, (holders.get(target) ?? new Set()).add(holder));
  };
  const root = document.root.ref.number;
  note(document.trailer, ELSEWHERE);
  for (const [key, value] of document.root.dict.entries) if (key !== 'DSS') note(value, root);
  for (const number of numbersInUse(document))
    if (number !== root) note(document.object(number)?.value ?? null, number);
  return holders;
}
