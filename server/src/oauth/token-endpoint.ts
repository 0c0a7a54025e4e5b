import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets, sha256 } from '../platform/ids.ts';
import type { IssuedTokens } from './access-tokens.ts';
import { findAppByClientId, revokeGrant, type StoredApp } from './app-store.ts';
import { exchangeCode } from './exchange-code.ts';
import { refreshAccess } from './refresh-access.ts';
import { readResource } from './resources.ts';
import { need, type TokenForm, TokenProblem } from './token-form.ts';
import { lockToken } from './token-store.ts';

/** The standard token endpoint (RFC 6749 §3.2): its refresh tokens rotate. */
export async function issueToken(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'>,
  { form, ip }: { form: TokenForm; ip: string },
): Promise<IssuedTokens> {
  const app = await authenticateClient(deps, { ...form, ip });
  const grantType = need(form, 'grant_type');
  const target = form.values.get('resource');
  const resource = target === undefined ? undefined : readResource(deps.config, target);
  if (grantType === 'authorization_code') {
    return exchangeCode(deps, {
      app,
      code: need(form, 'code'),
      redirectUri: need(form, 'redirect_uri'),
      codeVerifier: form.values.get('code_verifier') ?? null,
      rotates: true,
      resource,
    });
  }
  if (grantType === 'refresh_token') {
    const stated = form.values.get('scope');
    const scopes = stated === undefined ? null : stated.split(/\s+/).filter((scope) => scope !== '');
    return refreshAccess(deps, {
      app,
      refreshToken: need(form, 'refresh_token'),
      mayRotate: true,
      scopes,
      resource,
    });
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
    const stored = await lockToken(tx, sha256(token));
    if (stored?.app_id === app.id) await revokeGrant(tx, stored.grant_id, deps.clock.now());
  });
}

interface ClientCredentials {
  clientId: string;
  /** Null where none was sent, as a public client does. */
  clientSecret: string | null;
  ip: string;
}

/**
 * Authenticates an app by id and secret; a public client has no secret and must send none (RFC 6749 §2.1). Only
 * failures count for the rate limit.
 */
export async function authenticateClient(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { clientId, clientSecret, ip }: ClientCredentials,
): Promise<StoredApp> {
  const app = await findAppByClientId(deps.database, clientId);
  const isTheirs =
    app?.secret_hash === null
      ? clientSecret === null
      : equalSecrets(sha256(clientSecret ?? ''), app?.secret_hash ?? sha256(''));
  if (app && isTheirs) return app;
  await countHit(deps, 'clientAuthentication', addressKey(ip));
  throw new TokenProblem('invalid_client', 'The client id or the client secret is not right.');
}
