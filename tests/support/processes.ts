import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds, looking often at first, because a look costs; fails naming what was waited for. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = 5; !(await isTrue()); pauseMs = Math.min(50, pauseMs * 1.5)) {
    if (performance.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain: ${what}.`);
    await sleep(pauseMs);
  }
}

/** False for a zombie too, which its parent has not reaped yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export type Line = { message?: string; level?: string } & Record<string, unknown>;

/** A process of Node's that speaks in lines of JSON. */
export interface Talker {
  child: ChildProcess;
  pid: number;
  lines: Line[];
  /** What it has written to its standard error. */
  errors(): string;
  /** The first line that fits, said already or still to come; fails when the process ends without it. */
  hear(fits: (line: Line) => boolean): Promise<Line>;
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export function startTalker(
  args: string[],
  {
    file = process.execPath,
    ...options
  }: { file?: string; uid?: number; gid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Talker {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: Line[] = [];
  const errors = saidBy(child.stderr);
  let isOver = false;
  child.on('close', () => {
    isOver = true;
  });
  createInterface(child.stdout).on('line', (text) => lines.push(parseLine(text)));
  const hear = async (fits: (line: Line) => boolean): Promise<Line> => {
    await until('the line to be said', () => isOver || lines.some(fits), 60_000);
    const line = lines.find(fits);
    if (line === undefined)
      throw new Error(`The process ended without it. ${JSON.stringify(lines)} ${errors()}`);
    return line;
  };
  return { child, pid: child.pid ?? 0, lines, errors, hear, end: (signal) => endOf(child, signal) };
}

/** Sends the signal, unless it has ended, and waits for its end. */
export async function endOf(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** What streams of a child have said so far. */
export function saidBy(...streams: Readable[]): () => string {
  let said = '';
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return () => said;
}

function parseLine(text: string): Line {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
