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
  const moved = openMoved(vault, key);
  if (moved) return moved.token;
  return vault.derive('public-link', key).toString('base64url').slice(0, TOKEN_CHARACTERS);
}

/** Signs what an address fills in; answered when it is made, and never again. */
export function linkSecret(
  vault: KeyVault,
  { key, secret_number: number }: Pick<StoredLink, 'key' | 'secret_number'>,
): string {
  const moved = openMoved(vault, key);
  // After a renewal it is one of this instance.
  if (moved?.number === number) return moved.secret;
  return vault.derive('public-link-secret', `${key} ${number}`).toString('hex');
}

/** What another instance derived for a link that came from it: the key of its row is that, encrypted. */
export interface MovedSecrets {
  token: string;
  secret: string;
  number: number;
}

const MOVED = 'public link';

/** All that this instance, or one before it, has derived for a link. */
export function openLinkSecrets(
  vault: KeyVault,
  link: Pick<StoredLink, 'key' | 'secret_number'>,
): MovedSecrets {
  const { key, secret_number: number } = link;
  return { token: formToken(vault, key), secret: linkSecret(vault, link), number };
}

export function sealMoved(vault: KeyVault, moved: MovedSecrets): string {
  return vault.encrypt(JSON.stringify(moved), MOVED);
}

function openMoved(vault: KeyVault, key: string): MovedSecrets | null {
  return key.startsWith('sealed:') ? (JSON.parse(vault.decrypt(key, MOVED)) as MovedSecrets) : null;
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
