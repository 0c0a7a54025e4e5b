/** Where to go after signing in: a path of this service, never another site. */
export function nextPath(next: string | undefined): string {
  const isOwnPath = next !== undefined && /^\/(?![/\\])/.test(next) && !hasControlCharacter(next);
  const isEntry = isOwnPath && /^\/(sign-in|sign-up|password-reset|set-up)(\/|\?|$)/.test(next);
  return isOwnPath && !isEntry ? next : '/documents';
}

/** Browsers drop tabs and line breaks from addresses, which would turn `/<tab>/host` into `//host`. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ');
}
