import { invalid, Refusal, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import type { Tx } from '../platform/database.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import type { AccountPorts, GrantedAccess } from './account-ports.ts';
import { validatePassword } from './account-rules.ts';
import { consumeLink, deleteLinksOf, findUserById, type StoredUser, updateUser } from './account-store.ts';
import { deleteDevicesOf } from './device-store.ts';
import { hashPassword } from './password.ts';
import { type DeviceTokens, rememberDevice } from './remember-device.ts';
import { mailAccess, openAccessReview } from './review-access.ts';
import { deleteSessionsOf } from './session-store.ts';
import { clearAttempts } from './sign-in-attempts.ts';

/** What may still act in the person's name, and the token by which they may end it. */
export type ResetOutcome = GrantedAccess & { reviewToken: string };

/**
 * Sets the password by a mailed link, and ends every session and every other link of that person. Apps and API keys
 * go on until the person ends them, on the page that follows; a mail names them.
 *
 * @throws Refusal `NOT_FOUND` where the link is used or too old, `VALIDATION_ERROR`, `RATE_LIMIT_REACHED`
 */
export async function confirmPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  ports: Pick<AccountPorts, 'linkMemberships' | 'listAccess' | 'queueMail'>,
  { token, password, device, ip }: { token: string; password: string; device: DeviceTokens; ip: string },
): Promise<ResetOutcome> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  const passwordHash = await hashPassword(deps.ids, password);
  const reviewToken = newToken(deps.ids);
  const { user, remaining } = await deps.database.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await consumeResetLink(tx, { token, now });
    const violations: Violations = {};
    validatePassword({ password, email: user.email }, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateUser(tx, user.id, { password_hash: passwordHash, email_proven_at: now });
    await deleteLinksOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await rememberDevice(tx, deps, { userId: user.id, device });
    // Whoever used the link reads that mailbox.
    await ports.linkMemberships(tx, { userId: user.id, email: user.email });
    const remaining = await ports.listAccess(tx, user.id);
    await openAccessReview(tx, deps, { userId: user.id, token: reviewToken });
    await mailAccess(tx, ports, { user, kind: 'password_changed', remaining, now });
    return { user, remaining };
  });
  await clearAttempts(deps, user.email);
  return { ...remaining, reviewToken };
}

async function consumeResetLink(tx: Tx, { token, now }: { token: string; now: Date }): Promise<StoredUser> {
  const link = await consumeLink(tx, { kind: 'password_reset', tokenHash: sha256(token), now });
  const user = link?.userId ? await findUserById(tx, link.userId) : null;
  if (!user) throw new Refusal('NOT_FOUND', 'This link is used or too old. Ask for a new one.');
  return user;
}
