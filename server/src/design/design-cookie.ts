import { LIMITS } from '@paraph/domain';
import type { DesignSession } from './design-session-store.ts';

/** One cookie a session, so that two documents can be open side by side. */
export function designCookieName({ baseUrl }: { baseUrl: string }, sessionId: string): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}paraph-design-${sessionId}`;
}

/** `Set-Cookie` for whoever came with the token: the cookie holds it from now on, the address does not. */
export function writeDesignCookie(
  config: { baseUrl: string },
  { id }: Pick<DesignSession, 'id'>,
  token: string,
): string {
  const secure = config.baseUrl.startsWith('https:') ? '; Secure' : '';
  const life = `Max-Age=${LIMITS.designSessionSeconds}`;
  return `${designCookieName(config, id)}=${token}; Path=/; HttpOnly; SameSite=Lax; ${life}${secure}`;
}
