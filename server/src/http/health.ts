import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { describeSkew, measureSkew, readDatabaseMs } from '../database/database-clock.ts';
import type { Deps } from '../deps.ts';
import type { Clock } from '../platform/clock.ts';
import { openClamd } from '../platform/outside/clamd.ts';
import type { Converter } from '../platform/outside/converter.ts';

/** `/livez`: the process responds. `/readyz`: it can do its work, and whether a scanner and a converter of uploads answer. */
export function addHealth(
  app: FastifyInstance,
  { config, converter, pool }: Pick<Deps, 'config' | 'converter' | 'pool'>,
  { isWorking, machine }: { isWorking: () => boolean; machine: Clock },
): void {
  app.get('/livez', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const skew = describeSkew(await measureSkew(machine, () => readDatabaseMs(pool)));
    if (skew !== null) throw new Refusal('SERVICE_UNAVAILABLE', skew);
    if (!isWorking()) throw new Refusal('SERVICE_UNAVAILABLE', 'The worker of this process has stopped.');
    const [scanner, made] = await Promise.all([scannerState(config), converterState(converter)]);
    return reply.send({ status: 'ok', ...scanner, ...made });
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

/** Only told: without it files of other programs are refused, but everything else can be done. */
async function converterState(converter: Converter | null): Promise<{ converter?: 'answers' | 'away' }> {
  if (converter === null) return {};
  return converter.ping(PING_MS_MAX).then(
    () => ({ converter: 'answers' }),
    () => ({ converter: 'away' }),
  );
}
