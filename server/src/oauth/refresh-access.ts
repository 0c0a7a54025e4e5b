import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { type IssuedTokens, issueAccessToken, storeToken } from './access-tokens.ts';
import { revokeGrant, type StoredApp } from './app-store.ts';
import { requireResource, TokenProblem } from './token-form.ts';
import { lockToken, markTokenRotated, type StoredToken } from './token-store.ts';

/** How long a rotated refresh token can be used once more, by a client that lost the response. */
export const ROTATION_GRACE_SECONDS = 10;

export interface RefreshRequest {
  app: StoredApp;
  refreshToken: string;
  /** Whether the endpoint can hand out another refresh token; one that rotates is refused where it cannot. */
  mayRotate: boolean;
  /** Fewer scopes than were granted; null for all of them. */
  scopes: readonly string[] | null;
  /** What the client says that the token is for; undefined: as it asked the user. */
  resource?: string | null | 'unknown' | undefined;
}

type Slice = Pick<Deps, 'database' | 'clock' | 'ids' | 'vault'>;

/**
 * Issues an access token for a refresh token, and rotates it if its kind does. Reuse after the grace period revokes the
 * whole grant, because the token has leaked (RFC 9700 §4.14.2).
 */
export async function refreshAccess(deps: Slice, request: RefreshRequest): Promise<IssuedTokens> {
  const outcome = await deps.database.transaction().execute(async (tx) => {
    const token = await lockToken(tx, sha256(request.refreshToken));
    const problem = checkToken(token, request, deps.clock.now());
    if (token === null || problem !== null) return new TokenProblem('invalid_grant', problem ?? '');
    requireResource(token, request.resource);
    const { scopes: wanted } = request;
    const granted = wanted?.flatMap((name) => token.scopes.find((scope) => scope === name) ?? []);
    const scopes = granted ?? token.scopes;
    if (wanted !== null && scopes.length < wanted.length) {
      return new TokenProblem('invalid_scope', 'A refresh may ask only for scopes that were granted.');
    }
    const refreshToken = token.rotates
      ? await rotate(tx, deps, { token, presented: request.refreshToken })
      : request.refreshToken;
    if (refreshToken === null) {
      return new TokenProblem('invalid_grant', 'This refresh token was used before; the grant is ended.');
    }
    const access = await issueAccessToken(tx, deps, { grantId: token.grant_id, scopes });
    return { ...access, refreshToken, scopes };
  });
  // Thrown only now: what was ended above stays ended.
  if (outcome instanceof TokenProblem) throw outcome;
  return outcome;
}

function checkToken(token: StoredToken | null, request: RefreshRequest, now: Date): string | null {
  const isTheirs = token?.kind === 'refresh' && token.app_id === request.app.id;
  if (!isTheirs || token.grant_revoked_at !== null) {
    return 'This refresh token is unknown, or the user has revoked the permission. Ask the user again.';
  }
  if (token.expires_at !== null && now >= token.expires_at) {
    return 'This refresh token is too old. Ask the user again.';
  }
  if (token.rotates && !request.mayRotate) return 'This refresh token belongs to /oauth/token; use it there.';
  return null;
}

/**
 * The successor is derived from the token itself with the instance's key, so a repeated call within the grace gets
 * the same one. Null where the token was exchanged too long ago, or its successor is in use: then the grant is ended.
 */
async function rotate(
  tx: Tx,
  deps: Slice,
  { token, presented }: { token: StoredToken; presented: string },
): Promise<string | null> {
  const now = deps.clock.now();
  const successor = successorOf(deps.vault, presented);
  if (token.rotated_at === null) {
    await markTokenRotated(tx, token.token_hash, now);
    const { kind, grant_id: grantId, scopes, rotates, expires_at: expiresAt } = token;
    await storeToken(tx, deps, { kind, token: successor, grantId, scopes, rotates, expiresAt });
    return successor;
  }
  const next = await lockToken(tx, sha256(successor));
  const inGrace = now < addSeconds(token.rotated_at, ROTATION_GRACE_SECONDS);
  if (inGrace && next?.rotated_at === null) return successor;
  await revokeGrant(tx, token.grant_id, now);
  return null;
}

function successorOf(vault: KeyVault, refreshToken: string): string {
  return vault.derive('refresh-token', refreshToken).toString('base64url');
}
