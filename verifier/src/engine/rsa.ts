import { digestOf } from './hashes.ts';
import { power, toBytes, toHex, toNumber } from './numbers.ts';

export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly modulusBits: number;
}

export interface RsaValue {
  readonly hash: string;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** OpenSSL's limits; larger keys would only take time. */
const MODULUS_BITS_MAX = 16_384;
const SMALL_MODULUS_BITS = 3072;
const EXPONENT_BITS_MAX = 64;

/** DER before a digest in DigestInfo (RFC 8017 §9.2, note 1). */
const DIGEST_INFOS: ReadonlyMap<string, string> = new Map([
  ['md5', '3020300c06082a864886f70d020505000410'],
  ['sha1', '3021300906052b0e03021a05000414'],
  ['sha256', '3031300d060960864801650304020105000420'],
  ['sha384', '3041300d060960864801650304020205000430'],
  ['sha512', '3051300d060960864801650304020305000440'],
  ['sha3-256', '3031300d060960864801650304020805000420'],
  ['sha3-384', '3041300d060960864801650304020905000430'],
  ['sha3-512', '3051300d060960864801650304020a05000440'],
]);

/** RSASSA-PKCS1-v1_5 (RFC 8017 §8.2.2): the expected padding is made and compared whole. */
export function verifyPkcs1(key: RsaKey, { hash, data, signature }: RsaValue): boolean {
  const message = recover(key, signature);
  const info = DIGEST_INFOS.get(hash);
  if (!message || info === undefined) return false;
  const digest = toHex(digestOf(hash, data));
  const padding = message.length - (info.length + digest.length) / 2 - 3;
  return padding >= 8 && toHex(message) === `0001${'ff'.repeat(padding)}00${info}${digest}`;
}

/** RSASSA-PSS with MGF1 of the same hash and a salt of any length (RFC 8017 §9.1.2). */
export function verifyPss(key: RsaKey, { hash, data, signature }: RsaValue): boolean {
  const recovered = recover(key, signature);
  if (!recovered) return false;
  const digest = digestOf(hash, data);
  const topBits = (key.modulusBits - 1) % 8;
  // Where the message is one byte shorter than the modulus, that byte must be zero.
  if (topBits === 0 && recovered[0] !== 0) return false;
  const message = topBits === 0 ? recovered.subarray(1) : recovered;
  const seedStart = message.length - digest.length - 1;
  if (seedStart < 1 || message.at(-1) !== 0xbc) return false;
  const seed = message.subarray(seedStart, -1);
  const unused = topBits === 0 ? 0 : 0xff & (0xff << topBits);
  if (((message[0] ?? 0) & unused) !== 0) return false;
  const mask = maskOf(seed, seedStart, hash);
  const block = message.subarray(0, seedStart).map((byte, index) => byte ^ (mask[index] ?? 0));
  block[0] = (block[0] ?? 0) & ~unused;
  const saltStart = block.findIndex((byte) => byte !== 0) + 1;
  if (saltStart === 0 || block[saltStart - 1] !== 1) return false;
  const salt = block.subarray(saltStart);
  const wanted = digestOf(hash, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, ...digest, ...salt));
  return toHex(wanted) === toHex(seed);
}

/** MGF1 (RFC 8017 appendix B.2.1). */
function maskOf(seed: Uint8Array, length: number, hash: string): Uint8Array {
  const mask: number[] = [];
  for (let count = 0; mask.length < length; count += 1)
    mask.push(...digestOf(hash, Uint8Array.of(...seed, count >> 24, count >> 16, count >> 8, count)));
  return Uint8Array.from(mask.slice(0, length));
}

/** RSAVP1 (RFC 8017 §5.2.2); null for a value that no signer makes. */
function recover({ modulus, exponent, modulusBits }: RsaKey, signature: Uint8Array): Uint8Array | null {
  const value = toNumber(signature);
  const isExponentLarge = exponent.toString(2).length > EXPONENT_BITS_MAX;
  if (modulusBits > MODULUS_BITS_MAX || (modulusBits > SMALL_MODULUS_BITS && isExponentLarge)) return null;
  const size = Math.ceil(modulusBits / 8);
  if (signature.length !== size || value >= modulus || exponent < 2n || modulus % 2n === 0n) return null;
  return toBytes(power(value, exponent, modulus), size);
}
