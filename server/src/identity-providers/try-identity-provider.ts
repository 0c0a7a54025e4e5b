import { Fault } from '@paraph/domain';
import type * as openid from 'openid-client';
import { type IdentityProvider, type OpenidDeps, openOpenidClient } from './openid-client.ts';

/** What a trial of a provider's settings shows, as it is answered. */
export interface TrialFinding {
  ok: boolean;
  text: string;
}

export function findingOf(ok: boolean, [yes, no]: readonly [yes: string, no: string]): TrialFinding {
  return { ok, text: ok ? yes : no };
}

/**
 * Reads the discovery document of a provider; a sentence for everything that matters, as of a provider that cannot be
 * reached. Whether it knows the client shows at the first sign-in alone.
 */
export async function tryIdentityProvider(deps: OpenidDeps, provider: IdentityProvider) {
  try {
    const client = await openOpenidClient(deps, provider);
    return describe(client.serverMetadata());
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [{ ok: false, text: sentence(error.message) }];
  }
}

function describe(server: ReturnType<openid.Configuration['serverMetadata']>): TrialFinding[] {
  const { issuer, authorization_endpoint: page, token_endpoint: token, jwks_uri: keys } = server;
  const missing = Object.entries({ authorization_endpoint: page, token_endpoint: token, jwks_uri: keys })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  const { response_types_supported: types, claims_supported: claims } = server;
  const givesCodes = types?.includes('code') !== false;
  const challenges = server.code_challenge_methods_supported;
  const unnamed = ['email', 'email_verified', 'auth_time'].filter(
    (claim) => claims?.includes(claim) === false,
  );
  return [
    { ok: true, text: `It answers as ${issuer}.` },
    findingOf(missing.length === 0, [
      `People sign in at ${new URL(page ?? issuer).host}.`,
      `It does not say where ${missing.join(', ')} are.`,
    ]),
    findingOf(givesCodes, [
      'It gives codes for tokens.',
      'It does not give codes for tokens (response type “code”).',
    ]),
    { ok: challenges?.includes('S256') !== false, text: describeChallenges(challenges) },
    // Not all providers list the claims that they give.
    {
      ok: true,
      text:
        unnamed.length === 0
          ? 'A sign-in has to come with the verified address and its time; it names both, or does not list what it gives.'
          : `A sign-in has to come with ${unnamed.join(', ')}, which it does not list: sign in once to see.`,
    },
  ];
}

function describeChallenges(methods: string[] | undefined): string {
  if (methods === undefined) return 'It does not say whether it protects codes by PKCE; it is asked to.';
  return methods.includes('S256')
    ? 'It protects codes by PKCE (S256).'
    : 'It does not protect codes by PKCE with S256.';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
