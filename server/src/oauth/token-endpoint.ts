import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { revokeGrant, type StoredApp } from './app-store.ts';
import { authenticateClient } from './authenticate-client.ts';
import { exchangeCode } from './exchange-code.ts';
import type { IssuedTokens } from './issue-tokens.ts';
import { refreshAccess } from './refresh-access.ts';
import { need, type TokenForm, TokenProblem } from './token-form.ts';
import { lockToken } from './token-store.ts';

/**
 * The standard token endpoint (RFC 6749 §3.2): its refresh tokens rotate.
 *
 * @throws TokenProblem; Refusal `RATE_LIMIT_REACHED`
 */
export async function issueToken(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'>,
  { form, ip }: { form: TokenForm; ip: string },
): Promise<IssuedTokens> {
  const app = await authenticateClient(deps, { ...form, ip });
  const grantType = need(form, 'grant_type');
  if (grantType === 'authorization_code') {
    return exchangeCode(deps, {
      app,
      code: need(form, 'code'),
      redirectUri: need(form, 'redirect_uri'),
      codeVerifier: form.values.get('code_verifier') ?? null,
      rotates: true,
    });
  }
  if (grantType === 'refresh_token') {
    const scopes =
      form.values
        .get('scope')
        ?.split(/\s+/)
        .filter((scope) => scope !== '') ?? null;
    return refreshAccess(deps, { app, refreshToken: need(form, 'refresh_token'), mayRotate: true, scopes });
  }
  throw new TokenProblem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

/**
 * Revokes the grant of a token of this app. A token that is unknown or of another client is not revoked, with the same
 * response, which must not reveal whether it exists (RFC 7009 §2.2).
 */
export async function revokeToken(
  deps: Pick<Deps, 'database' | 'clock'>,
  { app, token }: { app: StoredApp; token: string },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const found = await lockToken(tx, sha256(token));
    if (found?.app_id === app.id) await revokeGrant(tx, found.grant_id, deps.clock.now());
  });
}
