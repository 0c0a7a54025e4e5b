import { Fault } from '@paraph/domain';
import {
  type CscAuthorization,
  type CscClient,
  type CscService,
  type CscTransport,
  cscService,
  RemoteSigningError,
} from '@paraph/pades';
import { callWhole, checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import type { TrustDeps, TrustProvider } from './find-providers.ts';

/** A chain of certificates has some kilobytes; a provider's answer is never larger. */
const RESPONSE_BYTES_MAX = 256 * 1024;
const TIMEOUT_MS = 20_000;

/** Calls one provider. The sandbox is called in this process: no instance calls itself over the network. */
export function providerTransport(
  deps: TrustDeps,
  provider: Pick<TrustProvider, 'isSandbox' | 'name'>,
): CscTransport {
  return async ({ url, headers, body }) => {
    const { config, sandbox } = deps;
    const request = { authorization: headers.authorization ?? '', body };
    const here = provider.isSandbox ? await sandbox?.answer(url, request) : null;
    if (here) return here;
    const { status, bytes } = await callWhole({
      ...policyForUsers(config),
      url,
      body,
      headers: { ...headers, accept: 'application/json', 'user-agent': `Paraph/${config.version}` },
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
    }).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(`${provider.name} could not be reached. ${error.message}`, { retryable: true });
    });
    return { status, body: bytes.toString() };
  };
}

export function openProviderService(
  deps: TrustDeps,
  provider: TrustProvider,
  authorization: CscAuthorization,
): CscService {
  const { baseUrl, name } = provider;
  return cscService({ baseUrl, name, authorization, transport: providerTransport(deps, provider) });
}

/** The pages of a provider: where people are sent, and where codes are exchanged. */
interface ProviderOauth extends CscClient {
  authorizeUrl: string;
}

/** Where providers return people to; registered there once. */
export function providerReturnUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign/provider/return`;
}

/** The OAuth server of a provider: as its settings say, else as its `info` does. */
export async function openProviderOauth(deps: TrustDeps, provider: TrustProvider): Promise<ProviderOauth> {
  const base = provider.oauthUrl ?? (await findOauthUrl(deps, provider));
  const { clientId, clientSecret } = provider;
  const at = (path: string) => `${base.replace(/\/+$/, '')}/oauth2/${path}`;
  return { authorizeUrl: at('authorize'), tokenUrl: at('token'), clientId, clientSecret };
}

async function findOauthUrl(deps: TrustDeps, provider: TrustProvider): Promise<string> {
  const { oauthUrl } = await openProviderService(deps, provider, { token: '' }).info();
  // What a provider says of itself is called under the same rules as what an administrator wrote.
  const problem = oauthUrl === null ? NO_OAUTH : checkUrl(oauthUrl, policyForUsers(deps.config));
  if (oauthUrl !== null && problem === null) return oauthUrl;
  throw new RemoteSigningError(
    'service',
    { code: 'answer', status: 200, words: problem ?? NO_OAUTH },
    provider.name,
  );
}

const NO_OAUTH = 'It does not say where its OAuth server is; an administrator can set the address.';
