import { availableParallelism } from 'node:os';
import { Refusal } from '@paraph/domain';
import type { Log } from '../platform/log.ts';
import type { IntakeAnswer, IntakeRequest } from './intake-messages.ts';
import { type AnswerLine, type IntakeProcess, startIntakeProcess } from './intake-process.ts';
import { openTimeBudget } from './time-budget.ts';

/** Looks into strangers' files, in limited child processes: what crashes or stalls there harms nobody else. */
export interface Intake {
  /**
   * Always answers in bounded time. A file that needs too much time or memory is refused.
   *
   * @throws Refusal `SERVICE_UNAVAILABLE` when too many files are waiting
   */
  ask(request: IntakeRequest, deadline: Deadline): Promise<IntakeAnswer>;
  /** Starts the first process, so that the first file need not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** When a caller wants an answer at the latest, whatever becomes of it. */
export interface Deadline {
  signal: AbortSignal;
  /** A long document is read: later will do. */
  extend(ms: number): void;
}

export interface IntakeOptions {
  /** Default: one for each processor, two to four. */
  processesMax?: number;
  waitMsMax?: number;
  runMsMax?: number;
  idleMsMax?: number;
  start?: (limits: { isDataLimited: boolean }) => IntakeProcess;
}

/** Nothing runs until the first file, or `warm`. */
export function openIntake(log: Pick<Log, 'warn' | 'error'>, options: IntakeOptions = {}): Intake {
  return new Pool(log, options);
}

interface Call {
  request: IntakeRequest;
  resolve(answer: IntakeAnswer): void;
  reject(error: unknown): void;
  /** Ends the waiting; null once it runs. */
  stopWaiting(): void;
  deadline: Deadline;
}

/** What each page that was read adds to the time a file may take: a book is no attack. */
const PAGE_MS = 10;

const TOO_MUCH: IntakeAnswer = {
  kind: 'refused',
  reasons: ['The file takes too much time or memory to be read. Print it to a new PDF and send that.'],
  isRepairable: false,
};

class Pool implements Intake {
  readonly #log: Pick<Log, 'warn' | 'error'>;
  readonly #options: Required<IntakeOptions>;
  readonly #alive = new Set<IntakeProcess>();
  /** Those that wait for work, and the timer that ends each. */
  readonly #idle = new Map<IntakeProcess, NodeJS.Timeout>();
  readonly #waiting: Call[] = [];
  #starting = 0;
  #judging = 0;
  /** False once a process did not start with its memory limited: some systems count differently. */
  #isDataLimited = true;
  #isClosed = false;

  constructor(log: Pick<Log, 'warn' | 'error'>, options: IntakeOptions) {
    this.#log = log;
    this.#options = {
      processesMax: Math.min(4, Math.max(2, availableParallelism())),
      waitMsMax: 3_000,
      runMsMax: 4_000,
      idleMsMax: 60_000,
      start: startIntakeProcess,
      ...options,
    };
  }

  ask(request: IntakeRequest, deadline: Deadline): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        call.stopWaiting();
        this.#waiting.splice(this.#waiting.indexOf(call), 1);
        reject(busy());
      };
      const timer = setTimeout(giveUp, this.#options.waitMsMax);
      deadline.signal.addEventListener('abort', giveUp, { once: true });
      const stopWaiting = () => {
        clearTimeout(timer);
        deadline.signal.removeEventListener('abort', giveUp);
      };
      const call: Call = { request, resolve, reject, stopWaiting, deadline };
      if (this.#isClosed || deadline.signal.aborted) {
        stopWaiting();
        reject(busy());
        return;
      }
      this.#waiting.push(call);
      this.#serve();
    });
  }

  async warm(): Promise<void> {
    if (this.#alive.size === 0) await this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#waiting.splice(0)) {
      call.stopWaiting();
      call.reject(busy());
    }
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    const alive = [...this.#alive];
    for (const process of alive) process.kill();
    await Promise.all(alive.map((process) => process.ended));
  }

  #serve(): void {
    for (;;) {
      const [process, timer] = this.#idle.entries().next().value ?? [];
      const place = process ? this.#findNext() : -1;
      if (!process || place < 0) break;
      clearTimeout(timer);
      this.#idle.delete(process);
      const [call] = this.#waiting.splice(place, 1);
      if (call) void this.#run(process, call);
    }
    const room = this.#options.processesMax - this.#alive.size;
    const more = Math.min(this.#waiting.length - this.#starting, room);
    for (let each = 0; each < more; each += 1) void this.#start();
  }

  /** Whoever sends a document goes before strangers who verify one, and always finds a process left for them. */
  #findNext(): number {
    const examining = this.#waiting.findIndex(({ request }) => request.kind === 'examine');
    if (examining >= 0) return examining;
    const judgingMax = Math.max(1, this.#options.processesMax - 1);
    return this.#waiting.length > 0 && this.#judging < judgingMax ? 0 : -1;
  }

  async #run(process: IntakeProcess, call: Call): Promise<void> {
    call.stopWaiting();
    const weight = call.request.kind === 'judge' ? 1 : 0;
    this.#judging += weight;
    const stop = () => process.kill();
    const budget = openTimeBudget(this.#options.runMsMax, stop);
    call.deadline.signal.addEventListener('abort', stop, { once: true });
    const line = await process.ask(call.request, (pages) => {
      budget.extend(pages * PAGE_MS);
      call.deadline.extend(pages * PAGE_MS);
    });
    budget.close();
    call.deadline.signal.removeEventListener('abort', stop);
    this.#judging -= weight;
    this.#keepOrReplace(process, line);
    this.#answer(call, line);
  }

  #answer(call: Call, line: AnswerLine | null): void {
    if (this.#isClosed && line === null) call.reject(busy());
    else if (line?.answer.kind === 'failed')
      call.reject(new Error(`the intake failed: ${line.answer.stack}`));
    else {
      if (line === null) this.#log.warn('a file was refused because its reading crashed or took too much');
      call.resolve(line?.answer ?? TOO_MUCH);
    }
  }

  #keepOrReplace(process: IntakeProcess, line: AnswerLine | null): void {
    if (line !== null && !line.isSpent) {
      this.#rest(process);
      return;
    }
    process.kill();
    this.#alive.delete(process);
    if (this.#waiting.length > 0 || this.#alive.size === 0) void this.#start();
  }

  #rest(process: IntakeProcess): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      // The last one stays, so that a file never waits for a start.
      if (this.#alive.size < 2) return;
      this.#idle.delete(process);
      process.kill();
    }, this.#options.idleMsMax);
    timer.unref();
    this.#idle.set(process, timer);
    this.#serve();
  }

  async #start(): Promise<void> {
    if (this.#isClosed) return;
    const isDataLimited = this.#isDataLimited;
    const process = this.#options.start({ isDataLimited });
    this.#alive.add(process);
    this.#starting += 1;
    void process.ended.then(() => {
      this.#alive.delete(process);
      clearTimeout(this.#idle.get(process));
      this.#idle.delete(process);
    });
    const failure = await process.ready.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#starting -= 1;
    if (!failure) this.#rest(process);
    else if (isDataLimited) await this.#startUnlimited(process, failure.error);
    else this.#turnAway(failure.error);
  }

  async #startUnlimited(failed: IntakeProcess, error: unknown): Promise<void> {
    this.#alive.delete(failed);
    if (this.#isClosed) return;
    this.#isDataLimited = false;
    this.#log.warn(
      { err: error },
      'no process to look into files started with its memory limited by the system',
    );
    await this.#start();
  }

  #turnAway(error: unknown): void {
    if (!this.#isClosed) this.#log.error({ err: error }, 'no process to look into files could be started');
    for (const call of this.#waiting.splice(0)) {
      call.stopWaiting();
      call.reject(unable());
    }
  }
}

function busy(): Refusal {
  const message = 'Too many documents are being read right now; send it again in a few seconds.';
  return new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 3 });
}

function unable(): Refusal {
  const message =
    'Documents cannot be read right now, and whoever runs this service was told; try again later.';
  return new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 30 });
}
