import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Whether this module is a source, and not a part of the bundle in `server/dist/`. */
export const isSource = import.meta.url.endsWith('.ts');
/** The folder of the whole project, with a slash at its end. */
export const projectDir = fileURLToPath(new URL(isSource ? '../../../' : '../../', import.meta.url));

// Besides the code and its reserve (some 600 MiB of address space, 75 MiB resident) this allows some 350 MiB.
const DATA_KIB_MAX = 1_000_000;
/** Should the parent die during an endless loop, or not see the time that was used, this ends it. */
const CPU_SECONDS_MAX = 40;
// Limits that this system does not support are skipped; those of Node itself remain.
// The soft limit is reached first, because its signal (SIGXCPU) identifies the limit; the hard one sends SIGKILL.
const LIMIT_CPU = `ulimit -S -t ${CPU_SECONDS_MAX} 2>/dev/null; ulimit -H -t ${CPU_SECONDS_MAX + 5} 2>/dev/null`;
const LIMIT_DATA = `ulimit -d ${DATA_KIB_MAX} 2>/dev/null`;

const NODE_FLAGS = [
  // What is not allowed is forbidden: writing, other processes, threads, native code, and, where this version of Node
  // can forbid it, the network.
  '--permission',
  ...listReadable().map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=192',
  // By itself the heap begins so small that all of it is collected every few files, which is a third of their time.
  '--initial-heap-size=128',
  '--max-semi-space-size=8',
  // 64 KiB each.
  '--wasm-max-mem-pages=5120',
  '--disable-warning=ExperimentalWarning',
];

/**
 * How to start Node with read access to its own modules only, an empty environment, and limited memory and processor
 * time. The examined file is passed through a pipe.
 */
export function sandboxed(program: readonly string[], { isDataLimited }: { isDataLimited: boolean }) {
  const script = `${LIMIT_CPU}; ${isDataLimited ? LIMIT_DATA : ':'}; exec "$@"`;
  return {
    file: '/bin/sh',
    args: ['-c', script, 'sh', process.execPath, ...NODE_FLAGS, ...program],
    options: { cwd: '/', env: {} },
  };
}

/** The code of the child process and the fonts of its pages; the data directory is never inside these. */
function listReadable(): string[] {
  const sources = ['domain', 'intake', 'pades'].flatMap((name) => [
    `${name}/src/`,
    `${name}/package.json`,
    `node_modules/@paraph/${name}`,
  ]);
  return [
    'package.json',
    ...(isSource ? sources : ['server/package.json', 'server/dist/']),
    'node_modules/@embedpdf/pdfium/',
    'node_modules/@expo-google-fonts/inter/',
    'node_modules/dejavu-fonts-ttf/',
  ].map((path) => `${projectDir}${path}`);
}

// Blocks of 512 bytes, KiB, seconds of processor time: ordinary files take qpdf milliseconds and megabytes.
const REPAIR_LIMITS = 'ulimit -f 131072; ulimit -v 600000 2>/dev/null; ulimit -t 2; exec "$@"';

/**
 * Rewrites a damaged PDF with qpdf in a limited child process. False if qpdf is not installed, the file cannot be
 * repaired, or the deadline passes.
 */
export function repairPdf(from: string, to: string, deadline: AbortSignal): Promise<boolean> {
  const options = ['--warning-exit-0', '--object-streams=preserve', '--deterministic-id'];
  const child = spawn('/bin/sh', ['-c', REPAIR_LIMITS, 'sh', 'qpdf', ...options, from, to], {
    cwd: '/',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin' },
    stdio: 'ignore',
    signal: deadline,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
