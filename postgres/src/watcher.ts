import { spawn } from 'node:child_process';

export type Watcher = { release(): void };

/**
 * A separate process, a shell of one megabyte, waits for the closing of a pipe, which the system does however this
 * process dies, and then shuts PostgreSQL down. It reads the process id from the pipe and compares it with PostgreSQL's
 * lock file, so that it never signals another process.
 */
const script = `
read -r pid || exit 0
while read -r line; do [ "$line" = release ] && exit 0; done
[ -r "$1/postmaster.pid" ] && read -r current < "$1/postmaster.pid" &&
  [ "$current" = "$pid" ] && kill -INT "$pid"
`;

/** Called before PostgreSQL is started, so that a kill at any time leaves no orphan. */
export function startWatcher(clusterDir: string): Watcher & { watch(pid: number): void } {
  const child = spawn('/bin/sh', ['-c', script, 'paraph-database-watcher', clusterDir], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A killed watcher is replaced at the next start of PostgreSQL; until then an orphan would be adopted.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    release: () => void child.stdin.end('release\n'),
  };
}
