import { Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import type { AccessChoice, AccountPorts, GrantedAccess } from './account-ports.ts';
import { findUserOfLink, type StoredUser } from './account-store.ts';

/**
 * Ends the chosen apps and API keys of the user, mails what ended and what remains, and returns what remains. Ignores
 * ids of others, and what has already ended.
 */
export async function endAccessAfterReset(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  ports: Pick<AccountPorts, 'listAccess' | 'endAccess' | 'queueMail'>,
  { token, ip, chosen }: { token: string; ip: string; chosen: AccessChoice },
): Promise<GrantedAccess> {
  await countHit(deps, 'signInAddress', `reset:${addressKey(ip)}`);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    const user = await findUserOfLink(tx, { kind: 'access_review', tokenHash: sha256(token), now });
    if (!user) {
      throw new Refusal(
        'NOT_FOUND',
        'This page is too old. Sign in: the account pages list apps and API keys too.',
      );
    }
    const before = await ports.listAccess(tx, user.id);
    const ended = {
      apps: before.apps.filter(({ id }) => chosen.appIds.includes(id)),
      apiKeys: before.apiKeys.filter(({ id }) => chosen.apiKeyIds.includes(id)),
    };
    await ports.endAccess(tx, {
      userId: user.id,
      appIds: ended.apps.map(({ id }) => id),
      apiKeyIds: ended.apiKeys.map(({ id }) => id),
      now,
    });
    const remaining = await ports.listAccess(tx, user.id);
    if (ended.apps.length + ended.apiKeys.length > 0) {
      await mailAccess(tx, ports, { user, kind: 'access_ended', ended, remaining, now });
    }
    return remaining;
  });
}

export async function mailAccess(
  tx: Tx,
  ports: Pick<AccountPorts, 'queueMail'>,
  mail: {
    user: StoredUser;
    kind: 'password_changed' | 'access_ended';
    ended?: GrantedAccess;
    remaining: GrantedAccess;
    now: Date;
  },
): Promise<void> {
  const { user, kind, ended, remaining, now } = mail;
  const names = (access: { name: string }[]) => access.map(({ name }) => name);
  await ports.queueMail(tx, {
    kind,
    toEmail: user.email,
    toName: user.name,
    detail: {
      ended: ended ? names([...ended.apps, ...ended.apiKeys]) : [],
      apps: names(remaining.apps),
      apiKeys: names(remaining.apiKeys),
    },
    now,
  });
}
