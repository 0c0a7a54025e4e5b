import { spawn } from 'node:child_process';

// Blocks of 512 bytes, KiB, seconds of processor time: qpdf mends honest files in milliseconds and megabytes.
const SCRIPT = 'ulimit -f 131072; ulimit -v 600000 2>/dev/null; ulimit -t 2; exec "$@"';

/**
 * Has qpdf write a damaged PDF anew, in a limited child process. False where qpdf is not installed, where the file is
 * beyond repair, or when the deadline came first.
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
