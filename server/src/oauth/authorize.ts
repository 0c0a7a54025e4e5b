import { includesScope, isScope, type Scope } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { checkRedirectUri } from './app-rules.ts';
import { findAppByClientId, type StoredApp } from './app-store.ts';
import { type AuthorizationQuery, readAuthorizationQuery, redirectBack } from './authorization-query.ts';
import { isDocumentUrl } from './client-document.ts';
import { agentResource, readResource } from './resources.ts';

/** A valid request, for the user's decision. */
export interface AuthorizationRequest {
  app: StoredApp;
  redirectUri: string;
  scopes: readonly Scope[];
  state: string | null;
  codeChallenge: string | null;
  /** What the tokens are for; null for the API. */
  resource: string | null;
}

export type Verdict =
  | { kind: 'request'; request: AuthorizationRequest }
  | { kind: 'page'; sentence: string }
  | { kind: 'redirect'; to: string }
  /** The app describes itself in a document that has to be read first, for a user who has signed in. */
  | { kind: 'unread'; clientId: string };

/** Validates an authorization request from the URL of its page, before anyone has signed in. */
export async function authorize(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  url: string,
): Promise<Verdict> {
  const query = readAuthorizationQuery(url);
  const clientId = query.values.get('client_id') ?? '';
  const app = await findAppByClientId(deps.database, clientId);
  if (isDocumentUrl(clientId) && !isRead(app, deps.clock.now())) return { kind: 'unread', clientId };
  const redirectUri = query.redirectUris.find((uri) => app !== null && isRegistered(app, uri)) ?? null;
  const resource = readResource(deps.config, query.values.get('resource'));
  const isOfAgents = resource === agentResource(deps.config);
  const request = {
    query,
    app,
    redirectUri,
    scopes: readScopes({ query, app, isOfAgents }),
    resource,
    isOfAgents,
  };
  const failed = CHECKS.find((check) => !check.passes(request));
  const state = query.values.get('state') ?? null;
  if (app === null || redirectUri === null || failed?.error === 'page') {
    return { kind: 'page', sentence: failed?.sentence ?? '' };
  }
  if (failed) {
    const answer = {
      error: failed.error,
      error_description: failed.sentence,
      state,
      iss: deps.config.baseUrl,
    };
    return { kind: 'redirect', to: redirectBack(redirectUri, answer) };
  }
  const codeChallenge = query.values.get('code_challenge') ?? null;
  const scopes = request.scopes as Scope[];
  const named = resource === 'unknown' ? null : resource;
  return { kind: 'request', request: { app, redirectUri, scopes, state, codeChallenge, resource: named } };
}

function isRead(app: StoredApp | null, now: Date): boolean {
  return app !== null && app.read_until !== null && now < app.read_until;
}

interface ParsedRequest {
  query: AuthorizationQuery;
  app: StoredApp | null;
  /** The registered one that was meant. */
  redirectUri: string | null;
  scopes: readonly string[];
  resource: ReturnType<typeof readResource>;
  isOfAgents: boolean;
}

interface Check {
  passes(request: ParsedRequest): boolean;
  /** `page`: an error page without a redirect, because the redirect URI is not trustworthy. */
  error: 'page' | 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target';
  sentence: string;
}

const has = ({ query }: ParsedRequest, name: string) => (query.values.get(name) ?? '') !== '';

/** In this order; the first that fails decides. */
const CHECKS: readonly Check[] = [
  // The client is named once: RFC 6749 §3.1, §4.1.1.
  {
    passes: (request) => has(request, 'client_id') && !request.query.repeated.has('client_id'),
    error: 'page',
    sentence: 'The link does not say which app it is from: client_id must be given once.',
  },
  // The client exists: RFC 6749 §4.1.2.1.
  {
    passes: ({ app }) => app !== null,
    error: 'page',
    sentence: 'The app that this link is from is not known here, or was deleted.',
  },
  // The redirect URI is named once: RFC 6749 §3.1, §3.1.2.3.
  {
    passes: (request) => has(request, 'redirect_uri') && !request.query.repeated.has('redirect_uri'),
    error: 'page',
    sentence: 'The link does not say where to go back to: redirect_uri must be given once.',
  },
  // The redirect URI is registered, character for character: RFC 9700 §2.1, §4.1.3.
  {
    passes: ({ redirectUri }) => redirectUri !== null,
    error: 'page',
    sentence: 'The address to go back to (redirect_uri) is not one that the app was registered with.',
  },
  // The redirect URI may be sent to: RFC 9700 §2.6.
  {
    passes: ({ redirectUri }) => redirectUri !== null && checkRedirectUri(redirectUri) === null,
    error: 'page',
    sentence: 'The address to go back to (redirect_uri) does not begin with https://.',
  },
  // No parameter is repeated: RFC 6749 §3.1.
  {
    passes: ({ query }) => query.repeated.size === 0,
    error: 'invalid_request',
    sentence: 'A parameter is given more than once.',
  },
  // A response type is named: RFC 6749 §4.1.1.
  {
    passes: (request) => has(request, 'response_type'),
    error: 'invalid_request',
    sentence: 'response_type is missing; it must be code.',
  },
  // The response type is code: RFC 6749 §3.1.1, RFC 9700 §2.1.2.
  {
    passes: ({ query }) => query.values.get('response_type') === 'code',
    error: 'unsupported_response_type',
    sentence: 'response_type must be code.',
  },
  // The code challenge is of SHA-256: RFC 7636 §4.3, §4.4.1; RFC 9700 §2.1.1.
  {
    passes: ({ query: { values } }) => {
      const challenge = values.get('code_challenge');
      const method = values.get('code_challenge_method');
      if (challenge === undefined) return method === undefined;
      return method === 'S256' && /^[A-Za-z0-9_-]{43}$/.test(challenge);
    },
    error: 'invalid_request',
    sentence: 'code_challenge must be 43 characters of base64url, with code_challenge_method=S256.',
  },
  // A client without a secret sends a challenge: RFC 9700 §2.1.1, RFC 8252 §8.1.
  {
    passes: (request) => request.app?.secret_hash !== null || has(request, 'code_challenge'),
    error: 'invalid_request',
    sentence: 'This client has no secret, and must send a code_challenge.',
  },
  // The resource is one of this instance: RFC 8707 §2.
  {
    passes: ({ resource }) => resource !== 'unknown',
    error: 'invalid_target',
    sentence: 'resource names nothing that this server protects: leave it out for the API.',
  },
  // An app that nobody has registered is for agents alone, which an organization can switch off.
  {
    passes: ({ app, isOfAgents }) => app?.origin === 'made' || isOfAgents,
    error: 'invalid_target',
    sentence: 'An app that is not registered here may ask for agents alone: resource must end in /mcp.',
  },
  // At least one scope is requested: RFC 6749 §3.3.
  {
    passes: ({ scopes }) => scopes.length > 0,
    error: 'invalid_scope',
    sentence: 'scope is missing, and the app was registered without scopes.',
  },
  // Every scope was registered with the app: RFC 6749 §3.3, §4.1.2.1.
  {
    passes: ({ scopes, app }) =>
      scopes.every((scope) => isScope(scope) && includesScope(app?.scopes ?? [], scope)),
    error: 'invalid_scope',
    sentence: 'scope names a scope that does not exist, or that the app was not registered with.',
  },
];

/** Character for character; only the port of a public client's loopback address may be another (RFC 8252 §7.3). */
function isRegistered(
  { redirect_uris: registered, secret_hash: secretHash }: StoredApp,
  uri: string,
): boolean {
  if (secretHash !== null) return registered.includes(uri);
  const asked = withoutPort(uri);
  return registered.some((each) => withoutPort(each) === asked);
}

/** Of an address of this computer; of others the port belongs to the address. */
function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=\/)/, '$1');
}

/**
 * Existing clients never send `scope`: the default is all registered scopes (interface.md §2.1). An agent asks for what
 * its address names, and gets what of that its app was registered with (RFC 6749 §3.3).
 */
function readScopes({
  query,
  app,
  isOfAgents,
}: Pick<ParsedRequest, 'query' | 'app' | 'isOfAgents'>): readonly string[] {
  const registered = app?.scopes ?? [];
  const stated = [...new Set((query.values.get('scope') ?? '').split(/\s+/))].filter((scope) => scope !== '');
  if (stated.length === 0) return registered;
  const had = isOfAgents ? stated.filter((scope) => isScope(scope) && includesScope(registered, scope)) : [];
  return had.length > 0 ? had : stated;
}
