import { PdfRefusal } from '../pdf-refusal.ts';
import { retagged, sequence } from './der-writer.ts';

const DEPTH_MAX = 40;
const CONSTRUCTED = 0x20;
const OCTET_STRING = 0x04;

export interface DefiniteElement {
  /** The element with definite lengths; the bytes as they are where they have no others. */
  readonly der: Uint8Array;
  /** Where it ends in the bytes. */
  readonly end: number;
}

/**
 * The element at the start of `bytes` with definite lengths and octet strings in one piece (X.690 §8.1.3.6, §8.7).
 * RFC 5652 permits BER outside of what is signed, and common libraries write CMS so.
 * @throws PdfRefusal `cms` when it is malformed.
 */
export function withDefiniteLengths(bytes: Uint8Array): DefiniteElement {
  return convert(bytes, 0, DEPTH_MAX);
}

function convert(bytes: Uint8Array, start: number, depth: number): DefiniteElement {
  if (depth === 0) throw malformed('it is nested too deeply');
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw malformed('it is cut off');
  if ((tag & 0x1f) === 0x1f) throw malformed('it has a long tag');
  const isConstructed = (tag & CONSTRUCTED) !== 0;
  if (first === 0x80) {
    if (!isConstructed) throw malformed('a value without parts has no length');
    const { elements, end } = convertElements(bytes, { from: start + 2, until: null }, depth - 1);
    return { der: join(tag, elements), end };
  }
  const { from, until } = contentOf(bytes, start);
  const whole = { der: bytes.subarray(start, until), end: until };
  if (!isConstructed) return whole;
  const { elements, isChanged } = convertElements(bytes, { from, until }, depth - 1);
  return isChanged || isOctets(tag) ? { der: join(tag, elements), end: until } : whole;
}

function convertElements(
  bytes: Uint8Array,
  { from, until }: { readonly from: number; readonly until: number | null },
  depth: number,
): { readonly elements: Uint8Array[]; readonly end: number; readonly isChanged: boolean } {
  const elements: Uint8Array[] = [];
  let isChanged = false;
  let position = from;
  while (until === null || position < until) {
    if (until === null && bytes[position] === 0 && bytes[position + 1] === 0)
      return { elements, end: position + 2, isChanged: true };
    const { der, end } = convert(bytes, position, depth);
    if (until !== null && end > until) throw malformed('a part exceeds the whole');
    isChanged ||= der.length !== end - position || der.byteOffset !== bytes.byteOffset + position;
    elements.push(der);
    position = end;
  }
  return { elements, end: position, isChanged };
}

function contentOf(bytes: Uint8Array, start: number): { readonly from: number; readonly until: number } {
  const first = bytes[start + 1] ?? 0;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 4) throw malformed('a length is too large');
  let length = first < 0x80 ? first : 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[start + 2 + index] ?? 0);
  const from = start + 2 + count;
  if (from + length > bytes.length) throw malformed('it is cut off');
  return { from, until: from + length };
}

function isOctets(tag: number): boolean {
  return tag === (OCTET_STRING | CONSTRUCTED);
}

function join(tag: number, elements: readonly Uint8Array[]): Uint8Array {
  if (!isOctets(tag)) return retagged(tag, sequence(...elements));
  const contents = elements.map((element) => {
    if (element[0] !== OCTET_STRING) throw malformed('an octet string has other parts');
    const { from, until } = contentOf(element, 0);
    return element.subarray(from, until);
  });
  return retagged(OCTET_STRING, sequence(...contents));
}

function malformed(problem: string): PdfRefusal {
  return new PdfRefusal('cms', `A certificate or signature is malformed: ${problem}.`);
}
