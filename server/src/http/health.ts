import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** `/livez`: the process responds. `/readyz`: it can do its work. */
export function addHealth(
  app: FastifyInstance,
  deps: Pick<Deps, 'database'>,
  isWorking: () => boolean,
): void {
  app.get('/livez', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    await sql`select 1`.execute(deps.database);
    if (!isWorking()) throw new Refusal('SERVICE_UNAVAILABLE', 'The worker of this process has stopped.');
    return reply.send({ status: 'ok' });
  });
}
