import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';

/** A request that names two hosts may be read for either of them, here and by a proxy in front (RFC 9112 §3.2). */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length < 2) return;
    reply.header('connection', 'close');
    throw new Refusal('VALIDATION_ERROR', 'The request names more than one host; send one Host header.');
  });
}
