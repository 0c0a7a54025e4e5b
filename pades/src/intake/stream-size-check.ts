import type { PdfDocument } from '../pdf/document.ts';
import { type IndirectObject, isArray, isInteger, isStream, nameOf, type PdfDict } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { decodeAscii85, decodeAsciiHex, lzwSize, runLengthSize } from './stream-filters.ts';

/** Deflate expands at most 1,032 times (zlib technical details), so 16 KiB decode to less than 17 MB. */
const HARMLESS_BYTES = 16 * 1024;

/** Checks the decoded size of streams, so that no decompression bomb reaches a viewer. */
export class StreamSizeCheck {
  readonly #document: PdfDocument;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  measure(object: IndirectObject): void {
    if (!isStream(object.value)) return;
    const document = this.#document;
    const where = `object ${object.number}`;
    const { dict } = object.value;
    const raw = document.rawStream(object.value);
    const filters = this.#filters(dict, where);
    this.#checkPixels(dict, where);
    const isPackedTwice = filters.filter(isPacking).length > 1;
    if (raw.length <= HARMLESS_BYTES && !isPackedTwice) return;
    let data = raw;
    for (const [index, filter] of filters.entries()) {
      if (filter === 'FlateDecode' || filter === 'Fl') data = this.#inflate(data, where);
      else if (filter === 'ASCII85Decode' || filter === 'A85') data = decodeAscii85(data);
      else if (filter === 'ASCIIHexDecode' || filter === 'AHx') data = decodeAsciiHex(data);
      else {
        this.#checkSize(sizeOf(filter, data, document.limits.inflatedStreamBytes), where);
        // The size after a second compression filter is unknown, because the first is not decoded here.
        if (filters.slice(index + 1).some(isPacking) && isPacking(filter))
          throw new PdfRefusal('filter', 'The compression of a part of the file is not supported.', where);
        return;
      }
    }
  }

  #checkSize(size: number, where: string): void {
    if (size > this.#document.limits.inflatedStreamBytes)
      throw new PdfRefusal('limit', 'A compressed part of the file is too large when decompressed.', where);
  }

  #filters(dict: PdfDict, where: string): string[] {
    const filter = this.#document.resolve(dict.entries.get('Filter'));
    const items = isArray(filter) ? filter.items : [filter];
    if (items.length > this.#document.limits.filters)
      throw new PdfRefusal('limit', 'A part of the file is compressed too many times.', where);
    return items.map((item) => nameOf(this.#document.resolve(item)) ?? '').filter((name) => name !== '');
  }

  #checkPixels(dict: PdfDict, where: string): void {
    if (nameOf(dict.entries.get('Subtype')) !== 'Image') return;
    const width = this.#document.resolve(dict.entries.get('Width'));
    const height = this.#document.resolve(dict.entries.get('Height'));
    if (isInteger(width) && isInteger(height) && width * height > this.#document.limits.imagePixels)
      throw new PdfRefusal('limit', 'An image in the file has too many pixels.', where);
  }

  #inflate(data: Uint8Array, where: string): Uint8Array {
    try {
      return this.#document.inflateCounted(data, where);
    } catch (error) {
      // Viewers show the decodable part of a broken stream; only its size matters here.
      if (error instanceof PdfRefusal && error.code === 'stream') return new Uint8Array();
      throw error;
    }
  }
}

/** Decoded size for a filter that is not decoded here; images are limited by their pixels. */
function sizeOf(filter: string, data: Uint8Array, bytesMax: number): number {
  if (filter === 'LZWDecode' || filter === 'LZW') return lzwSize(data, bytesMax);
  return filter === 'RunLengthDecode' || filter === 'RL' ? runLengthSize(data) : data.length;
}

function isPacking(filter: string): boolean {
  return ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'].includes(filter);
}
