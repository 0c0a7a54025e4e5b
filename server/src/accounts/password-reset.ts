import { emailKey, invalid, isEmail, LIMITS, Refusal, type Violations } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { AccountPorts, GrantedAccess } from './account-ports.ts';
import {
  consumeLink,
  deleteLinksOf,
  findUserById,
  insertLink,
  type StoredUser,
  updateUser,
} from './account-store.ts';
import { findMailboxUser, proveEmail } from './api.ts';
import { hashPassword, validatePassword } from './password.ts';
import { requirePasswordAllowed } from './require-password-allowed.ts';
import { mailAccess } from './review-access.ts';
import { deleteDevicesOf, deleteSessionsOf } from './session-store.ts';
import { type DeviceTokens, rememberDevice } from './sessions.ts';
import { clearAttempts } from './sign-in-attempts.ts';

/**
 * The token of a link, derived from the link's id with the instance's key instead of being stored: neither the queued
 * mail nor the table of links suffices to use the link.
 */
export function passwordResetToken(vault: KeyVault, linkId: string): string {
  return vault.derive('password-reset', linkId).toString('base64url');
}

/**
 * Mails a link to choose a new password. Returns the same, after the same work, if there is no account: that is only
 * checked when the mail is composed (`composeMail`).
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'>,
  ports: Pick<AccountPorts, 'findRequiredConnection' | 'queueMail'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  await countHit(deps, 'passwordReset', sha256(emailKey(email)).toString('base64url'));
  await requirePasswordAllowed(deps.database, ports, { email, userId: null });
  const user = await findMailboxUser(deps.database, email);
  const linkId = newKey(deps.ids);
  const token = passwordResetToken(deps.vault, linkId);
  const now = deps.clock.now();
  const seconds = user ? LIMITS.passwordResetSeconds : 0;
  await deps.database.transaction().execute(async (tx) => {
    await insertLink(tx, { kind: 'password_reset', token, userId: user?.id ?? null, now, seconds });
    await ports.queueMail(tx, {
      kind: 'password_reset',
      toEmail: user?.email ?? (isEmail(email.trim()) ? email.trim() : ''),
      toName: user?.name ?? null,
      detail: { linkId },
      now,
    });
  });
}

/** A link to choose a new password, for the operator's command: it needs no mail server. */
export async function createPasswordResetLink(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  email: string,
): Promise<{ email: string; url: string; expiresAt: Date }> {
  const user = await findMailboxUser(deps.database, email);
  if (!user) throw invalid({ email: 'There is no account with this address; check how it is spelled.' });
  const token = newToken(deps.ids);
  const now = deps.clock.now();
  const seconds = LIMITS.passwordResetSeconds;
  const link = { kind: 'password_reset', token, userId: user.id, now, seconds } as const;
  await deps.database.transaction().execute((tx) => insertLink(tx, link));
  const url = `${deps.config.baseUrl}/password-reset/${token}`;
  return { email: user.email, url, expiresAt: addSeconds(now, seconds) };
}

/**
 * Sets the password by a mailed link, and ends every session and every other link of the user. Apps and API keys remain
 * active until the user ends them, on the following page, by the token that is returned; a mail lists them.
 */
export async function confirmPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  ports: Pick<
    AccountPorts,
    'linkMemberships' | 'listAccess' | 'listOrganizationNames' | 'queueMail' | 'recordForOrganizations'
  >,
  { token, password, device, ip }: { token: string; password: string; device: DeviceTokens; ip: string },
): Promise<GrantedAccess & { reviewToken: string }> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  const passwordHash = await hashPassword(deps.ids, password);
  const reviewToken = newToken(deps.ids);
  const { user, remaining } = await deps.database.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await consumeResetLink(tx, { token, now });
    const violations: Violations = {};
    const words = [user.email, user.name, ...(await ports.listOrganizationNames(tx, user.id))];
    validatePassword(deps.config, { password, words }, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await deleteLinksOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await rememberDevice(tx, deps, { userId: user.id, device });
    // Using the link proves access to the mailbox; another account may have proved it meanwhile.
    if (!(await proveEmail(tx, { userId: user.id, now }))) throw usedLink();
    await ports.linkMemberships(tx, { userId: user.id, email: user.email, now });
    await ports.recordForOrganizations(tx, { userId: user.id, name: 'account.password_changed', now });
    const remaining = await ports.listAccess(tx, user.id);
    const review = { kind: 'access_review', token: reviewToken, userId: user.id } as const;
    await insertLink(tx, { ...review, now, seconds: LIMITS.accessReviewSeconds });
    await mailAccess(tx, ports, { user, kind: 'password_changed', remaining, now });
    return { user, remaining };
  });
  await clearAttempts(deps, user.email);
  return { ...remaining, reviewToken };
}

async function consumeResetLink(tx: Tx, { token, now }: { token: string; now: Date }): Promise<StoredUser> {
  const link = await consumeLink(tx, { kind: 'password_reset', tokenHash: sha256(token), now });
  const user = link?.userId ? await findUserById(tx, link.userId) : null;
  if (!user) throw usedLink();
  return user;
}

function usedLink(): Refusal {
  return new Refusal('NOT_FOUND', 'This link is used or too old. Ask for a new one.');
}
