import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/bind.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { createHandover, endedHandover, findHandedOver, takeHandover } from './session/handover.ts';
import { writeSigningCookie } from './session/signing-cookie.ts';
import type { SigningDeps } from './session/signing-session.ts';

interface HandoverPorts {
  /** Requires the cookie of the link. */
  authenticateSigner(request: FastifyRequest, link: string): Promise<void>;
}

export function handoverRoutes(deps: SigningDeps, { authenticateSigner }: HandoverPorts) {
  return {
    createHandover: async ({ request, params }) => {
      await authenticateSigner(request, params.link);
      return createHandover(deps, params.link);
    },
    takeHandover: async ({ request, reply, body, visitor }) => {
      const link = await findHandedOver(deps, body.token);
      if (link === null) {
        await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
        throw endedHandover();
      }
      await takeHandover(deps, link, { token: body.token, visitor });
      writeSigningCookie(deps, reply, link);
      return { link };
    },
  } satisfies Partial<Handlers>;
}
