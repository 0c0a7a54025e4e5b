import { type ByteSource, updateHash } from '../byte-source.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { type IndirectObject, isArray, isDict, isInteger, isString } from '../pdf/values.ts';
import { primitives, type RunningHash } from '../primitives.ts';

/** The signed bytes of a valid /ByteRange. */
export interface SignedRange {
  /** Length of the first range, before /Contents. */
  readonly holeStart: number;
  readonly holeEnd: number;
  /** End of the signed bytes; everything after it was appended later. */
  readonly end: number;
  readonly contents: Uint8Array;
}

/** White space (ISO 32000-1 Table 1). */
const SPACES = [0, 9, 10, 12, 13, 32];
/** Bytes searched before the value for its key. */
const OPENING_BYTES = 64;

export type RangeResult = SignedRange | { readonly problem: string };

/**
 * Reads /ByteRange and validates it: it starts at 0, has one gap, the gap is exactly the /Contents value of this
 * signature, and the end is within the file (ISO 32000-1 §12.8.1).
 */
export function readSignedRange(document: PdfDocument, object: IndirectObject): RangeResult {
  const { value, base } = object;
  if (!isDict(value)) return { problem: 'The signature is no dictionary.' };
  if (base === null) return { problem: 'The signature is inside a compressed part of the file.' };
  const range = document.resolve(value.entries.get('ByteRange'));
  const contents = value.entries.get('Contents');
  const span = value.spans.get('Contents');
  if (!isArray(range) || range.items.length !== 4 || !range.items.every(isInteger))
    return { problem: 'It does not say which bytes it signs.' };
  if (!isString(contents) || !span) return { problem: 'It has no signature value.' };
  const [start = 0, holeStart = 0, holeEnd = 0, length = 0] = range.items.filter(isInteger);
  const end = holeEnd + length;
  if (start !== 0 || holeStart <= 0 || length < 0 || holeEnd < holeStart || end > document.source.size)
    return {
      problem: 'Its /ByteRange does not start at the beginning of the file or exceeds the file.',
    };
  const opening = latin1(span.bytes, span.start, Math.min(span.end, span.start + OPENING_BYTES));
  const key = /^\/Contents[\0\t\n\f\r ]*(?=<)/.exec(opening)?.[0];
  const isExact =
    key !== undefined && holeStart === base + span.start + key.length && holeEnd === base + span.end;
  // The gap must hold only pairs of digits: a space in it could be changed unnoticed.
  const left = span.bytes.subarray(holeStart - base, holeEnd - base);
  const isHex = left.length % 2 === 0 && !SPACES.some((code) => left.includes(code));
  if (!isHex || !isExact)
    return { problem: 'The bytes that its /ByteRange omits are not exactly its own signature value.' };
  return { holeStart, holeEnd, end, contents: contents.bytes };
}

/**
 * Computes digests over the signed ranges of one file. Every range starts at 0, so the hash state of the longest prefix
 * is kept: in the order of their /Contents, all signatures together need one pass over the file.
 */
export class RangeHasher {
  readonly #source: ByteSource;
  readonly #prefixes = new Map<string, { readonly hash: RunningHash; end: number }>();

  constructor(source: ByteSource) {
    this.#source = source;
  }

  digest(range: SignedRange, algorithm: string): Uint8Array {
    const hash = this.#prefixHash(algorithm, range.holeStart);
    updateHash(hash, this.#source, { start: range.holeEnd, end: range.end });
    return hash.digest();
  }

  #prefixHash(algorithm: string, end: number): RunningHash {
    let prefix = this.#prefixes.get(algorithm);
    if (!prefix || prefix.end > end) {
      prefix = { hash: primitives.createHash(algorithm), end: 0 };
      this.#prefixes.set(algorithm, prefix);
    }
    updateHash(prefix.hash, this.#source, { start: prefix.end, end });
    prefix.end = end;
    return prefix.hash.copy();
  }
}
