import { chmod, rm } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const cliDir = fileURLToPath(new URL('.', import.meta.url));

/**
 * Writes the whole command line into one file, which needs nothing but Node: `dist/paraph.js` by default.
 *
 * @param {string} [outDir]
 */
export async function buildCli(outDir = `${cliDir}dist`) {
  await rm(outDir, { recursive: true, force: true });
  const bundled = await rolldown({ input: `${cliDir}src/main.ts`, platform: 'node' });
  const file = `${outDir}/paraph.js`;
  await bundled.write({ format: 'esm', file, banner: '#!/usr/bin/env node', codeSplitting: false });
  await bundled.close();
  await chmod(file, 0o755);
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildCli(argv[2]);
