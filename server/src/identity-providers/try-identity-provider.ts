import { Fault } from '@paraph/domain';
import type * as openid from 'openid-client';
import type { IdentityProvider } from './find-identity-provider.ts';
import { type OpenidDeps, openOpenidClient } from './openid-client.ts';

export interface IdentityFinding {
  isWell: boolean;
  text: string;
}

/**
 * Reads the discovery document of a provider; a sentence for everything that matters, as of a provider that cannot be
 * reached. Whether it knows the client shows at the first sign-in alone.
 */
export async function tryIdentityProvider(
  deps: OpenidDeps,
  provider: IdentityProvider,
): Promise<IdentityFinding[]> {
  try {
    const client = await openOpenidClient(deps, provider);
    return describe(client.serverMetadata());
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [{ isWell: false, text: sentence(error.message) }];
  }
}

function describe(server: ReturnType<openid.Configuration['serverMetadata']>): IdentityFinding[] {
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
    { isWell: true, text: `It answers as ${issuer}.` },
    {
      isWell: missing.length === 0,
      text:
        missing.length === 0
          ? `People sign in at ${new URL(String(page)).host}.`
          : `It does not say where ${missing.join(', ')} are.`,
    },
    {
      isWell: givesCodes,
      text: givesCodes
        ? 'It gives codes for tokens.'
        : 'It does not give codes for tokens (response type “code”).',
    },
    {
      isWell: challenges?.includes('S256') !== false,
      text: describeChallenges(challenges),
    },
    {
      // Not all providers list the claims that they give.
      isWell: true,
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
