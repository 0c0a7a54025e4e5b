import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildServer, bundleProgram } from '../server/build.mjs';
import { buildVerifier } from '../verifier/build.mjs';
import { packIfStale } from './pack.mjs';
import { findNode, projectDir, runProcess } from './runtime.mjs';
import { findSources, isBuiltFrom, stampName, stampOf } from './sources.mjs';

const LOCK_FILE = 'package-lock.json';
/** Below the service that starts at the same time (nice). */
const BUILD_PRIORITY = 10;
/** The pages show the guides as well. */
const WEB_SOURCES = [
  LOCK_FILE,
  ...['sdk', 'sdk/python', 'sdk/php', 'sdk/go', 'cli'].map((dir) => `${dir}/README.md`),
  ...['CHANGELOG.md', 'web', 'contract/src', 'domain/src', 'docs/guides'],
];
const VERIFIER_SOURCES = [
  ...[LOCK_FILE, 'verifier', 'pades/src', 'domain/src', 'intake/src', 'server/src/verification'],
  'web/src/verify',
];
const SERVER_SOURCES = [
  ...[LOCK_FILE, 'server/build.mjs', 'server/src', 'contract/src', 'domain/src', 'pades/src', 'postgres/src'],
  ...['storage/src', 'intake/src', 'sandbox/src', 'operator/src'],
];
const KILLED_WORKER_SOURCES = [
  ...SERVER_SOURCES,
  ...['killed', 'statement', 'step'].map((name) => `tests/support/${name}-worker.ts`),
];
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Builds the server and what it serves beside the interface: its pages, and the packages for other programs. */
export async function buildIfStale() {
  const needed = [buildServerIfStale(), buildPagesIfStale()];
  const [needs] = await Promise.all([Promise.allSettled(needed), packForInstance()]);
  for (const { reason } of needs) if (reason !== undefined) throw reason;
}

/**
 * What a start needs. Where no pages were built before, they are built beside the running service, which says so until
 * they are there; older ones are replaced first, because a running server keeps those that it has read.
 */
export async function buildForStart() {
  if (existsSync(join(projectDir, 'web', 'dist'))) return buildIfStale();
  await buildServerIfStale();
  const child = spawn(findNode(), [fileURLToPath(import.meta.url), '--if-stale'], { stdio: 'inherit' });
  if (child.pid !== undefined) setPriority(child.pid, BUILD_PRIORITY);
  child.unref();
}

/** Bundles the server unless the bundle came from these very sources. */
export async function buildServerIfStale() {
  await buildIfSourcesChanged(
    join(projectDir, 'server'),
    findSources(projectDir, SERVER_SOURCES),
    buildServer,
  );
}

/** The program of the tests that is killed while it works; answers where it is. */
export async function buildKilledWorkerIfStale() {
  const sources = findSources(projectDir, KILLED_WORKER_SOURCES);
  await buildIfSourcesChanged(join(projectDir, 'tests'), sources, (dir) =>
    bundleProgram(dir, {
      name: 'killed-worker',
      source: join(projectDir, 'tests', 'support', 'killed-worker.ts'),
      sandbox: '../../server/dist/sandbox.js',
    }),
  );
  return join(projectDir, 'tests', 'dist', 'killed-worker.js');
}

/** The web app and the offline verifier. */
export async function buildPagesIfStale() {
  await Promise.all([buildWebIfStale(), buildVerifierIfStale()]);
}

/** An instance without packages serves all the rest, so its start only says what is missing. */
async function packForInstance() {
  try {
    await packIfStale();
  } catch (error) {
    console.error(`The packages were not built, so /packages/ offers none: ${error.message}`);
  }
}

/**
 * Builds the web app unless the built one came from these very sources. A failed build changes nothing.
 *
 * @param {string} [rootDir] the project, with `web` in it
 */
export async function buildWebIfStale(rootDir = projectDir) {
  const webDir = join(rootDir, 'web');
  await buildIfSourcesChanged(webDir, findSources(rootDir, WEB_SOURCES), (dir) => buildWeb(webDir, dir));
}

async function buildWeb(webDir, dir) {
  const startedAt = performance.now();
  await Promise.all(['app', 'signing'].map((page) => runVite(webDir, dir, page)));
  await compressAssets(join(dir, 'assets'));
  console.log(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Bundles the offline verifier unless the built one came from these very sources. */
async function buildVerifierIfStale() {
  const sources = findSources(projectDir, VERIFIER_SOURCES);
  await buildIfSourcesChanged(join(projectDir, 'verifier'), sources, async (dir) => {
    await writeFile(join(dir, 'paraph-verify.html'), await buildVerifier());
  });
}

/** Has `dist` of a workspace built unless its stamp names these sources. */
async function buildIfSourcesChanged(workspaceDir, sources, build) {
  const isFresh = await isBuiltFrom(join(workspaceDir, 'dist', stampName), sources);
  if (!isFresh) await buildDist(workspaceDir, sources, build);
}

/** Replaces `dist` of a workspace by what `build` writes into a new folder, with the stamp of its sources. */
async function buildDist(workspaceDir, sources, build) {
  const parentDir = join(workspaceDir, '.vite');
  // Inside the workspace, so that the finished build is moved and not copied.
  await mkdir(parentDir, { recursive: true });
  const newDir = await mkdtemp(join(parentDir, 'build-'));
  // As they are before: what changes meanwhile is built next time.
  const stamp = stampOf(sources);
  try {
    await build(newDir);
    await writeFile(join(newDir, stampName), stamp);
    await chmod(newDir, 0o755);
    await replaceDir(newDir, join(workspaceDir, 'dist'));
  } finally {
    await rm(newDir, { recursive: true, force: true });
  }
}

/** Builds one page; assets of both have names by their content, so they share a folder. */
async function runVite(webDir, newDir, page) {
  const vite = join(projectDir, 'node_modules', 'vite', 'bin', 'vite.js');
  // The native loader writes nothing into node_modules, which may belong to another user.
  const args = [vite, 'build', webDir, '--configLoader', 'native', '--outDir', newDir];
  args.push('--emptyOutDir', 'false', '--mode', page, '--logLevel', 'error');
  // Tests set another one, with which React would be built for development: twice as large, and as slow.
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await runProcess(findNode(), args, { cwd: webDir, env });
  if (code !== 0) throw new Error(`The web app could not be built (vite ended with ${code}); see above.`);
}

/** Beside each text asset its gzip and its Brotli, so that the server compresses nothing during a request. */
async function compressAssets(dir) {
  const files = (await listFiles(dir)).filter((file) => /\.(js|mjs|css|svg|bcmap)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.gz`, await gzipAsync(content, { level: 9 }));
      // The last step of Brotli takes ten times as long for one part in twenty.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      await writeFile(`${file}.br`, await brotliAsync(content, { params }));
    }),
  );
}

async function listFiles(dir) {
  const entries = await readdir(dir, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(dir, entry.name);
      if (entry.isFile()) return [path];
      return entry.isDirectory() ? listFiles(path) : [];
    }),
  );
  return found.flat();
}

/** Another process may build at the same moment: the last result is kept. */
async function replaceDir(newDir, dir) {
  const oldDir = `${newDir}.old`;
  for (let attempt = 1; ; attempt += 1) {
    await rename(dir, oldDir).catch(ignoreMissing);
    try {
      await rename(newDir, dir);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    } finally {
      await rm(oldDir, { recursive: true, force: true });
    }
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

/** Also pages that were built from these very sources. */
async function buildAnew() {
  const webDir = join(projectDir, 'web');
  await buildDist(webDir, findSources(projectDir, WEB_SOURCES), (dir) => buildWeb(webDir, dir));
  await buildVerifierIfStale();
  await buildServerIfStale();
  await packIfStale();
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await (argv.includes('--if-stale') ? buildIfStale() : buildAnew());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
