import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url));
const LINES = 2_000;

/** How many lines a process leaves that logs, and then ends in one way. */
function linesOf(ending: string): number {
  const program = `import { openLog } from ${JSON.stringify(LOG)};
    const log = openLog('info');
    for (let at = 0; at < ${LINES}; at += 1) log.info({ at }, 'x'.repeat(100));
    ${ending}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    maxBuffer: 1e8,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}')).length;
}

test.each([
  ['comes to its end', ''],
  ['is told to end', 'process.exit(130);'],
  ['fails', 'throw new Error("a bug");'],
])('no line is lost when the process %s', (_name, ending) => {
  expect(linesOf(ending)).toBe(LINES);
});
