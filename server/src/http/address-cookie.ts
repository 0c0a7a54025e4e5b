import type { FastifyReply, FastifyRequest } from 'fastify';

type Configured = { config: { baseUrl: string } };

/** What a browser may call after it showed the secret of an address: all below one path, and nothing else. */
export interface AddressCookie {
  kind: 'sign' | 'design' | 'follow';
  id: string;
}

const PATHS = { sign: '/api/v1/signing', design: '/api/v1/design', follow: '/api/v1/following' };

/**
 * One cookie an address, which the browser sends to that address alone: two documents can be open side by side, and
 * however many were opened, no request carries the cookies of the others. A cookie with the prefix `__Host-` would go to
 * every page.
 */
function addressCookieName({ config }: Configured, { kind, id }: AddressCookie): string {
  return `${isSecure(config) ? '__Secure-' : ''}paraph-${kind}-${id}`;
}

export function readAddressCookie(
  deps: Configured,
  request: Pick<FastifyRequest, 'cookies'>,
  cookie: AddressCookie,
): string | undefined {
  return request.cookies[addressCookieName(deps, cookie)];
}

/** Browsers that must forget cookies forget those of low priority first, so that the person stays signed in. */
export function writeAddressCookie(
  deps: Configured,
  reply: FastifyReply,
  { value, seconds, ...cookie }: AddressCookie & { value: string; seconds: number },
): void {
  const attributes = [`Path=${PATHS[cookie.kind]}/${cookie.id}`, 'HttpOnly', 'SameSite=Lax', 'Priority=Low'];
  const name = addressCookieName(deps, cookie);
  const secure = isSecure(deps.config) ? ['Secure'] : [];
  const line = [`${name}=${value}`, ...attributes, `Max-Age=${seconds}`, ...secure].join('; ');
  reply.header('set-cookie', line);
}

/** Where the browser has it: any other id is only what a visitor wrote into an address. */
export function clearAddressCookie(
  deps: Configured,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookie: AddressCookie,
): void {
  if (!/^[0-9a-f]{32}$/.test(cookie.id) || readAddressCookie(deps, request, cookie) === undefined) return;
  writeAddressCookie(deps, reply, { ...cookie, value: '', seconds: 0 });
}

function isSecure({ baseUrl }: { baseUrl: string }): boolean {
  return baseUrl.startsWith('https:');
}
