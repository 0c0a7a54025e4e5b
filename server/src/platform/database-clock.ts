import type pg from 'pg';
import type { Clock } from './clock.ts';
import { readMonotonicMs } from './clock.ts';
import type { Log } from './log.ts';

/** The clock of the database as a column, in milliseconds since 1970. */
export const DATABASE_MS = `extract(epoch from clock_timestamp())::float8 * 1000`;

export async function readDatabaseMs(database: Pick<pg.Pool | pg.Client, 'query'>): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(`select ${DATABASE_MS} as ms`);
  return rows[0]?.ms ?? Number.NaN;
}

export interface DatabaseClock extends Clock {
  /** Compares it with the database once more. */
  compare(): Promise<void>;
}

/**
 * The time of the database, which is one for all machines, so that no deadline and no job depends on which of them has
 * the right time. It runs by the monotonic clock of the process, which nobody sets, and is corrected only by what a
 * comparison proves: it is never earlier than the database was when it answered before the answer came, nor later than
 * when it was asked.
 */
export async function openDatabaseClock(
  readMs: () => Promise<number>,
  monotonicMs: () => number = readMonotonicMs,
): Promise<DatabaseClock> {
  let offsetMs = Number.NEGATIVE_INFINITY;
  const compare = async () => {
    const askedAt = monotonicMs();
    const ms = await readMs();
    const earliest = ms - monotonicMs();
    const latest = ms - askedAt;
    offsetMs = Math.min(Math.max(offsetMs, earliest), latest);
  };
  await compare();
  return { now: () => new Date(monotonicMs() + offsetMs), compare };
}

const COMPARED_EVERY_MS = 5_000;

/** A clock that is compared with the database until it is stopped; while the database is away, it goes on by itself. */
export async function keepDatabaseTime(pool: pg.Pool, log: Log): Promise<{ clock: Clock; stop(): void }> {
  const clock = await openDatabaseClock(() => readDatabaseMs(pool));
  let isComparing = false;
  const timer = setInterval(() => {
    if (isComparing) return;
    isComparing = true;
    clock
      .compare()
      .catch((error) => log.debug({ err: error }, 'the clock was not compared; trying again'))
      .finally(() => {
        isComparing = false;
      });
  }, COMPARED_EVERY_MS);
  timer.unref();
  return { clock, stop: () => clearInterval(timer) };
}
