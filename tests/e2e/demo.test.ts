import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectDir } from '../../tools/runtime.mjs';
import { chooseScratchParent } from '../support/scratch.ts';
import { isInShare } from '../support/share.ts';

const resultsDir = join(projectDir, 'demo');

// The tutorial leads through the same from the start: they come by turns.
test('the demo tells the main job in half a minute, leaves its two files and nothing else', {
  skip: !isInShare(0, 2),
  timeout: 400_000,
}, async () => {
  const parent = await chooseScratchParent();
  const instances = async () => (await readdir(parent)).filter((name) => name.startsWith('paraph-demo-'));
  const before = await instances();
  const startedAt = Date.now();
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(projectDir, 'tools', 'demo.mjs')],
    // Only ends what hangs, before the test itself gives up.
    { cwd: projectDir, timeout: 110_000 },
  );
  expect(stderr).toBe('');
  expect(stdout.match(/pdfsig: .*Signature is Valid/g)).toHaveLength(2);
  expect(stdout).toContain('Jonas Brandt: Signature is Valid. covers its revision');
  expect(stdout).toContain('document timestamp of Paraph time of localhost: covers the whole file');
  expect(stdout).toContain('9 notifications');
  for (const [name, head] of [
    ['sealed.pdf', '%PDF-'],
    ['last-page.png', '\x89PNG'],
  ] as const) {
    const path = join(resultsDir, name);
    expect((await stat(path)).mtimeMs).toBeGreaterThan(startedAt);
    expect((await readFile(path)).toString('latin1').startsWith(head)).toBe(true);
    expect(stdout).toContain(join('demo', name));
  }
  expect(await instances()).toEqual(before);
});
