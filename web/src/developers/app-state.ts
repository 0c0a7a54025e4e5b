import { isScope, SCOPE_NAMES, type Scope } from '@paraph/domain';

export type AppValues = { name: string; redirectUris: string; scopes: string[] };

/** One address a line, as typed or pasted: blank lines and doubles are left out. */
export function readRedirectUris(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The first address that cannot be registered: HTTPS, or http on this machine, and nothing after a `#`. */
export function findInvalidRedirectUri(uris: readonly string[]): string | null {
  return uris.find((uri) => !isValidRedirectUri(uri)) ?? null;
}

/** The server's sentences for one list, gathered: `redirectUris`, `redirectUris[1]` … */
export function violationOf(violations: Record<string, string>, field: string): string | undefined {
  const path = Object.keys(violations).find((each) => each === field || each.startsWith(`${field}[`));
  return path === undefined ? undefined : violations[path];
}

/** In the interface's order, whatever the order of ticking. */
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
