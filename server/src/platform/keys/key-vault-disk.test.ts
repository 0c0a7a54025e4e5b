import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type WatchedDisk, watchDisk } from '../../../../storage/src/testing/watched-disk.ts';
import { folderForThisTest } from '../../../../tests/support/scratch.ts';
import { systemIds } from '../ids.ts';
import { type KeyVault, openKeyVault } from './key-vault.ts';

let disk: WatchedDisk;
let folder: string;
let vault: KeyVault;

/** What makes files durable and gives them names, in its order; drafts have names of their own. */
const steps = () =>
  disk.steps
    .map((step) => step.split(' '))
    .filter(([verb]) => verb !== 'write' && verb !== 'read')
    .map(([verb, ...paths]) => [verb, ...paths.map(nameOf)].join(' '));
const nameOf = (path: string) => basename(path).replace(/\.[0-9a-f]{32}\.tmp$/, ' (draft)');

beforeEach(async () => {
  folder = join(await folderForThisTest(), 'keys');
  vault = await openKeyVault(folder, systemIds);
  disk = watchDisk();
  onTestFinished(disk.end);
});

test('a new key is synced before it has its name, and its folder afterwards', async () => {
  await vault.secret('issuing.key', () => Buffer.from('a key'));
  expect(steps()).toEqual(['sync issuing.key (draft)', 'link issuing.key (draft) issuing.key', 'sync keys']);
});

test('a key that replaces another is synced before the rename, and its folder afterwards', async () => {
  await vault.secret('issuing.key', () => Buffer.from('a key'));
  disk.steps.length = 0;
  await vault.replace('issuing.key', Buffer.from('another key'));
  expect(steps()).toEqual([
    'sync issuing.key (draft)',
    'rename issuing.key (draft) issuing.key',
    'sync keys',
  ]);
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
