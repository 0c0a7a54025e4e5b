/**
 * The part of Node's Buffer that the reader of files uses, for browsers: the bundler puts it in its place. It is a
 * plain view of bytes, and what it does not know it does not have: a use of more fails when it is made.
 */
type Encoding = 'latin1' | 'utf8' | 'hex' | 'base64';

const TEXT_CHUNK = 8192;

class Bytes extends Uint8Array<ArrayBuffer> {
  // The types of the built-in constructor know one kind of source at a time.
  constructor(source: ArrayBuffer | ArrayLike<number> | number, start?: number, length?: number) {
    super(source as ArrayBuffer, start, length);
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    const view = this.subarray(start, end);
    if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(view);
    if (encoding === 'hex') return Array.from(view, (byte) => byte.toString(16).padStart(2, '0')).join('');
    let text = '';
    for (let from = 0; from < view.length; from += TEXT_CHUNK)
      text += String.fromCharCode(...view.subarray(from, from + TEXT_CHUNK));
    return encoding === 'base64' ? btoa(text) : text;
  }

  equals(other: Uint8Array): boolean {
    return compare(this, other) === 0;
  }

  override indexOf(wanted: number | string, from = 0): number {
    if (typeof wanted === 'number') return super.indexOf(wanted, from);
    const [first = 0, ...rest] = Array.from(wanted, (letter) => letter.charCodeAt(0));
    for (let at = super.indexOf(first, from); at >= 0; at = super.indexOf(first, at + 1))
      if (rest.every((code, index) => this[at + 1 + index] === code)) return at;
    return -1;
  }

  writeUInt16BE(value: number, at: number): void {
    this[at] = value >> 8;
    this[at + 1] = value & 0xff;
  }
}

function from(
  source: string | ArrayBuffer | ArrayLike<number>,
  encoding?: Encoding | number,
  length?: number,
): Bytes {
  if (source instanceof ArrayBuffer)
    return new Bytes(source, typeof encoding === 'number' ? encoding : 0, length);
  if (typeof source !== 'string') return new Bytes(source);
  if (encoding === 'latin1')
    return new Bytes(Array.from({ length: source.length }, (_, index) => source.charCodeAt(index)));
  if (encoding === 'base64') return from(atob(source), 'latin1');
  if (encoding === 'hex') return fromHex(source);
  return new Bytes(new TextEncoder().encode(source));
}

/** As Node reads it: up to the first pair that is none. */
function fromHex(text: string): Bytes {
  const pairs = /^(?:[\da-f]{2})*/i.exec(text)?.[0] ?? '';
  return new Bytes(Array.from(pairs.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

function concat(chunks: readonly Uint8Array[]): Bytes {
  const whole = new Bytes(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function compare(one: Uint8Array, other: Uint8Array): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(one.length - other.length);
}

const alloc = (size: number): Bytes => new Bytes(size);

export const Buffer = { from, concat, compare, alloc, allocUnsafeSlow: alloc };
