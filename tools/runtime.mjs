// Runs on Node 20 as well: it is what finds the Node that runs all the rest.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const versionMajorMin = 24;

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

/** What takes the verbs of the operator, `serve` among them: bundled (`server/build.mjs`), and its source. */
export const mainFile = join(projectDir, 'server', 'dist', 'main.js');
export const mainSource = join(projectDir, 'operator', 'src', 'main.ts');

/** The command line for those who send; with these verbs, beside the operator's own. */
export const clientFile = join(projectDir, 'cli', 'src', 'main.ts');
export const clientVerbs = [
  ...[
    'login',
    'logout',
    'send',
    'bulk',
    'links',
    'seal',
    'status',
    'in-person',
    'download',
    'values',
    'answers',
    'export',
    'verify',
    'export-verifier',
    'verify-log',
    'listen',
    'record',
    'organization',
    'completion',
  ],
];

/**
 * The Node to run TypeScript with: this one where it is new enough, else the one npm installed.
 *
 * @returns {string} its path
 */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= versionMajorMin) return process.execPath;
  const pinned = join(projectDir, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  console.error(
    `Paraph needs Node ${versionMajorMin} or newer, and this is ${process.version}. ` +
      'Run `npm ci` in the project, which brings one on Linux, or install it from https://nodejs.org.',
  );
  process.exit(1);
}

/**
 * How Node is told to run our programs. By itself V8 lets the young generation grow to 64 MiB each half, and then starts
 * a collection of the whole heap as soon as what is left of the old one's limit, some 70 MiB, is less than that: every
 * 7 MiB of buffers, for good. The old generation's own first limit is as near: starting at 256 MiB, which is a limit
 * and not a size, saves a tenth of the server's processor time in the life of an envelope for some 30 MB of memory.
 * After a collection V8 sets a new limit close to what is left, and collects 60 MB again every 85 lives: it may grow to
 * three times that, for another 3 %.
 */
export const nodeFlags = [
  '--max-semi-space-size=16',
  '--initial-heap-size=256',
  '--heap-growing-percent=200',
];

/** Has Node read `.env` of the folder that a command runs in; what the environment sets goes before it. */
export function settingsFlags() {
  return existsSync('.env') ? ['--env-file=.env'] : [];
}

/**
 * Becomes `node <args>`, with our flags, where the system and Node can do that, so that there is no process between the
 * caller's signals and the server; elsewhere runs it, hands the signals on, and ends with its exit code.
 *
 * @param {string[]} args
 */
export async function becomeNode(args) {
  const node = findNode();
  const flagged = [...nodeFlags, ...args];
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, [node, ...flagged], process.env);
  }
  process.exit(await runProcess(node, flagged));
}

/**
 * Runs a program on our own input and output.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 and the signal's number where a signal ended it
 */
export function runProcess(file, args, options) {
  const child = spawn(file, args, { stdio: 'inherit', ...options });
  const handOn = (signal) => {
    // The terminal has sent its Ctrl-C to the whole group already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, handOn);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, handOn);
      resolve(code ?? 128 + signalNumber(signal));
    });
  });
}

function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0;
}
