import type pg from 'pg';
import type { Log } from '../platform/log.ts';

const EVERY_MS = 1_000;

/** Each worker that is woken searches once, and goes on as long as it finds something. */
const WOKEN_MAX = 8;

/**
 * Wakes workers for jobs that have become due. One question a second for the whole process, where otherwise each
 * worker would ask by itself: most of the time there is nothing to do.
 */
export function startWaking({ pool, log }: { pool: pg.Pool; log: Log }): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const look = async () => {
    try {
      // The channel and the message by which a new job wakes workers.
      await pool.query(
        `select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count)::text) from (
           select count(*) from (
             select from graphile_worker._private_jobs where is_available and run_at <= now() limit $1
           ) as due
         ) as counted where count > 0`,
        [WOKEN_MAX],
      );
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
      clearInterval(timer);
      await looking;
    },
  };
}
