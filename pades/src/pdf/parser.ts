import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { PdfArray, PdfDict, PdfName, PdfRef, PdfString, PdfValue, Span } from './values.ts';

/** The buffer ends inside an object but the file does not: read more and parse again. */
export class OutOfBytes extends Error {}
const outOfBytes = new OutOfBytes('The buffer ends inside an object.');

/** Integers with at most this many digits are exact in a double. */
const DIGITS_MAX = 15;
const GENERATION_DIGITS_MAX = 5;

const REGULAR = 0;
const WHITE = 1;
const DELIMITER = 2;
const classOf = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) classOf[code] = WHITE;
for (const character of '()<>[]{}/%') classOf[character.charCodeAt(0)] = DELIMITER;

interface ParserOptions {
  /** True when no byte of the file follows the buffer. */
  readonly final: boolean;
  readonly limits: Pick<Limits, 'nesting' | 'arrayItems'>;
  /** Position of the buffer in the file, for messages. */
  readonly at: string;
}

/** Parses PDF values (ISO 32000-1 §7.2, §7.3). Strict: refuses everything that two readers could read differently. */
export class Parser {
  readonly bytes: Uint8Array;
  position: number;
  readonly #options: ParserOptions;
  #depth = 0;

  constructor(bytes: Uint8Array, position: number, options: ParserOptions) {
    this.bytes = bytes;
    this.position = position;
    this.#options = options;
  }

  value(): PdfValue {
    this.skipWhite();
    const code = this.#peek();
    switch (code) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literalString();
      case 0x5b:
        return this.#array();
      case 0x3c:
        return this.#at(this.position + 1) === 0x3c ? this.#dictionary() : this.#hexString();
    }
    if (isNumberStart(code)) return this.#numberOrRef();
    const word = this.word();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    throw this.#syntax(`"${printable(word)}" is not a PDF value`);
  }

  /** The next run of regular characters, possibly empty. */
  word(): string {
    this.skipWhite();
    const start = this.position;
    const end = this.#endOfRegular(start);
    this.position = end;
    return latin1(this.bytes, start, end);
  }

  /** An unsigned integer. */
  integer(): number {
    const word = this.word();
    if (!/^\d{1,15}$/.test(word)) throw this.#syntax(`"${printable(word)}" is not a whole number`);
    return Number(word);
  }

  skipWhite(): void {
    const { bytes } = this;
    let position = this.position;
    for (;;) {
      const code = bytes[position];
      if (code === undefined) break;
      if (code === 0x25) {
        while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position += 1;
        continue;
      }
      if (classOf[code] !== WHITE) break;
      position += 1;
    }
    this.position = position;
    if (position >= bytes.length && !this.#options.final) throw outOfBytes;
  }

  #peek(): number {
    return this.#at(this.position);
  }

  #at(position: number): number {
    const code = this.bytes[position];
    if (code !== undefined) return code;
    if (!this.#options.final) throw outOfBytes;
    throw this.#syntax('the data end inside a value');
  }

  #endOfRegular(start: number): number {
    let end = start;
    while (end < this.bytes.length && classOf[this.bytes[end] ?? 0] === REGULAR) end += 1;
    if (end >= this.bytes.length && !this.#options.final) throw outOfBytes;
    return end;
  }

  #name(): PdfName {
    const start = this.position + 1;
    const end = this.#endOfRegular(start);
    this.position = end;
    const raw = latin1(this.bytes, start, end);
    return { kind: 'name', value: raw.includes('#') ? decodeName(raw) : raw };
  }

  #numberOrRef(): number | PdfRef {
    const start = this.position;
    const { bytes } = this;
    let number = 0;
    let end = start;
    while (end - start < DIGITS_MAX && isDigit(bytes[end])) {
      number = number * 10 + (bytes[end] ?? 0) - 0x30;
      end += 1;
    }
    const next = bytes[end];
    if (end === start || next === undefined || classOf[next] === REGULAR) return this.#oddNumber();
    this.position = end;
    const generation = this.#referenceTail();
    if (generation !== null) return { kind: 'ref', number, generation };
    this.position = end;
    return number;
  }

  /** Reals, signed numbers, and numbers at the end of the data. */
  #oddNumber(): number | PdfRef {
    const start = this.position;
    const end = this.#endOfRegular(start);
    this.position = end;
    const text = latin1(this.bytes, start, end);
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) || text.length > 64)
      throw this.#syntax(`"${printable(text)}" is not a number`);
    return Number(text);
  }

  /** After an integer: the generation when ` G R` follows, otherwise null. */
  #referenceTail(): number | null {
    this.skipWhite();
    const { bytes } = this;
    const start = this.position;
    let position = start;
    let generation = 0;
    while (isDigit(bytes[position])) {
      if (position - start >= GENERATION_DIGITS_MAX) return null;
      generation = generation * 10 + (bytes[position] ?? 0) - 0x30;
      position += 1;
    }
    if (position >= bytes.length && !this.#options.final) throw outOfBytes;
    if (position === start || classOf[bytes[position] ?? 0] !== WHITE) return null;
    this.position = position;
    this.skipWhite();
    if (bytes[this.position] !== 0x52) return null;
    const next = bytes[this.position + 1];
    if (next === undefined && !this.#options.final) throw outOfBytes;
    if (next !== undefined && classOf[next] === REGULAR) return null;
    this.position += 1;
    return generation;
  }

  #array(): PdfArray {
    const start = this.position;
    this.position += 1;
    this.#enter();
    const items: PdfValue[] = [];
    const { limits, at } = this.#options;
    const { arrayItems } = limits;
    for (;;) {
      this.skipWhite();
      if (this.#peek() === 0x5d) break;
      items.push(this.value());
      if (items.length > arrayItems)
        throw new PdfRefusal('limit', `An array has more than ${arrayItems} elements.`, at);
    }
    this.position += 1;
    this.#depth -= 1;
    return { kind: 'array', items, span: { bytes: this.bytes, start, end: this.position } };
  }

  #dictionary(): PdfDict {
    this.position += 2;
    this.#enter();
    const entries = new Map<string, PdfValue>();
    const spans = new Map<string, Span>();
    for (;;) {
      this.skipWhite();
      const code = this.#peek();
      if (code === 0x3e && this.#at(this.position + 1) === 0x3e) break;
      if (code !== 0x2f) throw this.#syntax('a dictionary key must be a name');
      const start = this.position;
      const key = this.#name().value;
      // ISO 32000-1 §7.3.7: duplicate keys are undefined, so two readers may see two documents.
      if (entries.has(key)) throw this.#syntax(`the key /${printable(key)} occurs twice in one dictionary`);
      entries.set(key, this.value());
      spans.set(key, { bytes: this.bytes, start, end: this.position });
    }
    this.position += 2;
    this.#depth -= 1;
    return { kind: 'dict', entries, spans };
  }

  #enter(): void {
    this.#depth += 1;
    const { limits, at } = this.#options;
    if (this.#depth > limits.nesting)
      throw new PdfRefusal('limit', `Values are nested deeper than ${limits.nesting}.`, at);
  }

  #hexString(): PdfString {
    const start = this.position + 1;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0) this.#at(this.bytes.length);
    const digits = Buffer.from(latin1(this.bytes, start, end), 'hex');
    this.position = end + 1;
    // Decoding stops at the first character that is not a digit, so a full-length result proves that there is none.
    if (digits.length * 2 === end - start) return { kind: 'string', bytes: digits };
    const text = latin1(this.bytes, start, end).replace(/[\0\t\n\f\r ]+/g, '');
    if (/[^0-9a-fA-F]/.test(text)) throw this.#syntax('a hexadecimal string holds another character');
    return { kind: 'string', bytes: Buffer.from(text.length % 2 === 0 ? text : `${text}0`, 'hex') };
  }

  #literalString(): PdfString {
    const start = this.position + 1;
    let position = start;
    let isLiteral = true;
    for (let depth = 1; depth > 0; position += 1) {
      const code = this.#at(position);
      if (code === 0x28) depth += 1;
      else if (code === 0x29) depth -= 1;
      else if (code === 0x5c) {
        isLiteral = false;
        position += 1;
      } else if (code === 13) isLiteral = false;
    }
    this.position = position;
    const raw = this.bytes.subarray(start, position - 1);
    return { kind: 'string', bytes: isLiteral ? raw : unescapeString(raw) };
  }

  #syntax(problem: string): PdfRefusal {
    return new PdfRefusal('syntax', `The file is damaged: ${problem}.`, this.#options.at);
  }
}

export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

const escapes = new Map<number, number>([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
  [0x28, 0x28],
  [0x29, 0x29],
  [0x5c, 0x5c],
]);

/** Decodes escapes, and line ends of every form as one line feed (ISO 32000-1 §7.3.4.2). */
function unescapeString(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.length);
  let length = 0;
  let position = 0;
  while (position < raw.length) {
    const code = raw[position] ?? 0;
    position += 1;
    if (code === 13) {
      if (raw[position] === 10) position += 1;
      out[length++] = 10;
      continue;
    }
    if (code !== 0x5c) {
      out[length++] = code;
      continue;
    }
    const next = raw[position] ?? 0;
    const octal = octalAt(raw, position);
    if (octal) {
      out[length++] = octal.value;
      position += octal.digits;
      continue;
    }
    position += next === 13 && raw[position + 1] === 10 ? 2 : 1;
    if (next !== 10 && next !== 13) out[length++] = escapes.get(next) ?? next;
  }
  return out.subarray(0, length);
}

function octalAt(raw: Uint8Array, start: number): { readonly value: number; readonly digits: number } | null {
  let value = 0;
  let digits = 0;
  for (; digits < 3; digits += 1) {
    const code = raw[start + digits] ?? 0;
    if (code < 0x30 || code > 0x37) break;
    value = value * 8 + code - 0x30;
  }
  return digits === 0 ? null : { value: value & 0xff, digits };
}

function decodeName(raw: string): string {
  return raw.replace(/#([0-9a-fA-F]{2})/g, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

function printable(text: string): string {
  return text.slice(0, 32).replace(/[^\x20-\x7e]/g, '?');
}
