import type { PdfDocument } from '../pdf/document.ts';
import { readFields } from '../pdf/form-fields.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isArray, isDict, isInteger, isString, nameOf, type PdfDict } from '../pdf/values.ts';

/** A signature or document timestamp in the file; not verified. */
export interface EmbeddedSignature {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  /** /Contents: CMS or timestamp token, padded with zeros. */
  readonly contents: Uint8Array;
  /** Text entries for private use, whose names begin with XX (ISO 32000-1 Annex E). */
  readonly privateEntries: ReadonlyMap<string, string>;
  /** The bytes that are not signed, by its /ByteRange: /Contents, with its brackets. */
  readonly hole: { readonly start: number; readonly end: number };
  /** End of the signed bytes by its /ByteRange. */
  readonly end: number;
}

/** All with a value and a /ByteRange, ordered by the end of their signed bytes. */
export function listEmbeddedSignatures(document: PdfDocument): EmbeddedSignature[] {
  const signatures: EmbeddedSignature[] = [];
  for (const { name, type, dict } of readFields(document)) {
    const value = type === 'Sig' ? document.resolve(dict.entries.get('V')) : null;
    if (!isDict(value)) continue;
    const contents = document.resolve(value.entries.get('Contents'));
    const range = document.resolve(value.entries.get('ByteRange'));
    const [, before, start, length] = isArray(range) ? range.items : [];
    if (!isString(contents) || !isInteger(before) || !isInteger(start) || !isInteger(length)) continue;
    const subFilter = nameOf(document.resolve(value.entries.get('SubFilter')));
    const kind = subFilter === 'ETSI.RFC3161' ? 'timestamp' : 'signature';
    const privateEntries = readPrivateEntries(document, value);
    const places = { hole: { start: before, end: start }, end: start + length };
    signatures.push({ fieldName: name, kind, contents: contents.bytes, privateEntries, ...places });
  }
  return signatures.sort((one, other) => one.end - other.end);
}

function readPrivateEntries(document: PdfDocument, dict: PdfDict): Map<string, string> {
  const names = new Map<string, string>();
  for (const [key, entry] of dict.entries) {
    const value = key.startsWith('XX') ? document.resolve(entry) : null;
    if (isString(value)) names.set(key, decodeTextString(value.bytes));
  }
  return names;
}
