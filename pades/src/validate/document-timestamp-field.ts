import type { PdfDocument } from '../pdf/document.ts';
import { rectOf } from '../pdf/pages.ts';
import { dictOf, nameOf, type PdfValue } from '../pdf/values.ts';

/** Keys of a field that only holds a timestamp; others could act or be visible. */
const timestampKeys: ReadonlySet<string> = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'V',
  'F',
  'Ff',
  'H',
  'Rect',
  'P',
  'M',
  'NM',
  'AP',
]);

/** Whether a field adds only a document timestamp: invisible and without actions. */
export function isDocumentTimestamp(document: PdfDocument, item: PdfValue): boolean {
  const field = dictOf(document.resolve(item));
  if (!field || [...field.entries.keys()].some((key) => !timestampKeys.has(key))) return false;
  const rect = rectOf(document, field.entries.get('Rect'));
  const isSeen = field.entries.has('Rect') && (!rect || rect[0] !== rect[2] || rect[1] !== rect[3]);
  const value = document.dict(field, 'V');
  if (isSeen || !value) return false;
  const name = (key: string): string | null => nameOf(document.resolve(value.entries.get(key)));
  const isSignature = nameOf(document.resolve(field.entries.get('FT'))) === 'Sig';
  return isSignature && name('Type') === 'DocTimeStamp' && name('SubFilter') === 'ETSI.RFC3161';
}
