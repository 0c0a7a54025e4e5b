import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNode, projectDir } from './runtime.mjs';

/** The environment variable with the directory in which each test process lists the operations that succeeded. */
export const SEEN_DIR = 'OPERATIONS_SEEN_DIR';

/**
 * Lists the operations of the contract that never answered with their success status during the run.
 *
 * @param {string} seenDir the directory that `SEEN_DIR` named during the run
 * @returns {Promise<string[]>}
 */
export async function listUnseenOperations(seenDir) {
  const files = await readdir(seenDir);
  const texts = await Promise.all(files.map((file) => readFile(join(seenDir, file), 'utf8')));
  const seen = new Set(texts.flatMap((text) => text.split('\n')));
  return listOperations().filter((name) => !seen.has(name));
}

/** The contract is TypeScript, which the Node that runs this file may be too old to read. */
function listOperations() {
  const code = `import { operations } from './contract/src/operations.ts';
console.log(JSON.stringify(Object.keys(operations)));`;
  const options = { cwd: projectDir, encoding: 'utf8' };
  return JSON.parse(execFileSync(findNode(), ['--input-type=module', '--eval', code], options));
}
