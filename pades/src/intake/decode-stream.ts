import type { PdfDocument } from '../pdf/document.ts';
import { inflate } from '../pdf/filters.ts';
import { isArray, nameOf, type PdfStream } from '../pdf/values.ts';
import { decodeAscii85, decodeAsciiHex } from './stream-filters.ts';

/** More than the text of a page takes. */
const BYTES_MAX = 8 * 1024 * 1024;

/**
 * The data of a content stream, CMap or font; null if a filter is not decoded here.
 * @throws PdfRefusal when the data are damaged or too long
 */
export function decodeStream(document: PdfDocument, stream: PdfStream): Uint8Array | null {
  const { entries } = stream.dict;
  const filter = document.resolve(entries.get('Filter'));
  const filters = isArray(filter) ? filter.items : filter === null ? [] : [filter];
  if (filters.length > document.limits.filters) return null;
  const hasParms = document.resolve(entries.get('DecodeParms')) !== null;
  let data = document.rawStream(stream);
  for (const item of filters) {
    const name = nameOf(document.resolve(item));
    if ((name === 'FlateDecode' || name === 'Fl') && !hasParms)
      data = inflate(data, { bytesMax: BYTES_MAX, at: `byte ${stream.dataOffset}` });
    else if (name === 'ASCII85Decode' || name === 'A85') data = decodeAscii85(data);
    else if (name === 'ASCIIHexDecode' || name === 'AHx') data = decodeAsciiHex(data);
    else return null;
  }
  return data;
}
