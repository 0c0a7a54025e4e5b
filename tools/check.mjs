import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findNode, projectDir } from './runtime.mjs';

const workspaces = ['domain', 'contract', 'pades', 'server', 'web', 'sdk', 'cli'];

/**
 * Runs the checks one after another, all of them, and shows what the failing ones have to say.
 *
 * @param {{ withTidy: boolean }} options `withTidy: false` where the whole test suite follows anyway
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runChecks({ withTidy }) {
  const failed = [];
  for (const { name, args } of listChecks(withTidy)) {
    const startedAt = performance.now();
    const { code, output } = await capture(args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (code === 0) continue;
    console.log(output.trimEnd());
    failed.push(name);
  }
  return failed;
}

function listChecks(withTidy) {
  const bin = (name) => join(projectDir, 'node_modules', ...name.split('/'));
  const typed = workspaces.filter((name) => existsSync(join(projectDir, name, 'tsconfig.json')));
  const checks = [
    { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
    ...[...typed, '.'].map((name) => ({
      name: `types of ${name === '.' ? 'tests and tools' : name}`,
      args: [bin('typescript/bin/tsc'), '--project', join(projectDir, name)],
    })),
  ];
  if (withTidy) {
    checks.push({ name: 'architecture', args: [bin('vitest/vitest.mjs'), 'run', 'tests/architecture'] });
  }
  return checks;
}

function capture(args) {
  const child = spawn(findNode(), args, { cwd: projectDir, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const failed = await runChecks({ withTidy: true });
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}. \`npm run format\` corrects what is only format.`);
    process.exitCode = 1;
  }
}
