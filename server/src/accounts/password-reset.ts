import { emailKey, invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import type { AccountPorts } from './account-ports.ts';
import { judgePassword } from './account-rules.ts';
import { deleteLinksOf, findUserById, insertResetLink, takeLink, updateUser } from './account-store.ts';
import { deleteDevicesOf } from './device-store.ts';
import { findUserByAddress } from './find-user.ts';
import { hashPassword } from './password.ts';
import { type DeviceTokens, rememberDevice } from './remember-device.ts';
import { deleteSessionsOf } from './session-store.ts';
import { clearAttempts } from './sign-in-attempts.ts';

/**
 * The token of a link by the link's id. It is derived with the instance's own key instead of being kept: neither the
 * queued mail nor the table of links is enough to use one.
 */
export function passwordResetToken(vault: KeyVault, linkId: string): string {
  return vault.derive('password-reset', linkId).toString('base64url');
}

/**
 * Mails a link to choose a new password, if there is an account; answers the same if there is none.
 *
 * @throws Refusal `RATE_LIMIT_REACHED`
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'>,
  ports: Pick<AccountPorts, 'queueMail'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  await countHit(deps, 'passwordReset', sha256(emailKey(email)).toString('base64url'));
  const user = await findUserByAddress(deps.database, email);
  const linkId = newKey(deps.ids);
  const tokenHash = sha256(passwordResetToken(deps.vault, linkId));
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    // A link of nobody is kept as well and opens nothing: writing takes time, and time must not tell.
    await insertResetLink(tx, {
      token_hash: tokenHash,
      user_id: user?.id ?? null,
      created_at: now,
      expires_at: user ? addSeconds(now, LIMITS.passwordResetSeconds) : now,
    });
    if (!user) return;
    await ports.queueMail(tx, {
      kind: 'password_reset',
      toEmail: user.email,
      toName: user.name,
      workflowId: null,
      eventId: null,
      recipientId: null,
      detail: { linkId },
      now,
    });
  });
}

/**
 * Sets the password by a mailed link, and ends every session and every other link of that person.
 *
 * @throws Refusal `NOT_FOUND` where the link is used or too old, `VALIDATION_ERROR`, `RATE_LIMIT_REACHED`
 */
export async function confirmPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  ports: Pick<AccountPorts, 'linkMemberships'>,
  { token, password, device, ip }: { token: string; password: string; device: DeviceTokens; ip: string },
): Promise<void> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  const passwordHash = await hashPassword(deps.ids, password);
  const { email } = await deps.database.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const link = await takeLink(tx, { kind: 'password_reset', tokenHash: sha256(token), now });
    const user = link?.userId ? await findUserById(tx, link.userId) : null;
    if (!user) throw new Refusal('NOT_FOUND', 'This link is used or too old. Ask for a new one.');
    const violations: Violations = {};
    judgePassword({ password, email: user.email }, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateUser(tx, user.id, { password_hash: passwordHash, email_proven_at: now });
    await deleteLinksOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await rememberDevice(tx, deps, { userId: user.id, device });
    // Whoever used the link reads that mailbox.
    await ports.linkMemberships(tx, { userId: user.id, email: user.email });
    return user;
  });
  await clearAttempts(deps, email);
}
