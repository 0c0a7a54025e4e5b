import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program to run to its end. */
export interface ProgramCall {
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
}

/** Its outputs as Latin-1, or why it could not be run. */
export interface ProgramEnd {
  status: number | null;
  stdout: string;
  stderr: string;
  error?: string;
}

interface Starter {
  requests: number;
  answers: number;
}

let running: Starter | undefined;

/**
 * Runs a program and waits for its end, as `spawnSync` does, but lets a small process start it: Linux copies the memory
 * map of the process that starts a program, which takes 25 ms for a worker with 450 MB, and 2 ms for the small one.
 */
export function runProgram(call: ProgramCall): ProgramEnd {
  running ??= openStarter();
  writeAll(running.requests, `${JSON.stringify(call)}\n`);
  return JSON.parse(readLine(running.answers)) as ProgramEnd;
}

/** It reads requests until this process ends, which closes their pipe. */
function openStarter(): Starter {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-starter-'));
  const pipes = ['requests', 'answers'].map((name) => join(folder, name)) as [string, string];
  try {
    execFileSync('mkfifo', ['-m', '600', ...pipes]);
    // For both directions, which does not wait for the other side.
    const requests = openSync(pipes[0], 'r+');
    const greeting = openSync(pipes[1], 'r+');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'program-starter-child.ts'), ...pipes], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.unref();
    readLine(greeting);
    // From now on the end of the child is the end of this pipe.
    const answers = openSync(pipes[1], 'r');
    closeSync(greeting);
    return { requests, answers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** One line; each request is answered by one. */
function readLine(descriptor: number): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(65_536);
    const count = readSync(descriptor, part);
    if (count === 0) throw new Error('The process that starts programs has ended.');
    parts.push(part.subarray(0, count));
    if (part[count - 1] === 10) return Buffer.concat(parts).toString();
  }
}
