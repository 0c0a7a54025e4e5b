import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { countResults, listRetriedTests } from './count-results.mjs';
import { findNode, projectDir, runProcess } from './runtime.mjs';
import { ENGINES, OWN_STORES, PARTS, STORES } from './store-tests.mjs';

// The tests of the service on what an instance of several machines uses: `npm run test:stores`, or a part of it by
// `npm run test:stores -- pg15-s3 tests/api/mail`; `npm run test:stores -- engines` has all of the project `api` run on
// each version of PostgreSQL. Nothing of it is part of `npm test`.

const words = process.argv.slice(2);
const parts = words.includes('engines') ? ENGINES : PARTS;
const args = words.filter((word) => word !== 'engines');
const chosen = Object.keys(STORES).filter((name) => args.includes(name));
const paths = args.filter((arg) => STORES[arg] === undefined);
const lines = [];
let failures = 0;
for (const store of chosen.length > 0 ? chosen : Object.keys(STORES)) {
  for (const part of parts) {
    const files = paths.length === 0 ? part.paths : paths.filter((path) => isIn(part, path));
    if (files.length === 0) continue;
    const leftOut = Object.entries(part.leftOut ?? {});
    console.log(`\n${part.name} on ${store}:`);
    const beganAt = Date.now();
    const { report, code } = await run(store, [
      ...part.projects.map((each) => `--project=${each}`),
      ...leftOut.map(([name]) => `--exclude=${name}`),
      ...files,
    ]);
    const { passed, failed } = countResults(report, code);
    failures += failed + (passed === 0 ? 1 : 0);
    const seconds = Math.round((Date.now() - beganAt) / 1000);
    lines.push(`${store}, ${part.name}: ${passed} passed, ${failed} failed, ${seconds} s`);
    for (const name of listRetriedTests(report)) lines.push(`  passed when it was tried again: ${name}`);
    for (const [name, reason] of leftOut) lines.push(`  left out: ${name}: ${reason}`);
    for (const [name, reason] of listOwnStores(report))
      lines.push(`  a store of its own: ${name}: ${reason}`);
  }
}
console.log(`\n${lines.join('\n')}`);
if (lines.length === 0) console.log(`No part of it has ${paths.join(', ')}.`);
process.exitCode = failures === 0 && lines.length > 0 ? 0 : 1;

/** Paths of a part are beginnings of names; those of a caller may be shorter or longer. */
function isIn(part, path) {
  return part.paths.some((own) => own.startsWith(path) || path.startsWith(own));
}

async function run(store, given) {
  const reportDir = await mkdtemp(join(tmpdir(), 'paraph-stores-'));
  const reportFile = join(reportDir, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  // Vitest keeps a token in the user's data directory: here it is one that goes away again.
  const env = {
    NODE_COMPILE_CACHE: join(projectDir, 'node_modules', '.cache', 'compile'),
    ...process.env,
    PARAPH_TEST_STORE: store,
    XDG_DATA_HOME: reportDir,
  };
  try {
    const flags = ['run', '--configLoader=native', ...reporters];
    const code = await runProcess(findNode(), [vitest, ...flags, ...given], { cwd: projectDir, env });
    return { code, report: await readFile(reportFile, 'utf8').then(JSON.parse, () => undefined) };
  } finally {
    await rm(reportDir, { recursive: true, force: true });
  }
}

function listOwnStores(report) {
  const ran = new Set((report?.testResults ?? []).map(({ name }) => relative(projectDir, name)));
  return Object.entries(OWN_STORES).filter(([name]) => ran.has(name));
}
