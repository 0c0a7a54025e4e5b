import { Fault } from '@paraph/domain';
import * as openid from 'openid-client';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { addSeconds, aheadOfSystemSeconds } from '../platform/clock.ts';
import { callWhole, OPERATORS_POLICY, policyForUsers } from '../platform/outside/http-client.ts';

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the operator has named it, who may have it in their own network. */
  isOperators?: boolean;
}

/** How people know a provider. */
export function hostOf({ issuer }: Pick<IdentityProvider, 'issuer'>): string {
  return new URL(issuer).host;
}

export type OpenidDeps = Pick<Deps, 'clock' | 'config'>;

/** Metadata, keys and tokens have some kilobytes each. */
const RESPONSE_BYTES_MAX = 256 * 1024;
const TIMEOUT_MS = 15_000;
const DISCOVERY_SECONDS = 3_600;

/** What a provider said of itself, and when. */
interface Discovered {
  server: openid.ServerMetadata;
  at: Date;
}

// Asked anew after an hour, and when a provider is tried: a sign-in need not wait for what hardly ever changes. The
// library caches keys, and asks for them anew when a token names another one.
const discoveries = new Map<string, Discovered & { keys?: openid.ExportedJWKSCache }>();
const DISCOVERIES_MAX = 1_000;

/**
 * The client of a provider, after its discovery. Also what the provider itself names is called under the rules for
 * addresses of users.
 */
export async function openOpenidClient(
  deps: OpenidDeps,
  provider: IdentityProvider,
): Promise<openid.Configuration> {
  const fetch = guardedFetch(deps.config, provider);
  return asFault(provider, async () => {
    const { server, execute } = await discover(provider, fetch);
    if (discoveries.size >= DISCOVERIES_MAX) discoveries.clear();
    discoveries.set(keyOf(provider), { server, at: deps.clock.now() });
    return clientOf(deps, provider, { server, fetch, execute });
  });
}

/** The same with what the provider said of itself within the last hour. */
export async function cachedOpenidClient(deps: OpenidDeps, provider: IdentityProvider) {
  const known = discoveries.get(keyOf(provider));
  const isFresh = known !== undefined && deps.clock.now() < addSeconds(known.at, DISCOVERY_SECONDS);
  if (!isFresh) return openOpenidClient(deps, provider);
  const fetch = guardedFetch(deps.config, provider);
  const client = clientOf(deps, provider, { server: known.server, fetch, execute: executeOf(provider) });
  if (known.keys) openid.setJwksCache(client, known.keys);
  return client;
}

/** Remembers the keys that a client has fetched. */
export function rememberKeys(provider: IdentityProvider, client: openid.Configuration): void {
  const known = discoveries.get(keyOf(provider));
  const keys = openid.getJwksCache(client);
  if (known && keys) known.keys = keys;
}

function keyOf({ issuer, isOperators = false }: IdentityProvider): string {
  return `${isOperators} ${issuer}`;
}

/** Only loopback addresses pass the policy without https. */
function executeOf({ issuer }: IdentityProvider) {
  return issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
}

async function discover({ issuer, ...rest }: IdentityProvider, fetch: openid.CustomFetch) {
  const execute = executeOf({ issuer, ...rest });
  const options = { [openid.customFetch]: fetch, execute };
  const discovered = await openid.discovery(
    new URL(issuer),
    rest.clientId,
    undefined,
    openid.None(),
    options,
  );
  const server = discovered.serverMetadata();
  // The library lets a provider of many tenants name another issuer, so that its other tenants would count as well.
  if (new URL(server.issuer).href !== new URL(issuer).href)
    throw new Fault(`It calls itself ${server.issuer}, not ${issuer}.`);
  return { server, execute };
}

function clientOf(
  deps: OpenidDeps,
  { clientId, clientSecret }: IdentityProvider,
  parts: { server: openid.ServerMetadata; fetch: openid.CustomFetch; execute: ReturnType<typeof executeOf> },
): openid.Configuration {
  const { server, fetch, execute } = parts;
  const metadata = { [openid.clockSkew]: aheadOfSystemSeconds(deps.clock) };
  const client = new openid.Configuration(server, clientId, metadata, authenticationOf(server, clientSecret));
  client[openid.customFetch] = fetch;
  // The signature of an ID token is checked although it comes from the provider directly.
  for (const extend of [...execute, openid.enableNonRepudiationChecks]) extend(client);
  return client;
}

/** The keys by which a provider signs, as it publishes them now. */
export async function fetchKeys(deps: OpenidDeps, provider: IdentityProvider, client: openid.Configuration) {
  const { jwks_uri: url } = client.serverMetadata();
  if (url === undefined) throw new Fault(`At ${hostOf(provider)}: It does not say where its keys are.`);
  return asFault(provider, async () => {
    const options = { method: 'GET' as const, headers: {}, body: undefined, redirect: 'manual' as const };
    const answer = await guardedFetch(deps.config, provider)(url, options);
    if (answer.status !== 200) throw new Fault(`Its keys answered ${answer.status}.`, { retryable: true });
    return (await answer.json()) as { keys: object[] };
  });
}

/** Absent means basic (RFC 8414 §2). */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: openid.ServerMetadata,
  secret: string,
): openid.ClientAuth {
  if (methods.includes('client_secret_post')) return openid.ClientSecretPost(secret);
  if (methods.includes('client_secret_basic')) return openid.ClientSecretBasic(secret);
  throw new Fault('It takes no client secret (client_secret_post or client_secret_basic).');
}

function guardedFetch(
  config: Pick<Config, 'allowedPrivateNetworks' | 'baseUrl' | 'version'>,
  { isOperators = false }: IdentityProvider,
): openid.CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, bytes, contentType } = await callWhole({
      ...(isOperators ? OPERATORS_POLICY : policyForUsers(config)),
      url,
      body: method === 'POST' ? String(body ?? '') : null,
      headers: { ...headers, 'user-agent': `Paraph/${config.version}` },
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
    });
    const hasBody = ![204, 205, 304].includes(status);
    return new Response(hasBody ? new Uint8Array(bytes) : null, {
      status,
      headers: contentType === null ? {} : { 'content-type': contentType },
    });
  };
}

/** Says in words what failed at a provider. @throws Fault */
export async function asFault<T>(provider: Pick<IdentityProvider, 'issuer'>, act: () => Promise<T>) {
  try {
    return await act();
  } catch (error) {
    const words = describe(error);
    if (words === null) throw error;
    const name = hostOf(provider);
    throw new Fault(`At ${name}: ${words}`, {
      retryable: findFault(error)?.retryable ?? isServerError(error),
      cause: error,
    });
  }
}

/** Null for what is no failure of a provider. */
function describe(error: unknown): string | null {
  const fault = findFault(error);
  if (fault) return fault.message;
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    // As far as people need it: it may be of any length.
    return `It answered “${(error.error_description ?? error.error).slice(0, 200)}”.`;
  }
  if (error instanceof openid.ClientError) return describeCheck(error);
  if (error instanceof openid.WWWAuthenticateChallengeError) return `It answered ${error.status}.`;
  return null;
}

function describeCheck({ code, message, cause }: openid.ClientError): string {
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const { claim } = ((cause as Error | undefined)?.cause ?? {}) as { claim?: unknown };
    return typeof claim === 'string'
      ? `Its answer is not for this sign-in (${claim}); try again.`
      : 'Its answer is not for this sign-in; try again.';
  }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') {
    return cause instanceof Response
      ? `It did not answer as an OpenID Connect provider does (${cause.status}).`
      : 'It did not answer as an OpenID Connect provider does.';
  }
  return `Its answer cannot be used (${cause instanceof Error ? cause.message : message}).`;
}

function isServerError(error: unknown): boolean {
  return error instanceof openid.ClientError && error.cause instanceof Response && error.cause.status >= 500;
}

/** The library wraps what its fetch throws. */
function findFault(error: unknown): Fault | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof Fault) return at;
  return null;
}
