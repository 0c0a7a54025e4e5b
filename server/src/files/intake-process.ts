import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCpuMs } from '../platform/process-time.ts';
import type { IntakeLine, IntakeRequest } from './intake-messages.ts';

export type AnswerLine = Extract<IntakeLine, { kind: 'answer' }>;

/** A process ended without an answer: it was killed, had no more memory, or crashed. */
export interface Ending {
  kind: 'ended';
  signal: string | null;
}

export interface IntakeProcess {
  /** Rejects when the process ends before it could take a file. */
  ready: Promise<void>;
  /** One file at a time. */
  ask(request: IntakeRequest, onPagesRead: (pages: number) => void): Promise<AnswerLine | Ending>;
  /** Processor time used so far; null where the system does not show it. */
  cpuMs(): number | null;
  kill(): void;
  ended: Promise<void>;
}

// Beside the code and its reserve (some 600 MiB of address space, 75 MiB resident) this leaves some 350 MiB.
const DATA_KIB_MAX = 1_000_000;
/** Should the parent die during an endless loop, or not see the time that was used, this ends it. */
const CPU_SECONDS_MAX = 40;
const NODE_FLAGS = [
  // It may read files, and neither write any nor start a process.
  '--permission',
  '--allow-fs-read=*',
  '--max-old-space-size=192',
  // 64 KiB each.
  '--wasm-max-mem-pages=5120',
  '--disable-warning=ExperimentalWarning',
];
// A limit that this system does not know is left out; those of Node itself stay.
// The lower limit comes first, because its signal (SIGXCPU) says which limit it was; the other one is SIGKILL.
const LIMIT_CPU = `ulimit -S -t ${CPU_SECONDS_MAX} 2>/dev/null; ulimit -H -t ${CPU_SECONDS_MAX + 5} 2>/dev/null`;
const LIMIT_DATA = `ulimit -d ${DATA_KIB_MAX} 2>/dev/null`;

interface Holdable {
  ref(): void;
  unref(): void;
}

/** Starts a limited process that looks into files. It sees nothing of our environment. */
export function startIntakeProcess({ isDataLimited }: { isDataLimited: boolean }): IntakeProcess {
  const program = fileURLToPath(new URL('./intake-child.ts', import.meta.url));
  const script = `${LIMIT_CPU}; ${isDataLimited ? LIMIT_DATA : ':'}; exec "$@"`;
  const args = ['-c', script, 'sh', process.execPath, ...NODE_FLAGS, program];
  const child = spawn('/bin/sh', args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + String(chunk)).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  const ready = Promise.withResolvers<void>();
  let answered: ((line: AnswerLine | Ending) => void) | null = null;
  let progressed: (pages: number) => void = () => {};
  const settle = (line: AnswerLine | Ending) => {
    const tell = answered;
    answered = null;
    hold(false);
    tell?.(line);
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
  // A process that waits for work keeps nobody from ending: it ends when its input does.
  const hold = (isNeeded: boolean) => {
    for (const each of [child, child.stdin, child.stdout, child.stderr] as unknown as Holdable[]) {
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
    ask: (request, onPagesRead) =>
      new Promise((resolve) => {
        answered = resolve;
        progressed = onPagesRead;
        hold(true);
        child.stdin.write(`${JSON.stringify(request)}\n`);
      }),
  };
}
