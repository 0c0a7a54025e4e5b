import { Paraph } from './paraph.ts';
import type { Scope } from './shapes.ts';

/** Credentials of a registered integration app. */
export interface OAuthApp {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  fetch?: typeof fetch;
}

/** Store them where only your server can read them. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * The URL to redirect the user's browser to. The browser returns to `redirectUri` with `code` and `state`; compare
 * `state` with the value that you sent (RFC 6749 §10.12).
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

/** PKCE (RFC 7636): a verifier to keep until the user returns, and its challenge for the authorization URL. */
export async function createPkcePair(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: toBase64Url(new Uint8Array(digest)) };
}

/** Exchanges the code for tokens. Call it once: a second exchange revokes the tokens (RFC 9700 §4.5). */
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

// Renews early, so that a token does not expire while its request is in flight.
const EARLY_SECONDS = 30;

/**
 * A `getToken` that renews the access token shortly before it expires or after it was refused; concurrent calls share
 * one renewal. `onRenewed` stores the new tokens.
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
