import { shake256 } from '@noble/hashes/sha3.js';
import { digestOf } from './hashes.ts';
import { combine, inverse, mod, power, toLittleNumber } from './numbers.ts';

/** ax² + y² = 1 + dx²y² over the prime field of p; a point of order `order` (RFC 8032 §5). */
interface Edwards {
  readonly p: bigint;
  readonly a: bigint;
  readonly d: bigint;
  readonly order: bigint;
  /** Bytes of a point and of a number. */
  readonly size: number;
  readonly base: Point;
  hash(bytes: Uint8Array): Uint8Array;
}

/** In projective coordinates: x/z, y/z. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

const P25519 = 2n ** 255n - 19n;
const P448 = 2n ** 448n - 2n ** 224n - 1n;

/** RFC 8032 §5.1 */
const ed25519: Edwards = {
  p: P25519,
  a: P25519 - 1n,
  d: mod(-121_665n * inverse(121_666n, P25519), P25519),
  order: 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n,
  size: 32,
  base: {
    x: 0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an,
    y: 0x6666666666666666666666666666666666666666666666666666666666666658n,
    z: 1n,
  },
  hash: (bytes) => digestOf('sha512', bytes),
};

/** `dom4` without pre-hash and context (RFC 8032 §2). */
const DOM4 = Uint8Array.from([...'SigEd448', '\0', '\0'], (letter) => letter.charCodeAt(0));

/** RFC 8032 §5.2 */
const ed448: Edwards = {
  p: P448,
  a: 1n,
  d: P448 - 39_081n,
  order: 2n ** 446n - 0x8335dc163bb124b65129c96fde933d8d723a70aadc873d6d54a7bb0dn,
  size: 57,
  base: {
    x: BigInt(
      '0x4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324' +
        'a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e',
    ),
    y: BigInt(
      '0x693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e' +
        '05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14',
    ),
    z: 1n,
  },
  hash: (bytes) => shake256(Uint8Array.of(...DOM4, ...bytes), { dkLen: 114 }),
};

export const EDWARDS = { ed25519, ed448 } as const;

export interface EdwardsValue {
  readonly key: Uint8Array;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

export function isEdwardsKey(curve: Edwards, key: Uint8Array): boolean {
  return readPoint(curve, key) !== null;
}

/** RFC 8032 §5.1.7, §5.2.7, without the cofactor, as OpenSSL has it. */
export function verifyEdwards(curve: Edwards, { key, data, signature }: EdwardsValue): boolean {
  const { size, order, base, p } = curve;
  const point = readPoint(curve, key);
  const commitment = readPoint(curve, signature.subarray(0, size));
  const count = toLittleNumber(signature.subarray(size));
  if (signature.length !== 2 * size || !point || !commitment || count >= order) return false;
  const whole = new Uint8Array(2 * size + data.length);
  whole.set(signature.subarray(0, size));
  whole.set(key, size);
  whole.set(data, 2 * size);
  const challenge = toLittleNumber(curve.hash(whole)) % order;
  const group = { zero: { x: 0n, y: 1n, z: 1n }, add: (one: Point, other: Point) => add(curve, one, other) };
  const negated = { ...point, x: mod(-point.x, p) };
  const { x, y, z } = combine(group, [base, count], [negated, challenge]);
  return mod(x - commitment.x * z, p) === 0n && mod(y - commitment.y * z, p) === 0n;
}

/** RFC 8032 §5.1.3, §5.2.3; null when it is no point. */
function readPoint({ p, a, d, size }: Edwards, bytes: Uint8Array): Point | null {
  if (bytes.length !== size) return null;
  const isOdd = (bytes.at(-1) ?? 0) >= 0x80;
  const y = toLittleNumber(bytes) & ((1n << BigInt(size * 8 - 1)) - 1n);
  if (y >= p) return null;
  const root = rootOf(mod((1n - y * y) * inverse(mod(a - d * y * y, p), p), p), p);
  if (root === null || (root === 0n && isOdd)) return null;
  return { x: (root & 1n) === (isOdd ? 1n : 0n) ? root : p - root, y, z: 1n };
}

/** A square root modulo a prime that is 3 modulo 4, or 5 modulo 8; null where there is none. */
function rootOf(square: bigint, p: bigint): bigint | null {
  const isThree = p % 4n === 3n;
  const first = power(square, isThree ? (p + 1n) / 4n : (p + 3n) / 8n, p);
  if ((first * first) % p === square) return first;
  const second = (first * power(2n, (p - 1n) / 4n, p)) % p;
  return !isThree && (second * second) % p === square ? second : null;
}

/** Complete for both curves: it doubles, too (RFC 8032 §5.2.4, with the factor a). */
function add({ p, a, d }: Edwards, one: Point, other: Point): Point {
  const z = (one.z * other.z) % p;
  const square = (z * z) % p;
  const x = (one.x * other.x) % p;
  const y = (one.y * other.y) % p;
  const e = (d * x * y) % p;
  const [f, g] = [mod(square - e, p), (square + e) % p];
  const crossed = mod((one.x + one.y) * (other.x + other.y) - x - y, p);
  return { x: mod(z * f * crossed, p), y: mod(z * g * (y - a * x), p), z: (f * g) % p };
}
