import { EventEmitter } from 'node:events';
import { Logger, type LogLevel, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { JOB_NAMES, type JobName } from './enqueue.ts';
import { LANES, type LaneKeeper, laneOf, openLanes } from './lanes.ts';
import { type Presence, startPresence } from './presence.ts';
import { removeOldQueues } from './remove-old-queues.ts';

/** A handler gets the id of the row its job is about. It is safe to run twice. */
export type JobHandlers = Record<JobName, (id: number) => Promise<void>>;

export interface Worker {
  isRunning(): boolean;
  /** Rejects when the worker stops without having been told to. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

// A new job wakes a worker by itself; this finds what has become due.
const POLL_EVERY_MS = 2_000;

// Housekeeping by the clock: minute hour day month weekday, UTC.
const CRONTAB = [
  '* * * * * start-workflows',
  '* * * * * expire-workflows',
  '* * * * * fold-counts',
  '* * * * * checkpoint-ledger',
  '17 * * * * sweep-files',
  '*/5 * * * * scrub-files',
  '* * * * * encrypt-secrets',
  '7 3 * * * renew-seals',
  '37 * * * * sweep-records',
].join('\n');

/**
 * Takes jobs until stopped. A handler that throws has met a bug or a fault nobody foresaw: it is logged whole and
 * tried again with growing pauses; expected failures are rows of their rooms, with their own schedule.
 */
export async function startWorker(
  { pool, log }: { pool: pg.Pool; log: Log },
  handlers: JobHandlers,
): Promise<Worker> {
  const presence = await startPresence(pool, log);
  const lanes = openLanes();
  const begin = () =>
    run({
      pgPool: pool,
      concurrency: Object.values(LANES).reduce((sum, places) => sum + places, 0),
      forbiddenFlags: lanes.closed,
      events: watchingLooks(lanes),
      noHandleSignals: true,
      pollInterval: POLL_EVERY_MS,
      crontab: CRONTAB,
      taskList: Object.fromEntries(JOB_NAMES.map((name) => [name, runnable(name, handlers, { lanes, log })])),
      logger: new Logger(() => (level, message) => tell(log, level, message)),
      preset: { plugins: [announcing(presence)] },
    });
  try {
    await removeOldQueues(pool);
    return watched(await begin(), presence);
  } catch (error) {
    await presence.stop();
    throw error;
  }
}

function watched(runner: Runner, presence: Presence): Worker {
  let state: 'running' | 'stopping' | 'failed' = 'running';
  const failed = new Promise<never>((_resolve, reject) => {
    const end = (cause?: unknown) => {
      if (state !== 'running') return;
      state = 'failed';
      reject(new Error('The worker stopped by itself; the log says why.', { cause }));
    };
    runner.promise.then(() => end(), end);
  });
  // Heard by the one who waits for it, if there is one.
  failed.catch(() => {});
  return {
    isRunning: () => state === 'running',
    failed,
    stop: async () => {
      const wasRunning = state === 'running';
      state = wasRunning ? 'stopping' : state;
      if (wasRunning) await runner.stop();
      await presence.stop();
    },
  };
}

function runnable(name: JobName, handlers: JobHandlers, { lanes, log }: { lanes: LaneKeeper; log: Log }) {
  return async (payload: unknown): Promise<void> => {
    try {
      await lanes.run(laneOf(name), () => handlers[name](idOf(payload)));
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed and will be tried again');
      throw error;
    }
  };
}

/** Every look for a job ends in one of these. */
function watchingLooks(lanes: LaneKeeper): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('job:start', () => lanes.looked());
  events.on('worker:getJob:empty', () => lanes.looked());
  events.on('worker:getJob:error', () => lanes.looked());
  return events;
}

/** Jobs are locked in the name of the pool of workers, not of one of them; none is taken before that name is held. */
function announcing(presence: Presence) {
  return {
    name: 'PresencePlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        startWorker: async (_context: unknown, { worker }: { worker: { workerPool: { id: string } } }) => {
          await presence.announce(worker.workerPool.id);
        },
      },
    },
  };
}

function tell(log: Log, level: LogLevel, message: string): void {
  if (level === 'error') log.error(message);
  else if (level === 'warning') log.warn(message);
  else log.debug(message);
}

function idOf(payload: unknown): number {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : 0;
  return typeof id === 'number' ? id : 0;
}
