import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNK_BYTES } from '@paraph/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { openBlobs } from '../../server/src/open-blobs.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { envelopesOf } from '../support/instance-case.ts';
import { openTestStore, type TestStore } from '../support/object-store.ts';
import { folderForThisFile } from '../support/scratch.ts';

const folder = await folderForThisFile();
const keyFile = await writeKey('documents.key');
const otherKeyFile = await writeKey('other.key');

async function writeKey(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return path;
}

const ann = { name: 'Ann Unmistakable', email: 'ann@example.com' };

/** Every file below the data directory, and every object. */
async function readAll(dataDir: string, store: TestStore | null): Promise<[string, Buffer][]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)]);
  const objects = [...(store?.objects ?? [])].map(([name, { bytes }]): [string, Buffer] => [name, bytes]);
  return [...(await Promise.all(files)), ...objects];
}

describe.each(['the data directory', 'a bucket'])('with encryption in %s', (place) => {
  let store: TestStore | null = null;
  let instance: TestInstance;
  let sender: Session;

  beforeAll(async () => {
    store = place === 'a bucket' ? await openTestStore() : null;
    instance = await openTestInstance({
      storage: { ownOf: 'tests/api/encryption.test.ts' },
      env: { ...store?.env, PARAPH_ENCRYPTION_KEYS: keyFile },
    });
    if (store) store.now = () => instance.deps.clock.now();
    sender = await instance.signIn('Sender', 'sender@example.com');
  });
  afterAll(async () => {
    await instance.close();
    await store?.close();
  });

  test('a document is signed, sealed and served, and nothing of it is stored in plain', async () => {
    const { read, sendSigned } = envelopesOf(instance, () => sender);
    const id = await sendSigned(ann);
    await instance.runJobs();
    const { envelope } = await read(id);
    expect(envelope.status).toBe('signed');
    const url = new URL(envelope.documents[0]?.file.file ?? '').pathname;
    const whole = await sender.call({ method: 'GET', url });
    const part = await sender.call({ method: 'GET', url, headers: { range: 'bytes=100-199' } });
    expect([whole.statusCode, part.statusCode]).toEqual([200, 206]);
    expect(whole.rawPayload.subarray(0, 4).toString()).toBe('%PDF');
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
    const rows = await instance.deps.database.selectFrom('files').select('sha256').execute();
    expect(rows.map(({ sha256: hash }) => hash.toString('hex'))).toContain(
      sha256(whole.rawPayload).toString('hex'),
    );

    const stored = await readAll(instance.deps.config.dataDir, store);
    const encrypted = stored.filter(([, bytes]) => bytes.subarray(0, 4).toString() === 'PRPH');
    expect(encrypted.length).toBeGreaterThanOrEqual(rows.length);
    for (const words of ['%PDF', 'endobj', 'IHDR', ann.name, 'Lease of the mill'])
      expect(stored.filter(([, bytes]) => bytes.includes(words)).map(([path]) => path)).toEqual([]);
  });

  test('parts of large blobs are read, and blobs are continued and copied', async () => {
    const { blobs } = instance.deps;
    const bytes = randomBytes(3 * CHUNK_BYTES + 99);
    const { key, size, sha256: hash, chunkDigests } = await blobs.put(bytes);
    expect([size, hash.equals(sha256(bytes)), chunkDigests?.length]).toEqual([bytes.length, true, 4 * 32]);
    const update = randomBytes(CHUNK_BYTES);
    const whole = Buffer.concat([bytes, update]);
    const copy = await blobs.copy(key);
    const longer = await copy.store({ updates: [update], sha256: sha256(whole) });
    await copy.close();
    expect((await blobs.read(longer.key)).equals(whole)).toBe(true);
    const reader = await blobs.open(longer.key);
    const part = Buffer.alloc(1_000);
    expect([reader.size, await reader.read(part, bytes.length - 500)]).toEqual([whole.length, 1_000]);
    expect(part.equals(whole.subarray(bytes.length - 500, bytes.length + 500))).toBe(true);
    await reader.close();
    const upload = join(blobs.incomingDir, 'upload-1');
    await writeFile(upload, bytes);
    await expect(blobs.adopt(upload, sha256('another'))).rejects.toThrow('changed before it was stored');
    await blobs.adopt(upload, sha256(bytes));
    expect(await readdir(blobs.incomingDir)).toEqual([]);
  });

  test('what lost its key is unreadable wherever its bytes are, in the cache of another machine too', async () => {
    const { blobs, config, ...deps } = instance.deps;
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7 to be forgotten'), randomBytes(2 * CHUNK_BYTES)]);
    const { key } = await blobs.put(bytes);
    const dataDir = store ? join(folder, 'another machine') : config.dataDir;
    const env = { ...store?.env, PARAPH_DATA_DIR: dataDir, PARAPH_ENCRYPTION_KEYS: keyFile };
    const elsewhere = await openBlobs(readConfig(env), deps);
    // It has the bytes, their key, and a part of them decrypted.
    const held = await elsewhere.source(key);
    expect((await elsewhere.read(key)).equals(bytes)).toBe(true);
    const backup = store ? new Map(store.objects) : await readFile(blobs.pathOf(key));

    await blobs.remove(key);
    if (backup instanceof Map) for (const [name, object] of backup) store?.objects.set(name, object);
    else await writeFile(blobs.pathOf(key), backup);
    for (const each of [blobs, elsewhere]) {
      expect((await each.read(key)).subarray(0, 4).toString()).toBe('PRPH');
      const reader = await each.open(key);
      const source = await each.source(key);
      expect([reader.size, source.size]).toEqual(Array(2).fill(bytes.length + 9 + 3 * 16));
      expect(Buffer.from(source.read(0, 100)).includes('forgotten')).toBe(false);
      await reader.close();
      source.close();
    }
    held.close();
  });
});

describe('encryption', () => {
  let instance: TestInstance;
  beforeAll(async () => {
    const env = { PARAPH_ENCRYPTION_KEYS: keyFile, PARAPH_INCOMING_DIR: join(folder, 'tmpfs', 'incoming') };
    instance = await openTestInstance({ env });
  });
  afterAll(() => instance.close());

  const reopened = (keys: string[]) => {
    const { PARAPH_ENCRYPTION_KEYS: _before, PARAPH_INCOMING_DIR: _its, ...settings } = instance.settings;
    const wrappingKeys = keys.join(',');
    const env = { ...settings, ...(wrappingKeys === '' ? {} : { PARAPH_ENCRYPTION_KEYS: wrappingKeys }) };
    return openBlobs(readConfig(env), instance.deps);
  };

  test('keeps uploads where the operator wants them, and sweeps both places', async () => {
    const { blobs, config } = instance.deps;
    expect(blobs.incomingDir).toBe(join(folder, 'tmpfs', 'incoming'));
    expect((await stat(blobs.incomingDir)).mode & 0o777).toBe(0o700);
    const folderOfStore = config.objectStore === null ? 'blobs' : 'object-store';
    const places = [blobs.incomingDir, join(config.dataDir, folderOfStore, 'incoming')];
    for (const place of places) await writeFile(join(place, 'upload-of-a-crash'), '%PDF');
    instance.advance(2 * 3_600 + 120);
    await instance.jobs['sweep-files'](0);
    for (const place of places) expect(await readdir(place)).toEqual([]);
  });

  test('does not start without the keys in use, and reads with former ones', async () => {
    const { key } = await instance.deps.blobs.put(Buffer.from('a contract'));
    await expect(reopened([])).rejects.toThrow(
      /encrypted with the key file:\w{16}, which PARAPH_ENCRYPTION_KEYS/,
    );
    await expect(reopened([otherKeyFile])).rejects.toThrow('cannot be read');
    const turned = await reopened([otherKeyFile, keyFile]);
    expect(String(await turned.read(key))).toBe('a contract');
    const later = await turned.put(Buffer.from('a later contract'));
    expect(String(await turned.read(later.key))).toBe('a later contract');
    await expect(reopened([keyFile])).rejects.toThrow('cannot be read');
    await instance.deps.database
      .updateTable('wrapping_keys')
      .set({ probe: randomBytes(40) })
      .execute();
    await expect(reopened([otherKeyFile, keyFile])).rejects.toThrow('is another one');
  });

  test.each([
    ['is missing', '/nowhere.key', /cannot be read: ENOENT/],
    ['is short', 'short.key', /64 hexadecimal digits/],
    ['can be read by others', 'open.key', /chmod 600/],
  ])('refuses a file of a key that %s', async (_words, name, problem) => {
    const path = name.startsWith('/') ? name : join(folder, name);
    if (!name.startsWith('/'))
      await writeFile(path, name === 'open.key' ? 'ab'.repeat(32) : 'abcd', {
        mode: name === 'open.key' ? 0o644 : 0o600,
      });
    expect(() => readConfig({ PARAPH_ENCRYPTION_KEYS: path })).toThrow(problem);
    expect(() => readConfig({ PARAPH_INCOMING_DIR: folder })).toThrow('PARAPH_ENCRYPTION_KEYS is missing');
  });
});
