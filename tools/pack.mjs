import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { archiveNames, archiveOf, packArchives } from './archives.mjs';
import { findNode, projectDir } from './runtime.mjs';
import { composeSbom } from './sbom.mjs';
import { findSources, isBuiltFrom, stampName, stampOf } from './sources.mjs';

/** What others install. The manifests of the workspaces have no version, so that npm refuses to pack those as they are. */
export const packageNames = ['sdk', 'cli', 'pades', 'embed'];

/** Of a package that is no workspace. */
const FOLDERS = { embed: 'sdk/embed' };
export const folderOf = (name) => join(projectDir, FOLDERS[name] ?? name);

/** For pages without a bundler, beside the package that holds it. */
const SCRIPTS = { embed: 'paraph-embed.js' };

/** Where the packages are that an instance offers at `/packages/`. */
export const packagesDir = join(projectDir, 'dist', 'packages');
/** What the server is made of (CycloneDX), beside the packages. */
const sbomFile = 'paraph-sbom.cdx.json';

/** Everything that goes into a package, and what packs it. */
const SOURCES = [
  ...packageNames.map((name) => FOLDERS[name] ?? name),
  ...['package-lock.json', 'package.json', 'tsconfig.base.json', 'LICENSE', 'contract/postman.json'],
  ...['pack', 'archives', 'tar', 'sbom'].map((name) => `tools/${name}.mjs`),
];

/** The file of a package, as instances serve it at `/packages/`. */
export const fileOf = (name) => `paraph-${name}.tgz`;

/**
 * Builds and packs every package into `outDir`, and checks that each file its manifest promises is inside.
 *
 * @param {string} outDir
 */
async function packPackages(outDir) {
  await mkdir(outDir, { recursive: true });
  await Promise.all([...packageNames.map((name) => packOne(name, outDir)), packArchives(outDir)]);
  await writeFile(join(outDir, sbomFile), `${JSON.stringify(await composeSbom(), null, 2)}\n`);
}

/**
 * Packs what this instance offers at `/packages/`, unless that was packed from these very sources.
 *
 * @returns {Promise<boolean>} whether anything had to be packed
 */
export async function packIfStale() {
  const sources = findSources(projectDir, SOURCES);
  if (await isBuiltFrom(join(packagesDir, stampName), sources)) return false;
  const stamp = stampOf(sources);
  const parentDir = join(projectDir, 'dist');
  await mkdir(parentDir, { recursive: true });
  const newDir = await mkdtemp(join(parentDir, 'packing-'));
  try {
    await packPackages(newDir);
    await mkdir(packagesDir, { recursive: true });
    const packed = await readdir(newDir);
    for (const file of packed) await rename(join(newDir, file), join(packagesDir, file));
    // What an earlier version packed would be offered for ever.
    for (const file of await readdir(packagesDir))
      if (!packed.includes(file)) await rm(join(packagesDir, file));
    // Last: without it, whatever was interrupted is packed anew.
    await writeFile(join(packagesDir, stampName), stamp);
  } finally {
    await rm(newDir, { recursive: true, force: true });
  }
  return true;
}

/**
 * Installs a packed file into an empty folder, and runs what its manifest names: every export is imported, every
 * program asked for its help.
 *
 * @param {string} tarball
 * @param {string} dir an empty folder
 * @returns {Promise<string>} the name and version that were installed
 */
export async function installAndRun(tarball, dir) {
  await installPackage(tarball, dir);
  const { dependencies } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'));
  const [name] = Object.keys(dependencies);
  const manifest = JSON.parse(await readFile(join(dir, 'node_modules', name, 'package.json'), 'utf8'));
  // What an entry is named after is installed by who uses it.
  const isOfPeer = (entry) => entry.slice(2) in (manifest.peerDependencies ?? {});
  const entries = Object.keys(manifest.exports ?? {}).filter((each) => !each.endsWith('.json'));
  for (const entry of entries.filter((each) => !isOfPeer(each))) {
    const code = `await import(${JSON.stringify(join(name, entry))})`;
    await run(findNode(), ['--input-type=module', '--eval', code], dir);
  }
  for (const program of Object.keys(manifest.bin ?? {})) {
    await run(findNode(), [join(dir, 'node_modules', '.bin', program), '--help'], dir);
  }
  return `${manifest.name} ${manifest.version}`;
}

/** Installs a packed file, by its path or address, where nothing is installed. */
export async function installPackage(tarball, dir) {
  await writeFile(join(dir, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(dir, '.npm')];
  // A package needs nothing beside itself, so nothing else may be fetched.
  if (!tarball.startsWith('http')) flags.push('--offline');
  await npm(['install', tarball, ...flags], dir);
  await rm(join(dir, '.npm'), { recursive: true, force: true });
}

async function packOne(name, outDir) {
  const stagedDir = await mkdtemp(join(tmpdir(), `paraph-pack-${name}-`));
  try {
    await run(findNode(), [join(folderOf(name), 'build.mjs'), join(stagedDir, 'dist')], projectDir);
    const manifest = await stage(name, stagedDir);
    const flags = ['--json', '--ignore-scripts', '--pack-destination', stagedDir];
    const [{ filename, files }] = Object.values(JSON.parse(await npm(['pack', ...flags], stagedDir)));
    const missing = listMissingTargets(manifest, files);
    if (missing.length > 0) throw new Error(`The package ${name} came out without ${missing.join(', ')}.`);
    await rename(join(stagedDir, filename), join(stagedDir, fileOf(name)));
    await cp(join(stagedDir, fileOf(name)), join(outDir, fileOf(name)));
    const script = SCRIPTS[name];
    if (script) await cp(join(stagedDir, 'dist', script), join(outDir, script));
  } finally {
    await rm(stagedDir, { recursive: true, force: true });
  }
}

/** The manifest that others get: with the project's version, without what is ours alone. */
async function stage(name, stagedDir) {
  const { version } = JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8'));
  const text = await readFile(join(folderOf(name), 'package.json'), 'utf8');
  const { private: _, scripts: __, devDependencies: ___, publishConfig, ...manifest } = JSON.parse(text);
  // Inside the project a workspace may be imported as source; `publishConfig` says what is imported elsewhere.
  const packed = { ...manifest, ...publishConfig, version };
  await writeFile(join(stagedDir, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  for (const entry of manifest.files.filter((each) => each !== 'dist')) {
    await cp(join(folderOf(name), entry), join(stagedDir, entry), { recursive: true });
  }
  await cp(join(projectDir, 'LICENSE'), join(stagedDir, 'LICENSE'));
  return packed;
}

/**
 * What a manifest promises and a package does not hold.
 *
 * @param {{ exports?: unknown, bin?: unknown }} manifest
 * @param {readonly { path: string, size: number }[]} files as `npm pack --json` lists them
 * @returns {string[]} the targets of `exports` and `bin` that are missing or empty
 */
export function listMissingTargets({ exports: entries, bin }, files) {
  const filled = new Set(files.filter(({ size }) => size > 0).map(({ path }) => path));
  const targets = [...listTargets(entries), ...listTargets(bin)].map((target) => target.replace(/^\.\//, ''));
  return targets.filter((target) => !filled.has(target));
}

function listTargets(entry) {
  if (entry === undefined) return [];
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(listTargets);
}

/** The npm that runs us, or the one in the path; the project's own settings do not count for what is staged. */
function npm(args, cwd) {
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? run(process.execPath, [own, ...args], cwd) : run('npm', args, cwd);
}

function run(file, args, cwd) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output.stdout);
      else reject(new Error(`${[file, ...args].join(' ')} failed:\n${output.stdout}${output.stderr}`));
    });
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const dir = await mkdtemp(join(tmpdir(), 'paraph-packed-'));
  try {
    await packPackages(packagesDir);
    for (const name of packageNames) {
      const project = join(dir, name);
      await mkdir(project);
      const installed = await installAndRun(join(packagesDir, fileOf(name)), project);
      console.log(`✓ ${installed}: ${relative(projectDir, join(packagesDir, fileOf(name)))}`);
    }
    for (const name of archiveNames) console.log(`✓ dist/packages/${archiveOf(name)}`);
    await writeFile(join(packagesDir, stampName), stampOf(findSources(projectDir, SOURCES)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
