/** The character codes in the strings of content streams, whatever font shows them. */
export class ShownCodes {
  /** Codes of one byte: 1 if some string has that byte. */
  readonly bytes = new Uint8Array(256);
  /** Codes of two bytes, one bit each. */
  readonly #pairs = new Uint8Array(8192);

  hasPair(code: number): boolean {
    return ((this.#pairs[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  }

  /** Adds the strings of a content stream; false if it cannot be told where they begin and end. */
  addStrings(content: Uint8Array): boolean {
    let at = 0;
    while (at < content.length) {
      const code = content[at] ?? 0;
      if (code === PERCENT) return false;
      if (code === OPEN) at = this.#addLiteral(content, at + 1);
      else if (code === LESS && content[at + 1] === LESS) at += 2;
      else if (code === LESS) at = this.#addHex(content, at + 1);
      else if (code === LETTER_I || code === LETTER_B) {
        if (isImage(content, at)) return false;
        at += 1;
      } else at += 1;
    }
    return true;
  }

  /** @returns the offset after the string */
  #addLiteral(content: Uint8Array, start: number): number {
    let at = start;
    let first = -1;
    for (let depth = 1; at < content.length; ) {
      let code = content[at] ?? 0;
      at += 1;
      if (code === CLOSE) {
        depth -= 1;
        if (depth === 0) break;
      } else if (code === OPEN) depth += 1;
      else if (code === BACKSLASH) {
        const escaped = escapeAt(content, at);
        at = escaped.end;
        if (escaped.code === null) continue;
        code = escaped.code;
      }
      first = this.#add(first, code);
    }
    this.#end(first);
    return at;
  }

  #addHex(content: Uint8Array, start: number): number {
    let at = start;
    let first = -1;
    let high = -1;
    for (; at < content.length && content[at] !== GREATER; at += 1) {
      const digit = HEX_DIGITS[content[at] ?? 0] ?? NO_DIGIT;
      if (digit === NO_DIGIT) continue;
      if (high < 0) high = digit;
      else {
        first = this.#add(first, high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) first = this.#add(first, high * 16);
    this.#end(first);
    return at + 1;
  }

  /** @returns the byte that waits for its second one, or -1 */
  #add(first: number, code: number): number {
    this.bytes[code] = 1;
    if (first < 0) return code;
    this.#addPair(first * 256 + code);
    return -1;
  }

  /** Readers take a byte alone at the end of a string for the first of two. */
  #end(first: number): void {
    if (first >= 0) this.#addPair(first * 256);
  }

  #addPair(code: number): void {
    this.#pairs[code >> 3] = (this.#pairs[code >> 3] ?? 0) | (1 << (code & 7));
  }
}

const [OPEN, CLOSE, BACKSLASH, PERCENT, LESS, GREATER] = [0x28, 0x29, 0x5c, 0x25, 0x3c, 0x3e];
const [LETTER_B, LETTER_D, LETTER_I] = [0x42, 0x44, 0x49];
const NO_DIGIT = 16;
const HEX_DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const digit of '0123456789abcdefABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const REGULAR = new Uint8Array(256).fill(1);
for (const other of '\0\t\n\f\r ()<>[]{}/%') REGULAR[other.charCodeAt(0)] = 0;

/** Whether an inline image begins here: its data may look like anything. */
function isImage(content: Uint8Array, at: number): boolean {
  const pair = content[at] === LETTER_B ? LETTER_I : LETTER_D;
  const isWord = !REGULAR[content[at - 1] ?? 0] && !REGULAR[content[at + 2] ?? 0];
  return content[at + 1] === pair && isWord;
}

const ESCAPES = new Map(
  [...'nrtbf'].map((letter, at) => [letter.charCodeAt(0), [10, 13, 9, 8, 12][at] ?? 0]),
);

/** What an escape stands for (ISO 32000-1 §7.3.4.2), null for a line that goes on; `at` is after the backslash. */
function escapeAt(content: Uint8Array, at: number): { code: number | null; end: number } {
  const next = content[at] ?? 0;
  let octal = 0;
  let end = at;
  for (; end < at + 3 && (content[end] ?? 0) >= 0x30 && (content[end] ?? 0) <= 0x37; end += 1)
    octal = octal * 8 + (content[end] ?? 0) - 0x30;
  if (end > at) return { code: octal & 0xff, end };
  if (next === 13) return { code: null, end: content[at + 1] === 10 ? at + 2 : at + 1 };
  return { code: next === 10 ? null : (ESCAPES.get(next) ?? next), end: at + 1 };
}
