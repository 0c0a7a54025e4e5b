import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * `/form/{token}` serves the static page, which asks for the rest: an address on a door is no secret, so it stays in the
 * address bar, where it can be copied, and opening it changes nothing.
 */
export function addPublicLinkPages(
  app: FastifyInstance,
  servePage: (reply: FastifyReply) => FastifyReply,
): void {
  app.get('/form/:token', async (_request, reply) => servePage(reply));
}
