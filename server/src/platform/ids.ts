import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The only source of chance. Tests may hand in a repeatable one. */
export interface Ids {
  bytes(count: number): Uint8Array;
}

export const systemIds: Ids = { bytes: (count) => randomBytes(count) };

/** A secret for a person or a program: 256 random bits as 43 characters of base64url. */
export function newToken(ids: Ids): string {
  return Buffer.from(ids.bytes(32)).toString('base64url');
}

/** A name that must not be guessed but is no secret: 128 random bits as 32 hex digits. */
export function newKey(ids: Ids): string {
  return Buffer.from(ids.bytes(16)).toString('hex');
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Compares in a time that does not depend on where the two differ. */
export function equalSecrets(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
