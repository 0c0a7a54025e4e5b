import { includesScope, LIMITS, type Scope } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { markUsed } from './app-store.ts';
import { insertToken, selectAccess } from './token-store.ts';

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
): Promise<Pick<IssuedTokens, 'accessToken' | 'expiresIn'>> {
  const token = newToken(deps.ids);
  const expiresIn = LIMITS.accessTokenSeconds;
  const expiresAt = addSeconds(deps.clock.now(), expiresIn);
  await storeToken(tx, deps, { kind: 'access', token, grantId, scopes, expiresAt });
  return { accessToken: token, expiresIn };
}

interface NewToken {
  kind: 'access' | 'refresh';
  token: string;
  grantId: number;
  scopes: readonly Scope[];
  rotates?: boolean;
  /** Null: valid until revoked. The successor of a rotated token expires when the first one would have. */
  expiresAt: Date | null;
}

export async function storeToken(tx: Tx, { clock }: Pick<Deps, 'clock'>, stored: NewToken): Promise<void> {
  const { kind, token, grantId, scopes, rotates = false, expiresAt } = stored;
  const row = { token_hash: sha256(token), grant_id: grantId, kind, scopes: [...scopes], rotates };
  await insertToken(tx, { ...row, issued_at: clock.now(), expires_at: expiresAt });
}

// "Last used" is shown to people: a minute is exact enough, and saves a write a call.
const USE_SECONDS = 60;

/**
 * The caller of an access token; null if it is unknown, expired or revoked, its app is deleted, or it is for another
 * resource than this one (RFC 8707): null for the API.
 */
export async function findAccessToken(
  deps: Pick<Deps, 'database' | 'clock'>,
  token: string,
  resource: string | null = null,
): Promise<Caller | null> {
  const now = deps.clock.now();
  const [access] = await selectAccess(deps.database, sha256(token), now);
  if (access?.resource !== resource) return null;
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
    credentialName: access.appName,
    key: `app:${appId}:user:${userId}`,
    sessionHash: null,
  };
}
