import { Paraph } from './paraph.ts';
import type { Scope } from './shapes.ts';

/** What the developer got when the integration app was registered. */
export interface OAuthApp {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  fetch?: typeof fetch;
}

/** Keep them where only your server can read them. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * The page to send the user's browser to. It comes back to `redirectUri` with `code` and `state`; compare `state`
 * with what you sent (RFC 6749 §10.12).
 */
export function authorizationUrl(
  { baseUrl, clientId }: Pick<OAuthApp, 'baseUrl' | 'clientId'>,
  request: { redirectUri: string; scopes: readonly Scope[]; state: string; codeChallenge?: string },
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
  });
  if (request.codeChallenge !== undefined) {
    query.set('code_challenge', request.codeChallenge);
    query.set('code_challenge_method', 'S256');
  }
  return `${baseUrl.replace(/\/+$/, '')}/integration-apps/authorize?${query}`;
}

/** A verifier to keep until the user comes back, and the challenge to send with the user (RFC 7636). */
export async function createPkcePair(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: toBase64Url(new Uint8Array(digest)) };
}

/** Exchanges the code for tokens; once only, because a second time ends them (RFC 9700 §4.5). */
export async function exchangeCode(
  app: OAuthApp,
  { code, redirectUri, codeVerifier }: { code: string; redirectUri: string; codeVerifier?: string },
): Promise<Tokens> {
  const answer = await clientOf(app).exchangeCode({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: redirectUri,
    code,
    ...(codeVerifier === undefined ? {} : { code_verifier: codeVerifier }),
  });
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: nowSeconds() + answer.expires_in,
  };
}

// A token that ends while its call is on the way would be refused.
const EARLY_SECONDS = 30;

/**
 * A `getToken` that renews the access token when it is about to end or was refused; calls at the same time share
 * one renewal. `onRenewed` is where to store the new tokens.
 *
 * @example
 * const paraph = new Paraph({ baseUrl, getToken: renewingToken(app, tokens, saveTokens) });
 */
export function renewingToken(
  app: OAuthApp,
  tokens: Tokens,
  onRenewed: (tokens: Tokens) => void | Promise<void> = () => {},
): (refused?: string) => Promise<string> {
  let current = tokens;
  let renewal: Promise<void> | undefined;
  const renew = async () => {
    const answer = await clientOf(app).refreshAccess({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      refresh_token: current.refreshToken,
    });
    current = {
      ...current,
      accessToken: answer.access_token,
      expiresAt: nowSeconds() + answer.expires_in,
    };
    await onRenewed(current);
  };
  return async (refused) => {
    if (refused === current.accessToken || current.expiresAt - EARLY_SECONDS <= nowSeconds()) {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return current.accessToken;
  };
}

function clientOf({ baseUrl, fetch }: OAuthApp): Paraph {
  return new Paraph({ baseUrl, ...(fetch ? { fetch } : {}) });
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
