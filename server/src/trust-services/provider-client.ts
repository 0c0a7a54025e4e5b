import { Fault } from '@paraph/domain';
import { type CscAuthorization, type CscService, type CscTransport, cscService } from '@paraph/pades';
import { isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { postGuardedWhole, type UrlPolicy } from '../platform/outside/http-client.ts';
import type { TrustDeps, TrustProvider } from './find-providers.ts';

/** A chain of certificates has some kilobytes; a provider's answer is never larger. */
const RESPONSE_BYTES_MAX = 256 * 1024;
const TIMEOUT_MS = 20_000;

/** As for other addresses that users give: loopback for instances on loopback alone, and never this instance. */
export function providerPolicy({ baseUrl }: Pick<Config, 'baseUrl'>): UrlPolicy {
  return { allowLoopback: isLoopback(baseUrl), ownHosts: [new URL(baseUrl).host] };
}

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
    const answer = await postGuardedWhole({
      ...providerPolicy(config),
      url,
      body,
      headers: { ...headers, accept: 'application/json', 'user-agent': `Paraph/${config.version}` },
      verifyCertificate: true,
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
    }).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(`${provider.name} could not be reached. ${error.message}`, { retryable: true });
    });
    return answer;
  };
}

/** The client of a provider, for one person's token. */
export function openProviderService(
  deps: TrustDeps,
  provider: TrustProvider,
  authorization: CscAuthorization,
): CscService {
  const { baseUrl, name } = provider;
  return cscService({ baseUrl, name, authorization, transport: providerTransport(deps, provider) });
}
