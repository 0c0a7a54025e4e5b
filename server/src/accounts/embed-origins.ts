import type { Violations } from '@paraph/domain';

const EMBED_ORIGINS_MAX = 20;
const ORIGIN_CHARACTERS_MAX = 300;

/**
 * The origins whose pages may show signing in a frame, as browsers write them (RFC 6454 §6.2) and without repetition;
 * every problem is named.
 */
export function readEmbedOrigins(list: readonly string[], violations: Violations): string[] {
  if (list.length > EMBED_ORIGINS_MAX)
    violations.embedOrigins = `At most ${EMBED_ORIGINS_MAX} origins are allowed.`;
  for (const [index, text] of list.entries()) {
    const problem = originProblem(text.trim());
    if (problem !== null) violations[`embedOrigins[${index}]`] = problem;
  }
  const sound = list.map((text) => text.trim()).filter((text) => originProblem(text) === null);
  return [...new Set(sound.map((text) => new URL(text).origin))];
}

/** Why pages of this origin may show no signing; null where they may. */
function originProblem(text: string): string | null {
  if (text.includes('*')) return 'Must not hold a wildcard (*): name each origin as it is.';
  const isWhole = /^https?:\/\/[^/\\?#@\s]+\/?$/i.test(text) && text.length <= ORIGIN_CHARACTERS_MAX;
  if (!isWhole || !URL.canParse(text))
    return 'Must be scheme, host and port alone, such as https://app.example.com.';
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    return 'Must begin with https://; http:// is for localhost only.';
  return null;
}

/** What of a machine never leaves it: pages there are a secure context without TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
