import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { countResults, listSecondTries } from './count-results.mjs';
import { findProgram, listMissing } from './programs.mjs';
import { findNode, projectDir, runProcess } from './runtime.mjs';

await ensurePrograms();
const failedChecks = await runChecks({ withTidy: false });
const { passed, failed } = await runTests(process.argv.slice(2));
for (const name of failedChecks) console.log(`Failed check: ${name}`);
if (passed === 0) console.log('No test passed: either none ran, or all of them failed.');
process.exitCode = failedChecks.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed + failedChecks.length} failed`);

/** Installs what is missing where that is ours to do, and says how to where it is not. */
async function ensurePrograms() {
  const before = listMissing();
  if (before.programs.length === 0) return;
  const aptGet = findProgram('apt-get');
  if (aptGet !== undefined && process.getuid?.() === 0) {
    console.log(`Installing what the tests need: ${before.debian.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProcess(aptGet, ['update', '-qq'], { env });
    await runProcess(aptGet, ['install', '-y', '-qq', ...before.debian], { env });
  }
  const { programs, debian, brew } = listMissing();
  if (programs.length === 0) return;
  const command =
    process.platform === 'darwin'
      ? brew.map((name) => `brew install ${name}`).join(' && ')
      : `sudo apt-get update && sudo apt-get install -y ${debian.join(' ')}`;
  console.error(
    `The tests need ${programs.join(', ')}. Install them, then run the tests again:\n  ${command}`,
  );
  process.exit(1);
}

async function runTests(args) {
  const reportDir = await mkdtemp(join(tmpdir(), 'paraph-report-'));
  const reportFile = join(reportDir, 'report.json');
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  // Vitest keeps a token in the user's data directory: here it is one that goes away again.
  const env = { ...process.env, XDG_DATA_HOME: reportDir };
  try {
    const code = await runProcess(
      findNode(),
      [vitest, 'run', '--configLoader=native', ...reporters, ...args],
      { cwd: projectDir, env },
    );
    const report = await readFile(reportFile, 'utf8').then(JSON.parse, () => undefined);
    for (const name of listSecondTries(report)) console.log(`Passed at the second try: ${name}`);
    return countResults(report, code);
  } finally {
    await rm(reportDir, { recursive: true, force: true });
  }
}
