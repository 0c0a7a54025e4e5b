import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { isNamedHost } from './link-host-store.ts';
import { hostProof } from './manage-link-host.ts';

/**
 * What shows that a name leads to this instance, whatever name that is. With `domain` it answers proxies that make
 * certificates when they are asked for (Caddy’s `ask`): 200 where an organization has shown that the host is theirs.
 */
export function addLinkHostPages(app: FastifyInstance, deps: Pick<Deps, 'database' | 'vault'>): void {
  app.get<{ Querystring: { domain?: unknown } }>('/.well-known/paraph-host', async (request, reply) => {
    const { domain } = request.query;
    reply.type('text/plain; charset=utf-8');
    if (domain === undefined)
      return reply.send(`${hostProof(deps, (request.headers.host ?? '').toLowerCase())}\n`);
    const isNamed = typeof domain === 'string' && (await isNamedHost(deps.database, domain.toLowerCase()));
    return reply.code(isNamed ? 200 : 404).send(isNamed ? 'yes\n' : 'no\n');
  });
}
