import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnreadableBlobFault } from '@paraph/storage';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkEncryption } from '../../operator/src/doctor/encryption.ts';
import { type Config, readConfig } from '../../server/src/config/config.ts';
import { openFileEncryption } from '../../server/src/files/encrypt-files.ts';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { insertFile, storeBytes, storeExtended } from '../../server/src/files/store-file.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { rewrapKeys } from '../../server/src/files/wrapping-keys.ts';
import { openBlobs, openWrapper } from '../../server/src/open-blobs.ts';
import { openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile, forThisTest } from '../support/instance-case.ts';
import { openKeyService } from '../support/key-service.ts';
import { type KilledWork, killWorker } from '../support/kill-worker.ts';

const folder = await folderForThisFile();
const service = await forThisFile(openKeyService());
const tokenFile = join(folder, 'service-token');
await writeFile(tokenFile, service.token, { mode: 0o600 });
// Without encryption: what it stores is to be encrypted later.
const instance = await forThisFile(openTestInstance({ storage: 'unencrypted' }));

async function keyFile(key: Buffer = randomBytes(32)): Promise<string> {
  const path = join(folder, `${randomBytes(4).toString('hex')}.key`);
  await writeFile(path, key.toString('hex'), { mode: 0o600 });
  return path;
}

function settingsWith(...keys: string[]): Record<string, string> {
  const names = keys.join(',');
  const token = names.includes('http:') ? { PARAPH_ENCRYPTION_TOKEN_FILE: tokenFile } : {};
  return { ...instance.settings, PARAPH_ENCRYPTION_KEYS: names, ...token };
}

const configWith = (...keys: string[]): Config => readConfig(settingsWith(...keys));

async function depsWith(...keys: string[]) {
  const config = configWith(...keys);
  return { ...instance.deps, config, blobs: await openBlobs(config, instance.deps) };
}

async function wrapperOf(...keys: string[]) {
  const wrapper = await openWrapper(configWith(...keys));
  if (!wrapper) throw new Error('no wrapper');
  return wrapper;
}

const examine = async (...keys: string[]) =>
  checkEncryption(configWith(...keys), { connectionString: instance.connectionString });

/** Undoes the encryption of another test. */
async function forgetKeys(): Promise<void> {
  for (const table of ['files', 'blob_keys', 'wrapping_keys', 'replaced_blobs'] as const)
    await instance.deps.database.deleteFrom(table).execute();
}

const texts = ['one', 'two', 'three'].map((each) => Buffer.from(`%PDF-1.7 contract ${each}`));

/** Stores three files as they are; answers their ids. */
async function storeThree(): Promise<number[]> {
  const { clock, database } = instance.deps;
  const ids: number[] = [];
  for (const bytes of texts) {
    const blob = await storeBytes(instance.deps, bytes);
    const about = { format: 'pdf', now: clock.now() } as const;
    ids.push(await database.transaction().execute((tx) => insertFile(tx, blob, about)));
  }
  return ids;
}

async function expectReadable(ids: readonly number[], ...keys: string[]): Promise<void> {
  const deps = await depsWith(...keys);
  for (const [at, id] of ids.entries()) expect(await readFileBytes(deps, id)).toEqual(texts[at]);
}

describe('wherever a process is killed', () => {
  let ids: number[];
  let former: string;
  beforeAll(async () => {
    [ids, former] = [await storeThree(), await keyFile()];
  });
  afterAll(forgetKeys);

  const work = (keys: string[], at: KilledWork) =>
    killWorker({ ...instance, settings: settingsWith(...keys) }, at);

  test('that encrypts stored files, they are readable, and the next one goes on', async () => {
    const kills = [
      { statement: 'insert into "blob_keys"', count: 1, when: 'before' },
      { statement: 'commit', count: 1, when: 'before' },
      { statement: 'commit', count: 1, when: 'after' },
    ] as const;
    for (const at of kills) {
      expect(await work([former], { does: 'encrypt', ...at }), JSON.stringify(at)).toBe('SIGKILL');
      await expectReadable(ids, former);
    }
    const deps = await depsWith(former);
    expect(await openFileEncryption(deps)()).toMatchObject({ files: 2 });
    instance.advance(7_200);
    const removing = { statement: 'delete from "replaced_blobs"', count: 2, when: 'before' } as const;
    expect(await work([former], { does: 'encrypt', ...removing })).toBe('SIGKILL');
    await expectReadable(ids, former);
    await openFileEncryption(deps)();
    await sweepFiles(deps);
    await expectReadable(ids, former);
    const keys = await instance.stored.listKeys();
    const stored = await Promise.all(keys.map((key) => instance.stored.read(key)));
    expect(stored.map((bytes) => bytes.toString('latin1', 0, 4))).toEqual(['PRPH', 'PRPH', 'PRPH']);
    expect(await deps.database.selectFrom('blob_keys').select('blob_key').execute()).toHaveLength(3);
  });

  test('that rewraps keys, documents are readable, and the next run needs the former key no more', async () => {
    const current = await keyFile();
    const kills = [
      { statement: 'update blob_keys', count: 2, when: 'after' },
      { statement: 'delete from wrapping_keys', count: 1, when: 'before' },
    ] as const;
    for (const at of kills) {
      expect(await work([current, former], { does: 'rewrap', ...at }), JSON.stringify(at)).toBe('SIGKILL');
      await expectReadable(ids, current, former);
    }
    const options = { wrapper: await wrapperOf(current, former), setting: 'PARAPH_ENCRYPTION_KEYS' };
    expect(await rewrapKeys(instance.deps.database, options)).toMatchObject({ keys: 0, unreadable: [] });
    await expectReadable(ids, current);
  });
});

test('stored files are encrypted in the background, but for those that are damaged', async () => {
  const { stored } = instance;
  const { database } = instance.deps;
  const ids = await storeThree();
  const [first, damaged] = await database.selectFrom('files').selectAll().orderBy('id').execute();
  if (!first || !damaged) throw new Error('no files');
  const spoiled = damaged.blob_key;
  await stored.change(spoiled, () => Buffer.from('spoiled'));
  const key = await keyFile();
  expect(await openFileEncryption(instance.deps)()).toEqual({ files: 0, bytes: 0 });
  const deps = await depsWith(key);
  expect(await examine(key)).toMatchObject([
    { state: 'warning', detail: '3 of 3 stored files are not encrypted yet.' },
  ]);

  // Killed before the row was turned: the encrypted blob is named by nothing.
  const orphan = await storeExtended(
    deps,
    { blobKey: first.blob_key, id: first.id, size: first.size },
    { updates: [], sha256: first.sha256 },
  );
  const run = openFileEncryption(deps, { filesMax: 1, bytesMax: 1_000_000 });
  expect(await run()).toMatchObject({ files: 1 });
  // Of the next two one is damaged, and stays for a restored copy.
  expect(await run()).toMatchObject({ files: 1 });
  expect(await run()).toMatchObject({ files: 0 });
  expect((await examine(key))[0]?.detail).toBe('1 of 3 stored files are not encrypted yet.');
  await stored.change(spoiled, () => Buffer.from(texts[1] ?? ''));
  await deps.database.updateTable('files').set({ finding: null }).execute();
  expect(await openFileEncryption(deps)()).toMatchObject({ files: 1 });
  expect(await examine(key)).toMatchObject([
    { state: 'well', detail: expect.stringMatching(/^All 3 .*file:\w{16}/) },
  ]);
  await expectReadable(ids, key);

  // Those that read the former row still find its bytes; a sweep comes too early.
  expect(String(await deps.blobs.read(first.blob_key))).toContain('contract one');
  instance.advance(3_000);
  await sweepFiles(deps);
  await openFileEncryption(deps)();
  expect(await stored.has(first.blob_key)).toBe(true);
  instance.advance(1_000);
  await openFileEncryption(deps)();
  expect(await stored.has(first.blob_key)).toBe(false);
  await sweepFiles(deps);
  expect(await stored.has(orphan.key)).toBe(false);
  expect(await database.selectFrom('blob_keys').select('blob_key').execute()).toHaveLength(3);
  expect(await database.selectFrom('replaced_blobs').selectAll().execute()).toEqual([]);
  await forgetKeys();
});

test('rewrapping turns the wrapping key and no stored byte, and former keys are not needed any more', async () => {
  const [former, current] = [await keyFile(), await keyFile()];
  const before = await depsWith(former);
  const blobs = await Promise.all(['one', 'two', 'three'].map((each) => before.blobs.put(Buffer.from(each))));
  const bytes = await Promise.all(blobs.map(({ key }) => instance.stored.read(key)));
  const keys = [current, former];
  const { database, blobs: during } = await depsWith(...keys);
  expect((await examine(...keys))[0]).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('paraph rewrap'),
  });
  const options = { wrapper: await wrapperOf(...keys), setting: 'PARAPH_ENCRYPTION_KEYS' };
  for (const { key } of blobs) expect((await during.read(key)).length).toBeGreaterThan(2);
  expect(await rewrapKeys(database, options)).toMatchObject({ keys: 3, unreadable: [] });
  const after = await depsWith(current);
  for (const [at, { key }] of blobs.entries()) {
    expect(await instance.stored.read(key)).toEqual(bytes[at]);
    expect(String(await after.blobs.read(key))).toBe(['one', 'two', 'three'][at]);
  }
  await expect(depsWith(former)).rejects.toThrow('cannot be read');
  await database
    .updateTable('blob_keys')
    .set({
      wrapped: randomBytes(40),
      wrapping_key: (await (await wrapperOf(former)).wrap(randomBytes(32))).wrappingKey,
    })
    .where('blob_key', '=', blobs[0]?.key ?? '')
    .execute();
  expect(await rewrapKeys(database, options)).toMatchObject({ keys: 0, unreadable: [blobs[0]?.key] });
  await forgetKeys();
});

test('a key service wraps, is called once for what is read often, and turns its key', async () => {
  const { blobs, database } = await depsWith(service.url);
  const { key } = await blobs.put(Buffer.from('a contract'));
  const again = await depsWith(service.url);
  service.calls.length = 0;
  for (let count = 0; count < 3; count += 1) expect(String(await again.blobs.read(key))).toBe('a contract');
  expect(service.calls).toEqual(['decrypt']);
  // What was read is read on while the service is away; what needs it says why.
  service.fault = 503;
  expect(String(await again.blobs.read(key))).toBe('a contract');
  await expect(again.blobs.put(Buffer.from('another'))).rejects.toMatchObject({ name: 'StorageFault' });
  await expect(depsWith(service.url)).rejects.toThrow('answered 503 for the key contracts');
  service.fault = null;
  service.turn();
  expect((await examine(service.url))[0]).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('rewrap'),
  });
  service.calls.length = 0;
  const options = { wrapper: await wrapperOf(service.url), setting: 'PARAPH_ENCRYPTION_KEYS' };
  expect(await rewrapKeys(database, options)).toMatchObject({ current: 'service:contracts:v2', keys: 1 });
  expect(service.calls).toContain('rewrap');
  expect(String(await (await depsWith(service.url)).blobs.read(key))).toBe('a contract');
  await database
    .updateTable('blob_keys')
    .set({ wrapped: Buffer.from('vault:v2:AAAA') })
    .execute();
  await expect(again.blobs.read(key)).rejects.toThrow(UnreadableBlobFault);
  const refused = { PARAPH_ENCRYPTION_KEYS: 'http://keys.example.com/v1/transit/contracts' };
  expect(() => readConfig(refused)).toThrow(
    /must end with \/keys\/NAME[\s\S]*PARAPH_ENCRYPTION_TOKEN_FILE is missing/,
  );
  expect(() => readConfig({ PARAPH_ENCRYPTION_KEYS: 'http://keys.example.com/v1/transit/keys/a' })).toThrow(
    'https://',
  );
  await forgetKeys();
});

test('a key service answers for the key of its own name alone', async () => {
  onTestFinished(forgetKeys);
  const other = await forThisTest(openKeyService('archive', service.token));
  const { key } = await (await depsWith(service.url)).blobs.put(Buffer.from('a contract'));
  await expect(depsWith(other.url)).rejects.toThrow(/service:contracts/);
  // Both are asked, each for what it wrapped itself.
  const both = await depsWith(other.url, service.url);
  other.calls.length = 0;
  expect(String(await both.blobs.read(key))).toBe('a contract');
  expect(other.calls).not.toContain('decrypt');
  const wrapper = await wrapperOf(other.url);
  expect(wrapper.has('service:archive:v1')).toBe(true);
  for (const name of ['service:contracts:v1', 'service:archive-2:v1', 'file:archive', 'pkcs11:archive'])
    expect(wrapper.has(name), name).toBe(false);
  await expect(
    wrapper.unwrap({ wrappingKey: 'service:contracts:v1', wrapped: Buffer.from('vault:v1:AAAA') }),
  ).rejects.toThrow(UnreadableBlobFault);
});

test('a document whose key is another one is reported as damaged, and never served', async () => {
  const deps = await depsWith(await keyFile());
  const blob = await storeBytes(deps, Buffer.from('%PDF-1.7 a contract'));
  const id = await deps.database
    .transaction()
    .execute((tx) => insertFile(tx, blob, { format: 'pdf', now: deps.clock.now() }));
  const { wrapped } = await (await wrapperOf(await keyFile())).wrap(randomBytes(32));
  await deps.database.updateTable('blob_keys').set({ wrapped }).execute();
  await expect(readFileBytes(deps, id)).rejects.toThrow('The stored file is damaged');
  const row = await deps.database
    .selectFrom('files')
    .select('finding')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.finding).toBe('damaged');
  await forgetKeys();
});
