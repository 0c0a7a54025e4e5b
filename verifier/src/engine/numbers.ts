/** The remainder that is not negative. */
export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, mod(base, modulus)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The inverse modulo a prime. */
export function inverse(value: bigint, prime: bigint): bigint {
  return power(value, prime - 2n, prime);
}

/** An unsigned number in big-endian bytes. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}

/** The same in little-endian bytes. */
export function toLittleNumber(bytes: Uint8Array): bigint {
  return toNumber(bytes.toReversed());
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Big-endian, of a fixed length. */
export function toBytes(value: bigint, length: number): Uint8Array {
  const hex = value.toString(16).padStart(length * 2, '0');
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}

/** The sum of `one` times `count` and `other` times `more`, by doubling and adding; nothing here is secret. */
export function combine<Point>(
  { zero, add }: { readonly zero: Point; readonly add: (one: Point, other: Point) => Point },
  ...terms: readonly (readonly [Point, bigint])[]
): Point {
  const bits = Math.max(...terms.map(([, count]) => count.toString(2).length));
  let sum = zero;
  for (let bit = BigInt(bits - 1); bit >= 0n; bit -= 1n) {
    sum = add(sum, sum);
    for (const [point, count] of terms) if (((count >> bit) & 1n) === 1n) sum = add(sum, point);
  }
  return sum;
}
