// Goes over from an earlier version to this tree under load, kill by kill: `tests/upgrades/upgrade.test.ts`. By default from the
// last release; a commit as argument is another one. That version is built in a folder of its own, which is removed again.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseScratchParent } from '../tests/support/scratch.ts';
import { findNode, projectDir, runProcess } from './runtime.mjs';

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();

const commit = process.argv[2] ?? git('log', '-1', '--format=%H', '--grep=^release: ');
if (commit === '') throw new Error('No commit is called “release: …”; name the commit to go over from.');
const dir = await mkdtemp(join(await chooseScratchParent(), 'paraph-upgrade-'));
try {
  console.log(`Building ${git('log', '-1', '--format=%h %s', commit)}.`);
  execFileSync('git', ['clone', '--quiet', '--no-checkout', projectDir, dir]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: dir });
  for (const args of [['ci'], ['run', 'build']]) execFileSync('npm', args, { cwd: dir, stdio: 'ignore' });
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, PARAPH_TEST_BEFORE: join(dir, 'server', 'dist', 'main.js') };
  const args = [vitest, 'run', '--configLoader=native', '--retry=0', 'tests/upgrades/upgrade.test.ts'];
  process.exitCode = await runProcess(findNode(), args, { cwd: projectDir, env });
} finally {
  await rm(dir, { recursive: true, force: true });
}
