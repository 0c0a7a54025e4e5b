import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { LIMITS } from '@paraph/domain';
import type { ByteSource } from '@paraph/pades';
import { openReader, readPieces } from '@paraph/storage';
import type { IntakeLine, IntakeRequest, IntakeTask } from '../intake-messages.ts';
import { isSource, projectDir, sandboxed } from './sandbox.ts';

export type AnswerLine = Extract<IntakeLine, { kind: 'answer' }>;

/** The process ended without a result: it was killed, ran out of memory, or crashed. */
export interface Ending {
  kind: 'ended';
  signal: string | null;
}

export interface IntakeProcess {
  /** Rejects if the process ends before it is ready. */
  ready: Promise<void>;
  /** One file at a time. */
  run(request: IntakeRequest, onPagesRead: (pages: number) => void): Promise<AnswerLine | Ending>;
  /** Processor time used so far; null where the system does not show it. */
  cpuMs(): number | null;
  kill(): void;
  ended: Promise<void>;
}

/** Size of the chunks in which a file is sent to the process. */
const CHUNK_BYTES = 1024 * 1024;

interface Holdable {
  ref(): void;
  unref(): void;
}

/** Starts a limited process that examines files. */
export function startIntakeProcess({ isDataLimited }: { isDataLimited: boolean }): IntakeProcess {
  const program = `${projectDir}${isSource ? 'intake/src/intake-child.ts' : 'server/dist/intake-child.js'}`;
  const { file, args, options } = sandboxed([program], { isDataLimited });
  const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const fileInput = child.stdio[3] as Writable;
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + String(chunk)).slice(-2_000);
  });
  // Writing to a process that has ended fails; `ended` reports why it ended.
  child.stdin.on('error', () => {});
  fileInput.on('error', () => {});
  const ready = Promise.withResolvers<void>();
  let answered: ((line: AnswerLine | Ending) => void) | null = null;
  let progressed: (pages: number) => void = () => {};
  const settle = (line: AnswerLine | Ending) => {
    const notify = answered;
    answered = null;
    hold(false);
    notify?.(line);
  };
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as IntakeLine;
    if (line.kind === 'ready') ready.resolve();
    else if (line.kind === 'progress') progressed(line.pages);
    else settle(line);
  });
  const ended = new Promise<void>((resolve) => {
    const end = (cause: string, signal: string | null) => {
      ready.reject(new Error(`the intake's process did not start (${cause}): ${complaint}`));
      settle({ kind: 'ended', signal });
      resolve();
    };
    child.once('error', (error) => end(error.message, null));
    child.once('close', (code, signal) => end(`exit ${code ?? signal}`, signal));
  });
  // An idle child does not keep this process alive: it ends with its input.
  const hold = (isNeeded: boolean) => {
    for (const each of [child, ...child.stdio] as unknown as Holdable[]) {
      if (isNeeded) each.ref();
      else each.unref();
    }
  };
  ready.promise.then(
    () => hold(false),
    () => {},
  );
  return {
    ready: ready.promise,
    ended,
    cpuMs: () => (child.pid === undefined ? null : readCpuMs(child.pid)),
    kill: () => {
      hold(true);
      child.kill('SIGKILL');
    },
    run: async (request, onPagesRead) => {
      const opened = await openTask(request);
      const answer = Promise.withResolvers<AnswerLine | Ending>();
      answered = answer.resolve;
      progressed = onPagesRead;
      hold(true);
      child.stdin.write(`${JSON.stringify(opened.task)}\n`);
      // Without the rest of a file that cannot be read to its end the process would wait for ever.
      sendPieces(opened, fileInput).catch(() => child.kill('SIGKILL'));
      return answer.promise;
    },
  };
}

interface OpenedTask {
  task: IntakeTask;
  /** Each is valid until the next is asked for. */
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  close(): Promise<void>;
}

async function openTask(request: IntakeRequest): Promise<OpenedTask> {
  if (request.kind === 'first-page' || request.kind === 'printed-places' || request.kind === 'rehearse') {
    const { source, ...rest } = request;
    return { task: { ...rest, size: source.size }, pieces: chunksOf(source), close: async () => {} };
  }
  if (request.kind === 'examine' && request.borrowed) {
    const { path: _path, borrowed, ...rest } = request;
    return openBorrowed(rest, borrowed.pieces);
  }
  if (request.kind === 'picture') {
    const { file, ...rest } = request;
    return typeof file === 'string' ? openFile(rest, file) : openBorrowed(rest, [file()]);
  }
  const { path, ...rest } = request;
  return openFile(rest, path);
}

type WithoutSize<Task> = Task extends unknown ? Omit<Task, 'size'> : never;

function openBorrowed(task: WithoutSize<IntakeTask>, pieces: readonly Uint8Array[]): OpenedTask {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { task: { ...task, size }, pieces, close: async () => {} };
}

async function openFile(task: WithoutSize<IntakeTask>, path: string): Promise<OpenedTask> {
  const reader = await openReader(path);
  return { task: { ...task, size: reader.size }, pieces: readPieces(reader), close: () => reader.close() };
}

function* chunksOf(source: ByteSource): Iterable<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES)
    yield source.read(offset, Math.min(CHUNK_BYTES, source.size - offset));
}

/** Ends early when the process does: `ended` reports why. */
async function sendPieces({ pieces, close }: OpenedTask, fileInput: Writable): Promise<void> {
  try {
    for await (const piece of pieces) if (!(await isWritten(fileInput, piece))) break;
  } finally {
    await close();
  }
}

function isWritten(stream: Writable, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    stream.write(piece, (error) => resolve(!error));
  });
}

/** Ticks per second of the times in /proc: always 100 for programs, regardless of the kernel's own frequency. */
const TICK_MS = 10;

/** Processor time that a process has used so far, all its threads; null where the system does not show it. */
function readCpuMs(pid: number): number | null {
  try {
    return cpuMsIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** proc_pid_stat(5): utime and stime are fields 14 and 15; the name, field 2, may contain spaces and parentheses. */
function cpuMsIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/** The remaining processor time for one file, across all intake requests about it. */
export interface IntakeBudget {
  /** Processor time: on a busy machine the same file costs the same. */
  cpuMs: number;
  /** Time in the queue. */
  waitMs: number;
}

/** Enough for an ordinary long document; each page read adds to it. */
const CPU_MS = 4_000;

export function openIntakeBudget(): IntakeBudget {
  return { cpuMs: CPU_MS, waitMs: LIMITS.uploadWaitSecondsMax * 1_000 };
}

/** Which limit ended a run. */
export type Excess = 'cpu' | 'wall';

interface RunLimits {
  /** Stops watching and charges the budget; returns the exceeded limit. */
  end(): Excess | null;
}

const LOOK_EVERY_MS = 100;

/**
 * Kills a process that uses more processor time on one file than the budget allows. The limit of wall time is much
 * higher, only for stalled processes, because a busy machine is not the fault of the file.
 */
export function limitRun(
  process: Pick<IntakeProcess, 'cpuMs' | 'kill'>,
  budget: IntakeBudget,
  wallMsMax: number,
): RunLimits {
  const before = process.cpuMs();
  let spent = 0;
  let excess: Excess | null = null;
  const look = () => {
    const now = process.cpuMs();
    if (before !== null && now !== null) spent = now - before;
  };
  const stop = (reason: Excess) => {
    excess ??= reason;
    process.kill();
  };
  const looking = setInterval(() => {
    look();
    if (spent > budget.cpuMs) stop('cpu');
  }, LOOK_EVERY_MS);
  const hanging = setTimeout(() => stop('wall'), wallMsMax);
  return {
    end: () => {
      clearInterval(looking);
      clearTimeout(hanging);
      look();
      budget.cpuMs -= spent;
      return excess;
    },
  };
}
