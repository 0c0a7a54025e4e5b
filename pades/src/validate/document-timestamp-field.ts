import type { PdfDocument } from '../pdf/document.ts';
import { rectOf } from '../pdf/pages.ts';
import { dictOf, nameOf, type PdfValue } from '../pdf/values.ts';

/** What a field that only holds a timestamp may have; anything else might act or be seen. */
const plainKeys: ReadonlySet<string> = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'V',
  'F',
  'Ff',
  'Rect',
  'P',
  'M',
  'NM',
  'AP',
]);

/** Whether a field adds nothing but a document timestamp: it takes no place on a page, and can do nothing. */
export function isDocumentTimestamp(document: PdfDocument, item: PdfValue): boolean {
  const field = dictOf(document.resolve(item));
  if (!field || [...field.entries.keys()].some((key) => !plainKeys.has(key))) return false;
  const rect = rectOf(document, field.entries.get('Rect'));
  const isSeen = field.entries.has('Rect') && (!rect || rect[0] !== rect[2] || rect[1] !== rect[3]);
  const value = document.dict(field, 'V');
  if (isSeen || !value) return false;
  const name = (key: string): string | null => nameOf(document.resolve(value.entries.get(key)));
  const isSignature = nameOf(document.resolve(field.entries.get('FT'))) === 'Sig';
  return isSignature && name('Type') === 'DocTimeStamp' && name('SubFilter') === 'ETSI.RFC3161';
}
