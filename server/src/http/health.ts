import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { describeSkew, measureSkew, readDatabaseMs } from '../database/database-clock.ts';
import type { Deps } from '../deps.ts';
import type { Clock } from '../platform/clock.ts';
import { openClamd } from '../platform/outside/clamd.ts';

/** `/livez`: the process responds. `/readyz`: it can do its work, and whether a scanner of uploads answers. */
export function addHealth(
  app: FastifyInstance,
  { config, pool }: Pick<Deps, 'config' | 'pool'>,
  { isWorking, machine }: { isWorking: () => boolean; machine: Clock },
): void {
  app.get('/livez', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const skew = describeSkew(await measureSkew(machine, () => readDatabaseMs(pool)));
    if (skew !== null) throw new Refusal('SERVICE_UNAVAILABLE', skew);
    if (!isWorking()) throw new Refusal('SERVICE_UNAVAILABLE', 'The worker of this process has stopped.');
    return reply.send({ status: 'ok', ...(await scannerState(config)) });
  });
}

/** It is asked while a prober waits. */
const PING_MS_MAX = 500;

/** Only told: without it no file is accepted, but everything else can be done. */
async function scannerState({ scanner }: Pick<Config, 'scanner'>): Promise<{ scanner?: 'answers' | 'away' }> {
  if (scanner === null) return {};
  const answers = openClamd(scanner).ping(PING_MS_MAX);
  return answers.then(
    () => ({ scanner: 'answers' }),
    () => ({ scanner: 'away' }),
  );
}
