import type { PdfDocument } from '../pdf/document.ts';
import type { FormField } from '../pdf/form-fields.ts';
import { latin1 } from '../pdf/parser.ts';
import { dictOf, isDict, isInteger, isStream, nameOf, type PdfDict, type PdfStream } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { RevisionPair } from './object-uses.ts';

/** Annotation flags Hidden and NoView (ISO 32000-1 Table 165). */
const INVISIBLE = 2 | 32;
/** Larger appearances count as painted, as do those that cannot be decoded. */
const DECODED_BYTES = 64 * 1024;
/** Text, path, shading, image and form operators (ISO 32000-1 Annex A). */
const PAINTING = /(?:^|[\s\])>])(?:Tj|TJ|'|"|f\*?|F|B\*?|b\*?|S|s|sh|Do|EI)(?=\s|$)/;
/** Marks of boxes and buttons, in points: a larger one can cover text. */
const MARK_MAX = 36;

/**
 * Whether a widget of the field painted something and does not any more: what it covered then shows, as text that was
 * put below it before signing. Boxes are unticked by others who fill in, so only large ones count.
 */
export function isEmptied({ before, after }: RevisionPair, field: FormField): boolean {
  return field.widgets.some(({ ref, dict }) => {
    if (field.type === 'Btn' && !isLarge(before.document, dict)) return false;
    const now = dictOf(after.document.object(ref.number)?.value);
    return isPainted(before.document, dict) && !(now && isPainted(after.document, now));
  });
}

function isLarge(document: PdfDocument, widget: PdfDict): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(document, widget, 'Rect');
  return Math.abs(right - left) > MARK_MAX || Math.abs(top - bottom) > MARK_MAX;
}

function isPainted(document: PdfDocument, widget: PdfDict): boolean {
  const flags = document.resolve(widget.entries.get('F'));
  if (isInteger(flags) && (flags & INVISIBLE) !== 0) return false;
  const normal = document.resolve(document.dict(widget, 'AP')?.entries.get('N'));
  if (isStream(normal)) return paints(document, normal);
  const state = nameOf(document.resolve(widget.entries.get('AS')));
  const look = isDict(normal) && state !== null ? document.resolve(normal.entries.get(state)) : null;
  return isStream(look) && paints(document, look);
}

function paints(document: PdfDocument, look: PdfStream): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(document, look.dict, 'BBox');
  if (left === right || bottom === top) return false;
  try {
    if (document.rawStream(look).length > DECODED_BYTES) return true;
    const data = document.structureStream(look);
    return data.length > DECODED_BYTES || PAINTING.test(latin1(data, 0, data.length));
  } catch (error) {
    if (error instanceof PdfRefusal && error.code === 'filter') return true;
    throw error;
  }
}

function numbersOf(document: PdfDocument, dict: PdfDict, key: string): number[] {
  const value = document.resolve(dict.entries.get(key));
  if (typeof value !== 'object' || value?.kind !== 'array') return [];
  return value.items.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
}
