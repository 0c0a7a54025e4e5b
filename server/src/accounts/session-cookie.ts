import '@fastify/cookie';
import { LIMITS } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sessionCookieName } from '../http/authenticate.ts';

/** The session's token in the request's cookie, or null. */
export function readSessionCookie(request: FastifyRequest, { baseUrl }: Config): string | null {
  return request.cookies[sessionCookieName(baseUrl)] ?? null;
}

/** No script reads it, no other site sends it along, and it has no domain: no other host of ours gets it. */
export function writeSessionCookie(reply: FastifyReply, { baseUrl }: Config, token: string): void {
  reply.setCookie(sessionCookieName(baseUrl), token, {
    ...attributes(baseUrl),
    maxAge: LIMITS.sessionSeconds,
  });
}

export function clearSessionCookie(reply: FastifyReply, { baseUrl }: Config): void {
  reply.clearCookie(sessionCookieName(baseUrl), attributes(baseUrl));
}

function attributes(baseUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}
