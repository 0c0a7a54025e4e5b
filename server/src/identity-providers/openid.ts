import { Fault } from '@paraph/domain';
import * as openid from 'openid-client';
import { addSeconds, fromSeconds } from '../platform/clock.ts';
import {
  asFault,
  cachedOpenidClient,
  type IdentityProvider,
  type OpenidDeps,
  openOpenidClient,
  rememberKeys,
} from './openid-client.ts';

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

/** The same of a member, with what decides on their rights and ends their session there. */
export interface MemberSignIn extends Omit<SignIn, 'signedInAt'> {
  /** Null where it does not say which they are. */
  groups: string[] | null;
  sid: string | null;
  /** What names their session when it is to be ended there: the ID token, or how a NameID is qualified. */
  signOutHint: string;
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
 * The page of the provider on which a member signs in; a session that they have there counts, unless it `isFresh`.
 *
 * @throws Fault if it cannot be reached
 */
export async function memberSignInUrl(
  deps: OpenidDeps,
  provider: IdentityProvider,
  request: SignInSecrets & { state: string; returnUrl: string; email: string | null; isFresh: boolean },
): Promise<string> {
  const client = await cachedOpenidClient(deps, provider);
  const scopes = client.serverMetadata().scopes_supported ?? [];
  const url = openid.buildAuthorizationUrl(client, {
    response_type: 'code',
    // Some providers give groups under a scope of their own alone.
    scope: ['openid email profile', ...(scopes.includes('groups') ? ['groups'] : [])].join(' '),
    redirect_uri: request.returnUrl,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(request.email === null ? {} : { login_hint: request.email }),
    ...(request.isFresh ? { prompt: 'login', max_age: '0' } : {}),
  });
  return url.href;
}

interface Returned extends SignInSecrets {
  query: URLSearchParams;
  state: string;
}

/**
 * Exchanges what a provider returned a person with, and checks the ID token: signature, issuer, audience, nonce,
 * times, and that the person signed in after they were sent there.
 */
export async function readSignIn(
  deps: OpenidDeps,
  provider: IdentityProvider,
  { sentAt, ...returned }: Returned & { sentAt: Date },
): Promise<SignIn> {
  const client = await openOpenidClient(deps, provider);
  return asFault(provider, async () => {
    const { claims, said } = await exchange(client, identityReturnUrl(deps.config), {
      ...returned,
      wanted: [],
    });
    const signedInAt = requireFresh(claims.auth_time, sentAt, deps.clock.now());
    return { ...personIn(claims, said), signedInAt };
  });
}

/** The same of a member, who need not have signed in just now. */
export async function readMemberSignIn(
  deps: OpenidDeps,
  provider: IdentityProvider,
  { returnUrl, groupClaim, ...returned }: Returned & { returnUrl: string; groupClaim: string },
): Promise<MemberSignIn> {
  const client = await cachedOpenidClient(deps, provider);
  return asFault(provider, async () => {
    const wanted = [groupClaim];
    const { claims, said, idToken } = await exchange(client, returnUrl, { ...returned, wanted });
    rememberKeys(provider, client);
    const { sid } = claims;
    return {
      ...personIn(claims, said),
      groups: groupsIn(said[groupClaim]),
      sid: typeof sid === 'string' ? sid : null,
      signOutHint: idToken,
    };
  });
}

async function exchange(
  client: openid.Configuration,
  returnUrl: string,
  { query, state, nonce, verifier, wanted }: Returned & { wanted: readonly string[] },
) {
  const tokens = await openid.authorizationCodeGrant(client, new URL(`${returnUrl}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Fault('It returned no ID token.');
  const said = await withUserInfo(client, claims, { accessToken: tokens.access_token, wanted });
  return { claims, said, idToken: tokens.id_token ?? '' };
}

function personIn(claims: openid.IDToken, said: Record<string, unknown>): Omit<SignIn, 'signedInAt'> {
  const { email, email_verified: verified, xms_edov: edov, name } = said;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: typeof name === 'string' ? name.slice(0, 250) : null,
    email: typeof email === 'string' ? email : null,
    // Some providers write it as text; Entra says it by a claim of its own, as a number or text.
    isEmailVerified:
      [verified, edov].some((each) => each === true || each === 'true') || edov === 1 || edov === '1',
  };
}

/** One group may come as a text. What is no list of texts says nothing. */
function groupsIn(claim: unknown): string[] | null {
  const listed = typeof claim === 'string' ? [claim] : claim;
  return Array.isArray(listed) ? listed.filter((each) => typeof each === 'string').slice(0, 2_000) : null;
}

const NO_TIME =
  'It does not say when you signed in (auth_time), so that an old sign-in could pass for one of now.';

function requireFresh(authTime: unknown, sentAt: Date, now: Date): Date {
  if (typeof authTime !== 'number') throw new Fault(NO_TIME);
  const signedInAt = fromSeconds(authTime);
  const isFresh =
    addSeconds(signedInAt, TOLERANCE_SECONDS) >= sentAt && signedInAt <= addSeconds(now, TOLERANCE_SECONDS);
  if (isFresh) return signedInAt;
  throw new Fault('You have to sign in there anew; an earlier sign-in does not count.');
}

/** Some providers name the address at their userinfo endpoint alone; its subject has to be the same. */
async function withUserInfo(
  client: openid.Configuration,
  claims: openid.IDToken,
  { accessToken, wanted }: { accessToken: string; wanted: readonly string[] },
): Promise<Record<string, unknown>> {
  const isWhole = ['email', ...wanted].every((claim) => claims[claim] !== undefined);
  if (isWhole || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...claims, ...(await openid.fetchUserInfo(client, accessToken, claims.sub)) };
}
