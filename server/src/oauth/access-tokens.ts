import { includesScope, LIMITS, type Scope } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { markUsed } from './app-store.ts';
import { findLiveAccess, insertToken } from './token-store.ts';

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly Scope[];
}

type Slice = Pick<Deps, 'clock' | 'ids'>;

export async function issueAccessToken(
  tx: Tx,
  deps: Slice,
  { grantId, scopes }: { grantId: number; scopes: readonly Scope[] },
): Promise<{ accessToken: string; expiresIn: number }> {
  const accessToken = newToken(deps.ids);
  const now = deps.clock.now();
  await insertToken(tx, {
    token_hash: sha256(accessToken),
    grant_id: grantId,
    kind: 'access',
    scopes: [...scopes],
    issued_at: now,
    expires_at: addSeconds(now, LIMITS.accessTokenSeconds),
    rotated_at: null,
  });
  return { accessToken, expiresIn: LIMITS.accessTokenSeconds };
}

interface NewRefreshToken {
  token: string;
  grantId: number;
  scopes: readonly Scope[];
  rotates: boolean;
  /** Null: valid until revoked. The successor of a rotated token expires when the first one would have. */
  expiresAt: Date | null;
}

export async function issueRefreshToken(tx: Tx, deps: Slice, refresh: NewRefreshToken): Promise<void> {
  await insertToken(tx, {
    token_hash: sha256(refresh.token),
    grant_id: refresh.grantId,
    kind: 'refresh',
    scopes: [...refresh.scopes],
    issued_at: deps.clock.now(),
    expires_at: refresh.expiresAt,
    rotates: refresh.rotates,
    rotated_at: null,
  });
}

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
