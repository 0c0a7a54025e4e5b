import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runChecks } from './check.mjs';
import { countResults, listRetriedTests, listSlowestFiles } from './count-results.mjs';
import { listUnseenOperations, SEEN_DIR } from './operations-seen.mjs';
import { findProgram, listMissing, unpackedDir } from './programs.mjs';
import { findNode, projectDir, runProcess } from './runtime.mjs';

/** A retried test is a defect to mend; more of them than this fail the run. */
const RETRIED_MAX = 2;

await ensurePrograms();
// The checks take the core that the first tests leave idle; what they say comes after the tests.
const said = [];
const [failedChecks, { passed, failed, retried, unseen }] = await Promise.all([
  runChecks({ withTidy: false, say: (line) => said.push(line) }),
  runTests(process.argv.slice(2)),
]);
for (const line of said) console.log(line);
for (const name of failedChecks) console.log(`Failed check: ${name}`);
if (passed === 0) console.log('No test passed: either none ran, or all of them failed.');
const isUnstable = retried > RETRIED_MAX;
if (isUnstable) console.log(`Failed: ${retried} tests were retried; at most ${RETRIED_MAX} may be.`);
if (unseen.length > 0)
  console.log(`Failed: no test got a success from these operations: ${unseen.join(', ')}.`);
const failures = failed + failedChecks.length + (isUnstable ? 1 : 0) + (unseen.length > 0 ? 1 : 0);
process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failures} failed`);

/** Installs what is missing where that is ours to do, and says how to where it is not. */
async function ensurePrograms() {
  const before = listMissing();
  if (before.programs.length === 0 && before.better.length === 0) return;
  const aptGet = findProgram('apt-get');
  if (aptGet !== undefined && process.getuid?.() === 0) {
    const all = [...before.debian, ...before.better, ...before.unpacked];
    console.log(`Installing what the tests need: ${all.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProcess(aptGet, ['update', '-qq'], { env });
    // Not every distribution has the better ones, and the tests pass without them.
    for (const packages of [before.debian, before.better].filter(({ length }) => length > 0))
      await runProcess(aptGet, ['install', '-y', '-qq', ...packages], { env });
    if (before.unpacked.length > 0) await unpack(before.unpacked, { aptGet, env });
  }
  const { programs, debian, unpacked, brew } = listMissing();
  if (programs.length === 0) return;
  const command =
    process.platform === 'darwin'
      ? brew.map((name) => `brew install ${name}`).join(' && ')
      : `sudo apt-get update && sudo apt-get install -y ${[...debian, ...unpacked].join(' ')}`;
  console.error(
    `The tests need ${programs.join(', ')}. Install them, then run the tests again:\n  ${command}`,
  );
  process.exit(1);
}

/** Packages with the libraries that are not there. */
async function unpack(packages, { aptGet, env }) {
  const archives = join(unpackedDir, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  const flags = [
    '-y',
    '-qq',
    '--no-install-recommends',
    '--download-only',
    '-o',
    `Dir::Cache::archives=${archives}/`,
  ];
  await runProcess(aptGet, ['install', ...flags, ...packages], { env });
  const names = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  await Promise.all(
    names.map((name) => runProcess('dpkg-deb', ['-x', join(archives, name), unpackedDir], { env })),
  );
  await rm(archives, { recursive: true });
}

async function runTests(args) {
  const reportDir = await mkdtemp(join(tmpdir(), 'paraph-report-'));
  const seenDir = await mkdtemp(join(reportDir, 'seen-'));
  const reportFile = join(reportDir, 'report.json');
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  // Vitest keeps a token in the user's data directory: here it is one that goes away again.
  const env = {
    // The servers, commands and workers that the tests start are compiled once, and not at every start.
    NODE_COMPILE_CACHE: join(projectDir, 'node_modules', '.cache', 'compile'),
    ...process.env,
    XDG_DATA_HOME: reportDir,
    [SEEN_DIR]: seenDir,
  };
  try {
    const code = await runProcess(
      findNode(),
      [vitest, 'run', '--configLoader=native', ...reporters, ...args],
      { cwd: projectDir, env },
    );
    const report = await readFile(reportFile, 'utf8').then(JSON.parse, () => undefined);
    const retried = listRetriedTests(report);
    printSummary(report, retried);
    // A part of the test files calls a part of the operations.
    const unseen = args.length === 0 ? await listUnseenOperations(seenDir) : [];
    return { ...countResults(report, code), retried: retried.length, unseen };
  } finally {
    await rm(reportDir, { recursive: true, force: true });
  }
}

function printSummary(report, retried) {
  console.log('The slowest files:');
  for (const { name, seconds } of listSlowestFiles(report, 10)) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative(projectDir, name)}`);
  }
  retried.forEach((name, index) => {
    console.log(`Retried test ${index + 1} of ${retried.length}, a defect: ${name}`);
  });
}
