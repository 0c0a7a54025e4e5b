import type { PdfRect } from '../geometry.ts';
import { latin1 } from './parser.ts';
import type { PdfArray, PdfDict, PdfRef, PdfValue } from './values.ts';

/** PDF source is a string with one character per byte (Latin-1). */

/** Source of a dictionary with some entries changed (null removes one); the others are copied byte for byte. */
export function dictSource(dict: PdfDict, changes: Readonly<Record<string, string | null>> = {}): string {
  const lines: string[] = [];
  for (const [key, span] of dict.spans)
    if (!Object.hasOwn(changes, key)) lines.push(latin1(span.bytes, span.start, span.end));
  for (const [key, source] of Object.entries(changes))
    if (source !== null) lines.push(`${nameSource(key)} ${source}`);
  return `<< ${lines.join('\n')} >>`;
}

/** Source of the entries of a dictionary, without `<<` and `>>`. */
export function entriesSource(dict: PdfDict): string {
  return [...dict.spans.values()].map((span) => latin1(span.bytes, span.start, span.end)).join('\n');
}

/** Source of an array with elements appended. */
export function arraySource(array: PdfArray | null, added: readonly string[]): string {
  const old = array ? latin1(array.span.bytes, array.span.start + 1, array.span.end - 1).trimEnd() : '';
  // A comment may follow the last element; the line feed ends it.
  return `[${old}${old === '' ? '' : '\n'}${added.join(' ')}]`;
}

/** Source of a parsed value, for use outside its own dictionary or array. */
export function valueSource(value: PdfValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberSource(value);
  switch (value.kind) {
    case 'name':
      return nameSource(value.value);
    case 'string':
      return `<${Buffer.from(value.bytes).toString('hex')}>`;
    case 'ref':
      return refSource(value);
    case 'array':
      return latin1(value.span.bytes, value.span.start, value.span.end);
    case 'dict':
      return dictSource(value);
    case 'stream':
      return dictSource(value.dict);
  }
}

export function refSource(ref: Pick<PdfRef, 'number' | 'generation'>): string {
  return `${ref.number} ${ref.generation} R`;
}

export function nameSource(name: string): string {
  const escaped = name.replace(
    /[^\x21-\x7e]|[#()<>[\]{}/%]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}

/** At most four decimals, never an exponent (ISO 32000-1 §7.3.3). */
export function numberSource(value: number): string {
  const text = value.toFixed(4);
  return (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-0$/, '0');
}

export function rectSource(rect: PdfRect): string {
  return `[${rect.map(numberSource).join(' ')}]`;
}

/** D:YYYYMMDDHHmmSSZ, whole seconds (ISO 32000-1 §7.9.4). */
export function dateSource(at: Date): string {
  return `(D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;
}
