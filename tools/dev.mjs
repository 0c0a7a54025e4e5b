// The server, started again at every change of its sources, and the web app as Vite serves it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findNode, mainSource, nodeFlags, projectDir, settingsFlags } from './runtime.mjs';

const node = findNode();
const vite = join(projectDir, 'node_modules', 'vite', 'bin', 'vite.js');
const children = [
  spawn(node, [...nodeFlags, ...settingsFlags(), '--watch', '--watch-preserve-output', mainSource, 'serve'], {
    stdio: 'inherit',
  }),
  spawn(node, [vite, join(projectDir, 'web')], { stdio: 'inherit' }),
];

// Whichever ends first takes the other with it: half of them running looks like a fault somewhere else.
for (const child of children) child.on('exit', (code) => endAll(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0));

function endAll(code) {
  process.exitCode ||= code;
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  }
}
