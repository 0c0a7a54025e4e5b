import type { Violations } from '@paraph/domain';
import { isLoopbackHost } from '../accounts/embed-origins.ts';

const REDIRECT_URIS_MAX = 20;
const REDIRECT_URI_CHARACTERS_MAX = 2_000;

export function readRedirectUris(uris: readonly string[], violations: Violations): string[] {
  if (uris.length === 0) violations.redirectUris = 'Give at least one redirect URI.';
  if (uris.length > REDIRECT_URIS_MAX) {
    violations.redirectUris = `At most ${REDIRECT_URIS_MAX} redirect URIs are allowed.`;
  }
  for (const [index, uri] of uris.entries()) {
    const problem = checkRedirectUri(uri);
    if (problem !== null) violations[`redirectUris[${index}]`] = problem;
  }
  return [...new Set(uris)];
}

/** Why users may not be sent to this address; null when they may (RFC 6749 §3.1.2, RFC 9700 §2.1). */
export function checkRedirectUri(uri: string): string | null {
  if (uri.length > REDIRECT_URI_CHARACTERS_MAX) {
    return `Must have at most ${REDIRECT_URI_CHARACTERS_MAX} characters.`;
  }
  if (!/^https?:\/\/[^/\\]/i.test(uri) || /[^!-~]|\\/.test(uri) || !URL.canParse(uri)) {
    return 'Must be a whole address, such as https://app.example.com/callback.';
  }
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('*') || hostname.includes('*')) {
    return 'Must not hold a wildcard (*): register each address as it is.';
  }
  if (uri.includes('#')) return 'Must not have a fragment: leave out # and what follows.';
  if (username !== '' || password !== '') return 'Must not hold a name or password before the host.';
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    return 'Must begin with https://; http:// is for localhost only.';
  }
  return null;
}
