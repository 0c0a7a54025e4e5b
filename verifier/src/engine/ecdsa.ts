import { combine, inverse, mod, power, toNumber } from './numbers.ts';

/** y² = x³ + ax + b over the prime field of p; a point of order n. */
export interface Curve {
  readonly name: string;
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly n: bigint;
  readonly base: Point;
}

/** In Jacobian coordinates: x/z², y/z³; z is 0 for the point at infinity. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

/** The curves of RFC 5480 §2.1.1.1 and RFC 5639 §3, with OpenSSL's names, and identifiers in DER. */
const PARAMETERS = [
  {
    name: 'prime256v1',
    oid: '2a8648ce3d030107',
    p: '0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
    a: '0xffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
    b: '0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
    n: '0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
    x: '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    y: '0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  },
  {
    name: 'secp384r1',
    oid: '2b81040022',
    p:
      '0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000' +
      'ffffffff',
    a:
      '0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000' +
      'fffffffc',
    b:
      '0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8ed' +
      'd3ec2aef',
    n:
      '0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196a' +
      'ccc52973',
    x:
      '0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e38' +
      '72760ab7',
    y:
      '0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c' +
      '90ea0e5f',
  },
  {
    name: 'secp521r1',
    oid: '2b81040023',
    p:
      '0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' +
      'fffffffffffffffffffffffffffffffffffffffffff',
    a:
      '0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' +
      'ffffffffffffffffffffffffffffffffffffffffffc',
    b:
      '0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0' +
      'bd3bb1bf073573df883d2c34f1ef451fd46b503f00',
    n:
      '0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0' +
      '148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
    x:
      '0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc1' +
      '27a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66',
    y:
      '0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b' +
      '9013fad0761353c7086a272c24088be94769fd16650',
  },
  {
    name: 'brainpoolP256r1',
    oid: '2b2403030208010107',
    p: '0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377',
    a: '0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9',
    b: '0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6',
    n: '0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7',
    x: '0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262',
    y: '0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997',
  },
  {
    name: 'brainpoolP384r1',
    oid: '2b240303020801010b',
    p:
      '0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a7187470013' +
      '3107ec53',
    a:
      '0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd' +
      '22ce2826',
    b:
      '0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696f' +
      'a504c11',
    n:
      '0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202' +
      'e9046565',
    x:
      '0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e2' +
      '47d4af1e',
    y:
      '0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341' +
      '263c5315',
  },
  {
    name: 'brainpoolP512r1',
    oid: '2b240303020801010d',
    p:
      '0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12a' +
      'e6a380e62881ff2f2d82c68528aa6056583a48f3',
    a:
      '0x7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c9' +
      '8b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca',
    b:
      '0x3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca' +
      'dc083e67984050b75ebae5dd2809bd638016f723',
    n:
      '0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca9261941866119' +
      '7fac10471db1d381085ddaddb58796829ca90069',
    x:
      '0x81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b' +
      '93b97d5f7c6d5047406a5e688b352209bcb9f822',
    y:
      '0x7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd8' +
      '8a2763aed1ca2b2fa8f0540678cd1e0f3ad80892',
  },
];

const zero: Point = { x: 1n, y: 1n, z: 0n };

const curves: ReadonlyMap<string, Curve> = new Map(
  PARAMETERS.map(({ name, oid, p, a, b, n, x, y }) => {
    const base = { x: BigInt(x), y: BigInt(y), z: 1n };
    return [oid, { name, p: BigInt(p), a: BigInt(a), b: BigInt(b), n: BigInt(n), base }];
  }),
);

/** @param oid of the named curve: content in hexadecimal */
export function findCurve(oid: string): Curve | null {
  return curves.get(oid) ?? null;
}

/** Reads a point, compressed or not (RFC 5480 §2.2); null when it is not on the curve. */
export function readPoint({ p, a, b }: Curve, bytes: Uint8Array): Point | null {
  const size = Math.ceil(p.toString(2).length / 8);
  const [form = 0] = bytes;
  const x = toNumber(bytes.subarray(1, 1 + size));
  const right = mod(x * x * x + a * x + b, p);
  if (x >= p) return null;
  if (form === 4 && bytes.length === 1 + 2 * size) {
    const y = toNumber(bytes.subarray(1 + size));
    return y < p && (y * y) % p === right ? { x, y, z: 1n } : null;
  }
  if ((form !== 2 && form !== 3) || bytes.length !== 1 + size) return null;
  // Every p here is 3 modulo 4.
  const root = power(right, (p + 1n) / 4n, p);
  if ((root * root) % p !== right) return null;
  return { x, y: Number(root & 1n) === (form & 1) ? root : mod(-root, p), z: 1n };
}

export interface EcdsaValue {
  readonly key: Point;
  readonly digest: Uint8Array;
  readonly r: bigint;
  readonly s: bigint;
}

/** RFC 6090 §5.4.3 */
export function verifyEcdsa(curve: Curve, { key, digest, r, s }: EcdsaValue): boolean {
  const { p, n, base } = curve;
  if (r <= 0n || s <= 0n || r >= n || s >= n) return false;
  const surplus = digest.length * 8 - n.toString(2).length;
  const message = surplus > 0 ? toNumber(digest) >> BigInt(surplus) : toNumber(digest);
  const w = inverse(s, n);
  const add = (one: Point, other: Point): Point => addPoints(curve, one, other);
  const { x, z } = combine({ zero, add }, [base, (message * w) % n], [key, (r * w) % n]);
  if (z === 0n) return false;
  const over = inverse(z, p);
  return ((x * over * over) % p) % n === r;
}

function addPoints(curve: Curve, one: Point, other: Point): Point {
  if (one.z === 0n) return other;
  if (other.z === 0n) return one;
  const { p } = curve;
  const [oneSquare, otherSquare] = [(one.z * one.z) % p, (other.z * other.z) % p];
  const u = (one.x * otherSquare) % p;
  const s = (one.y * otherSquare * other.z) % p;
  const h = mod(other.x * oneSquare - u, p);
  const r = mod(other.y * oneSquare * one.z - s, p);
  if (h === 0n) return r === 0n ? double(curve, one) : zero;
  const square = (h * h) % p;
  const cube = (square * h) % p;
  const v = (u * square) % p;
  const x = mod(r * r - cube - 2n * v, p);
  return { x, y: mod(r * (v - x) - s * cube, p), z: (one.z * other.z * h) % p };
}

function double({ p, a }: Curve, { x, y, z }: Point): Point {
  const square = (y * y) % p;
  const s = (4n * x * square) % p;
  const m = (3n * x * x + a * z ** 4n) % p;
  const doubled = mod(m * m - 2n * s, p);
  return { x: doubled, y: mod(m * (s - doubled) - 8n * square * square, p), z: (2n * y * z) % p };
}
