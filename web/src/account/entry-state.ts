/** The path to open after sign-in; refuses other sites (open redirect). */
export function nextPath(next: string | undefined): string {
  const isOwnPath = next !== undefined && /^\/(?![/\\])/.test(next) && !hasControlCharacter(next);
  const isEntry = isOwnPath && /^\/(sign-in|sign-up|password-reset|set-up)(\/|\?|$)/.test(next);
  return isOwnPath && !isEntry ? next : '/documents';
}

/** Browsers drop tabs and line breaks from URLs, which would turn `/<tab>/host` into `//host`. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ');
}
