import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url));
const LINES = 2_000;

/** How many lines a process leaves that logs, and then ends in one way. */
async function linesOf(ending: string): Promise<number> {
  const program = `import { openLog } from ${JSON.stringify(LOG)};
    const log = openLog('info');
    for (let at = 0; at < ${LINES}; at += 1) log.info({ at }, 'x'.repeat(100));
    ${ending}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const written = await text(child.stdout);
  return written.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}')).length;
}

test('no line is lost when a process comes to its end, is told to end, or fails', async () => {
  const endings = ['', 'process.exit(130);', 'throw new Error("a bug");'];
  expect(await Promise.all(endings.map(linesOf))).toEqual([LINES, LINES, LINES]);
});
