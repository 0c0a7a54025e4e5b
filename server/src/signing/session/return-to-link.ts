import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { hasSigningCookie } from './authenticate-signer.ts';
import type { SigningDeps } from './signing-session.ts';

/** A provider's return to a link: what it brings, and where on the page the person goes on. */
interface ReturnToLink {
  from: 'provider' | 'identity';
  anchor: string;
  findVisit(state: string): Promise<{ link_id: string } | null>;
  receive(link: string, query: URLSearchParams, request: FastifyRequest): Promise<void>;
}

/**
 * Where a provider returns people to. Its one registered address names no link, so browsers send no link's cookie
 * there: it goes on to the address below the link, and the state says which. Only that one takes the return, and only
 * in the browser that left from the link's page: a return that another browser brings changes nothing (RFC 9700 §4.7).
 */
export function addReturnToLink(
  app: FastifyInstance,
  deps: SigningDeps,
  { from, anchor, findVisit, receive }: ReturnToLink,
): void {
  const findLink = async (request: FastifyRequest) => {
    const visit = await findVisit(queryOf(request).get('state') ?? '');
    return visit?.link_id ?? null;
  };
  const countUnknown = (request: FastifyRequest) =>
    countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  app.get(`/sign/${from}/return`, async (request, reply) => {
    const link = await findLink(request);
    if (link !== null) {
      const { search } = new URL(request.url, deps.config.baseUrl);
      return reply.redirect(`/api/v1/signing/${link}/${from}/return${search}`, 303);
    }
    await countUnknown(request);
    return reply.redirect('/signing/unknown', 303);
  });
  app.get(`/api/v1/signing/:link/${from}/return`, async (request, reply) => {
    const link = await findLink(request);
    if (link === null || !hasSigningCookie(deps, request, link)) {
      await countUnknown(request);
      return reply.redirect('/signing/unknown', 303);
    }
    await receive(link, queryOf(request), request);
    return reply.redirect(`/signing/${link}#${anchor}`, 303);
  });
  const queryOf = (request: FastifyRequest) => new URL(request.url, deps.config.baseUrl).searchParams;
}
