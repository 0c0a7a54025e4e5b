import { isSource, projectDir } from '../platform/project-dir.ts';

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
  const imported = ['domain', 'pades'].flatMap((name) => [
    `${name}/src/`,
    `${name}/package.json`,
    `node_modules/@paraph/${name}`,
  ]);
  return [
    'package.json',
    'server/package.json',
    ...(isSource ? ['server/src/', ...imported] : ['server/dist/']),
    'node_modules/@embedpdf/pdfium/',
    'node_modules/@expo-google-fonts/inter/',
    'node_modules/dejavu-fonts-ttf/',
  ].map((path) => `${projectDir}${path}`);
}
