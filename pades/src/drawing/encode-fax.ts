/**
 * Codes of runs by their length (ITU-T T.4 tables 2 and 3): 0 to 63, then 64 to 1,728 in steps of 64. Longer runs begin
 * with the same codes in both colours.
 */
const WHITE_RUNS =
  codesOf(`00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101
101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100
0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111
00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010
01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011
00110010 00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000
01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000
011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011`);
const BLACK_RUNS =
  codesOf(`0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111
000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111
00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000
000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101
000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100
000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011
000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001
000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 000011001000
000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101
0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100
0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101
0000001011010 0000001011011 0000001100100 0000001100101`);
/** 1,792 to 2,560 in steps of 64. */
const LONG_RUNS =
  codesOf(`00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110
000000010111 000000011100 000000011101 000000011110 000000011111`);

/** Each with a 1 before its bits, which keeps the zeros that it begins with. */
function codesOf(list: string): readonly number[] {
  return list.split(/\s+/).map((bits) => Number.parseInt(`1${bits}`, 2));
}

const RUN_MAX = 2560;
/** Modes (ITU-T T.6 table 1): how a row differs from the one above. */
const [PASS = 0, HORIZONTAL = 0, END_OF_LINE = 0] = codesOf('0001 001 000000000001');
/** By the distance from the change above, from 3 to the left to 3 to the right. */
const VERTICAL = codesOf('0000010 000010 010 1 011 000011 0000011');
const DISTANCE_MAX = 3;

/** An image of two colours. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** One byte for each pixel, rows from the top; 0 is white. */
  readonly pixels: Uint8Array;
}

/**
 * Encodes an image as faxes of group 4 do (ITU-T T.6), which /CCITTFaxDecode reads with /K -1 (ISO 32000-1 §7.4.6). Of
 * lines and letters it needs half the bytes of /FlateDecode.
 */
export function encodeFax({ width, height, pixels }: Bitmap): Uint8Array {
  const bits = new BitWriter();
  let above: readonly number[] = [width];
  for (let row = 0; row < height; row += 1) {
    const changes = changesOf(pixels.subarray(row * width, (row + 1) * width));
    writeRow(bits, { changes, above, width });
    above = changes;
  }
  bits.put(END_OF_LINE);
  bits.put(END_OF_LINE);
  return bits.finish();
}

/** Where the colour changes: at even indexes to black, as a row begins with white. */
function changesOf(row: Uint8Array): number[] {
  const changes: number[] = [];
  for (let x = 0, isBlack = false; x < row.length; x += 1) {
    if ((row[x] !== 0) === isBlack) continue;
    changes.push(x);
    isBlack = !isBlack;
  }
  return changes;
}

interface CodedRow {
  readonly changes: readonly number[];
  readonly above: readonly number[];
  readonly width: number;
}

/** `a1`, `a2`, `b1` and `b2` are the changes as ITU-T T.6 names them. */
function writeRow(bits: BitWriter, { changes, above, width }: CodedRow): void {
  let next = 0;
  let nextAbove = 0;
  // Before the first pixel: a change of the row above at 0 is to the right of it.
  for (let position = -1; position < width; ) {
    const [a1, a2] = [changes[next] ?? width, changes[next + 1] ?? width];
    // The first change above that is to the right, and to the same colour as `a1`.
    while (nextAbove > 0 && (above[nextAbove - 1] ?? width) > position) nextAbove -= 1;
    while (
      nextAbove < above.length &&
      (nextAbove % 2 !== next % 2 || (above[nextAbove] ?? width) <= position)
    )
      nextAbove += 1;
    const [b1, b2] = [above[nextAbove] ?? width, above[nextAbove + 1] ?? width];
    if (b2 < a1) {
      bits.put(PASS);
      position = b2;
    } else if (Math.abs(a1 - b1) <= DISTANCE_MAX) {
      bits.put(VERTICAL[a1 - b1 + DISTANCE_MAX] ?? 0);
      position = a1;
      next += 1;
    } else {
      const [first, second] = next % 2 === 0 ? [WHITE_RUNS, BLACK_RUNS] : [BLACK_RUNS, WHITE_RUNS];
      bits.put(HORIZONTAL);
      writeRun(bits, a1 - Math.max(0, position), first);
      writeRun(bits, a2 - a1, second);
      position = a2;
      next += 2;
    }
  }
}

function writeRun(bits: BitWriter, length: number, codes: readonly number[]): void {
  let rest = length;
  for (; rest >= RUN_MAX + 64; rest -= RUN_MAX) bits.put(LONG_RUNS.at(-1) ?? 0);
  const steps = Math.floor(rest / 64);
  if (steps > 0) bits.put(codes[63 + steps] ?? LONG_RUNS[63 + steps - codes.length] ?? 0);
  bits.put(codes[rest % 64] ?? 0);
}

class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** Bits that fill no byte yet. */
  #pending = 0;
  #pendingCount = 0;

  /** @param code with a 1 before its bits */
  put(code: number): void {
    const count = 31 - Math.clz32(code);
    this.#pending = (this.#pending << count) | (code & ((1 << count) - 1));
    this.#pendingCount += count;
    while (this.#pendingCount >= 8) {
      this.#pendingCount -= 8;
      this.#push((this.#pending >>> this.#pendingCount) & 0xff);
    }
    this.#pending &= 0xff;
  }

  finish(): Uint8Array {
    if (this.#pendingCount > 0) this.#push((this.#pending << (8 - this.#pendingCount)) & 0xff);
    return this.#bytes.subarray(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#length * 2);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
