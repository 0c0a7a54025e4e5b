// Goes over from an earlier version to this tree under load, kill by kill, and from this tree to a next one and back:
// `tests/upgrades/upgrade.test.ts`. By default from the last release; a commit as argument is another one. That version
// is built in a folder of its own, which is removed again. `npm run upgrade -- back` does the second alone.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseScratchParent } from '../tests/support/scratch.ts';
import { findNode, mainFile, projectDir, runProcess } from './runtime.mjs';

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();

function runTests(before: string, ...more: string[]): Promise<number> {
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, PARAPH_TEST_BEFORE: before };
  const args = [
    vitest,
    'run',
    '--configLoader=native',
    '--retry=0',
    'tests/upgrades/upgrade.test.ts',
    ...more,
  ];
  return runProcess(findNode(), args, { cwd: projectDir, env });
}

if (process.argv[2] === 'back') process.exit(await runTests(mainFile, '--testNamePattern', 'goes back'));

const commit = process.argv[2] ?? git('log', '-1', '--format=%H', '--grep=^release: ');
if (commit === '') throw new Error('No commit is called “release: …”; name the commit to go over from.');
const dir = await mkdtemp(join(await chooseScratchParent(), 'paraph-upgrade-'));
try {
  console.log(`Building ${git('log', '-1', '--format=%h %s', commit)}.`);
  execFileSync('git', ['clone', '--quiet', '--no-checkout', projectDir, dir]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: dir });
  for (const args of [['ci'], ['run', 'build']]) execFileSync('npm', args, { cwd: dir, stdio: 'ignore' });
  process.exitCode = await runTests(join(dir, 'server', 'dist', 'main.js'));
} finally {
  await rm(dir, { recursive: true, force: true });
}
