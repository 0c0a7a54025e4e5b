import { Fault, Refusal } from '@paraph/domain';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { deleteSession } from '../accounts/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { samlSignOutUrl } from './end-saml-session.ts';
import { findConnectionRow, type StoredIdentityProvider } from './identity-provider-store.ts';
import { openIdentityProvider } from './manage-identity-provider.ts';
import { cachedOpenidClient, fetchKeys } from './openid-client.ts';
import { findMembersConnection } from './sign-in-connections.ts';
import { findConnectionSession, insertLogoutToken, listConnectionSessions } from './sign-in-store.ts';
import { tokenBoundTo, type VisitDeps } from './sign-in-visit.ts';

/** Where the browser ends the session at the provider as well; null where it stays there (RP-Initiated Logout 1.0). */
export async function findProviderSignOut(deps: VisitDeps, tokenHash: Buffer): Promise<string | null> {
  const session = await findConnectionSession(deps.database, tokenHash);
  const connection = session && (await findConnectionRow(deps.database, session.connection_id));
  if (!session || !connection?.ends_session) return null;
  if (connection.kind === 'saml') return samlSignOutUrl(deps, { connection, session });
  try {
    const client = await cachedOpenidClient(deps, openIdentityProvider(deps, connection));
    if (client.serverMetadata().end_session_endpoint === undefined) return null;
    const hint = deps.vault.decrypt(session.sealed_token, tokenBoundTo(tokenHash));
    const parameters = { id_token_hint: hint, post_logout_redirect_uri: signedOutUrl(deps.config) };
    return openid.buildEndSessionUrl(client, parameters).href;
  } catch (error) {
    // The session here ends in any case.
    if (!(error instanceof Fault)) throw error;
    deps.log.warn({ reason: error.message }, 'a session at a provider was not ended');
    return null;
  }
}

/** Where providers return people to who signed out; registered there once. */
export function signedOutUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign-in`;
}

/** Where providers send logout tokens. */
export function logoutUrl({ baseUrl }: { baseUrl: string }, connectionId: string): string {
  return `${baseUrl}/sso/${connectionId}/logout`;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How long a token counts after it was issued, and how far clocks may differ. */
const TOKEN_SECONDS = 600;
const TOLERANCE_SECONDS = 30;
/** By public keys alone: anyone knows those, so that a token “signed” with one as a secret would be forged. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];

/**
 * Ends the sessions that a provider has ended (OpenID Connect Back-Channel Logout 1.0).
 *
 * @throws Refusal `VALIDATION_ERROR` for a token that does not count
 */
export async function endByProvider(
  deps: VisitDeps,
  { connectionId, logoutToken }: { connectionId: string; logoutToken: string },
): Promise<void> {
  const connection = await findMembersConnection(deps, connectionId);
  if (connection?.kind !== 'oidc') throw new Refusal('NOT_FOUND', 'There is no such connection.');
  const { sid, sub, jti } = await readLogoutToken(deps, connection, logoutToken);
  await deps.database.transaction().execute(async (tx) => {
    const expiresAt = addSeconds(deps.clock.now(), TOKEN_SECONDS + 2 * TOLERANCE_SECONDS);
    const isNew = await insertLogoutToken(tx, {
      ...{ connection_id: connection.id, token_id: jti, expires_at: expiresAt },
    });
    if (!isNew) throw refused('it was used before');
    const of = { connectionId: connection.id, sid, subject: sub };
    for (const tokenHash of await listConnectionSessions(tx, of)) await deleteSession(tx, tokenHash);
  });
}

async function readLogoutToken(deps: VisitDeps, connection: StoredIdentityProvider, token: string) {
  const provider = openIdentityProvider(deps, connection);
  const claims = await verify(deps, provider, token);
  const { sid, sub, jti, nonce, events } = claims;
  if (nonce !== undefined) throw refused('it has a nonce, as an ID token has');
  const named =
    typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : null;
  if (typeof named !== 'object' || named === null) throw refused('it is not about a logout');
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) throw refused('it has no id (jti)');
  const texts = { sid: typeof sid === 'string' ? sid : null, sub: typeof sub === 'string' ? sub : null };
  if (texts.sid === null && texts.sub === null) throw refused('it names nobody (sid or sub)');
  return { ...texts, jti };
}

async function verify(deps: VisitDeps, provider: ReturnType<typeof openIdentityProvider>, token: string) {
  try {
    const client = await cachedOpenidClient(deps, provider);
    const keys = createLocalJWKSet((await fetchKeys(deps, provider, client)) as JSONWebKeySet);
    const { payload } = await jwtVerify(token, keys, {
      issuer: client.serverMetadata().issuer,
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: TOKEN_SECONDS,
      currentDate: deps.clock.now(),
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(error.message);
    if (error instanceof Fault)
      throw new Refusal('SERVICE_UNAVAILABLE', error.message, { retryAfterSeconds: 60 });
    throw error;
  }
}

function refused(why: string): Refusal {
  return new Refusal('VALIDATION_ERROR', `The logout token does not count: ${why}.`);
}
