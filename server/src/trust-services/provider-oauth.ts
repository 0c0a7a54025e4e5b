import { type CscClient, RemoteSigningError } from '@paraph/pades';
import { checkUrl } from '../platform/outside/http-client.ts';
import type { TrustDeps, TrustProvider } from './find-providers.ts';
import { openProviderService, providerPolicy } from './provider-client.ts';

/** The pages of a provider: where people are sent, and where codes are exchanged. */
export interface ProviderOauth extends CscClient {
  authorizeUrl: string;
}

/** Where providers return people to; registered there once. */
export function providerReturnUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign/provider/return`;
}

/**
 * The OAuth server of a provider: as its settings say, else as its `info` does.
 *
 * @throws RemoteSigningError, Fault
 */
export async function openProviderOauth(deps: TrustDeps, provider: TrustProvider): Promise<ProviderOauth> {
  const base = provider.oauthUrl ?? (await findOauthUrl(deps, provider));
  const { clientId, clientSecret } = provider;
  const at = (path: string) => `${base.replace(/\/+$/, '')}/oauth2/${path}`;
  return { authorizeUrl: at('authorize'), tokenUrl: at('token'), clientId, clientSecret };
}

async function findOauthUrl(deps: TrustDeps, provider: TrustProvider): Promise<string> {
  const { oauthUrl } = await openProviderService(deps, provider, { token: '' }).info();
  // What a provider says of itself is called under the same rules as what an administrator wrote.
  const problem = oauthUrl === null ? NO_OAUTH : checkUrl(oauthUrl, providerPolicy(deps.config));
  if (oauthUrl !== null && problem === null) return oauthUrl;
  throw new RemoteSigningError(
    'service',
    { code: 'answer', status: 200, words: problem ?? NO_OAUTH },
    provider.name,
  );
}

const NO_OAUTH = 'It does not say where its OAuth server is; an administrator can set the address.';
