import { emailKey, LIMITS, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUserById, findUserOfLink, insertLink, type StoredUser } from './account-store.ts';
import { proveEmail } from './api.ts';

/** The token of the link that proves an address, derived from the link's id as that of a password reset is. */
export function addressProofToken(vault: KeyVault, linkId: string): string {
  return vault.derive('address-proof', linkId).toString('base64url');
}

export async function countProofMail(deps: Pick<Deps, 'database' | 'clock' | 'config'>, email: string) {
  await countHit(deps, 'addressProof', sha256(emailKey(email)).toString('base64url'));
}

/**
 * Mails the link that proves the address of an account. Where another account has the address already, the mail says so
 * instead: that is only checked when it is composed, so that neither answer nor time of a sign-up tells.
 */
export async function mailAddressProof(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  ports: Pick<AccountPorts, 'queueMail'> & { user: Pick<StoredUser, 'id' | 'email' | 'name'> },
): Promise<void> {
  const { id: userId, email, name } = ports.user;
  const linkId = newKey(deps.ids);
  const token = addressProofToken(deps.vault, linkId);
  const now = deps.clock.now();
  await insertLink(tx, { kind: 'address_proof', token, userId, now, seconds: LIMITS.addressProofSeconds });
  await ports.queueMail(tx, {
    kind: 'address_proof',
    toEmail: email,
    toName: name,
    detail: { linkId, userId },
    now,
  });
}

/** Mails the caller the link again; nothing where the address is proved. */
export async function requestAddressProof(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'>,
  ports: Pick<AccountPorts, 'queueMail'>,
  caller: Caller,
): Promise<void> {
  const user = await findUserById(deps.database, caller.userId);
  if (!user || user.email_proven_at !== null) return;
  await countProofMail(deps, user.email);
  await deps.database.transaction().execute((tx) => mailAddressProof(tx, deps, { ...ports, user }));
}

/**
 * Proves the caller's address by the mailed link. Only for the account that asked for the mail, signed in: a stranger who
 * signed up with an address cannot have its owner confirm it by a mere press. May be repeated.
 */
export async function confirmAddress(
  deps: Pick<Deps, 'database' | 'clock'>,
  ports: Pick<AccountPorts, 'linkMemberships'>,
  { caller, token }: { caller: Caller; token: string },
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const user = await findUserOfLink(tx, { kind: 'address_proof', tokenHash: sha256(token), now });
    if (user?.id !== caller.userId) {
      throw new Refusal(
        'NOT_FOUND',
        'This link is too old, or belongs to another account. Sign in with the account that the mail is about, or ask for a new link.',
      );
    }
    if (!(await proveEmail(tx, { userId: user.id, now }))) {
      throw new Refusal(
        'NOT_FOUND',
        'Another account has proved this address already. Sign in to that account; a forgotten password can be reset.',
      );
    }
    await ports.linkMemberships(tx, { userId: user.id, email: user.email, now: deps.clock.now() });
  });
}
