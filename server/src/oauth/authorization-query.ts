/** An unvalidated authorization request. */
export interface AuthorizationQuery {
  /** Decoded; the first of each name. */
  values: ReadonlyMap<string, string>;
  /** Repeated parameters. */
  repeated: ReadonlySet<string>;
  /** Possible readings of `redirect_uri`; the registered one among them is used. */
  redirectUris: readonly string[];
}

// Parameters that are recognized even after an unencoded address.
const PARAMETERS = new Set([
  ...['client_id', 'scope', 'redirect_uri', 'response_type', 'state', 'code_challenge'],
  ...['code_challenge_method', 'response_mode', 'nonce', 'prompt', 'display', 'max_age', 'login_hint'],
  ...['ui_locales', 'access_type', 'resource', 'audience', 'acr_values', 'id_token_hint', 'request'],
]);

const MAY_LIE_OPEN = new Set(['redirect_uri', 'state']);

/**
 * Parses the query of an authorization request as existing clients send it (interface.md §2.1): it may begin with `?&`,
 * and `redirect_uri` and `state` may not be percent-encoded, so that their own `?a=b&c=d` appears unencoded.
 */
export function readAuthorizationQuery(url: string): AuthorizationQuery {
  const start = url.indexOf('?');
  const text = start < 0 ? '' : url.slice(start).replace(/^[?&]+/, '');
  const pieces = text.split('&').filter((piece) => piece !== '');
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  const redirectUris: string[] = [];
  let open: { name: string; raw: string } | null = null;
  for (const piece of pieces) {
    const equals = piece.indexOf('=');
    const name = decode(equals < 0 ? piece : piece.slice(0, equals), 'form');
    if (open !== null && !PARAMETERS.has(name)) {
      open.raw += `&${piece}`;
      add(open.name, decode(open.raw, 'text'));
      continue;
    }
    const raw = equals < 0 ? '' : piece.slice(equals + 1);
    if (values.has(name)) repeated.add(name);
    else add(name, decode(raw, MAY_LIE_OPEN.has(name) && !isEncoded(raw) ? 'text' : 'form'));
    const isOpen = MAY_LIE_OPEN.has(name) && raw.includes('?') && !repeated.has(name);
    open = isOpen ? { name, raw } : null;
  }
  return { values, repeated, redirectUris };

  function add(name: string, value: string): void {
    values.set(name, value);
    if (name === 'redirect_uri') redirectUris.push(value);
  }
}

/**
 * Whether a `+` in the value means a space. It does not in a value that no encoder would produce: with unencoded
 * punctuation, or one that can only be base64.
 */
function isEncoded(raw: string): boolean {
  if (raw.includes('%')) return true;
  if (/[=:?/,;@$]/.test(raw)) return false;
  const isBase64 = raw.length % 4 === 0 && raw.length >= 16 && /^[A-Za-z0-9+]+$/.test(raw);
  return !(isBase64 && [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(raw)));
}

function decode(raw: string, as: 'form' | 'text'): string {
  const text = as === 'form' ? raw.replaceAll('+', ' ') : raw;
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the client did not encode, so the text is what it meant.
    return text;
  }
}

/**
 * The registered redirect URI, unchanged, with the response parameters appended. Spaces are encoded as `%20`, which
 * every decoder understands.
 */
export function redirectBack(redirectUri: string, parameters: Record<string, string | null>): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const glue = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${glue}${query}`;
}
