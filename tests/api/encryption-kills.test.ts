import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { openFileEncryption } from '../../server/src/files/encrypt-files.ts';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { insertFile, storeBytes } from '../../server/src/files/store-file.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { rewrapKeys } from '../../server/src/files/wrapping-keys.ts';
import { openBlobs, openWrapper } from '../../server/src/open-blobs.ts';
import { openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';

const WORKER = fileURLToPath(new URL('../support/encrypting-worker.ts', import.meta.url));
const HOUR_SECONDS = 3_600;

const texts = ['one', 'two', 'three'].map((each) => Buffer.from(`%PDF-1.7 contract ${each}`));
const ids: number[] = [];

const folder = await folderForThisFile();
const instance = await forThisFile(openTestInstance({ storage: 'unencrypted' }));
const { clock, database } = instance.deps;
for (const bytes of texts) {
  const blob = await storeBytes(instance.deps, bytes);
  const about = { format: 'pdf', now: clock.now() } as const;
  ids.push(await database.transaction().execute((tx) => insertFile(tx, blob, about)));
}

async function keyFile(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  return path;
}

function settings(keys: readonly string[]) {
  return { ...instance.settings, PARAPH_ENCRYPTION_KEYS: keys.join(',') };
}

async function depsWith(keys: readonly string[]) {
  const config = readConfig(settings(keys));
  return { ...instance.deps, config, blobs: await openBlobs(config, instance.deps) };
}

/** Ends with the signal that killed the worker; null if it came to its end. */
async function work(keys: readonly string[], at: object): Promise<string | null> {
  const { clock } = instance.deps;
  const connectionString = instance.connectionString;
  const told = { ...at, connectionString, now: clock.now().getTime() };
  const env = { ...process.env, ...settings(keys), PARAPH_TEST_WORK: JSON.stringify(told) };
  const child = spawn(process.execPath, [WORKER], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  return signal;
}

async function expectReadable(keys: readonly string[]): Promise<void> {
  const deps = await depsWith(keys);
  for (const [at, id] of ids.entries()) expect(await readFileBytes(deps, id)).toEqual(texts[at]);
}

async function storedBytes(): Promise<Buffer[]> {
  const keys = await instance.stored.listKeys();
  return Promise.all(keys.map((key) => instance.stored.read(key)));
}

test('wherever a process is killed that encrypts stored files, they are readable, and the next one goes on', async () => {
  const keys = [await keyFile('first.key')];
  const kills = [
    { statement: 'insert into "blob_keys"', count: 1, when: 'before' },
    { statement: 'update "files"', count: 1, when: 'after' },
    { statement: 'commit', count: 1, when: 'before' },
    { statement: 'commit', count: 1, when: 'after' },
  ];
  for (const at of kills) {
    expect(await work(keys, { does: 'encrypt', ...at }), JSON.stringify(at)).toBe('SIGKILL');
    await expectReadable(keys);
  }
  const deps = await depsWith(keys);
  expect(await openFileEncryption(deps)()).toMatchObject({ files: 2 });
  instance.advance(2 * HOUR_SECONDS);
  const removing = { statement: 'delete from "replaced_blobs"', count: 2, when: 'before' };
  expect(await work(keys, { does: 'encrypt', ...removing })).toBe('SIGKILL');
  await expectReadable(keys);
  await openFileEncryption(deps)();
  await sweepFiles(deps);
  await expectReadable(keys);
  const stored = await storedBytes();
  expect(stored.map((bytes) => bytes.toString('latin1', 0, 4))).toEqual(['PRPH', 'PRPH', 'PRPH']);
  expect(await deps.database.selectFrom('blob_keys').select('blob_key').execute()).toHaveLength(3);
});

test('wherever rewrapping is killed, documents are readable, and the next run needs the former key no more', async () => {
  const former = join(folder, 'first.key');
  const current = await keyFile('second.key');
  const keys = [current, former];
  const kills = [
    { statement: 'update "blob_keys"', count: 1, when: 'before' },
    { statement: 'update "blob_keys"', count: 2, when: 'after' },
    { statement: 'delete from "wrapping_keys"', count: 1, when: 'before' },
  ];
  for (const at of kills) {
    expect(await work(keys, { does: 'rewrap', ...at }), JSON.stringify(at)).toBe('SIGKILL');
    await expectReadable(keys);
  }
  const wrapper = await openWrapper(readConfig(settings(keys)));
  if (!wrapper) throw new Error('no wrapper');
  const options = { wrapper, setting: 'PARAPH_ENCRYPTION_KEYS' };
  expect(await rewrapKeys(instance.deps.database, options)).toMatchObject({ keys: 0, unreadable: [] });
  await expectReadable([current]);
});
