import { PdfRefusal } from '../pdf-refusal.ts';

/** Writes DER (ITU-T X.690), innermost element first: every function returns one complete element. */

export function sequence(...elements: readonly Uint8Array[]): Uint8Array {
  return element(0x30, elements);
}

/** SET OF: elements in the order of their encodings (X.690 §11.6). */
export function setOf(elements: readonly Uint8Array[]): Uint8Array {
  return element(0x31, elements.toSorted(Buffer.compare));
}

export function integer(value: number | Uint8Array): Uint8Array {
  return element(0x02, [typeof value === 'number' ? integerBytes(value) : unsignedBytes(value)]);
}

export function boolean(value: boolean): Uint8Array {
  return element(0x01, [Uint8Array.of(value ? 0xff : 0)]);
}

export function nullValue(): Uint8Array {
  return element(0x05, []);
}

export function octetString(bytes: Uint8Array): Uint8Array {
  return element(0x04, [bytes]);
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return element(0x03, [Uint8Array.of(unusedBits), bytes]);
}

/** A BIT STRING of named bits without trailing zeros (X.690 §11.2.2); bit 0 is the first. */
export function namedBits(bits: readonly number[]): Uint8Array {
  const highest = Math.max(...bits);
  const bytes = new Uint8Array((highest >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return bitString(bytes, 7 - (highest & 7));
}

/** For country codes and serial numbers in names, which allow no other type (X.520). */
export function printableString(text: string): Uint8Array {
  return element(0x13, [Buffer.from(text, 'latin1')]);
}

export function utf8String(text: string): Uint8Array {
  return element(0x0c, [Buffer.from(text, 'utf8')]);
}

/** Encoded before: nearly all are the same few, and each certificate and signature has dozens. */
const identifiers = new Map<string, Uint8Array>();
const IDENTIFIERS_MAX = 256;

export function objectIdentifier(dotted: string): Uint8Array {
  const cached = identifiers.get(dotted);
  if (cached) return cached;
  const encoded = encodeIdentifier(dotted);
  if (identifiers.size >= IDENTIFIERS_MAX) identifiers.clear();
  identifiers.set(dotted, encoded);
  return encoded;
}

function encodeIdentifier(dotted: string): Uint8Array {
  if (!/^[0-2](\.\d+)+$/.test(dotted))
    throw new PdfRefusal(
      'argument',
      `${JSON.stringify(dotted)} is no object identifier: write numbers with dots.`,
    );
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const groups: number[] = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, [Uint8Array.from(bytes)]);
}

/** UTCTime until 2049, GeneralizedTime after it (RFC 5280 §4.1.2.5); whole seconds. */
export function time(at: Date): Uint8Array {
  const text = at.toISOString().replace(/[-:T]/g, '').replace(/\.\d+/, '');
  const isShort = at.getUTCFullYear() >= 1950 && at.getUTCFullYear() < 2050;
  return element(isShort ? 0x17 : 0x18, [Buffer.from(isShort ? text.slice(2) : text, 'latin1')]);
}

/** GeneralizedTime in whole seconds (RFC 5280 §4.1.2.5.2); readers of OCSP responses and CRLs refuse fractions. */
export function generalizedTime(at: Date): Uint8Array {
  const text = at.toISOString().replace(/[-:T]/g, '').replace(/\.\d+/, '');
  return element(0x18, [Buffer.from(text, 'latin1')]);
}

export function enumerated(value: number): Uint8Array {
  return element(0x0a, [integerBytes(value)]);
}

/** A context-specific, constructed element around complete ones: [n] EXPLICIT, or IMPLICIT of a constructed type. */
export function contextConstructed(tag: number, ...elements: readonly Uint8Array[]): Uint8Array {
  return element(0xa0 | tag, elements);
}

/** A context-specific, primitive element: [n] IMPLICIT of a primitive type. */
export function contextPrimitive(tag: number, content: Uint8Array): Uint8Array {
  return element(0x80 | tag, [content]);
}

/** The same element with another identifier octet: IMPLICIT tagging of an encoded element. */
export function retagged(identifier: number, whole: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(whole);
  copy[0] = identifier;
  return copy;
}

function element(identifier: number, contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  return Buffer.concat([Uint8Array.of(identifier, ...lengthBytes(length)), ...contents]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left >>>= 8) bytes.unshift(left & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function integerBytes(value: number): Uint8Array {
  const hex = BigInt(value).toString(16);
  return unsignedBytes(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}

/** Minimal two's complement content of an unsigned number (X.690 §8.3.2). */
function unsignedBytes(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const shortest = bytes.subarray(start);
  if (shortest.length === 0) return Uint8Array.of(0);
  return (shortest[0] ?? 0) >= 0x80 ? Buffer.concat([Uint8Array.of(0), shortest]) : shortest;
}
