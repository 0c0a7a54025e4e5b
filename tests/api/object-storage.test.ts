import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { assertPresent } from '@paraph/domain';
import { openObjectStore } from '@paraph/storage';
import { afterEach, describe, expect, test } from 'vitest';
import { checkObjectStore } from '../../operator/src/doctor/archive.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openFileEncryption } from '../../server/src/files/encrypt-files.ts';
import { sweepCopies } from '../../server/src/files/sweep-files.ts';
import { openBlobs } from '../../server/src/open-blobs.ts';
import { sha256, systemIds } from '../../server/src/platform/ids.ts';
import { backlogOf } from '../support/backlog.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { codeOf, quickSender } from '../support/quick-sender.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { followInvitation } from '../support/signer.ts';
import { openStoredBytes } from '../support/stored-bytes.ts';

const store = await forThisFile(openTestStore());
const instance = await forThisFile(
  openTestInstance({
    storage: { ownOf: 'tests/api/object-storage.test.ts' },
    env: { ...store.env, PARAPH_S3_CACHE_MB: '1' },
  }),
);
store.now = () => instance.deps.clock.now();
const blobs = instance.deps.blobs;
const sender = await instance.signIn('Sender', 'sender@example.com');
afterEach(() => {
  store.fault = () => null;
  store.hasChecksums = true;
});

const puts = () => store.calls.filter(({ method }) => method === 'PUT').length;
const gets = () => store.calls.filter(({ method, key }) => method === 'GET' && key !== '').length;

/** Reads more than the copies may take, so that those of before are gone. */
async function fillCopies(): Promise<void> {
  const filler = Buffer.alloc(600 * 1024);
  for (let count = 0; count < 2; count += 1) await blobs.put(filler);
  store.objects.forEach(({ bytes }, key) => {
    if (bytes.length === filler.length) store.objects.delete(key);
  });
}

describe('a bucket', () => {
  test('keeps what is written under a new name, below its prefix, and nothing else', async () => {
    const bytes = randomBytes(300_000);
    const { key, size, sha256: hash } = await blobs.put(bytes);
    expect([size, hash]).toEqual([300_000, sha256(bytes)]);
    const name = `paraph/${key.slice(0, 8)}/${key}`;
    expect(store.objects.get(name)?.bytes.equals(bytes)).toBe(true);
    expect(blobs.pathOf(key)).toBe(`${store.env.PARAPH_S3_URL}/${name}`);
    expect((await blobs.read(key)).equals(bytes)).toBe(true);
    const reader = await blobs.open(key);
    const part = Buffer.alloc(1_000);
    expect(await reader.read(part, 299_500)).toBe(500);
    expect(part.subarray(0, 500).equals(bytes.subarray(299_500))).toBe(true);
    await reader.close();
    await blobs.remove(key);
    await expect(blobs.read(key)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(store.objects.has(name)).toBe(false);
  });

  test('is asked once for what is read often, and again after the copy made room', async () => {
    const { key } = await blobs.put(randomBytes(1_000));
    const before = gets();
    await Promise.all([blobs.read(key), blobs.read(key), blobs.read(key)]);
    expect(gets()).toBe(before);
    const held = await blobs.put(randomBytes(2_000));
    const source = await blobs.source(held.key);
    await fillCopies();
    await Promise.all([blobs.read(key), blobs.read(key), blobs.read(key)]);
    expect(gets()).toBe(before + 1);
    // Held while room was made.
    const copies = await readdir(join(blobs.incomingDir, '../copies'), { recursive: true });
    expect(copies.map((path) => basename(path))).toContain(held.key);
    expect(sha256(source.read(0, source.size))).toEqual(held.sha256);
    source.close();
  });

  test('is read again where the copies of this machine are gone, and shares its folder with other processes', async () => {
    const { key } = await blobs.put(randomBytes(1_000));
    const root = join(blobs.incomingDir, '../copies');
    const earlier = join(root, `${process.pid}@${hostname()}@earlier`);
    const elsewhere = join(root, `${process.pid}@elsewhere@1`);
    const longAgo = join(root, `${process.pid}@elsewhere@2`);
    await Promise.all([earlier, elsewhere, longAgo].map((folder) => mkdir(folder, { recursive: true })));
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(longAgo, twoDaysAgo, twoDaysAgo);
    const { config, clock, database } = instance.deps;
    const other = await openBlobs(config, { clock, database, ids: systemIds });
    expect(await readdir(root)).toContain(basename(elsewhere));
    for (const folder of [earlier, longAgo]) expect(await readdir(root)).not.toContain(basename(folder));
    expect((await other.read(key)).length).toBe(1_000);
    const before = gets();
    expect((await blobs.read(key)).length).toBe(1_000);
    expect(gets()).toBe(before);
    await rm(root, { recursive: true });
    expect((await blobs.read(key)).length).toBe(1_000);
    expect(gets()).toBe(before + 1);
    await rm(root, { recursive: true });
    await expect(blobs.put(randomBytes(1_000))).resolves.toMatchObject({ size: 1_000 });
  });

  test.each([
    ['answers 503 twice', 503, 2],
    ['breaks the connection', 'breaks', 1],
    ['loses its answer', 'answer-lost', 1],
  ] as const)('that %s gets the same bytes again', async (_words, fault, times) => {
    const bytes = randomBytes(5_000);
    let left: number = times;
    store.fault = ({ method }) => (method === 'PUT' && left-- > 0 ? fault : null);
    const before = puts();
    const { key } = await blobs.put(bytes);
    expect(puts()).toBe(before + times + 1);
    expect(store.objects.get(`paraph/${key.slice(0, 8)}/${key}`)?.bytes.equals(bytes)).toBe(true);
  });

  test('takes what is too large for one call in parts, which are there together or not at all', async () => {
    const { config, clock } = instance.deps;
    const settings = assertPresent(config.objectStore, 'the bucket');
    const large = openObjectStore(settings, { clock, ids: systemIds, chunkBytes: 70_000 });
    const path = join(blobs.incomingDir, 'large');
    const bytes = randomBytes(150_000);
    await writeFile(path, bytes);
    let left = 1;
    // The second part is sent again.
    store.fault = ({ method }) => (method === 'PUT' && puts() === before + 2 && left-- > 0 ? 503 : null);
    const before = puts();
    await large.put('large/one', path, sha256(bytes));
    expect([puts() - before, store.uploads.size]).toEqual([4, 0]);
    expect(store.objects.get('paraph/large/one')?.bytes.equals(bytes)).toBe(true);
    expect(await large.head('large/one')).toEqual({ size: 150_000, sha256: null });
    // What is there stays.
    await large.put('large/one', path, sha256(bytes));
    let posts = 0;
    store.fault = ({ method }) => (method === 'POST' && ++posts === 2 ? 'answer-lost' : null);
    await large.put('large/lost', path, sha256(bytes));
    expect([posts, store.objects.get('paraph/large/lost')?.bytes.equals(bytes)]).toEqual([3, true]);
    await large.remove('large/lost');
    store.fault = ({ method, key }) => (method === 'PUT' && key.endsWith('two') ? 403 : null);
    await expect(large.put('large/two', path, sha256(bytes))).rejects.toThrow('403');
    store.fault = ({ method }) => {
      if (method === 'POST') for (const [part] of store.uploads.values()) part?.fill(0, 0, 1);
      return null;
    };
    await expect(large.put('large/three', path, sha256(bytes))).rejects.toThrow('A part differs');
    expect([store.uploads.size, [...store.objects.keys()].filter((key) => key.includes('large'))]).toEqual([
      0,
      ['paraph/large/one'],
    ]);
    await large.remove('large/one');
    await rm(path);
  });

  test('without checksums is read back', async () => {
    store.hasChecksums = false;
    const before = gets();
    await blobs.put(randomBytes(5_000));
    expect(gets()).toBe(before + 1);
  });

  test('that keeps other bytes is not believed', async () => {
    const before = store.objects.size;
    store.fault = ({ method, key }) => {
      const object = store.objects.get(key);
      if (method === 'HEAD' && object) object.bytes = Buffer.from(object.bytes).fill(0, 0, 1);
      return null;
    };
    await expect(blobs.put(Buffer.from('a contract'))).rejects.toThrow(/did not keep the bytes/);
    expect(store.objects.size).toBe(before);
  });

  test('lists all pages of what is older, and nothing of others', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, () => blobs.put(randomBytes(10))));
    store.objects.set('paraph/somewhere/else', { bytes: Buffer.alloc(1), changedAt: new Date(0) });
    const listed: string[] = [];
    const folders = await blobs.listFolders();
    expect(folders).toContain(kept[0]?.key.slice(0, 8));
    expect(folders).not.toContain('somewhere');
    for (const folder of folders) {
      const later = new Date(store.now(new Date()).getTime() + 1);
      for await (const key of blobs.listOlderThan(folder, later)) listed.push(key);
    }
    expect(kept.every(({ key }) => listed.includes(key))).toBe(true);
    expect(listed).not.toContain('else');
    for (const folder of folders)
      for await (const key of blobs.listOlderThan(folder, new Date(0))) expect(key).toBe(null);
  });

  test('refuses what changed before it was stored', async () => {
    const path = join(blobs.incomingDir, 'upload-1');
    await writeFile(path, 'a contract');
    await expect(blobs.adopt(path, sha256('another one'))).rejects.toThrow(/changed before it was stored/);
  });
});

describe('an instance with a bucket', () => {
  const ann = { name: 'Ann', email: 'ann@example.com' };
  const steps = [{ type: 'sign', recipients: [ann] }];

  test('signs, seals and serves from it', async () => {
    const { create, read } = quickSender(() => sender);
    const id = await create({ steps });
    await instance.runJobs();
    await fillCopies();
    expect((await (await followInvitation(instance, ann.email)).sign()).statusCode).toBe(200);
    await fillCopies();
    await instance.runJobs();
    const { envelope } = await read(id);
    expect(envelope.status).toBe('signed');
    await fillCopies();
    const url = new URL(envelope.documents[0]?.file.file ?? '').pathname;
    const whole = await sender.call({ method: 'GET', url });
    const part = await sender.call({ method: 'GET', url, headers: { range: 'bytes=100-199' } });
    expect([whole.statusCode, part.statusCode]).toEqual([200, 206]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
    const stored = [...store.objects.values()].map(({ bytes }) => sha256(bytes).toString('hex'));
    expect(stored).toContain(sha256(whole.rawPayload).toString('hex'));
  });

  test('says 503 while it is down, loses nothing, and goes on by itself', async () => {
    const { create, post, read } = quickSender(() => sender);
    const id = await create({
      steps: [{ type: 'sign', recipients: [{ name: 'Ben', email: 'ben@example.com' }] }],
    });
    await instance.runJobs();
    const signer = await followInvitation(instance, 'ben@example.com');
    const { shownHash } = await signer.fill();
    const download = async () => {
      const file = (await read(id)).envelope.documents[0]?.file.file ?? '';
      return (await sender.call({ method: 'GET', url: new URL(file).pathname })).rawPayload;
    };
    const shown = await download();
    store.fault = () => 503;
    const refused = await post({ steps });
    expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // What was read before is served from its copy; the signature needs no blob of its own.
    expect((await signer.finish(shownHash)).statusCode).toBe(200);
    await instance.runJobs();
    const { envelope } = await read(id);
    expect(envelope.status).toBe('approved');
    // A minute later it is still away: sealing waits, and what is here is read as before.
    instance.advance(60);
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('approved');
    expect((await download()).subarray(0, shown.length).equals(shown)).toBe(true);
    expect((await post({ steps })).statusCode).toBe(503);
    expect(await backlogOf(instance.deps, 'outages')).toBe(1);
    store.fault = () => null;
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('signed');
    expect((await post({ steps })).statusCode).toBe(200);
    expect(await backlogOf(instance.deps, 'outages')).toBe(0);
  });

  test('removes what nothing names', async () => {
    const { key } = await blobs.put(randomBytes(10));
    instance.advance(2 * 3_600);
    await instance.jobs['sweep-files'](0);
    await expect(blobs.read(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('another machine keeps no copy of what was erased, nor a plain one of what was encrypted since', async () => {
  const { deps } = instance;
  const dataDir = await folderForThisTest();
  const keyFile = join(dataDir, 'documents.key');
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const settings = { ...instance.settings, PARAPH_DATA_DIR: dataDir, PARAPH_S3_CACHE_MB: '64' };
  const config = readConfig(settings);
  const other = { ...deps, config, blobs: await openBlobs(config, deps) };
  const listCopies = async () => (await openStoredBytes(config).listCopies()).sort();
  const listKeys = async () =>
    (await deps.database.selectFrom('files').select('blob_key').execute()).map((row) => row.blob_key);
  const { create, read } = quickSender(() => sender);
  await create({ name: 'Kept' });
  const before = await listKeys();
  const id = await create({
    steps: [{ type: 'sign', recipients: [{ name: 'Cy', email: 'cy@example.com' }] }],
  });
  await instance.runJobs();
  expect((await (await followInvitation(instance, 'cy@example.com')).sign()).statusCode).toBe(200);
  await instance.runJobs();
  const { thumb } = (await read(id)).envelope.documents[0]?.file ?? {};
  expect((await sender.call({ method: 'GET', url: new URL(thumb ?? '').pathname })).statusCode).toBe(200);
  const all = (await listKeys()).sort();
  const erased = all.filter((key) => !before.includes(key));
  // Its original, its sealed file, its certificate of completion, and the picture of its first page.
  expect(erased.length).toBeGreaterThanOrEqual(3);
  for (const key of all) await other.blobs.read(key);
  expect(await listCopies()).toEqual(all);

  expect((await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${id}` })).statusCode).toBe(204);
  expect(await instance.stored.listCopies()).not.toEqual(expect.arrayContaining(erased));
  const [first = ''] = erased;
  const held = await other.blobs.source(first);
  await sweepCopies(other);
  expect(await listCopies()).toEqual([...before, first].sort());
  held.close();
  await sweepCopies(other);
  expect(await listCopies()).toEqual([...before].sort());

  const encryption = readConfig({ ...settings, PARAPH_ENCRYPTION_KEYS: keyFile });
  const encrypting = { ...deps, config: encryption, blobs: await openBlobs(encryption, deps) };
  const encryptFiles = openFileEncryption(encrypting);
  expect(await encryptFiles()).toMatchObject({ files: before.length });
  instance.advance(3_601);
  await encryptFiles();
  await sweepCopies(other);
  expect((await listCopies()).filter((key) => before.includes(key))).toEqual([]);
});

test('the doctor says whether a bucket can be used, and what to do where it cannot', async () => {
  const { config, clock } = instance.deps;
  const before = store.objects.size;
  const examine = async () => (await checkObjectStore(config, clock))[0];
  expect(await examine()).toMatchObject({ state: 'well', detail: expect.stringContaining('/contracts') });
  store.overwrites = true;
  expect(await examine()).toMatchObject({ state: 'failed', detail: expect.stringContaining('overwrites') });
  store.overwrites = false;
  store.fault = () => 403;
  expect(await examine()).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('answered 403'),
    remedy: expect.stringContaining('PARAPH_S3_URL'),
  });
  expect(store.objects.size).toBe(before);
  expect(await checkObjectStore({ ...config, objectStore: null }, clock)).toEqual([]);
});
