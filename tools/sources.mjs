import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside what was built: what it was built from. */
export const stampName = '.sources';

/** Neither tests nor what was built itself. */
const isLeftOut = (name) => ['dist', '.vite', 'node_modules'].includes(name) || /\.test\.tsx?$/.test(name);

/**
 * The files that something is built from.
 *
 * @param {string} rootDir
 * @param {readonly string[]} paths of files, and of folders with all that is below them
 */
export function findSources(rootDir, paths) {
  const names = [...new Set(paths.flatMap((path) => listFiles(rootDir, path)))].sort();
  const state = createHash('sha256');
  for (const name of names) {
    const { size, mtimeNs, ctimeNs } = statSync(join(rootDir, name), { bigint: true });
    state.update(`${name}\n${size} ${mtimeNs} ${ctimeNs}\n`);
  }
  return { rootDir, names, state: state.digest('hex') };
}

/**
 * Whether the stamp is of these very contents. A checkout changes the times of all files, so that times alone do not
 * make anything stale; where none has changed, no file is read.
 */
export async function isBuiltFrom(stampFile, sources) {
  const [contents, state] = (await readFile(stampFile, 'utf8').catch(() => '')).split('\n');
  if (state === sources.state) return true;
  const stamp = stampOf(sources);
  if (!stamp.startsWith(`${contents}\n`)) return false;
  // Read once more next time where it is another user's.
  await writeFile(stampFile, stamp).catch(() => {});
  return true;
}

/** The text of a stamp: a hash of all names and contents, and one of all names, sizes and times. */
export function stampOf({ rootDir, names, state }) {
  const contents = createHash('sha256');
  for (const name of names) {
    const content = createHash('sha256').update(readFileSync(join(rootDir, name)));
    contents.update(`${name}\n${content.digest('hex')}\n`);
  }
  return `${contents.digest('hex')}\n${state}\n`;
}

function listFiles(rootDir, path) {
  if (statSync(join(rootDir, path)).isFile()) return [path];
  return readdirSync(join(rootDir, path), { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .flatMap((entry) => {
      if (entry.isFile()) return [`${path}/${entry.name}`];
      return entry.isDirectory() ? listFiles(rootDir, `${path}/${entry.name}`) : [];
    });
}
