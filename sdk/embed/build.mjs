import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from '../build.mjs';

const embedDir = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** What a page pays for it, minified and packed. */
export const GZIP_BYTES_MAX = 4 * 1024;

/**
 * Writes JavaScript and declarations to `outDir`, and all but the React component as one file for pages without a bundler.
 *
 * @param {string} [outDir]
 * @returns {Promise<{ gzipBytes: number }>} the size of that file
 */
export async function buildEmbed(outDir = `${embedDir}dist`) {
  await rm(outDir, { recursive: true, force: true });
  const emit = ['--noEmit', 'false', '--declaration', '--rootDir', `${embedDir}src`, '--outDir', outDir];
  const made = spawnSync(process.execPath, [tsc, '--project', `${embedDir}tsconfig.json`, ...emit], {
    ...{ cwd: embedDir, encoding: 'utf8' },
  });
  if (made.status !== 0) throw new Error(`The package could not be built:\n${made.stdout}${made.stderr}`);
  for (const file of (await readdir(outDir)).filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(`${outDir}/${file}`, 'utf8');
    await writeFile(`${outDir}/${file}`, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  const code = await bundle(`${outDir}/index.js`);
  await writeFile(`${outDir}/paraph-embed.js`, code);
  return { gzipBytes: gzipSync(code, { level: 9 }).length };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { gzipBytes } = await buildEmbed(argv[2]);
  console.log(`Built the package for embedding: ${gzipBytes} bytes gzip, of ${GZIP_BYTES_MAX}.`);
  if (gzipBytes > GZIP_BYTES_MAX) process.exitCode = 1;
}
