/** Codes of one alphabet, canonical (RFC 1951 §3.2.2): symbols in the order of their codes, counted by length. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const BITS_MAX = 15;
const END_OF_BLOCK = 256;

const fixedLengths = codesOf(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
);
const fixedDistances = codesOf(new Uint8Array(30).fill(5));

class Damaged extends Error {}
class TooLarge extends Error {}

/**
 * Inflates zlib data (RFC 1950, RFC 1951) to at most `bytesMax` bytes, and no further. As strict as zlib: a file must
 * not be read here that is damaged there. Bytes behind the end are ignored.
 */
export function inflate(data: Uint8Array, bytesMax: number): Uint8Array | 'damaged' | 'limit' {
  try {
    return new Inflater(data, Math.max(1, bytesMax)).run();
  } catch (error) {
    if (error instanceof TooLarge) return 'limit';
    if (error instanceof Damaged) return 'damaged';
    throw error;
  }
}

class Inflater {
  readonly #data: Uint8Array;
  readonly #bytesMax: number;
  #out: Uint8Array;
  #size = 0;
  #at = 2;
  #pending = 0;
  #bitCount = 0;

  constructor(data: Uint8Array, bytesMax: number) {
    this.#data = data;
    this.#bytesMax = bytesMax;
    this.#out = new Uint8Array(Math.min(bytesMax, Math.max(1024, data.length * 4)));
  }

  run(): Uint8Array {
    this.#checkHeader();
    let isLast = false;
    while (!isLast) {
      isLast = this.#bits(1) === 1;
      const kind = this.#bits(2);
      if (kind === 0) this.#copyStored();
      else if (kind === 1) this.#decode(fixedLengths, fixedDistances);
      else if (kind === 2) this.#decode(...this.#readCodes());
      else throw new Damaged();
    }
    const out = this.#out.subarray(0, this.#size);
    this.#checkSum(out);
    return out;
  }

  /** RFC 1950 §2.2. A preset dictionary has no meaning in a PDF. */
  #checkHeader(): void {
    const [method = 0, flags = 0] = this.#data;
    const isZlib = this.#data.length >= 2 && (method & 0x0f) === 8 && method >> 4 <= 7;
    if (!isZlib || ((method << 8) | flags) % 31 !== 0 || (flags & 0x20) !== 0) throw new Damaged();
  }

  /** Adler-32 (RFC 1950 §8.2). */
  #checkSum(out: Uint8Array): void {
    let [low, high] = [1, 0];
    for (let from = 0; from < out.length; from += 3800) {
      for (const byte of out.subarray(from, from + 3800)) {
        low += byte;
        high += low;
      }
      low %= 65_521;
      high %= 65_521;
    }
    const wanted = [high >> 8, high & 0xff, low >> 8, low & 0xff];
    if (!wanted.every((byte, index) => this.#data[this.#at + index] === byte)) throw new Damaged();
  }

  #bits(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#data[this.#at];
      if (byte === undefined) throw new Damaged();
      this.#pending |= byte << this.#bitCount;
      this.#bitCount += 8;
      this.#at += 1;
    }
    const value = this.#pending & ((1 << count) - 1);
    this.#pending >>>= count;
    this.#bitCount -= count;
    return value;
  }

  #symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= BITS_MAX; length += 1) {
      code |= this.#bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + (code - first)] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged();
  }

  /** RFC 1951 §3.2.4 */
  #copyStored(): void {
    this.#bits(this.#bitCount & 7);
    const length = this.#bits(16);
    if (this.#bits(16) !== (length ^ 0xffff)) throw new Damaged();
    const stored = this.#data.subarray(this.#at, this.#at + length);
    this.#reserve(stored.length);
    this.#out.set(stored, this.#size);
    this.#size += stored.length;
    this.#at += length;
    if (stored.length !== length) throw new Damaged();
  }

  /** RFC 1951 §3.2.7 */
  #readCodes(): [Codes, Codes] {
    const lengthCount = this.#bits(5) + 257;
    const distanceCount = this.#bits(5) + 1;
    const orderCount = this.#bits(4) + 4;
    if (lengthCount > 286 || distanceCount > 30) throw new Damaged();
    const orders = new Uint8Array(19);
    for (const symbol of CODE_LENGTH_ORDER.slice(0, orderCount)) orders[symbol] = this.#bits(3);
    const orderCodes = codesOf(orders);
    if (!isComplete(orderCodes)) throw new Damaged();
    const lengths = new Uint8Array(lengthCount + distanceCount);
    for (let at = 0; at < lengths.length; ) {
      const symbol = this.#symbol(orderCodes);
      if (symbol < 16) {
        lengths[at] = symbol;
        at += 1;
        continue;
      }
      if (symbol === 16 && at === 0) throw new Damaged();
      const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
      const times =
        symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7);
      if (at + times > lengths.length) throw new Damaged();
      lengths.fill(value, at, at + times);
      at += times;
    }
    if (lengths[END_OF_BLOCK] === 0) throw new Damaged();
    return [readableCodes(lengths.subarray(0, lengthCount)), readableCodes(lengths.subarray(lengthCount))];
  }

  #decode(lengthCodes: Codes, distanceCodes: Codes): void {
    for (;;) {
      const symbol = this.#symbol(lengthCodes);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        this.#reserve(1);
        this.#out[this.#size] = symbol;
        this.#size += 1;
        continue;
      }
      const base = LENGTH_BASE[symbol - 257];
      if (base === undefined) throw new Damaged();
      const length = base + this.#bits(LENGTH_BITS[symbol - 257] ?? 0);
      const far = this.#symbol(distanceCodes);
      const farBase = DISTANCE_BASE[far];
      if (farBase === undefined) throw new Damaged();
      this.#repeat(length, farBase + this.#bits(far < 4 ? 0 : (far >> 1) - 1));
    }
  }

  #repeat(length: number, distance: number): void {
    if (distance > this.#size) throw new Damaged();
    this.#reserve(length);
    for (let index = 0; index < length; index += 1)
      this.#out[this.#size + index] = this.#out[this.#size + index - distance] ?? 0;
    this.#size += length;
  }

  #reserve(count: number): void {
    const wanted = this.#size + count;
    if (wanted > this.#bytesMax) throw new TooLarge();
    if (wanted <= this.#out.length) return;
    const larger = new Uint8Array(Math.min(this.#bytesMax, Math.max(wanted, this.#out.length * 2)));
    larger.set(this.#out.subarray(0, this.#size));
    this.#out = larger;
  }
}

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(BITS_MAX + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const starts = new Uint16Array(BITS_MAX + 2);
  for (let length = 1; length <= BITS_MAX; length += 1)
    starts[length + 1] = (starts[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const at = starts[length] ?? 0;
    symbols[at] = symbol;
    starts[length] = at + 1;
  }
  counts[0] = 0;
  return { counts, symbols };
}

/** Codes of lengths and distances: complete, or a single one of one bit, or none, as zlib reads them. */
function readableCodes(lengths: Uint8Array): Codes {
  const codes = codesOf(lengths);
  const used = codes.counts.reduce((sum, count) => sum + count, 0);
  const isSingle = used === 0 || (used === 1 && codes.counts[1] === 1);
  if (!isSingle && !isComplete(codes)) throw new Damaged();
  return codes;
}

/** Whether every sequence of bits is a code of the alphabet. */
function isComplete({ counts }: Codes): boolean {
  let left = 1;
  for (let length = 1; length <= BITS_MAX; length += 1) {
    left = left * 2 - (counts[length] ?? 0);
    if (left < 0) return false;
  }
  return left === 0;
}
