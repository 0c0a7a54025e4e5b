import { emailKey, invalid, isEmail, LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import type { AccountPorts } from './account-ports.ts';
import { insertLink } from './account-store.ts';
import { findUserByAddress } from './find-user.ts';

/**
 * The token of a link by the link's id. It is derived with the instance's own key instead of being kept: neither the
 * queued mail nor the table of links is enough to use one.
 */
export function passwordResetToken(vault: KeyVault, linkId: string): string {
  return vault.derive('password-reset', linkId).toString('base64url');
}

/**
 * Mails a link to choose a new password, if there is an account; answers the same, after the same work, if there is
 * none: whether the mail has a reader is found out when it is written (`composeMail`).
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
    // A link of nobody opens nothing.
    await insertLink(tx, {
      kind: 'password_reset',
      token_hash: tokenHash,
      user_id: user?.id ?? null,
      created_at: now,
      expires_at: user ? addSeconds(now, LIMITS.passwordResetSeconds) : now,
    });
    await ports.queueMail(tx, {
      kind: 'password_reset',
      toEmail: user?.email ?? (isEmail(email.trim()) ? email.trim() : ''),
      toName: user?.name ?? null,
      workflowId: null,
      eventId: null,
      recipientId: null,
      detail: { linkId },
      now,
    });
  });
}

/**
 * A link to choose a new password, for the operator's command: it needs no mail server.
 *
 * @throws Refusal `VALIDATION_ERROR` where no account has the address
 */
export async function createPasswordResetLink(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  email: string,
): Promise<{ email: string; url: string; expiresAt: Date }> {
  const user = await findUserByAddress(deps.database, email);
  if (!user) throw invalid({ email: 'There is no account with this address; check how it is spelled.' });
  const token = newToken(deps.ids);
  const now = deps.clock.now();
  const expiresAt = addSeconds(now, LIMITS.passwordResetSeconds);
  const link = { token_hash: sha256(token), user_id: user.id, created_at: now, expires_at: expiresAt };
  await deps.database.transaction().execute((tx) => insertLink(tx, { kind: 'password_reset', ...link }));
  return { email: user.email, url: `${deps.config.baseUrl}/password-reset/${token}`, expiresAt };
}
