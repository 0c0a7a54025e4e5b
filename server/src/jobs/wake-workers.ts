import type { Outage } from '@paraph/domain';
import { DATABASE_MS, describeSkew, skewSeconds } from '../database/database-clock.ts';
import { inQueueSchema } from '../database/named-queries.ts';
import type { Deps } from '../deps.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { ADD_SCHEDULED, BEGIN_SCHEDULES, SCHEDULES } from './housekeeping.ts';
import { endOutage, noteOutage, tryStorage } from './outages.ts';

const EVERY_MS = 1_000;

/** Each worker that is woken searches once, and goes on as long as it finds something. */
const WOKEN_MAX = 8;

/** A try of the storage may wait for an answer for a minute; the next ones need not wait for it. */
const TRIES_MAX = 5;

export type WakeDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'ids' | 'log' | 'pool'> & {
  /** The clock on the wall, which is compared with the database's. */
  machine?: Clock;
  config: { queueSchema: string };
};

interface Look {
  outages: Outage[];
  /** By how much this machine is ahead of the database. */
  skewSeconds: number;
}

interface Waking {
  /** Whether the clock of this machine is wrong: it begins no job then, which would fail because of that. */
  isPaused(): boolean;
  stop(): Promise<void>;
}

/**
 * Wakes workers for jobs that have become due, adds those of housekeeping, and ends outages. One question a second for
 * the whole process, where otherwise each worker would ask by itself: most of the time there is nothing to do.
 */
export async function startWaking(deps: WakeDeps): Promise<Waking> {
  const { log, pool } = deps;
  const tries = new Set<Promise<void>>();
  let isLooking = false;
  let isStopped = false;
  let skew: string | null = null;
  const compareClocks = (seconds: number) => {
    const words = describeSkew(seconds);
    if (words !== null && skew === null) {
      noteOutage('clock');
      log.error(`${words} Until then this process begins no job; others do them.`);
    }
    if (words === null && skew !== null) log.warn('the clock of this machine is right again');
    skew = words;
  };
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
      const { outages, skewSeconds: seconds } = await lookOnce(deps);
      compareClocks(seconds);
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
  await pool.query(BEGIN_SCHEDULES, [SCHEDULES]);
  // Before the first job: a machine whose clock is wrong begins none.
  let looking = look();
  await looking;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look();
  }, EVERY_MS);
  timer.unref();
  return {
    isPaused: () => skew !== null,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Wakes by the channel and the message by which a new job wakes workers. */
async function lookOnce({ pool, config, machine = systemClock }: WakeDeps): Promise<Look> {
  const before = machine.now().getTime();
  const text = inQueueSchema(LOOK, config.queueSchema);
  const { rows } = await pool.query<{ outages: Outage[]; ms: number }>(text, [SCHEDULES, WOKEN_MAX]);
  const after = machine.now().getTime();
  const [{ outages, ms } = { outages: [], ms: before }] = rows;
  return { outages, skewSeconds: skewSeconds({ before, after }, ms) };
}

const LOOK = `with ${ADD_SCHEDULED}
  select array(select cause from outages) as outages, ${DATABASE_MS} as ms,
    (select count(*) from scheduled), (
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count)::text) from (
      select count(*) from (
        select from graphile_worker._private_jobs where is_available and run_at <= now() limit $2
      ) as due
    ) as counted where count > 0
  )`;
