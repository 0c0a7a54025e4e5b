/**
 * The registered redirect URI, kept character for character, with the answer's parameters behind it. Spaces are
 * written `%20`, which every decoder understands.
 */
export function redirectBack(redirectUri: string, parameters: Record<string, string | null>): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const glue = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${glue}${query}`;
}
