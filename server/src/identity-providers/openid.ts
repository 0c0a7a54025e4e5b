import { Fault } from '@paraph/domain';
import * as openid from 'openid-client';
import { addSeconds, fromSeconds } from '../platform/clock.ts';
import { asFault, type IdentityProvider, type OpenidDeps, openOpenidClient } from './openid-client.ts';

/** Where identity providers return people to; registered there once. */
export function identityReturnUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign/identity/return`;
}

/** What belongs to one sign-in, and to none else. */
export interface SignInSecrets {
  /** Of the code that the provider returns (RFC 7636). */
  verifier: string;
  /** Comes back in the ID token. */
  nonce: string;
}

/** What a provider says of a person who has just signed in. */
export interface SignIn {
  issuer: string;
  /** Names the person at this issuer for ever. */
  subject: string;
  name: string | null;
  email: string | null;
  isEmailVerified: boolean;
  signedInAt: Date;
}

/** Clocks of providers may be wrong by this. */
const TOLERANCE_SECONDS = 30;

/**
 * The page of the provider on which a person signs in. They have to do so now: a session that is left open on a shared
 * device shows nothing (`max_age`, `prompt`).
 */
export async function signInUrl(
  deps: OpenidDeps,
  provider: IdentityProvider,
  request: SignInSecrets & { state: string; email: string; language: string },
): Promise<string> {
  const client = await openOpenidClient(deps, provider);
  const url = openid.buildAuthorizationUrl(client, {
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: identityReturnUrl(deps.config),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    prompt: 'login',
    max_age: '0',
    login_hint: request.email,
    ui_locales: request.language,
  });
  return url.href;
}

/**
 * Exchanges what a provider returned a person with, and checks the ID token: signature, issuer, audience, nonce,
 * times, and that the person signed in after they were sent there.
 */
export async function readSignIn(
  deps: OpenidDeps,
  provider: IdentityProvider,
  returned: SignInSecrets & { query: URLSearchParams; state: string; sentAt: Date },
): Promise<SignIn> {
  const client = await openOpenidClient(deps, provider);
  return asFault(provider, async () => {
    const address = new URL(`${identityReturnUrl(deps.config)}?${returned.query}`);
    const tokens = await openid.authorizationCodeGrant(client, address, {
      expectedState: returned.state,
      expectedNonce: returned.nonce,
      pkceCodeVerifier: returned.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Fault('it returned no ID token.');
    const signedInAt = requireFresh(claims.auth_time, returned.sentAt, deps.clock.now());
    const said = await withUserInfo(client, claims, tokens.access_token);
    const { email, email_verified: verified, name } = said;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: typeof name === 'string' ? name.slice(0, 250) : null,
      email: typeof email === 'string' ? email : null,
      // Some providers write it as text.
      isEmailVerified: verified === true || verified === 'true',
      signedInAt,
    };
  });
}

const NO_TIME =
  'it does not say when you signed in (auth_time), so that an old sign-in could pass for one of now.';

function requireFresh(authTime: unknown, sentAt: Date, now: Date): Date {
  if (typeof authTime !== 'number') throw new Fault(NO_TIME);
  const signedInAt = fromSeconds(authTime);
  const isFresh =
    addSeconds(signedInAt, TOLERANCE_SECONDS) >= sentAt && signedInAt <= addSeconds(now, TOLERANCE_SECONDS);
  if (isFresh) return signedInAt;
  throw new Fault('you have to sign in there anew; an earlier sign-in does not count.');
}

/** Some providers name the address at their userinfo endpoint alone; its subject has to be the same. */
async function withUserInfo(
  client: openid.Configuration,
  claims: openid.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...claims, ...(await openid.fetchUserInfo(client, accessToken, claims.sub)) };
}
