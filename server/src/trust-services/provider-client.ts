import { Fault } from '@paraph/domain';
import {
  type CscAuthorization,
  type CscAuthorizationServer,
  type CscClient,
  type CscService,
  type CscServiceInfo,
  type CscTransport,
  cscService,
  fixedAuthorizationServer,
  RemoteSigningError,
  readAuthorizationServer,
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
  return async ({ method, url, headers, body }) => {
    const { config, sandbox } = deps;
    const request = { authorization: headers.authorization ?? '', body };
    const here = provider.isSandbox ? await sandbox?.answer(url, request) : null;
    if (here) return here;
    const { status, bytes } = await callWhole({
      ...policyForUsers(config),
      url,
      body: method === 'GET' ? null : body,
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

/** What a provider says of itself now: by which version and methods it is called. @throws RemoteSigningError */
export async function askProviderInfo(deps: TrustDeps, provider: TrustProvider): Promise<CscServiceInfo> {
  const { baseUrl, name } = provider;
  const transport = providerTransport(deps, provider);
  return cscService({ baseUrl, name, authorization: { token: '' }, transport }).info();
}

/** A provider as `service`, its `info`, says that it is called. */
export function openProviderService(
  deps: TrustDeps,
  { provider, service }: { provider: TrustProvider; service: CscServiceInfo },
  authorization: CscAuthorization,
): CscService {
  const { baseUrl, name } = provider;
  return cscService({
    baseUrl,
    name,
    authorization,
    service,
    transport: providerTransport(deps, provider),
  });
}

/** Where providers return people to; registered there once. */
export function providerReturnUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign/provider/return`;
}

/** The pages of a provider: where people are sent, and where codes are exchanged. */
interface ProviderOauth {
  server: CscAuthorizationServer;
  client: CscClient;
}

/** The OAuth server of a provider: as its settings say, else by the metadata that its `info` names, else as that says. */
export async function openProviderOauth(
  deps: TrustDeps,
  provider: TrustProvider,
  service: CscServiceInfo,
): Promise<ProviderOauth> {
  const { clientId, clientSecret, clientAuthentication } = provider;
  const server = await findOauthServer(deps, provider, service);
  const authentication = clientAuthentication ?? server.authentication;
  return { server, client: { tokenUrl: server.tokenUrl, clientId, clientSecret, authentication } };
}

async function findOauthServer(
  deps: TrustDeps,
  provider: TrustProvider,
  { methods, oauthUrl, oauthIssuer }: CscServiceInfo,
): Promise<CscAuthorizationServer> {
  const fixed = { methods, authentication: 'body' } as const;
  if (provider.oauthUrl !== null) return fixedAuthorizationServer(provider.oauthUrl, fixed);
  const refused = (words: string) =>
    new RemoteSigningError('service', { code: 'answer', status: 200, words }, provider.name);
  const named = oauthIssuer ?? oauthUrl;
  if (named === null) throw refused(NO_OAUTH);
  // What a provider says of itself is called under the same rules as what an administrator wrote.
  const check = (url: string) => {
    const problem = checkUrl(url, policyForUsers(deps.config));
    if (problem !== null) throw refused(problem);
  };
  check(named);
  if (oauthIssuer === undefined) return fixedAuthorizationServer(named, fixed);
  const { name } = provider;
  const options = { name, transport: providerTransport(deps, provider) };
  const server = await readAuthorizationServer(oauthIssuer, options);
  for (const url of [server.authorizeUrl, server.tokenUrl, server.pushUrl]) if (url !== null) check(url);
  return server;
}

const NO_OAUTH = 'It does not say where its OAuth server is; an administrator can set the address.';
