import { availableParallelism } from 'node:os';
import { LIMITS, Refusal } from '@paraph/domain';
import type { IntakeAnswer, IntakeRequest } from '../intake-messages.ts';
import { cutOffFor, REMEDIES, TOO_COSTLY, UNREADABLE } from '../intake-messages.ts';
import {
  type AnswerLine,
  type Ending,
  type Excess,
  type IntakeBudget,
  type IntakeProcess,
  limitRun,
  startIntakeProcess,
} from './intake-process.ts';
import { repairPdf } from './sandbox.ts';

/** The caller that work is queued for, and whether the client is still connected. */
export interface Requester {
  /** The key of the fair queue: a user, an API key, an app's user, or an address. */
  caller: string;
  /** Aborted when the client closes its connection before the response. */
  gone: AbortSignal;
  /** Whose files are at most so many in processes at once; further ones wait, and where in vain, are refused so. */
  share?: { of: string; most: number; refuse(): Refusal };
}

/** For work without a waiting client. */
export function requesterWithoutClient(caller: string): Requester {
  return { caller, gone: new AbortController().signal };
}

/** Where the operator reads of what went wrong. */
export interface Log {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** The caller that the request is queued for, and the remaining budget of the file. */
export interface RunOptions {
  requester: Requester;
  budget: IntakeBudget;
  /** Its bytes were accepted before, or were made of those: they are not scanned again. */
  isStored?: boolean;
}

/** Examines untrusted files in limited child processes, which isolates crashes and stalls. */
export interface Intake {
  /**
   * Waits for the caller's turn and a process, and reads a file in it. A file that exceeds the limits of processor
   * time or memory is refused; a busy machine never causes such a refusal.
   *
   * @throws Refusal `SERVICE_UNAVAILABLE` if it was not read: the queue was full, or a process stalled
   */
  run(request: IntakeRequest, options: RunOptions): Promise<IntakeAnswer>;
  /** What a scanner recognizes in a file that nothing here reads: its name; null for nothing, and without a scanner. */
  scan(path: string, requester: Requester): Promise<string | null>;
  /** Has a damaged PDF written anew, in place of a reading; false when it cannot be repaired. */
  repair(paths: { from: string; to: string }, options: RunOptions): Promise<boolean>;
  /** Starts the first process, so that the first file need not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

export interface IntakeOptions {
  /** Default: one for each processor, at least two. */
  processesMax?: number;
  /** After this time a stalled process is killed. */
  wallMsMax?: number;
  idleMsMax?: number;
  start?: (limits: { isDataLimited: boolean }) => IntakeProcess;
}

/** Nothing runs until the first file, or `warm`. */
export function openIntake(log: Log, options: IntakeOptions = {}): Intake {
  return new Pool(log, options);
}

/** A process for each processor; two at least, so that one costly file does not stop all others. */
function defaultIntakeProcesses(): number {
  return Math.max(2, availableParallelism());
}

interface Waiter {
  requester: Requester;
  start(process: IntakeProcess): void;
  giveUp(error: Refusal): void;
}

/** Time added per page read: a long document is not an attack. */
const PAGE_MS = 10;

/** Signals from the operator or the system; a file cannot cause them. */
const SENT_SIGNALS = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

const UNHURRIED: ReadonlySet<IntakeRequest['kind']> = new Set(['evaluate', 'first-page', 'printed-places']);
class Pool implements Intake {
  readonly #log: Log;
  readonly #options: Required<IntakeOptions>;
  readonly #alive = new Set<IntakeProcess>();
  /** Those that wait for work, and the timer that ends each. */
  readonly #idle = new Map<IntakeProcess, NodeJS.Timeout>();
  /** Uploads to send have priority over public verification and pictures of pages. */
  readonly #sending = new FairQueue<Waiter>();
  readonly #evaluating = new FairQueue<Waiter>();
  #starting = 0;
  /** Of each share, how many are in processes. */
  readonly #shares = new Map<string, number>();
  /** Processes that do what is not urgent: always fewer than all. */
  #evaluators = 0;
  /** False once a process did not start with its memory limited: some systems count differently. */
  #isDataLimited = true;
  #isClosed = false;

  constructor(log: Log, options: IntakeOptions) {
    this.#log = log;
    this.#options = {
      processesMax: defaultIntakeProcesses(),
      wallMsMax: 60_000,
      idleMsMax: 60_000,
      start: startIntakeProcess,
      ...options,
    };
  }

  async run(request: IntakeRequest, { requester, budget }: RunOptions): Promise<IntakeAnswer> {
    const isUrgent = !UNHURRIED.has(request.kind);
    const queue = isUrgent ? this.#sending : this.#evaluating;
    const process = await this.#wait(queue, { requester, budget });
    const limits = limitRun(process, budget, this.#options.wallMsMax);
    let outcome: AnswerLine | Ending | null = null;
    let excess: Excess | null = null;
    try {
      outcome = await process.run(request, (pages) => {
        budget.cpuMs += pages * PAGE_MS;
      });
    } finally {
      excess = limits.end();
      if (!isUrgent) this.#evaluators -= 1;
      this.#leaveShare(requester);
      this.#keepOrReplace(process, outcome);
    }
    return this.#answerOf(request, outcome, excess);
  }

  async scan(): Promise<null> {
    return null;
  }

  async repair({ from, to }: { from: string; to: string }, options: RunOptions): Promise<boolean> {
    // The process is idle meanwhile, so that repairs and readings together stay within the limit.
    const process = await this.#wait(this.#sending, options);
    const deadline = AbortSignal.timeout(this.#options.wallMsMax);
    try {
      const isRepaired = await repairPdf(from, to, deadline);
      if (deadline.aborted) throw busy();
      return isRepaired;
    } finally {
      this.#leaveShare(options.requester);
      this.#rest(process);
    }
  }

  async warm(): Promise<void> {
    if (this.#alive.size === 0) await this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turnAway(busy());
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    const alive = [...this.#alive];
    for (const process of alive) process.kill();
    await Promise.all(alive.map((process) => process.ended));
  }

  get #waiting(): number {
    return this.#sending.size + this.#evaluating.size;
  }

  /** Waits for a process as long as the client does, and as the budget lets. */
  #wait(queue: FairQueue<Waiter>, { requester, budget }: RunOptions): Promise<IntakeProcess> {
    const isFull =
      this.#waiting >= LIMITS.uploadsWaitingMax ||
      queue.countOf(requester.caller) >= LIMITS.uploadsWaitingOfOneMax;
    if (this.#isClosed || requester.gone.aborted || isFull) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const leave = () => {
        clearTimeout(timer);
        requester.gone.removeEventListener('abort', goAway);
        budget.waitMs -= performance.now() - startedAt;
      };
      const waiter: Waiter = {
        requester,
        start: (process) => {
          leave();
          this.#enterShare(requester);
          resolve(process);
        },
        giveUp: (error) => {
          leave();
          queue.remove(requester.caller, waiter);
          reject(error);
        },
      };
      const goAway = () =>
        waiter.giveUp(this.#isFree(waiter) ? busy() : (requester.share?.refuse() ?? busy()));
      const timer = setTimeout(goAway, Math.max(0, budget.waitMs));
      requester.gone.addEventListener('abort', goAway, { once: true });
      queue.push(requester.caller, waiter);
      this.#serve();
    });
  }

  #serve(): void {
    for (;;) {
      const [process, timer] = this.#idle.entries().next().value ?? [];
      const waiter = process && this.#dequeueNext();
      if (!process || !waiter) break;
      clearTimeout(timer);
      this.#idle.delete(process);
      waiter.start(process);
    }
    const room = this.#options.processesMax - this.#alive.size;
    const more = Math.min(this.#waiting - this.#starting, room);
    for (let each = 0; each < more; each += 1) void this.#start();
  }

  #dequeueNext(): Waiter | undefined {
    const sender = this.#sending.dequeue((waiter) => this.#isFree(waiter));
    if (sender || this.#evaluators >= Math.max(1, this.#options.processesMax - 1)) return sender;
    const next = this.#evaluating.dequeue((waiter) => this.#isFree(waiter));
    if (next) this.#evaluators += 1;
    return next;
  }

  /** Whether its share has room. */
  #isFree({ requester: { share } }: Waiter): boolean {
    return !share || (this.#shares.get(share.of) ?? 0) < share.most;
  }

  #enterShare({ share }: Requester): void {
    if (share) this.#shares.set(share.of, (this.#shares.get(share.of) ?? 0) + 1);
  }

  #leaveShare({ share }: Requester): void {
    if (!share) return;
    const others = (this.#shares.get(share.of) ?? 0) - 1;
    if (others > 0) this.#shares.set(share.of, others);
    else this.#shares.delete(share.of);
    this.#serve();
  }

  #answerOf({ kind }: IntakeRequest, outcome: AnswerLine | Ending, excess: Excess | null): IntakeAnswer {
    if (outcome.kind === 'answer') {
      const { answer } = outcome;
      if (answer.kind === 'failed') throw new Error(`the intake failed: ${answer.stack}`);
      return answer;
    }
    if (this.#isClosed) throw busy();
    const { signal } = outcome;
    const isCostly = excess === 'cpu' || signal === 'SIGXCPU';
    this.#log.warn({ signal, excess }, 'a process ended while it read a file');
    const remedy = REMEDIES[kind];
    if (isCostly) return cutOffFor(`${TOO_COSTLY} ${remedy} and send that.`);
    if (SENT_SIGNALS.has(signal ?? '')) throw busy();
    return cutOffFor(`${UNREADABLE} ${remedy} and send that.`);
  }

  /** A process that got no request, because its file is missing, can be reused. */
  #keepOrReplace(process: IntakeProcess, outcome: AnswerLine | Ending | null): void {
    if (outcome === null || (outcome.kind === 'answer' && !outcome.isSpent)) {
      this.#rest(process);
      return;
    }
    process.kill();
    this.#alive.delete(process);
    if (this.#waiting > 0 || this.#alive.size === 0) void this.#start();
  }

  #rest(process: IntakeProcess): void {
    if (this.#isClosed) return;
    // It may have ended while it rested for a repair.
    if (!this.#alive.has(process)) {
      this.#serve();
      return;
    }
    const timer = setTimeout(() => {
      // Keeps the last one, so that a file never waits for a process to start.
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
    else this.#giveUpStarting(failure.error);
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

  #giveUpStarting(error: unknown): void {
    if (!this.#isClosed) this.#log.error({ err: error }, 'no process to look into files could be started');
    this.#turnAway(unable());
  }

  #turnAway(error: Refusal): void {
    for (const queue of [this.#sending, this.#evaluating]) {
      for (let waiter = queue.dequeue(any); waiter; waiter = queue.dequeue(any)) waiter.giveUp(error);
    }
  }
}

const any = () => true;

function busy(): Refusal {
  const message = 'This machine is too busy to read the file right now; send it again in a few seconds.';
  return new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 10 });
}

function unable(): Refusal {
  const message = 'Documents cannot be read at the moment; the operator has been informed. Try again later.';
  return new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 30 });
}

/** A fair queue: serves callers in rotation, and of each caller the oldest item, if it may go. */
class FairQueue<T> {
  /** In the order in which the callers are served. */
  readonly #byCaller = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(caller: string): number {
    return this.#byCaller.get(caller)?.length ?? 0;
  }

  push(caller: string, item: T): void {
    const items = this.#byCaller.get(caller);
    if (items) items.push(item);
    else this.#byCaller.set(caller, [item]);
    this.#size += 1;
  }

  remove(caller: string, item: T): void {
    const items = this.#byCaller.get(caller) ?? [];
    const position = items.indexOf(item);
    if (position < 0) return;
    items.splice(position, 1);
    this.#size -= 1;
    if (items.length === 0) this.#byCaller.delete(caller);
  }

  dequeue(mayGo: (item: T) => boolean): T | undefined {
    for (const [caller, items] of this.#byCaller) {
      const [item] = items;
      if (item === undefined || !mayGo(item)) continue;
      items.shift();
      this.#size -= 1;
      this.#byCaller.delete(caller);
      if (items.length > 0) this.#byCaller.set(caller, items);
      return item;
    }
    return undefined;
  }
}
