import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const padesDir = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * Writes JavaScript and declarations. Here the engine is used as source, which Node takes nowhere below `node_modules`.
 *
 * @param {string} [outDir] `dist` beside the sources by default
 */
export async function buildPades(outDir = `${padesDir}dist`) {
  await rm(outDir, { recursive: true, force: true });
  const emit = ['--noEmit', 'false', '--declaration', '--rewriteRelativeImportExtensions'];
  run([tsc, '--project', `${padesDir}tsconfig.build.json`, ...emit, '--outDir', outDir]);
  await mendDeclarations(outDir);
}

/** The compiler rewrites imports in JavaScript alone; there are no .ts files beside the declarations. */
async function mendDeclarations(dir) {
  const files = await readdir(dir, { recursive: true });
  for (const file of files.filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(`${dir}/${file}`, 'utf8');
    await writeFile(`${dir}/${file}`, text.replaceAll(/((?:from |import\()'\.[\w./-]+)\.ts'/g, "$1.js'"));
  }
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: padesDir, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The engine could not be built:\n${stdout}${stderr}`);
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildPades(argv[2]);
