import { LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { replaceRecoveryCodes } from './factor-store.ts';

/** Without letters and digits that look alike, and without U, as Crockford's base32 has it. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 10;

/** New codes in place of those there were: shown once, and stored as hashes. */
export async function makeRecoveryCodes(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'vault'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, () => {
    // 256 is a multiple of 32: all characters are equally likely.
    const text = Array.from(deps.ids.bytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return `${text.slice(0, CHARACTERS / 2)}-${text.slice(CHARACTERS / 2)}`;
  });
  const hashes = codes.map((code) => recoveryCodeHash(deps, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** Keyed, so that the table alone lets nobody try codes. Case, spaces and look-alikes do not count. */
export function recoveryCodeHash({ vault }: Pick<Deps, 'vault'>, userId: number, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const plain = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return vault.derive('recovery-code', `${userId}:${plain}`);
}
