import { emailKey } from '@paraph/domain';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { StoredLink, StoredSubmission } from './public-link-store.ts';

/** Letters of base64url: 132 bits. */
const TOKEN_CHARACTERS = 22;

/**
 * The token of a link's address. On a door it is no secret, but nobody should guess or collect it: it is derived, as
 * those of signing links are, so that its owner can see it again, and who reads the tables cannot.
 */
export function formToken(vault: KeyVault, key: string): string {
  return vault.derive('public-link', key).toString('base64url').slice(0, TOKEN_CHARACTERS);
}

/** Signs what an address fills in; answered when it is made, and never again. */
export function linkSecret(
  vault: KeyVault,
  { key, secret_number: number }: Pick<StoredLink, 'key' | 'secret_number'>,
): string {
  return vault.derive('public-link-secret', `${key} ${number}`).toString('hex');
}

/** Recognizes a person at one link, and says nothing of their address without the key of the vault. */
export function personHash(vault: KeyVault, linkId: number, email: string): Buffer {
  return vault.derive('public-link-person', `${linkId} ${emailKey(email)}`);
}

/** Six digits for one submission, stored nowhere: the mail derives them as well. */
export function mailboxCode(
  vault: KeyVault,
  { id, key_hash: keyHash }: Pick<StoredSubmission, 'id' | 'key_hash'>,
): string {
  const derived = vault.derive('mailbox-code', `${id} ${keyHash.toString('hex')}`);
  return String(derived.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
