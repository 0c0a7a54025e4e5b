import type { PdfDocument } from '../pdf/document.ts';
import type { FormField } from '../pdf/form-fields.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isArray, isString, nameOf, type PdfValue } from '../pdf/values.ts';
import type { ObjectUses, RevisionPair } from './object-uses.ts';

/** What a field holds before and after a revision, as people read it; null where it is empty. */
export interface ValueChange {
  readonly old: string | null;
  readonly now: string | null;
}

/** A report lists values; it does not repeat a whole page of text. */
const TEXT_MAX = 200;
const ITEMS_MAX = 20;

/** The value of a field in both revisions; null where they are equal, and for signatures, which have no text. */
export function valueChange({ before, after }: RevisionPair, field: FormField): ValueChange | null {
  if (field.type === 'Sig') return null;
  const [old, now] = [textIn(before, field), textIn(after, field)];
  return old === now ? null : { old, now };
}

function textIn(uses: ObjectUses, { ref }: FormField): string | null {
  const text = valueText(uses.document, uses.fieldOf(ref.number)?.dict.entries.get('V'));
  if (text === null || text.length <= TEXT_MAX) return text;
  return `${text.slice(0, TEXT_MAX)}…`;
}

/** A box that is not ticked and a text of no characters are empty (ISO 32000-1 §12.7.4). */
function valueText(document: PdfDocument, entry: PdfValue | undefined): string | null {
  const value = document.resolve(entry);
  if (isString(value)) return decodeTextString(value.bytes) || null;
  if (isArray(value)) {
    const items = value.items.slice(0, ITEMS_MAX).map((item) => document.resolve(item));
    const texts = items.map((item) => (isString(item) ? decodeTextString(item.bytes) : ''));
    return texts.filter((text) => text !== '').join(', ') || null;
  }
  const name = nameOf(value);
  return name === 'Off' ? null : name;
}
