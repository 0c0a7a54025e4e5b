import { spawnSync } from 'node:child_process';
import { openSync, readSync, writeSync } from 'node:fs';
import type { ProgramCall, ProgramEnd } from './program-starter.ts';

// The small process of `program-starter.ts`: runs one program after another until its parent has ended. Everything waits
// here, so that it needs no event loop and stays small.

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const [requestsPipe = '', answersPipe = ''] = process.argv.slice(2);
const requests = openSync(requestsPipe, 'r');
const answers = openSync(answersPipe, 'w');
answer('ready');
const part = Buffer.alloc(65_536);
let text = '';
for (let count = readSync(requests, part); count > 0; count = readSync(requests, part)) {
  text += part.toString('latin1', 0, count);
  if (!text.endsWith('\n')) continue;
  // JSON as it was before its UTF-8 was read byte by byte.
  answer(runToEnd(JSON.parse(Buffer.from(text, 'latin1').toString()) as ProgramCall));
  text = '';
}

function runToEnd({ program, args, env, timeoutMs }: ProgramCall): ProgramEnd {
  const options = { encoding: 'latin1', timeout: timeoutMs, env, maxBuffer: OUTPUT_BYTES_MAX } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  return { status, stdout: stdout ?? '', stderr: stderr ?? '', ...(error ? { error: error.message } : {}) };
}

function answer(value: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let done = 0; done < bytes.length; ) done += writeSync(answers, bytes, done);
}
