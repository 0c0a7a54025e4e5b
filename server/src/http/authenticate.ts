import type { Access, Operation } from '@paraph/contract';
import { forbidden, Refusal } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Visitor } from './caller.ts';
import { addressKey } from './rate-limit.ts';
import { isUnnamedProxy } from './unnamed-proxies.ts';

/** Looks up credentials: use cases of the rooms, provided by the composition root. */
export interface Credentials {
  findSession(token: string, visitor: Visitor): Promise<Caller | null>;
  /** What a session that its person has locked leaves open; null for one that is not. */
  findLock(token: string): Promise<{ openPath: string | null } | null>;
  findToken(token: string): Promise<Caller | null>;
  findKey(secret: string): Promise<Caller | null>;
}

/** The name of the session cookie; browsers refuse the `__Host-` prefix without TLS. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-paraph' : 'paraph';
}

/**
 * Finds out who calls: a bearer token, else an API key, else the session cookie.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED` where the operation needs a caller and there is none or a dead token or
 *   key; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` when a browser was led to make the call from another site.
 */
export async function authenticate(
  request: FastifyRequest,
  operation: Pick<Operation, 'access' | 'method'>,
  { credentials, baseUrl }: { credentials: Credentials; baseUrl: string },
): Promise<Caller | null> {
  const bearer = bearerOf(request.headers.authorization);
  const cookie = request.cookies[sessionCookieName(baseUrl)];
  const key = bearer === null ? keyOf(request.headers) : null;
  // The origin check is skipped only where a token is an accepted credential.
  const byToken = operation.access === 'caller' && (bearer !== null || key !== null);
  const usesCookies = operation.access !== 'client' && !byToken;
  const origin = request.linkHost?.origin ?? baseUrl;
  if (usesCookies && operation.method !== 'GET') refuseForeignSite(request, origin, cookie !== undefined);
  if (operation.access === 'signer' && cookie) await requireOpenByLock(request, credentials, cookie);
  if (operation.access === 'client' || operation.access === 'signer') return null;
  const { access } = operation;
  const found = await find(request, { bearer, key, cookie, credentials, access });
  const caller = found?.user?.isSuspended ? null : found;
  if (caller === null && operation.access !== 'open') {
    throw new Refusal('AUTHENTICATION_REQUIRED', remedyOf(operation.access, { bearer, key }));
  }
  return caller;
}

/**
 * On a device that its host has handed over, what other links have left there is closed as well: tasks of the host, of
 * those who signed before, and sessions of the designer.
 */
async function requireOpenByLock(
  { url }: FastifyRequest,
  credentials: Credentials,
  token: string,
): Promise<void> {
  const lock = await credentials.findLock(token);
  if (lock === null) return;
  const path = url.split('?', 1)[0] ?? '';
  if (lock.openPath !== null && (path === lock.openPath || path.startsWith(`${lock.openPath}/`))) return;
  throw new Refusal('NOT_FOUND', 'This device was handed over to sign something else, or was handed back.');
}

/** The secrets of a program; null where it shows none. */
type Shown = Record<'bearer' | 'key', string | null>;

async function find(
  request: FastifyRequest,
  from: Shown & { cookie: string | undefined; access: Access; credentials: Credentials },
): Promise<Caller | null> {
  const { bearer, key, access, credentials } = from;
  if (bearer !== null || key !== null) {
    if (access !== 'caller' && access !== 'open') return null;
    return bearer === null ? credentials.findKey(key ?? '') : credentials.findToken(bearer);
  }
  if (!from.cookie) return null;
  const userAgent = request.headers['user-agent'] ?? null;
  return credentials.findSession(from.cookie, { ip: request.ip, userAgent });
}

function remedyOf(access: Access, { bearer, key }: Shown): string {
  if (access === 'session') return 'This call is made from the pages alone; sign in there.';
  if (bearer !== null) return 'The access token is expired or unknown; refresh it or ask the user again.';
  if (key !== null) return 'The API key is unknown or was deleted; make another one under Developers.';
  return 'Send an access token: Authorization: Bearer TOKEN.';
}

/** An API key under either of its names (interface.md §2.3). */
function keyOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['x-api-key'] ?? headers['x-yumisign-api-key'];
  return typeof key === 'string' ? key.trim() : null;
}

/** `Bearer TOKEN`, and `Bearer:TOKEN` as a client in use writes it (interface.md §2.1). */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer(?:\s+|\s*:\s*)(\S+)\s*$/i.exec(header ?? '')?.[1] ?? (header ? '' : null);
}

/**
 * CSRF protection: a state change authenticated by a cookie must come from our own pages, as `Sec-Fetch-Site` or
 * `Origin` shows. Clients that send neither are no browsers.
 */
function refuseForeignSite(request: FastifyRequest, own: string, hasCookie: boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeignOrigin = origin === undefined ? hasCookie : origin !== own;
  const foreign = site === undefined ? isForeignOrigin : site !== 'same-origin' && site !== 'none';
  if (foreign) {
    throw forbidden(
      'This request was sent by another site. Open the page of this instance and try again there.',
    );
  }
}

export function requesterOf(caller: Caller | null, request: FastifyRequest, reply: FastifyReply): Requester {
  const controller = new AbortController();
  // The request emits `close` as soon as its body is read; only that of the response shows that the client has gone.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return { caller: caller?.key ?? `address:${addressKey(request.ip)}`, gone: controller.signal };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    isProxied: request.ip !== request.socket.remoteAddress,
    ...(isUnnamedProxy(request) ? { isUnnamedProxy: true } : {}),
  };
}
