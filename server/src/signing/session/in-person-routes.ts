import type { FastifyRequest } from 'fastify';
import { newDevice, readSessionCookie } from '../../accounts/session-cookie.ts';
import { closeLock } from '../../accounts/session-lock.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Visitor } from '../../http/caller.ts';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { clearSigningCookie, readSigningCookie, writeSigningCookie } from './authenticate-signer.ts';
import {
  type ArrivingBrowser,
  createInPersonSession,
  endedInPerson,
  readInPersonSession,
  takeInPersonSession,
} from './in-person.ts';
import { unknownLink } from './signing-access.ts';
import type { SigningDeps } from './signing-session.ts';

/** A host hands a device, or a link, to a recipient. */
export function inPersonRoutes(deps: Deps & SigningDeps) {
  const browserOf = (request: FastifyRequest, visitor: Visitor): ArrivingBrowser => ({
    sessionToken: readSessionCookie(request, deps.config),
    deviceToken: newDevice(deps, request).replaces,
    visitor,
  });
  const countUnknown = async (visitor: Visitor) => {
    await countHit(deps, 'signingLinkUnknown', addressKey(visitor.ip));
    return endedInPerson();
  };
  return {
    createInPersonSession: ({ caller, params, body: { way = 'device', returnUrl = null }, visitor }) =>
      createInPersonSession(deps, caller, { ...params, way, returnUrl, visitor }),
    readInPersonSession: async ({ request, body, visitor }) => {
      const read = await readInPersonSession(deps, body.token, browserOf(request, visitor));
      if (read === null) throw await countUnknown(visitor);
      return read;
    },
    startInPersonSession: async ({ request, reply, body: { token, pin = '' }, visitor }) => {
      const taken = await takeInPersonSession(deps, { token, pin }, browserOf(request, visitor));
      if (taken === null) throw await countUnknown(visitor);
      writeSigningCookie(deps, reply, { id: taken.link, hosted: taken.hosted });
      // What the browser has of the pages of the host, as they were left.
      reply.header('clear-site-data', '"cache"');
      return { link: taken.link };
    },
    endInPersonSession: async ({ request, reply, params: { link } }) => {
      const cookie = readSigningCookie(deps, request, link);
      if (cookie === null) throw unknownLink();
      clearSigningCookie(deps, { request, reply }, link);
      const token = readSessionCookie(request, deps.config);
      if (token !== null) await closeLock(deps, token);
      reply.header('clear-site-data', '"cache"');
      return { next: cookie.hosted?.returnUrl ?? '/locked' };
    },
  } satisfies Partial<Handlers>;
}
