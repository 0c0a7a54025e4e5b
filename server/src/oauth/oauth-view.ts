import { SCOPE_NAMES } from '@paraph/domain';
import type { Config } from '../config/config.ts';
import { toSeconds } from '../platform/clock.ts';
import type { IssuedTokens } from './access-tokens.ts';
import type { StoredApp } from './app-store.ts';

/** Whom an app without an owner is by: the built-in one, or one that nobody has registered. */
export function ownerlessName(app: Pick<StoredApp, 'client_id' | 'origin'>): string {
  return hostOf(app) ?? (app.origin === 'made' ? 'this server' : 'nobody known to this server');
}

/** Where the document of an app is that nobody has registered; null for others. */
export function hostOf({
  client_id: clientId,
  origin,
}: Pick<StoredApp, 'client_id' | 'origin'>): string | null {
  return origin === 'document' ? new URL(clientId).host : null;
}

export function viewApp(app: StoredApp) {
  return {
    id: app.id,
    name: app.name,
    clientId: app.client_id,
    redirectUris: app.redirect_uris,
    scopes: app.scopes,
    embedOrigins: app.embed_origins,
    createDate: toSeconds(app.created_at),
    lastUseDate: app.last_used_at && toSeconds(app.last_used_at),
  };
}

export type AppView = ReturnType<typeof viewApp>;

export function viewAccess({ accessToken, expiresIn }: Pick<IssuedTokens, 'accessToken' | 'expiresIn'>) {
  return { access_token: accessToken, token_type: 'Bearer' as const, expires_in: expiresIn };
}

/** RFC 8414 §2; `issuer` equals `iss` in every redirect (RFC 9207). */
export function viewOauthMetadata({
  baseUrl,
  clientRegistration,
}: Pick<Config, 'baseUrl' | 'clientRegistration'>) {
  const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/integration-apps/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: [...SCOPE_NAMES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ...(clientRegistration === 'open' ? { registration_endpoint: `${baseUrl}/oauth/register` } : {}),
  };
}
