import { assertPresent, emailKey, invalid, isEmail, isErasedAddress, LIMITS, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { AccountPorts } from './account-ports.ts';
import {
  deleteLinksOf,
  findUserByEmail,
  findUserById,
  insertLink,
  lockUser,
  lockUsers,
  type StoredUser,
  updateUser,
} from './account-store.ts';
import {
  deleteChangesSince,
  deletePendingChange,
  findChangeByProof,
  findChangeByRefusal,
  findPendingChange,
  insertAddressChange,
  markChanged,
} from './address-change-store.ts';
import { confirmPassword } from './change-password.ts';
import { hashPassword } from './password.ts';
import { passwordResetToken } from './password-reset.ts';
import { countProofMail } from './prove-address.ts';
import { deleteDevicesOf, deleteSessionsOf } from './session-store.ts';

// An account gets another address when both are known to be right: the new mailbox confirms it by a link, in a session
// of the account; the former one is told before and after, and stops it by a link, for a week after the change as well.
// Who asked knew the password, so stopping ends what it opened: every session, and the password itself.

type ChangeDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** The tokens of a change's links, derived from their id as those of a password reset are. */
export const addressChangeToken = (vault: KeyVault, linkId: string): string =>
  vault.derive('address-change', linkId).toString('base64url');
export const addressRefusalToken = (vault: KeyVault, linkId: string): string =>
  vault.derive('address-refusal', linkId).toString('base64url');

/** The same answer whether or not the address has an account: only the mail to it differs. */
export async function requestAddressChange(
  deps: ChangeDeps,
  ports: Pick<AccountPorts, 'queueMail'>,
  { caller, currentPassword, ...form }: { caller: Caller; email: string; currentPassword: string },
): Promise<void> {
  const email = form.email.trim();
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  if (!isEmail(email) || isErasedAddress(email))
    throw invalid({ email: 'Must be an email address, such as one@example.com.' });
  if (emailKey(email) === emailKey(user.email))
    throw invalid({ email: 'This is the address that your account has; name another one.' });
  await confirmPassword(deps, caller, currentPassword);
  // The mails go to an address that the caller chose: counted by it, and by the account.
  await countProofMail(deps, email);
  await countHit(deps, 'addressProof', `of:${user.id}`);
  const linkId = newKey(deps.ids);
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    await deletePendingChange(tx, user.id);
    await insertAddressChange(tx, {
      ...{ user_id: user.id, former_email: user.email, email, requested_at: now, changed_at: null },
      link_id: linkId,
      proof_hash: sha256(addressChangeToken(deps.vault, linkId)),
      refusal_hash: sha256(addressRefusalToken(deps.vault, linkId)),
      expires_at: addSeconds(now, LIMITS.addressProofSeconds),
    });
    const detail = { linkId, userId: user.id, newEmail: email };
    await ports.queueMail(tx, { kind: 'address_change', toEmail: email, toName: user.name, detail, now });
    // Nobody has shown that an unproved address is theirs: its mailbox may be that of a stranger.
    if (user.email_proven_at !== null) await tellFormer(tx, ports, { user, detail, now });
  });
}

function tellFormer(
  tx: Tx,
  { queueMail }: Pick<AccountPorts, 'queueMail'>,
  { user, detail, now }: { user: Pick<StoredUser, 'email' | 'name'>; detail: object; now: Date },
) {
  const to = { toEmail: user.email, toName: user.name };
  return queueMail(tx, { kind: 'address_notice', ...to, detail: { ...detail }, now });
}

/** What waits for the new mailbox; null where nothing does. */
export async function readAddressChange(
  { database, clock }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
) {
  const pending = await findPendingChange(database, { userId: caller.userId, now: clock.now() });
  if (!pending) return { pending: null };
  const { email, requested_at: requestedAt, expires_at: expiresAt } = pending;
  return { pending: { email, createDate: toSeconds(requestedAt), expiryDate: toSeconds(expiresAt) } };
}

/** Withdraws what waits for the new mailbox: the links of both mails end. */
export async function cancelAddressChange(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
): Promise<void> {
  await database.transaction().execute((tx) => deletePendingChange(tx, caller.userId));
}

/**
 * Gives the caller's account the address whose mailbox got this link. Only for the account that asked, signed in: the
 * reader of a mailbox that was named by mistake gets nothing. Every other session ends.
 */
export async function confirmAddressChange(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  ports: Pick<AccountPorts, 'moveMemberships' | 'queueMail' | 'recordForOrganizations'>,
  { caller, token }: { caller: Caller; token: string },
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const change = await findChangeByProof(tx, { hash: sha256(token), now });
    const user = await lockUser(tx, caller.userId);
    if (!user || change?.user_id !== user.id) {
      throw new Refusal(
        'NOT_FOUND',
        'This link is used, withdrawn or too old, or belongs to another account. Sign in with the account that the mail is about, or ask for a new link.',
      );
    }
    const wasProved = user.email_proven_at !== null;
    await setAddress(tx, ports, { user, email: change.email, now });
    await deleteSessionsOf(tx, user.id, caller.sessionHash);
    // Those of password resets lie in the former mailbox.
    await deleteLinksOf(tx, user.id);
    await markChanged(tx, { id: change.id, now, until: addSeconds(now, LIMITS.addressRefusalSeconds) });
    if (!wasProved) return;
    const detail = { linkId: change.link_id, userId: user.id, newEmail: change.email, changed: true };
    await tellFormer(tx, ports, { user, detail, now });
  });
}

/**
 * Stops a change by the link in the former mailbox, or takes it back. Who asked for it knew the password: it counts no
 * more, every session ends, and the mailbox gets a link to choose another one.
 */
export async function refuseAddressChange(
  deps: ChangeDeps,
  ports: Pick<AccountPorts, 'moveMemberships' | 'queueMail' | 'recordForOrganizations'>,
  { token, ip }: { token: string; ip: string },
): Promise<void> {
  await countHit(deps, 'signInAddress', `refusal:${addressKey(ip)}`);
  const unknownHash = await hashPassword(deps.ids, newToken(deps.ids));
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const change = await findChangeByRefusal(tx, { hash: sha256(token), now });
    const user = change && (await lockUser(tx, change.user_id));
    if (!change || !user) {
      throw new Refusal(
        'NOT_FOUND',
        'This link is used or too old. If the account is yours and you cannot sign in, ask the operator of this service.',
      );
    }
    const email = change.former_email;
    if (emailKey(user.email) !== emailKey(email)) await setAddress(tx, ports, { user, email, now });
    await updateUser(tx, user.id, { password_hash: unknownHash });
    await deleteSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await deleteLinksOf(tx, user.id);
    await deleteChangesSince(tx, change);
    await ports.recordForOrganizations(tx, { userId: user.id, name: 'account.address_refused', now });
    const linkId = newKey(deps.ids);
    const reset = { kind: 'password_reset', token: passwordResetToken(deps.vault, linkId) } as const;
    await insertLink(tx, { ...reset, userId: user.id, now, seconds: LIMITS.passwordResetSeconds });
    const mail = { kind: 'password_reset', toEmail: email, toName: user.name, detail: { linkId } } as const;
    await ports.queueMail(tx, { ...mail, now });
  });
}

/**
 * The same where a provider that vouches for the account names another address: the former mailbox is told, and stops it
 * by a link. False where another account has the address.
 */
export async function setAddressByProvider(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'> &
    Pick<AccountPorts, 'moveMemberships' | 'queueMail' | 'recordForOrganizations'>,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  await lockUsers(tx);
  const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
  const owner = await findUserByEmail(tx, emailKey(email));
  if (owner && owner.id !== userId) return false;
  const now = deps.clock.now();
  const linkId = newKey(deps.ids);
  await deletePendingChange(tx, userId);
  await insertAddressChange(tx, {
    ...{
      user_id: userId,
      former_email: user.email,
      email,
      requested_at: now,
      changed_at: now,
      link_id: linkId,
    },
    proof_hash: sha256(addressChangeToken(deps.vault, linkId)),
    refusal_hash: sha256(addressRefusalToken(deps.vault, linkId)),
    expires_at: addSeconds(now, LIMITS.addressRefusalSeconds),
  });
  await setAddress(tx, deps, { user, email, now });
  await deleteLinksOf(tx, userId);
  const detail = { linkId, userId, newEmail: email, changed: true };
  await tellFormer(tx, deps, { user, detail, now });
  return true;
}

/** The account and its memberships; recipients of workflows stay as they were. */
async function setAddress(
  tx: Tx,
  ports: Pick<AccountPorts, 'moveMemberships' | 'recordForOrganizations'>,
  { user, email, now }: { user: StoredUser; email: string; now: Date },
): Promise<void> {
  const owner = await findUserByEmail(tx, emailKey(email));
  if (owner && owner.id !== user.id) {
    throw new Refusal(
      'NOT_FOUND',
      'Another account has proved this address already. Sign in to that account; a forgotten password can be reset.',
    );
  }
  const proved = { email_proven_at: now, claimed_key: null };
  await updateUser(tx, user.id, { email, email_key: emailKey(email), ...proved });
  await ports.moveMemberships(tx, { userId: user.id, email, now });
  await ports.recordForOrganizations(tx, { userId: user.id, name: 'account.address_changed', now });
}
