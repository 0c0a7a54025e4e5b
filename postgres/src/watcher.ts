import { spawn } from 'node:child_process';

export type Watcher = { release(): void };

/**
 * Waits in a process of its own, a shell of one megabyte, for our end of a pipe to close, which the
 * system does however we die, and then asks PostgreSQL to shut down. It reads the process id from the
 * pipe, and checks it against PostgreSQL's own lock file, so that it never signals a stranger.
 */
const script = `
read -r pid || exit 0
while read -r line; do [ "$line" = release ] && exit 0; done
[ -r "$1/postmaster.pid" ] && read -r current < "$1/postmaster.pid" &&
  [ "$current" = "$pid" ] && kill -INT "$pid"
`;

/** To be called before PostgreSQL is started, so that no moment is left in which a kill makes an orphan. */
export function startWatcher(clusterDir: string): Watcher & { watch(pid: number): void } {
  const child = spawn('/bin/sh', ['-c', script, 'paraph-database-watcher', clusterDir], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A watcher that was killed is replaced with the next PostgreSQL; until then an orphan would be adopted.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    release: () => void child.stdin.end('release\n'),
  };
}
