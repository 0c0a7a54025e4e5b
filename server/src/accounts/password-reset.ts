import { emailKey, LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
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
    await insertLink(tx, {
      kind: 'password_reset',
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
