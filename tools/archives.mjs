import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from './runtime.mjs';
import { writeTarGz } from './tar.mjs';

/**
 * The clients of other languages, as their sources: what of `sdk/NAME` goes in, and where the version is written.
 *
 * @type {readonly { name: string, include: RegExp, manifest?: string, version?: RegExp }[]}
 */
const archives = [
  {
    name: 'python',
    include: /^(README\.md|pyproject\.toml|paraph\/[\w.]+\.(py|typed))$/,
    manifest: 'pyproject.toml',
    version: /(?<=^version = ")[^"]+/m,
  },
  {
    name: 'php',
    include: /^(README\.md|composer\.json|src\/\w+\.php)$/,
    manifest: 'composer.json',
    version: /(?<="version": ")[^"]+/,
  },
  // A module of Go has its version from where it is fetched.
  { name: 'go', include: /^(README\.md|go\.mod|\w+\.go)$/ },
];

export const archiveNames = archives.map(({ name }) => name);
export const archiveOf = (name) => `paraph-${name}.tar.gz`;

/** The requests for Postman and Bruno. */
export const collectionFile = 'paraph.postman_collection.json';

/**
 * Packs the clients of other languages and the collection of requests; each client into one folder with our licence.
 *
 * @param {string} outDir
 */
export async function packArchives(outDir) {
  const { version } = JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8'));
  const licence = { path: 'LICENSE', content: await readFile(join(projectDir, 'LICENSE')) };
  await mkdir(outDir, { recursive: true });
  for (const archive of archives) {
    const files = [...(await readFiles(archive, version)), licence];
    const placed = files.map((file) => ({ ...file, path: `paraph-${archive.name}/${file.path}` }));
    await writeFile(join(outDir, archiveOf(archive.name)), writeTarGz(placed));
  }
  await copyFile(join(projectDir, 'contract', 'postman.json'), join(outDir, collectionFile));
}

async function readFiles({ name, include, manifest, version: pattern }, version) {
  const dir = join(projectDir, 'sdk', name);
  const paths = (await readdir(dir, { recursive: true })).filter((path) => include.test(path)).sort();
  return Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(dir, path));
      if (path !== manifest) return { path, content };
      const text = content.toString();
      if (!pattern.test(text)) throw new Error(`sdk/${name}/${path} has no place for the version.`);
      return { path, content: Buffer.from(text.replace(pattern, version)) };
    }),
  );
}
