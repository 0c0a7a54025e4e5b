import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from './runtime.mjs';
import { writeTarGz } from './tar.mjs';

/**
 * The clients of other languages and the app for Nextcloud, as their sources: what of `sdk/NAME` goes in, into which
 * folder, where the version is written, and what comes with it from elsewhere.
 *
 * @type {readonly { name: string, include: RegExp, folder?: string, manifest?: string, version?: RegExp,
 *   companions?: () => Promise<{ path: string, content: Buffer }[]> }[]}
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
  {
    name: 'nextcloud',
    include: /^(README\.md|client\.php|(appinfo|css|img|js|l10n|lib|templates)\/[\w/-]+\.\w+)$/,
    // As Nextcloud wants it: the folder has the name of the app.
    folder: 'paraph',
    manifest: 'appinfo/info.xml',
    version: /(?<=<version>)[^<]+/,
    companions: companionsOfNextcloud,
  },
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
    const companions = (await archive.companions?.()) ?? [];
    const files = [...(await readFiles(archive, version)), ...companions, licence];
    const folder = archive.folder ?? `paraph-${archive.name}`;
    const placed = files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
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

/** The client for PHP, which is installed without Composer, the script of the frame, and languages under further names. */
async function companionsOfNextcloud() {
  // What bundles takes a while to load, and only packing needs it.
  const { bundle } = await import('../sdk/build.mjs');
  const client = join(projectDir, 'sdk', 'php', 'src');
  const sources = await readdir(client);
  const read = async (path, from) => ({ path, content: await readFile(from) });
  const l10n = join(projectDir, 'sdk', 'nextcloud', 'l10n');
  // Nextcloud takes another form of a language for another language.
  const forms = { de_DE: 'de', pt_BR: 'pt', pt_PT: 'pt' };
  return Promise.all([
    ...sources.map((name) => read(`client/${name}`, join(client, name))),
    ...Object.entries(forms).map(([form, of]) => read(`l10n/${form}.json`, join(l10n, `${of}.json`))),
    bundle(join(projectDir, 'sdk', 'embed', 'src', 'index.ts')).then((code) => ({
      path: 'js/paraph-embed.js',
      content: Buffer.from(code),
    })),
  ]);
}
