import { createHmac, hash, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto';

/** The only source of chance. Tests may hand in a repeatable one. */
export interface Ids {
  bytes(count: number): Uint8Array;
}

export const systemIds: Ids = { bytes: takeRandom };

/** Filled at once: each call of the system costs as much as hundreds of bytes. */
const pool = Buffer.alloc(4096);
/** How many bytes of the pool are used. */
let taken = pool.length;

/** Every byte of the pool is used once, and overwritten. */
function takeRandom(count: number): Uint8Array {
  if (count > pool.length / 8) return randomBytes(count);
  if (taken + count > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const chunk = pool.subarray(taken, taken + count);
  taken += count;
  const bytes = Buffer.from(chunk);
  chunk.fill(0);
  return bytes;
}

/** A secret for a person or a program: 256 random bits as 43 characters of base64url. */
export function newToken(ids: Ids): string {
  return Buffer.from(ids.bytes(32)).toString('base64url');
}

/** A name that must not be guessed but is no secret: 128 random bits as 32 hex digits. */
export function newKey(ids: Ids): string {
  return Buffer.from(ids.bytes(16)).toString('hex');
}

/**
 * Like `newKey`, and later keys sort after earlier ones: 44 bits of milliseconds since 1970, then 84 random bits. For
 * indexed columns, where a random key would touch another page of a large index with every row.
 */
export function newOrderedKey(ids: Ids, now: Date): string {
  return now.getTime().toString(16).padStart(11, '0') + Buffer.from(ids.bytes(11)).toString('hex').slice(1);
}

/** A serial number of a certificate: time and chance as in `newOrderedKey`, so its index grows at its end. */
export function newSerial(ids: Ids, now: Date): Uint8Array {
  return Buffer.from(newOrderedKey(ids, now), 'hex');
}

/** 40 characters: the UTC date, then an ordered key. The id of an envelope is one (interface.md §3). */
export function newDatedKey(ids: Ids, now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll('-', '') + newOrderedKey(ids, now);
}

/** Six digits; all combinations are equally likely. */
export function newCode(ids: Ids): string {
  for (;;) {
    const number = Buffer.from(ids.bytes(3)).readUIntBE(0, 3);
    // The rest of the range would make the lower codes more likely.
    if (number < 16_000_000) return String(number % 1_000_000).padStart(6, '0');
  }
}

/** At least 0 and less than 1, to spread retries. */
export function randomFraction(ids: Ids): number {
  return Buffer.from(ids.bytes(4)).readUInt32BE() / 2 ** 32;
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/** HMAC-SHA256 in lowercase hexadecimal, as programs everywhere make it. */
export function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Compares in a time that does not depend on where the two differ. */
export function equalSecrets(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
