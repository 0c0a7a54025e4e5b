import { spawn } from 'node:child_process';

// Blocks of 512 bytes, KiB, seconds of processor time: ordinary files take qpdf milliseconds and megabytes.
const SCRIPT = 'ulimit -f 131072; ulimit -v 600000 2>/dev/null; ulimit -t 2; exec "$@"';

/**
 * Rewrites a damaged PDF with qpdf in a limited child process. False if qpdf is not installed, the file cannot be
 * repaired, or the deadline passes.
 */
export function repairPdf(from: string, to: string, deadline: AbortSignal): Promise<boolean> {
  const options = ['--warning-exit-0', '--object-streams=preserve', '--deterministic-id'];
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', 'qpdf', ...options, from, to], {
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
