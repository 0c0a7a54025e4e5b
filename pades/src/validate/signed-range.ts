import { createHash, type Hash } from 'node:crypto';
import { type ByteSource, updateHash } from '../byte-source.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { type IndirectObject, isArray, isDict, isInteger, isString } from '../pdf/values.ts';

/** Which bytes a signature signs, when its /ByteRange is what it must be. */
export interface SignedRange {
  /** Bytes before the hole. */
  readonly holeStart: number;
  readonly holeEnd: number;
  /** End of the signed bytes: what lies behind it was appended later. */
  readonly end: number;
  readonly contents: Uint8Array;
}

/** White space (ISO 32000-1 Table 1). */
const SPACES = [0, 9, 10, 12, 13, 32];
/** Room for the key and what stands before its value. */
const OPENING_BYTES = 64;

export type RangeResult = SignedRange | { readonly problem: string };

/**
 * Reads /ByteRange and proves its geometry: it begins at 0, has one hole, the hole is exactly the /Contents of this
 * very signature, and the end lies within the file (ISO 32000-1 §12.8.1).
 */
export function readSignedRange(document: PdfDocument, object: IndirectObject): RangeResult {
  const { value, base } = object;
  if (!isDict(value)) return { problem: 'The signature is no dictionary.' };
  if (base === null) return { problem: 'The signature lies inside a compressed part of the file.' };
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
      problem: 'The bytes it says it signs do not begin at the start of the file or lie outside of it.',
    };
  const opening = latin1(span.bytes, span.start, Math.min(span.end, span.start + OPENING_BYTES));
  const key = /^\/Contents[\0\t\n\f\r ]*(?=<)/.exec(opening)?.[0];
  const isExact =
    key !== undefined && holeStart === base + span.start + key.length && holeEnd === base + span.end;
  // Nothing but pairs of digits may be left out: a space could be changed without anybody noticing.
  const left = span.bytes.subarray(holeStart - base, holeEnd - base);
  const isPlain = left.length % 2 === 0 && !SPACES.some((code) => left.includes(code));
  if (!isPlain || !isExact)
    return { problem: 'The bytes it leaves out are not exactly its own signature value.' };
  return { holeStart, holeEnd, end, contents: contents.bytes };
}

/**
 * Digests over signed ranges of one file. Every range begins at 0, so the state behind the longest prefix so far is
 * kept: asked in the order of their holes, any number of signatures cost one pass over the file.
 */
export class RangeHasher {
  readonly #source: ByteSource;
  readonly #prefixes = new Map<string, { readonly hash: Hash; end: number }>();

  constructor(source: ByteSource) {
    this.#source = source;
  }

  digest(range: SignedRange, algorithm: string): Uint8Array {
    const hash = this.#prefixHash(algorithm, range.holeStart);
    updateHash(hash, this.#source, { start: range.holeEnd, end: range.end });
    return hash.digest();
  }

  #prefixHash(algorithm: string, end: number): Hash {
    let prefix = this.#prefixes.get(algorithm);
    if (!prefix || prefix.end > end) {
      prefix = { hash: createHash(algorithm), end: 0 };
      this.#prefixes.set(algorithm, prefix);
    }
    updateHash(prefix.hash, this.#source, { start: prefix.end, end });
    prefix.end = end;
    return prefix.hash.copy();
  }
}
