import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import type { ByteSource } from '@paraph/pades';
import { readCpuMs } from '../platform/process-time.ts';
import { isSource, projectDir } from '../platform/project-dir.ts';
import type { IntakeLine, IntakeRequest, IntakeTask } from './intake-messages.ts';
import { sandboxed } from './sandbox.ts';

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
  const program = isSource
    ? `${projectDir}server/src/files/intake-child.ts`
    : `${projectDir}server/dist/intake-child.js`;
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
      const { task, bytes } = await openTask(request);
      const answer = Promise.withResolvers<AnswerLine | Ending>();
      answered = answer.resolve;
      progressed = onPagesRead;
      hold(true);
      child.stdin.write(`${JSON.stringify(task)}\n`);
      sendBytes(bytes, { child, fileInput });
      return answer.promise;
    },
  };
}

async function openTask(request: IntakeRequest): Promise<{ task: IntakeTask; bytes: Readable }> {
  if (request.kind === 'first-page') {
    const { source, ...rest } = request;
    return { task: { ...rest, size: source.size }, bytes: Readable.from(chunksOf(source)) };
  }
  const { path, ...rest } = request;
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return { task: { ...rest, size }, bytes: file.createReadStream({ highWaterMark: CHUNK_BYTES }) };
}

function* chunksOf(source: ByteSource): Iterable<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES)
    yield source.read(offset, Math.min(CHUNK_BYTES, source.size - offset));
}

function sendBytes(
  bytes: Readable,
  { child, fileInput }: { child: ChildProcess; fileInput: Writable },
): void {
  // A file that cannot be read to its end would leave the process waiting for the rest.
  bytes.once('error', () => child.kill('SIGKILL'));
  const stop = () => bytes.destroy();
  child.once('close', stop);
  bytes.once('close', () => child.off('close', stop));
  bytes.pipe(fileInput, { end: false });
}
