import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemIds } from './ids.ts';
import { type KeyVault, openKeyVault } from './key-vault.ts';

const { link, mkdtemp, open, readFile, rename, rm, stat } = fs;

/** What happens to files, in its order; drafts have names of their own. */
const steps: string[] = [];
let parent: string;
let folder: string;
let vault: KeyVault;

const nameOf = (path: unknown) => basename(String(path)).replace(/\.[0-9a-f]{32}\.tmp$/, ' (draft)');

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'paraph-vault-disk-'));
  folder = join(parent, 'keys');
  vault = await openKeyVault(folder, systemIds);
  steps.length = 0;
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...more) => {
    const handle = await open(path, ...more);
    const { sync } = handle;
    handle.sync = () => {
      steps.push(`sync ${nameOf(path)}`);
      return sync.call(handle);
    };
    return handle;
  });
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    steps.push(`link ${nameOf(from)} ${nameOf(to)}`);
    await link(from, to);
  });
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    steps.push(`rename ${nameOf(from)} ${nameOf(to)}`);
    await rename(from, to);
  });
  syncBuiltinESMExports();
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(parent, { recursive: true, force: true });
});

test('a new key is synced before it has its name, and its folder afterwards', async () => {
  await vault.secret('issuing.key', () => Buffer.from('a key'));
  expect(steps).toEqual(['sync issuing.key (draft)', 'link issuing.key (draft) issuing.key', 'sync keys']);
});

test('a key that replaces another is synced before the rename, and its folder afterwards', async () => {
  await vault.secret('issuing.key', () => Buffer.from('a key'));
  steps.length = 0;
  await vault.replace('issuing.key', Buffer.from('another key'));
  expect(steps).toEqual(['sync issuing.key (draft)', 'rename issuing.key (draft) issuing.key', 'sync keys']);
  expect(await readFile(join(folder, 'issuing.key'), 'utf8')).toBe('another key');
});

test('keys and their folder are readable by the account of the service alone', async () => {
  await vault.secret('issuing.key', () => Buffer.from('a key'));
  await vault.replace('crl', Buffer.from('a list'));
  for (const name of ['instance.key', 'issuing.key', 'crl']) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
