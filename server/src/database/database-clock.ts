import type pg from 'pg';
import { type Clock, readMonotonicMs } from '../platform/clock.ts';
import type { Log } from '../platform/observe/log.ts';

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

/** Beyond it one of two clocks is wrong, and nobody can say which. */
const SKEW_SECONDS_MAX = 60;

/** A clock of this machine, read before and after another one was. */
interface Reading {
  before: number;
  after: number;
}

/** By how much this machine is ahead of the other clock, in seconds; negative: behind. 0 as far as the answer's way goes. */
export function skewSeconds({ before, after }: Reading, otherMs: number): number {
  if (otherMs < before) return (before - otherMs) / 1000;
  return otherMs > after ? (after - otherMs) / 1000 : 0;
}

/** The same with what reads the other clock. */
export async function measureSkew(machine: Clock, readMs: () => Promise<number>): Promise<number> {
  const before = machine.now().getTime();
  const ms = await readMs();
  return skewSeconds({ before, after: machine.now().getTime() }, ms);
}

/** Null while both clocks may be right. */
export function describeSkew(seconds: number): string | null {
  if (Math.abs(seconds) <= SKEW_SECONDS_MAX) return null;
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const length = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${length} ${direction} that of the database. Set both by NTP.`;
}
