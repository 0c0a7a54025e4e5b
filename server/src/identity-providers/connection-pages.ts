import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSession, readSessionCookie, writeSessionCookies } from '../accounts/session-cookie.ts';
import { findLock } from '../accounts/session-lock.ts';
import type { Config } from '../config/config.ts';
import { answering } from '../http/acting.ts';
import { sessionCookieName, visitorOf } from '../http/authenticate.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { newToken } from '../platform/ids.ts';
import { endByProvider } from './end-provider-session.ts';
import { departToSaml } from './saml-visit.ts';
import { findMembersConnection } from './sign-in-connections.ts';
import {
  beginVisit,
  departToOpenid,
  ownPath,
  RETURNED,
  receiveReturn,
  VISIT_COOKIE_SECONDS,
  type VisitDeps,
} from './sign-in-visit.ts';

type ConnectionRequest = FastifyRequest<{ Params: { connectionId: string } }>;

/** Where browsers leave for providers and come back, and where providers end sessions. */
export function addConnectionPages(app: FastifyInstance, deps: VisitDeps): void {
  const count = ({ ip }: FastifyRequest) => countHit(deps, 'connectionVisit', addressKey(ip));
  const queryOf = ({ url }: FastifyRequest) => new URL(url, deps.config.baseUrl).searchParams;
  const failed = (reply: FastifyReply) => reply.redirect(RETURNED, 303);
  app.get('/sso/:connectionId', async (request: ConnectionRequest, reply) => {
    await count(request);
    const connection = await findMembersConnection(deps, request.params.connectionId);
    if (!connection) return reply.redirect('/sign-in', 303);
    const query = queryOf(request);
    const browser = newToken(deps.ids);
    writeVisitCookie(reply, deps.config, browser);
    const returnTo = ownPath(query.get('returnTo') ?? undefined, deps.config);
    const email = query.get('email')?.slice(0, 254) ?? null;
    const depart = connection.kind === 'saml' ? departToSaml : departToOpenid;
    const token = readSessionCookie(request, deps.config);
    const isFresh = token !== null && (await findLock(deps, token)) !== null;
    const url = await beginVisit(deps, { connection, browser, returnTo, email, isFresh }, depart);
    return url === null ? failed(reply) : reply.redirect(url, 303);
  });
  app.get('/sso/:connectionId/callback', async (request: ConnectionRequest, reply) => {
    await count(request);
    const browser = readVisitCookie(request, deps.config) ?? '';
    const session = newSession(deps, { request, visitor: visitorOf(request) });
    const { connectionId } = request.params;
    const visitor = visitorOf(request);
    const to = await answering({ caller: null, visitor }, () =>
      receiveReturn(deps, { connectionId, query: queryOf(request), browser, session }),
    );
    if (to === null) return failed(reply);
    writeSessionCookies(reply, deps.config, session);
    clearVisitCookie(reply, deps.config);
    return reply.redirect(to, 303);
  });
  app.post('/sso/:connectionId/logout', async (request: ConnectionRequest, reply) => {
    await count(request);
    const logoutToken = (request.body as Record<string, unknown> | null)?.logout_token;
    const text = typeof logoutToken === 'string' ? logoutToken : '';
    await endByProvider(deps, { connectionId: request.params.connectionId, logoutToken: text });
    return reply.header('cache-control', 'no-store').send('');
  });
}

export function readVisitCookie(
  request: FastifyRequest,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): string | null {
  return request.cookies[nameOfCookie(baseUrl)] ?? null;
}

/** It comes along when a provider sends the browser back, and names the visit of this browser alone. */
function writeVisitCookie(reply: FastifyReply, { baseUrl }: Pick<Config, 'baseUrl'>, browser: string): void {
  reply.setCookie(nameOfCookie(baseUrl), browser, { ...attributes(baseUrl), maxAge: VISIT_COOKIE_SECONDS });
}

export function clearVisitCookie(reply: FastifyReply, { baseUrl }: Pick<Config, 'baseUrl'>): void {
  reply.clearCookie(nameOfCookie(baseUrl), attributes(baseUrl));
}

function nameOfCookie(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}-visit`;
}

function attributes(baseUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}
