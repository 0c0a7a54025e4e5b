import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDiskBlobs } from '@paraph/storage';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import type { Deps } from '../../server/src/deps.ts';
import { readFileFacts } from '../../server/src/files/read-file-facts.ts';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { isFileLinkValid, signFileLink } from '../../server/src/files/serve-file.ts';
import { insertFile, storeBytes, storeUpload } from '../../server/src/files/store-file.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { newKey, systemIds } from '../../server/src/platform/ids.ts';
import { openKeyVault } from '../../server/src/platform/keys/key-vault.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { folderForThisFile, forThisFile } from '../support/scratch.ts';

type Slice = Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'vault'>;

const HOUR_MS = 3_600_000;
const folder = await folderForThisFile();
const testDatabase = await createTestDatabase();
await forThisFile({ close: testDatabase.drop });
const { database } = await forThisFile(openDatabase(testDatabase.options));
let now = new Date();
const clock = { now: () => now };
const deps: Slice = {
  blobs: await openDiskBlobs(join(folder, 'blobs'), { ids: systemIds, clock }),
  clock,
  config: readConfig({ PARAPH_DATA_DIR: folder, PARAPH_BASE_URL: 'https://sign.example.com' }),
  database,
  log: openLog('silent'),
  vault: await openKeyVault(join(folder, 'keys'), systemIds),
};

test('an upload is moved, named and read back as it was', async () => {
  const bytes = Buffer.from('%PDF-1.7 a contract');
  const path = join(deps.blobs.incomingDir, 'upload-1');
  await writeFile(path, bytes);
  const blob = await storeUpload(deps, {
    path,
    sha256: createHash('sha256').update(bytes).digest(),
    borrowed: null,
  });
  const id = await name(blob);
  expect(await readdir(deps.blobs.incomingDir)).toEqual([]);
  expect((await readFileBytes(deps, id)).equals(bytes)).toBe(true);
  const facts = await readFileFacts(deps.database, [id, id, 999_999]);
  expect([...facts.keys()]).toEqual([id]);
  expect(facts.get(id)).toMatchObject({ blobKey: blob.key, size: bytes.length, format: 'pdf' });
});

test('a blob is stored in the folder of its day', async () => {
  const blob = await storeBytes(deps, Buffer.from('new'));
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  expect(deps.blobs.pathOf(blob.key)).toBe(join(folder, 'blobs', day, blob.key));
});

test('bytes that changed in storage are noticed when they are read', async () => {
  const blob = await storeBytes(deps, Buffer.from('as it was'));
  const id = await name(blob);
  await writeFile(deps.blobs.pathOf(blob.key), 'as it wasn’t');
  await expect(readFileBytes(deps, id)).rejects.toThrow(/stored file is damaged/);
});

test('the sweeper removes files that no row names, and no others', async () => {
  const named = await storeBytes(deps, Buffer.from('named'));
  const namedId = await name(named);
  const orphan = await storeBytes(deps, Buffer.from('orphan'));
  const fresh = await storeBytes(deps, Buffer.from('about to be named'));
  const stale = join(deps.blobs.incomingDir, 'upload-of-a-crash');
  const running = join(deps.blobs.incomingDir, 'upload-that-runs');
  for (const path of [stale, running]) await writeFile(path, 'half of it');
  const past = new Date(now.getTime() - 2 * HOUR_MS);
  for (const path of [stale, deps.blobs.pathOf(orphan.key), deps.blobs.pathOf(named.key)]) {
    await utimes(path, past, past);
  }
  expect(await sweepFiles(deps)).toEqual({ blobs: 1, uploads: 1 });
  expect(await readdir(deps.blobs.incomingDir)).toEqual(['upload-that-runs']);
  await expect(deps.blobs.read(orphan.key)).rejects.toThrow();
  expect(String(await deps.blobs.read(fresh.key))).toBe('about to be named');
  expect(String(await readFileBytes(deps, namedId))).toBe('named');
  expect(await sweepFiles(deps)).toEqual({ blobs: 0, uploads: 0 });
});

test('the sweeper takes one earlier day an hour in its turn, however many there are', async () => {
  const days = ['20190101', '20200202', '20210303'];
  const orphans = days.map((day) => join(folder, 'blobs', day, day + newKey(systemIds)));
  const past = new Date(now.getTime() - 2 * HOUR_MS);
  for (const path of orphans) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'orphan');
    await utimes(path, past, past);
  }
  const left = () => orphans.filter((path) => existsSync(path)).length;
  const start = now;
  for (let hour = 1; hour <= days.length; hour += 1) {
    now = new Date(start.getTime() + hour * HOUR_MS);
    await sweepFiles(deps);
    expect(left()).toBe(days.length - hour);
  }
  now = start;
});

test('a signed link opens its own path for fifteen minutes', () => {
  const path = `/api/v1/storage/temp/7/doc/${newKey(systemIds)}`;
  const link = new URL(signFileLink(deps, path));
  expect(link.origin + link.pathname).toBe(`https://sign.example.com${path}`);
  const proof = {
    expires: Number(link.searchParams.get('expires')),
    signature: link.searchParams.get('signature') ?? '',
  };
  expect(isFileLinkValid(deps, path, proof)).toBe(true);
  expect(isFileLinkValid(deps, path.replace('/7/', '/8/'), proof)).toBe(false);
  expect(isFileLinkValid(deps, path, { ...proof, expires: proof.expires + 60 })).toBe(false);
  expect(isFileLinkValid(deps, path, { ...proof, signature: `${proof.signature}A` })).toBe(false);
  expect(isFileLinkValid(deps, path, {})).toBe(false);
  expect(isFileLinkValid(deps, path, { expires: Number.NaN, signature: proof.signature })).toBe(false);
  const issued = now;
  now = new Date(issued.getTime() + (15 * 60 - 2) * 1000);
  expect(isFileLinkValid(deps, path, proof)).toBe(true);
  now = new Date(issued.getTime() + (15 * 60 + 1) * 1000);
  expect(isFileLinkValid(deps, path, proof)).toBe(false);
  now = issued;
});

function name(blob: Awaited<ReturnType<typeof storeBytes>>): Promise<number> {
  return deps.database.transaction().execute((tx) => insertFile(tx, blob, { format: 'pdf', now }));
}
