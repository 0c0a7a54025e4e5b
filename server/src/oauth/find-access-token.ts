import { includesScope } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { markUsed } from './app-store.ts';
import { findLiveAccess } from './token-store.ts';

// "Last used" is shown to people: a minute is exact enough, and saves a write a call.
const USE_SECONDS = 60;

/** The caller of an access token; null if it is unknown, expired or revoked, or its app is deleted. */
export async function findAccessToken(
  deps: Pick<Deps, 'database' | 'clock'>,
  token: string,
): Promise<Caller | null> {
  const now = deps.clock.now();
  const access = await findLiveAccess(deps.database, { tokenHash: sha256(token), now });
  if (!access) return null;
  const { appId, grantId, userId, user, clientId, lastUsedAt } = access;
  if (lastUsedAt === null || now >= addSeconds(lastUsedAt, USE_SECONDS)) {
    await markUsed(deps.database, { appId, grantId, now });
  }
  return {
    userId,
    ...(user ? { user } : {}),
    kind: 'token',
    organizationId: null,
    onBehalf: false,
    scopes: access.scopes.filter((scope) => includesScope(access.appScopes, scope)),
    appClientId: clientId,
    key: `app:${appId}:user:${userId}`,
    sessionHash: null,
  };
}
