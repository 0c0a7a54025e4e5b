import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemIds } from './ids.ts';
import { openKeyVault } from './key-vault.ts';

const LENGTH = 20_000_000;

it('shows a key that is being made to no other process before it is whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-keys-'));
  const vault = await openKeyVault(folder, systemIds);
  const seen = readOnceThere(join(folder, 'large'));
  await vault.secret('large', () => Buffer.alloc(LENGTH, 1));
  expect((await seen).length).toBe(LENGTH);
  expect((await readdir(folder)).sort()).toEqual(['instance.key', 'large']);
  await rm(folder, { recursive: true });
});

async function readOnceThere(path: string): Promise<Buffer> {
  for (;;) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes) return bytes;
    await setImmediate();
  }
}
