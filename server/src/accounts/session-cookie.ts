import '@fastify/cookie';
import { LIMITS, readAcceptedLanguage } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { sessionCookieName } from '../http/authenticate.ts';
import type { Call } from '../http/bind.ts';
import { newToken } from '../platform/ids.ts';
import type { DeviceTokens, NewSession } from './sessions.ts';

export function readSessionCookie(request: FastifyRequest, { baseUrl }: Config): string | null {
  return request.cookies[sessionCookieName(baseUrl)] ?? null;
}

/** A session to be, for the browser that calls. */
export function newSession(
  deps: Pick<Deps, 'config' | 'ids'>,
  { request, visitor }: Pick<Call<never>, 'request' | 'visitor'>,
): NewSession {
  const replaces = readSessionCookie(request, deps.config);
  const language = readAcceptedLanguage(request.headers['accept-language']);
  return { token: newToken(deps.ids), visitor, replaces, device: newDevice(deps, request), language };
}

export function newDevice(deps: Pick<Deps, 'config' | 'ids'>, request: FastifyRequest): DeviceTokens {
  const replaces = request.cookies[deviceCookieName(deps.config)] ?? null;
  return { token: newToken(deps.ids), replaces };
}

/** No script reads it, no other site sends it along, and it has no domain: no other host of ours gets it. */
export function writeSessionCookies(reply: FastifyReply, config: Config, { token, device }: NewSession) {
  writeSessionCookie(reply, config, token);
  writeDeviceCookie(reply, config, device);
}

export function writeSessionCookie(
  reply: FastifyReply,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  token: string,
): void {
  const lasting = { ...attributes(baseUrl), maxAge: LIMITS.sessionSeconds };
  reply.setCookie(sessionCookieName(baseUrl), token, lasting);
}

/** The cookie by which a browser is recognized; it opens nothing, and outlives the session. */
export function writeDeviceCookie(reply: FastifyReply, config: Config, { token }: DeviceTokens): void {
  const lasting = { ...attributes(config.baseUrl), maxAge: LIMITS.knownDeviceSeconds };
  reply.setCookie(deviceCookieName(config), token, lasting);
}

/** Of a browser whose person has shown the password, or is to show a passkey; it opens nothing by itself. */
export function writeStepCookie(
  reply: FastifyReply,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  token: string,
): void {
  reply.setCookie(stepCookieName({ baseUrl }), token, {
    ...attributes(baseUrl),
    maxAge: LIMITS.secondStepSeconds,
  });
}

export function readStepCookie(request: FastifyRequest, config: Pick<Config, 'baseUrl'>): string | null {
  return request.cookies[stepCookieName(config)] ?? null;
}

export function clearStepCookie(reply: FastifyReply, config: Pick<Config, 'baseUrl'>): void {
  reply.clearCookie(stepCookieName(config), attributes(config.baseUrl));
}

function stepCookieName({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return `${sessionCookieName(baseUrl)}-step`;
}

export function clearSessionCookie(reply: FastifyReply, { baseUrl }: Config): void {
  reply.clearCookie(sessionCookieName(baseUrl), attributes(baseUrl));
}

function deviceCookieName({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return `${sessionCookieName(baseUrl)}-device`;
}

function attributes(baseUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}
