import { runCommandLine } from './command-line.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
// `paraph status | head` closes the pipe early; this is not an error.
process.stdout.on('error', () => process.exit(0));

const { stdout, stderr, env } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  signal: stopping.signal,
});
