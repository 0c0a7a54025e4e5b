import type { Outage } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { endOutage, tryStorage } from './outages.ts';

const EVERY_MS = 1_000;

/** Each worker that is woken searches once, and goes on as long as it finds something. */
const WOKEN_MAX = 8;

/** A try of the storage may wait for an answer for a minute; the next ones need not wait for it. */
const TRIES_MAX = 5;

export type WakeDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'ids' | 'log' | 'pool'>;

interface Look {
  outages: Outage[];
}

/**
 * Wakes workers for jobs that have become due, and ends outages. One question a second for the whole process, where
 * otherwise each worker would ask by itself: most of the time there is nothing to do.
 */
export function startWaking(deps: WakeDeps): { stop(): Promise<void> } {
  const { log } = deps;
  const tries = new Set<Promise<void>>();
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isStopped = false;
  const tryToEnd = async () => {
    try {
      await tryStorage(deps);
    } catch (error) {
      log.debug({ err: error }, 'the storage is still away');
      return;
    }
    if (isStopped) return;
    await endOutage(deps, 'storage');
    await lookOnce(deps);
    log.warn('the storage can be used again; what waits for it is done now');
  };
  const look = async () => {
    try {
      const { outages } = await lookOnce(deps);
      if (!outages.includes('storage') || tries.size >= TRIES_MAX || isStopped) return;
      const trying = tryToEnd().catch((error) => log.debug({ err: error }, 'an outage could not be ended'));
      tries.add(trying);
      void trying.finally(() => tries.delete(trying));
    } catch (error) {
      log.debug({ err: error }, 'due jobs could not be counted; trying again');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look();
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Wakes by the channel and the message by which a new job wakes workers. */
async function lookOnce({ pool }: Pick<WakeDeps, 'pool'>): Promise<Look> {
  const { rows } = await pool.query<Look>(
    `select array(select cause from outages) as outages, (
       select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count)::text) from (
         select count(*) from (
           select from graphile_worker._private_jobs where is_available and run_at <= now() limit $1
         ) as due
       ) as counted where count > 0
     )`,
    [WOKEN_MAX],
  );
  return rows[0] ?? { outages: [] };
}
