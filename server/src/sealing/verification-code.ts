import type { Ids } from '../platform/ids.ts';

// Digits and letters that are not mistaken for each other when read from paper.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Eight characters printed with a signature, to find it again by: "K7QF-2M9X". */
export function newVerificationCode(ids: Ids): string {
  const letters = [...ids.bytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
