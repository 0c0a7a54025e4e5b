import { runCommandLine } from '../../cli/src/command-line.ts';

/** What the command line says, and its exit code. */
export async function runOwnCommandLine(...words: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  const context = { stdout: stream, stderr: stream, env: {}, signal: new AbortController().signal };
  return { code: await runCommandLine(words, context), text };
}
