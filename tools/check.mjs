import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findNode, projectDir } from './runtime.mjs';

/**
 * What Node runs is one program, tests and tools among it, because each of these workspaces imports others: apart, most
 * files would be checked several times. The others differ in what there is beside the language: a browser, or nothing at
 * all. The tests of pages import little of the service, so that little of it is checked with them.
 */
const PROGRAMS = ['tsconfig.service.json', 'web', 'verifier', '.', 'cli', 'domain', 'sdk', 'sdk/embed'];
const TITLES = { 'tsconfig.service.json': 'the service, tests and tools', '.': 'the tests of pages' };

/** Two at a time: the compiler uses a second core only while it reads and checks, not while it starts. */
const CONCURRENCY = 2;

/**
 * Runs all the checks and shows the output of those that fail.
 *
 * @param {{ withTidy: boolean, say?: (text: string) => void }} options `withTidy: false` beside the whole test suite
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runChecks({ withTidy, say = console.log }) {
  const failed = [];
  const waiting = listChecks(withTidy);
  const runWaiting = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now();
      const { code, output } = await capture(check.args);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`);
      if (code === 0) continue;
      say(output.trimEnd());
      failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWaiting));
  return failed;
}

/** The longest come first, so that both cores end together. */
function listChecks(withTidy) {
  const bin = (name) => join(projectDir, 'node_modules', ...name.split('/'));
  const checkTypes = (name, title = TITLES[name] ?? name) => ({
    name: `types of ${title}`,
    args: [
      bin('typescript/bin/tsc'),
      // Each further checker reads the same declarations anew: four cost half as much again as one.
      ...['--project', join(projectDir, name), '--checkers', '1', '--incremental', '--tsBuildInfoFile'],
      // Holds what was checked last: a file is checked again only if it or something it imports has changed.
      join(projectDir, 'node_modules', '.cache', 'types', `${title.replaceAll(/\W+/g, '-')}.tsbuildinfo`),
    ],
  });
  const vitest = [bin('vitest/vitest.mjs'), 'run', '--configLoader=native', '--project=architecture'];
  return [
    ...PROGRAMS.slice(0, 1).map((name) => checkTypes(name)),
    ...(withTidy ? [{ name: 'architecture', args: vitest }] : []),
    { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
    ...PROGRAMS.slice(1).map((name) => checkTypes(name)),
  ];
}

function capture(args) {
  const child = spawn(findNode(), args, { cwd: projectDir, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const failed = await runChecks({ withTidy: true });
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}. \`npm run format\` corrects what is only format.`);
    process.exitCode = 1;
  }
}
