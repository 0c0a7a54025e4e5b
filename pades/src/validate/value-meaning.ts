import { nameSource, refSource } from '../pdf/source-text.ts';
import type { PdfDict, PdfValue } from '../pdf/values.ts';

/**
 * A canonical form of a value for comparison: programs rewrite unchanged values with other white space, other forms of
 * numbers and strings, and keys in another order. A stream is represented by its dictionary.
 */
export function meaningOf(value: PdfValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value ?? null);
  if (typeof value === 'number') return String(value === 0 ? 0 : value);
  switch (value.kind) {
    case 'name':
      return nameSource(value.value);
    case 'string':
      return `<${Buffer.from(value.bytes).toString('hex')}>`;
    case 'ref':
      return refSource(value);
    case 'array':
      return `[${value.items.map(meaningOf).join(' ')}]`;
    case 'dict':
      return dictMeaning(value);
    case 'stream':
      return `stream ${dictMeaning(value.dict)}`;
  }
}

/** An entry with the value null equals a missing one (ISO 32000-1 §7.3.7). */
function dictMeaning({ entries }: PdfDict): string {
  const lines = [...entries].filter(([, value]) => value !== null);
  return `<< ${lines
    .map(([key, value]) => `${nameSource(key)} ${meaningOf(value)}`)
    .sort()
    .join(' ')} >>`;
}

/** Keys whose values changed, were added or were removed. */
export function changedKeys(old: PdfDict, now: PdfDict): string[] {
  const keys = new Set([...old.entries.keys(), ...now.entries.keys()]);
  return [...keys].filter((key) => meaningOf(old.entries.get(key)) !== meaningOf(now.entries.get(key)));
}
