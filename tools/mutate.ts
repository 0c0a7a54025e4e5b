// Applies each fault of the list to a copy of the tree and runs its test files. Exits with 1 when no test fails, or
// when the text that a fault replaces is no longer in its file. With ids as arguments, applies only those; `architecture`
// stands for the faults of the layout. Many are shared out to two processes, which have a copy each.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { chooseScratchParent } from '../tests/support/scratch.ts';
import { groups, type Mutation, mutations } from './mutations/index.ts';
import { nodeFlags, projectDir } from './runtime.mjs';

type Outcome = 'killed' | 'survived' | 'stale' | 'broken';

const REASONS: Record<Outcome, string> = {
  killed: '',
  survived: 'no test failed',
  stale: 'the text is not in the file exactly once',
  broken: 'a test file did not load, or its process ended',
};

/** The sandbox for uploads reads these below the copy's root only, so they are copied, not linked. */
const READ_IN_SANDBOX: ReadonlySet<string> = new Set(['@embedpdf', '@expo-google-fonts', 'dejavu-fonts-ttf']);

/** Of the tests of one fault, where they were not run to their end. */
const RUNS_MAX = 3;

const RUNS_PROCESSES = /^tests\/(cli|docs|e2e|faults)\//;

const wanted = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
const unknown = wanted.filter((id) => !mutations.some((mutation) => mutation.id === id));
if (unknown.length > 0) {
  console.error(`There is no fault called ${unknown.join(', ')}; the ids are in docs/mutations.md.`);
  process.exit(1);
}
const chosen = mutations.filter(({ id }) => wanted.length === 0 || wanted.includes(id));

/** Of one process. */
const FAULTS_MAX = 60;
if (chosen.length > FAULTS_MAX) process.exit((await shareOut()) ? 0 : 1);

const copyDir = await copyTree();
try {
  process.exitCode = (await tryAll()) ? 0 : 1;
} finally {
  await rm(copyDir, { recursive: true, force: true });
}

/** Two at a time: one computes while the other waits. Faults of the same tests stay together. */
async function shareOut(): Promise<boolean> {
  const sorted = chosen.toSorted((a, b) => a.tests.join().localeCompare(b.tests.join()));
  const shares = Array.from({ length: Math.ceil(sorted.length / FAULTS_MAX) }, (_none, at) =>
    sorted.slice(at * FAULTS_MAX, (at + 1) * FAULTS_MAX).map(({ id }) => id),
  );
  const codes: unknown[] = [];
  const work = async () => {
    for (let ids = shares.shift(); ids !== undefined; ids = shares.shift()) {
      const args = [...nodeFlags, import.meta.filename, ...ids];
      const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
      codes.push(code);
    }
  };
  await Promise.all([work(), work()]);
  const failed = codes.filter((code) => code !== 0).length;
  console.log(
    `${sorted.length} faults in ${codes.length} shares: ${failed === 0 ? 'all killed' : `not all in ${failed}`}`,
  );
  return failed === 0;
}

async function tryAll(): Promise<boolean> {
  process.chdir(copyDir);
  // A fault is noticed whichever share of the cases a run takes.
  process.env.PARAPH_TEST_SHARE ??= 'all';
  // Each fault is tried by new processes: they compile what it changed, and nothing else.
  process.env.NODE_COMPILE_CACHE = join(copyDir, 'node_modules', '.cache', 'compile');
  // The database of the tests is started once for all faults.
  const vitest = await createVitest('test', {
    root: copyDir,
    config: join(copyDir, 'vitest.config.ts'),
    configLoader: 'native',
    watch: false,
    bail: 1,
    retry: 0,
    reporters: [{}],
    fsModuleCache: false,
  });
  try {
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const baseline = await runTests(vitest, files);
    if (baseline !== 'survived') {
      console.error(`Tests fail without any fault; fix them first: ${listFailed(vitest).join(', ')}`);
      return false;
    }
    const outcomes: Outcome[] = [];
    for (const mutation of chosen) outcomes.push(await tryFault(vitest, mutation));
    const killed = outcomes.filter((outcome) => outcome === 'killed').length;
    console.log(`${killed} of ${outcomes.length} faults killed`);
    return killed === outcomes.length;
  } finally {
    await vitest.close();
  }
}

async function tryFault(vitest: Vitest, mutation: Mutation): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome = await applyFault(vitest, mutation);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { id, file, tests } = mutation;
  const reason = outcome === 'killed' ? '' : `: ${REASONS[outcome]} (${file}, ${tests.join(', ')})`;
  console.log(`${outcome === 'killed' ? '✓' : '✗'} ${outcome} ${id}${reason} (${seconds} s)`);
  return outcome;
}

async function applyFault(vitest: Vitest, { file, from, to, tests }: Mutation): Promise<Outcome> {
  const path = join(copyDir, file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.split(from).length !== 2) return 'stale';
  await change(
    vitest,
    path,
    text.replace(from, () => to),
  );
  try {
    await buildAnew(tests);
    return await runTests(vitest, tests);
  } finally {
    await change(vitest, path, text);
  }
}

/** Processes and browsers of the tests run what is built of the sources, which Vitest has built once, without a fault. */
async function buildAnew(tests: readonly string[]): Promise<void> {
  const { buildServerIfStale, buildPagesIfStale } = await import(join(copyDir, 'tools', 'build.mjs'));
  if (tests.some((path) => RUNS_PROCESSES.test(path))) await buildServerIfStale();
  if (tests.some((path) => path.startsWith('tests/e2e/'))) await buildPagesIfStale();
}

async function change(vitest: Vitest, path: string, text: string): Promise<void> {
  await writeFile(path, text);
  vitest.invalidateFile(path);
}

async function runTests(vitest: Vitest, files: readonly string[], runs = 1): Promise<Outcome> {
  const specifications = await vitest.globTestSpecifications(files.map((file) => join(copyDir, file)));
  if (specifications.length < files.length) return 'broken';
  const { testModules: all } = await vitest.runTestSpecifications(specifications);
  // The result includes the modules of earlier runs.
  const ids = specifications.map(({ moduleId }) => moduleId);
  const testModules = all.filter(({ moduleId }) => ids.includes(moduleId));
  const tests = testModules.map((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  // What a hook expects is a promise like any other.
  const isExpected = (error: { name?: string }) => error.name === 'AssertionError';
  const hasFailedHook = testModules.some((module) => module.errors().some(isExpected));
  if (hasFailedHook || tests.flat().includes('failed')) return 'killed';
  if (testModules.some((module) => !module.ok())) return 'broken';
  // The first failure of the run before cancels what is left of it, at times only when this one has begun.
  const isWhole = tests.every((states) => states.length > 0 && states.every((state) => state === 'passed'));
  if (isWhole) return 'survived';
  return runs < RUNS_MAX ? runTests(vitest, files, runs + 1) : 'broken';
}

function listFailed(vitest: Vitest): string[] {
  return vitest.state.getTestModules().flatMap((module) => {
    const failed = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
    return failed.map((test) => `${module.relativeModuleId} > ${test.fullName}`);
  });
}

/** Copies the sources and links installed packages; links between workspaces stay within the copy. */
async function copyTree(): Promise<string> {
  const dir = await mkdtemp(join(await chooseScratchParent(), 'paraph-mutate-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).split('\0');
  for (const path of listed.filter((each) => each !== '' && each !== 'node_modules')) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await cp(join(projectDir, path), join(dir, path)).catch(ignoreDeleted);
  }
  // The rules of the layout are about the files under version control.
  execFileSync('git', ['init', '--quiet'], { cwd: dir });
  const modules = join(dir, 'node_modules');
  await mkdir(join(modules, '@paraph'), { recursive: true });
  for (const name of await readdir(join(projectDir, 'node_modules'))) {
    const from = join(projectDir, 'node_modules', name);
    if (READ_IN_SANDBOX.has(name)) await cp(from, join(modules, name), { recursive: true });
    else if (name !== '@paraph' && !name.startsWith('.v')) await symlink(from, join(modules, name));
  }
  for (const name of await readdir(join(projectDir, 'node_modules', '@paraph')))
    await symlink(join('..', '..', name), join(modules, '@paraph', name));
  return dir;
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
