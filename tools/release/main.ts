// Cuts a release: `npm run release -- 0.3.0`. The tests come before (CONTRIBUTING.md), the push after.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServerIfStale } from '../build.mjs';
import { projectDir, runProcess } from '../runtime.mjs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased\n';

/** What npm reads in a manifest, and in the entries of the lockfile for the workspaces. */
interface Manifest {
  version?: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// The mail receiver's connections would keep the process alive.
process.exit();

async function release(version: string): Promise<void> {
  const tag = `v${version}`;
  const root = await readJson<Manifest>('package.json');
  const changes = await readText('CHANGELOG.md');
  const problem = findProblem({ version, tag, changes, last: root.version ?? '' });
  if (problem) throw new Error(problem);
  // Slow to build and to load, and not needed for a refusal.
  await buildServerIfStale();
  const { recordSample } = await import('./record-sample.ts');
  const sampleDir = join(projectDir, 'tests', 'releases', version);
  try {
    await writeVersion(version, root.workspaces ?? []);
    await writeText(
      'CHANGELOG.md',
      changes.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${today()})\n`),
    );
    const status = await runProcess(process.execPath, ['tools/generate.ts'], { cwd: projectDir });
    if (status !== 0) throw new Error(`The generated files could not be written (exit code ${status}).`);
    await mkdir(sampleDir, { recursive: true });
    await recordSample(sampleDir);
  } catch (error) {
    // Nothing was there that is not committed.
    git('checkout', '--quiet', '.');
    await rm(sampleDir, { recursive: true, force: true });
    throw error;
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', `Paraph ${version}`);
  console.log(`Tagged ${tag}. Next: npm run pack, and git push --follow-tags.`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

async function writeVersion(version: string, workspaces: readonly string[]): Promise<void> {
  for (const folder of ['.', ...workspaces])
    await changeJson(join(folder, 'package.json'), (manifest: Manifest) => setVersion(manifest, version));
  await changeJson('package-lock.json', (lock: Manifest & { packages: Record<string, Manifest> }) => {
    lock.version = version;
    for (const [path, manifest] of Object.entries(lock.packages))
      if (!path.startsWith('node_modules/')) setVersion(manifest, version);
  });
}

function findProblem(asked: { version: string; tag: string; changes: string; last: string }): string | null {
  const { version, tag, changes, last } = asked;
  if (!VERSION.test(version))
    return `Write the version as 1.2.3: npm run release -- 1.2.3 (not “${version}”).`;
  if (!isNewer(version, last)) return `${version} is not newer than ${last}, which package.json has.`;
  if (git('status', '--porcelain') !== '')
    return 'Commit or stash your changes first; git status lists them.';
  if (git('tag', '--list', tag) !== '') return `The tag ${tag} exists already.`;
  const [, unreleased = ''] = changes.split(UNRELEASED);
  if (unreleased.trim() === '' || unreleased.trim().startsWith('## '))
    return 'CHANGELOG.md names no change under “Unreleased”.';
  return null;
}

function isNewer(version: string, last: string): boolean {
  const [a, b] = [version, last].map((each) => each.split('.').map(Number));
  const i = a?.findIndex((part, at) => part !== b?.[at]) ?? -1;
  return i >= 0 && Number(a?.[i]) > Number(b?.[i]);
}

function setVersion(manifest: Manifest, version: string): void {
  // The packages that others install have none here: it is written when they are packed.
  if (manifest.version !== undefined) manifest.version = version;
  for (const wanted of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
    for (const [name, range] of Object.entries(wanted))
      if (name.startsWith('@paraph/') && range !== '*') wanted[name] = version;
}

function readText(path: string): Promise<string> {
  return readFile(join(projectDir, path), 'utf8');
}

function writeText(path: string, text: string): Promise<void> {
  return writeFile(join(projectDir, path), text);
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readText(path)) as T;
}

async function changeJson<T>(path: string, change: (value: T) => void): Promise<void> {
  const value = await readJson<T>(path);
  change(value);
  await writeText(path, `${JSON.stringify(value, null, 2)}\n`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();
}
