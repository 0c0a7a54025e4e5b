import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const sdkDir = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

/** What a page pays for the whole client, minified and packed. */
export const GZIP_BYTES_MAX = 10 * 1024;

/**
 * Writes JavaScript and declarations to `outDir`, beside `package.json` by default.
 *
 * @param {string} [outDir]
 * @returns {Promise<{ gzipBytes: number }>} the size of everything in one minified file
 */
export async function buildSdk(outDir = `${sdkDir}dist`) {
  await rm(outDir, { recursive: true, force: true });
  const emit = ['--noEmit', 'false', '--declaration', '--rootDir', `${sdkDir}src`, '--outDir', outDir];
  run([tsc, '--project', `${sdkDir}tsconfig.json`, ...emit]);
  await mendDeclarations(outDir);
  // Once more without Node's types: only the entry for Node may need them.
  run([tsc, '--project', `${sdkDir}tsconfig.portable.json`]);
  const code = await bundle(`${outDir}/index.js`);
  return { gzipBytes: gzipSync(code, { level: 9 }).length };
}

/** Everything that `import * from '@paraph/sdk'` needs, in one minified file. */
export async function bundle(input) {
  const bundled = await rolldown({ input, platform: 'neutral', treeshake: false });
  const { output } = await bundled.generate({ format: 'esm', minify: true });
  await bundled.close();
  return output[0].code;
}

/** The compiler rewrites imports in JavaScript alone; there are no .ts files beside the declarations. */
async function mendDeclarations(dir) {
  for (const file of (await readdir(dir)).filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(`${dir}/${file}`, 'utf8');
    await writeFile(`${dir}/${file}`, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: sdkDir, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The SDK could not be built:\n${stdout}${stderr}`);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { gzipBytes } = await buildSdk(argv[2]);
  console.log(`Built the SDK: ${gzipBytes} bytes gzip, of ${GZIP_BYTES_MAX}.`);
  if (gzipBytes > GZIP_BYTES_MAX) process.exitCode = 1;
}
