import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type LogLevel, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { isFrozen } from '../database/frozen.ts';
import type { Deps } from '../deps.ts';
import type { Log } from '../platform/observe/log.ts';
import { traced } from '../platform/observe/tracing.ts';
import { outageOf } from '../platform/outage.ts';
import { JOB_KINDS, type JobKind, type JobName, laneOf, listJobsOf } from './enqueue.ts';
import { type LaneLimiter, openLanes, type Places, type Searches } from './lanes.ts';
import { noteOutage, postponeFrozen, postponeJob, removeSuperseded } from './outages.ts';
import { type Presence, startPresence } from './presence.ts';
import { openRemainingJobs, openRunnerPool, type RemainingJobs } from './runner-pool.ts';
import { startWaking, type WakeDeps } from './wake-workers.ts';

/**
 * What a job does at once instead of leaving it to another job, after it has committed its own changes. The job ends
 * after it, so that both run again if the process is killed meanwhile.
 */
export interface FollowUpJob {
  /** The job in whose lane it is done. */
  name: JobName;
  run(): Promise<void>;
  /** Leaves it to that job, where its lane is full or another process does such jobs. */
  enqueue(): Promise<void>;
}

/**
 * A handler gets the id of the row its job is about, or of the first and the last, and their workflow where the job has
 * it. It is safe to run twice. What it throws because of an outage makes the job wait for the end of that (`outages.ts`).
 */
export type JobHandlers = Record<
  JobName,
  (id: number, upTo?: number, workflowId?: number) => Promise<void> | Promise<readonly FollowUpJob[]>
>;

export interface Worker {
  /** False while it starts again, after the database was away for example. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

export type WorkerDeps = WakeDeps &
  Pick<Deps, 'sessions'> & { config: { places: Places; preparesStatements: boolean } };

const RESTART_AFTER_MS = 500;
const RESTART_AFTER_MS_MAX = 1_000;
const LOOK_EVERY_MS = 500;
const STUCK_AFTER_LOOKS = 6;

// A new job wakes a worker by itself, and `wake-workers.ts` finds what has become due; this is for what both have missed.
const POLL_EVERY_MS = 60_000;

// Jobs that end within this time are completed by one statement; those of a process that is killed meanwhile run again.
const COMPLETED_EVERY_MS = 300;

/**
 * Runs jobs until stopped. An exception of a handler is unexpected: it is logged completely and the job retried with
 * increasing pauses; expected failures are rows of their rooms, with their own schedule.
 */
export async function startWorker(
  deps: WorkerDeps,
  handlers: JobHandlers,
  kinds: readonly JobKind[] = JOB_KINDS,
): Promise<Worker> {
  const { pool, log, config } = deps;
  const { queueSchema } = config;
  const presence = await startPresence(deps.sessions, log, { queueSchema });
  const waking = await startWaking(deps).catch(async (error) => {
    await presence.stop();
    throw error;
  });
  const lanes = openLanes(config.places);
  const names = listJobsOf(kinds);
  const begin = async (): Promise<Started> => {
    // The runner itself waits for minutes where the database has not started yet.
    await pool.query('select 1');
    const own: OwnJobs = { names: [], running: new Set() };
    const searches = lanes.openSearches();
    const events = watchingLooks(searches);
    const runner = await run({
      pgPool: openRunnerPool(deps, {
        remaining: remainingJobs(events),
        isPaused: waking.isPaused,
        preparesStatements: config.preparesStatements,
        queueSchema,
      }),
      schema: queueSchema,
      concurrency: Object.values(config.places).reduce((sum, slots) => sum + slots, 0),
      forbiddenFlags: searches.closed,
      events,
      noHandleSignals: true,
      pollInterval: POLL_EVERY_MS,
      // Housekeeping goes by the clock of the database: `housekeeping.ts`.
      parsedCronItems: [],
      taskList: Object.fromEntries(
        names.map((name) => [name, runnable(name, handlers, { lanes, deps, names, own })]),
      ),
      logger: new Logger(() => (level, message) => tell(log, level, message)),
      // Batches: otherwise a job whose end cannot be written causes an unhandled rejection, which ends
      // the process. A failed batch ends the runner, which is restarted.
      preset: {
        plugins: [announcing(presence, own)],
        worker: { completeJobBatchDelay: COMPLETED_EVERY_MS, failJobBatchDelay: 0 },
      },
    });
    return { runner, own, ended: watchEnd(runner, events, lanes) };
  };
  try {
    return keepRunning(await begin(), { begin, presence, waking, log });
  } catch (error) {
    await waking.stop();
    await presence.stop();
    throw error;
  }
}

/** What one runner does: the names under which it locks jobs, and the jobs under way. */
interface OwnJobs {
  names: string[];
  running: Set<string>;
}

interface Started {
  runner: Runner;
  own: OwnJobs;
  /** The cause of its end; null where it was asked to end. */
  ended: Promise<unknown>;
}

/**
 * The runner (graphile-worker 0.18) counts writes of ended jobs that failed wrongly: after several of them, as where the
 * database was killed, it shuts down and waits for its own end without end. It is over once it does nothing.
 */
function watchEnd(runner: Runner, events: WorkerEvents, lanes: LaneLimiter): Promise<unknown> {
  const byItself = runner.promise.then(
    () => null,
    (error: unknown) => error,
  );
  const stuck = new Promise<unknown>((resolve) => {
    // It would listen again after up to a minute, and hear of no job meanwhile.
    events.once('pool:listen:error', ({ error }) => resolve(error));
    events.once('pool:gracefulShutdown', () => {
      let idleLooks = 0;
      const timer = setInterval(() => {
        idleLooks = lanes.isIdle() ? idleLooks + 1 : 0;
        if (idleLooks < STUCK_AFTER_LOOKS) return;
        clearInterval(timer);
        resolve(new Error('the runner did not end'));
      }, LOOK_EVERY_MS);
      void byItself.then(() => clearInterval(timer));
    });
  });
  return Promise.race([byItself, stuck]);
}

interface Supervision {
  begin(): Promise<Started>;
  presence: Presence;
  waking: { stop(): Promise<void> };
  log: Log;
}

/** The runner ends when the database is away; restarts it until that succeeds, and frees what it had locked. */
function keepRunning(first: Started, { begin, presence, waking, log }: Supervision): Worker {
  const stopping = new AbortController();
  let running: Started | null = first;
  // A runner that has just ended by itself refuses to be stopped.
  const end = async ({ runner, ended }: Started) => {
    const stopped = runner
      .stop()
      .catch((error) => log.debug({ err: error }, 'the worker had stopped already'));
    await Promise.race([stopped, ended]);
  };
  const supervise = async () => {
    while (running) {
      const cause = await running.ended;
      if (stopping.signal.aborted) return;
      log.error({ err: cause }, 'the worker stopped by itself; it is started again');
      const { runner, own }: Started = running;
      running = null;
      runner.stop().catch((error) => log.debug({ err: error }, 'the worker had stopped already'));
      running = await beginAgain({ begin, log, signal: stopping.signal });
      if (running) void freeOwn(own, { presence, log, signal: stopping.signal });
    }
  };
  const supervised = supervise();
  return {
    isRunning: () => running !== null && !stopping.signal.aborted,
    stop: async () => {
      stopping.abort();
      if (running) await end(running);
      await supervised;
      // Started concurrently with the stop.
      if (running) await end(running);
      await waking.stop();
      await presence.stop();
    },
  };
}

/** At once what is not under way any more, and the rest once it is not; where the process ends before, others free it. */
async function freeOwn(
  { names, running }: OwnJobs,
  { presence, log, signal }: Pick<Supervision, 'presence' | 'log'> & { signal: AbortSignal },
): Promise<void> {
  let isFree = false;
  while (!isFree && !signal.aborted) {
    const stillDone = [...running];
    isFree = await presence.free(names, stillDone).then(
      () => stillDone.length === 0,
      (error) => {
        log.debug({ err: error }, 'jobs could not be freed; trying again');
        return false;
      },
    );
    if (!isFree) await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
  }
  if (isFree) presence.withdraw(names);
}

/** Null if the worker is stopped meanwhile. */
async function beginAgain({
  begin,
  log,
  signal,
}: Pick<Supervision, 'begin' | 'log'> & { signal: AbortSignal }): Promise<Started | null> {
  for (let pauseMs = RESTART_AFTER_MS; ; pauseMs = Math.min(2 * pauseMs, RESTART_AFTER_MS_MAX)) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return null;
    try {
      return await begin();
    } catch (error) {
      log.warn({ err: error, pauseMs }, 'the worker could not be started; trying again');
    }
  }
}

interface Running {
  lanes: LaneLimiter;
  deps: WorkerDeps;
  /** The jobs that this process does. */
  names: readonly JobName[];
  own: OwnJobs;
}

/** What the runner passes about a job. */
interface RunningJob {
  id: string;
  attempts: number;
}

function runnable(name: JobName, handlers: JobHandlers, running: Running) {
  const { lanes, own } = running;
  return async (payload: unknown, { job }: { job: RunningJob }): Promise<void> => {
    own.running.add(job.id);
    try {
      const followUps = await lanes.run(laneOf(name), () =>
        tracedJob(name, job.attempts, async () => {
          const [id = 0, upTo, workflowId] = NUMBERS.map((key) => numberOf(payload, key));
          return (await handlers[name](id, upTo, workflowId)) ?? [];
        }),
      );
      // Beside one another: a receiver that hangs keeps no document from being sealed.
      const ends = await Promise.allSettled(followUps.map((work) => goOn(work, running)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    } catch (error) {
      await handleError(error, { name, job, deps: running.deps });
      throw error;
    } finally {
      own.running.delete(job.id);
    }
  };
}

async function handleError(
  error: unknown,
  { name, job, deps }: { name: JobName; job: RunningJob; deps: WorkerDeps },
): Promise<void> {
  const { log } = deps;
  if (isFrozen(error)) {
    log.debug({ err: error, job: name }, 'a job waits because its organization is frozen');
    return postponeFrozen(deps, job.id);
  }
  const outage = outageOf(error);
  if (outage === null) {
    log.error({ err: error, job: name }, 'a job failed and will be tried again');
    return removeSuperseded(deps, job.id).catch((cause) =>
      log.debug({ err: cause, job: name }, 'whether another job took its place could not be read'),
    );
  }
  noteOutage(outage);
  log.warn({ err: error, job: name, outage }, 'a job waits until what it needs can be used again');
  // Without the database it stays locked until the worker has begun again, which sets it free.
  await postponeJob(deps, { id: job.id, outage }).catch((cause) =>
    log.debug({ err: cause, job: name }, 'a job could not be postponed'),
  );
}

/** What meets an outage waits for its end as a job of its own. */
async function goOn(work: FollowUpJob, { lanes, names }: Running): Promise<void> {
  const lane = laneOf(work.name);
  if (!names.includes(work.name) || !lanes.hasSlot(lane)) return work.enqueue();
  try {
    await lanes.run(lane, () => tracedJob(work.name, 1, () => work.run()));
  } catch (error) {
    if (outageOf(error) === null && !isFrozen(error)) throw error;
    await work.enqueue();
  }
}

function tracedJob<T>(name: JobName, attempt: number, work: () => Promise<T>): Promise<T> {
  const attributes = { 'paraph.job.name': name, 'paraph.job.attempt': attempt };
  return traced({ name: `job ${name}`, kind: 'consumer', attributes, isFirst: true }, work);
}

/** The events that end a search for a job. */
function watchingLooks(searches: Searches): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('job:start', () => searches.looked());
  events.on('worker:getJob:empty', () => searches.looked());
  events.on('worker:getJob:error', () => searches.looked());
  return events;
}

/** Of one runner, which hears of jobs that are added. What was told while it did not listen is counted a second later. */
function remainingJobs(events: WorkerEvents): RemainingJobs {
  const remaining = openRemainingJobs();
  events.on('pool:listen:success', remaining.told);
  events.on('pool:listen:notification', remaining.told);
  return remaining;
}

/** Jobs are locked by the name of the worker pool, and only once that name is locked. */
function announcing(presence: Presence, own: OwnJobs) {
  return {
    name: 'PresencePlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        startWorker: async (_context: unknown, { worker }: { worker: { workerPool: { id: string } } }) => {
          own.names.push(worker.workerPool.id);
          await presence.announce(worker.workerPool.id);
        },
      },
    },
  };
}

function tell(log: Log, level: LogLevel, message: string): void {
  // Intended: a job that waits for a receiver or a mail server uses no connection meanwhile, so there are fewer
  // connections than concurrent jobs. The operator cannot act on this warning.
  if (message.startsWith('WARNING: having maxPoolSize')) log.debug(message);
  else if (level === 'error') log.error(message);
  else if (level === 'warning') log.warn(message);
  else log.debug(message);
}

/** What a job carries. */
const NUMBERS = ['id', 'upTo', 'workflowId'] as const;

function numberOf(payload: unknown, key: (typeof NUMBERS)[number]): number | undefined {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'number' ? value : undefined;
}
