import { isScope, SCOPE_NAMES, type Scope } from '@paraph/domain';

export type AppValues = { name: string; redirectUris: string; scopes: string[]; embedOrigins: string };

/** Parses one URI per line; blank lines and duplicates are dropped. */
export function readRedirectUris(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The first URI that cannot be registered: it must be https, or http on loopback, without a fragment. */
export function findInvalidRedirectUri(uris: readonly string[]): string | null {
  return uris.find((uri) => !isValidRedirectUri(uri)) ?? null;
}

/** In the order of the API. */
export function inScopeOrder(scopes: readonly string[]): Scope[] {
  const chosen = scopes.filter(isScope);
  return SCOPE_NAMES.filter((scope) => chosen.includes(scope));
}

function isValidRedirectUri(uri: string): boolean {
  if (uri.includes('#') || !URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
