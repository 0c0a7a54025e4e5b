import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectStoreSettings, openObjectStore } from '@paraph/storage';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { listSnapshots } from '../../operator/src/backup/manifest.ts';
import { requireRestored } from '../../operator/src/backup/require-restored.ts';
import { waitOutOutages } from '../../operator/src/wait-out-outages.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { removeBlobs } from '../../server/src/files/delete-files.ts';
import { insertFile } from '../../server/src/files/store-file.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { addStateGauges } from '../../server/src/metrics/state-gauges.ts';
import {
  type BackupDestination,
  backUp,
  completeRestore,
  dieAt,
  type EmptyInstance,
  folderPlace,
  Killed,
  readBackupAgain,
  readFiles,
  restore,
  withEmpty,
} from '../support/backup.ts';
import { createTestDatabase } from '../support/database.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { expectStatus, folderForThisFile, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followLink, linkOf } from '../support/signer.ts';
import { storageSettings } from '../support/storage-choice.ts';

const root = await folderForThisFile();
const { instance, sender, create, read, sendSigned } = await openInstanceCase();
/** Sealed, and waiting for Bob. */
const sealedId = await sendSigned(ann);
await instance.runJobs();
const openId = await create({ steps: [{ type: 'sign', recipients: [bob] }] });

/** Restores into a new instance, and opens it. */
async function openRestored(
  place: BackupDestination,
  { env = {}, seals = 1 }: { env?: Record<string, string>; seals?: number } = {},
): Promise<TestInstance> {
  const testDatabase = await createTestDatabase();
  const settings = { ...storageSettings(), ...env };
  return openTestInstance({
    env: settings,
    testDatabase,
    now: instance.deps.clock.now(),
    prepareDataDir: async (dataDir) => {
      const empty = { dataDir, testDatabase, env: settings };
      await restore(empty, place);
      expect(await completeRestore(empty)).toMatchObject({ problems: [], seals });
    },
  });
}

async function linkOfBob(): Promise<string> {
  const waiting = await instance.deps.database
    .selectFrom('recipients')
    .select(['id', 'workflow_id'])
    .where('email', '=', bob.email)
    .executeTakeFirstOrThrow();
  return linkOf(instance.deps, { workflowId: waiting.workflow_id, recipientId: waiting.id });
}

async function erase(id: string, session = sender): Promise<void> {
  await session.call({ method: 'PUT', url: `/api/v1/envelopes/${id}/cancel` });
  expectStatus(await session.call({ method: 'DELETE', url: `/api/v1/envelopes/${id}` }), 204);
}

const blobsIn = (place: BackupDestination) => namesIn(place, 'blobs/');

async function namesIn({ store }: BackupDestination, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
}

test('a backup on disk that was made while people work is restored into a bucket, and goes on there', async () => {
  const place = await folderPlace(join(root, 'first'));
  const files = await readFiles(instance);
  const link = await linkOfBob();
  const { manifest, copied } = await backUp(instance, place, {
    onStep: async (step) => {
      // After the snapshot, before its files are copied.
      if (step === 'read') await create({ name: 'Too late' });
    },
  });
  expect([manifest.files, copied, manifest.unreadable]).toEqual([files.size, files.size, []]);
  const registry = new Registry();
  addStateGauges(registry, instance.deps);
  const age = registry.getSingleMetric('paraph_backup_age_seconds');
  instance.advance(60);
  expect((await age?.get())?.values).toMatchObject([{ value: 60 }]);
  const bucket = await forThisTest(openTestStore());
  bucket.now = () => instance.deps.clock.now();
  const restored = await forThisTest(openRestored(place, { env: bucket.env }));
  expect(await readFiles(restored)).toEqual(files);
  expect(bucket.objects.size).toBe(files.size);
  const reader = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };
  const find = (id: string) =>
    restored.inject({ method: 'GET', url: `/api/v1/quick/envelopes/${id}`, headers: reader });
  expect((await find(sealedId)).json()).toEqual((await read(sealedId)).envelope);
  // The job that follows the events of the open workflow was waiting.
  expect(await restored.runJobs()).toContain('follow-events');
  expect((await (await followLink(restored, link)).sign()).statusCode).toBe(200);
  await restored.runJobs();
  expect((await find(openId)).json()).toMatchObject({ status: 'signed' });
  // New rows have ids of their own.
  const next = await restored.signIn('Later', 'later@example.com');
  await quickSender(() => next).create();
});

test('later backups in a bucket copy what is new, and drop what only older ones named', async () => {
  const bucket = await forThisTest(openTestStore());
  bucket.now = () => instance.deps.clock.now();
  const settings = readConfig(bucket.env).objectStore as ObjectStoreSettings;
  const store = openObjectStore(settings, instance.deps);
  const place = { store, name: 'a bucket', folder: root };
  const first = await backUp(instance, place);
  await erase(await create());
  instance.advance(1);
  const id = await create({ name: 'For a while' });
  const second = await backUp(instance, place);
  expect([first.copied, second.copied]).toEqual([first.manifest.files, 1]);
  await erase(id);
  instance.advance(1);
  const third = await backUp(instance, place);
  expect([third.copied, third.removedFiles, third.removedSnapshots]).toEqual([0, 0, 0]);
  instance.advance(1);
  const last = await backUp(instance, place, { keep: 2 });
  expect([last.copied, last.removedFiles, last.removedSnapshots]).toEqual([0, 1, 2]);
  expect((await blobsIn(place)).length).toBe(last.manifest.files);
  const kept = [third, last].map(({ manifest }) => manifest.snapshot);
  expect(await listSnapshots(place)).toEqual(kept);
  // The keys of documents are those of the newest alone.
  const keys = (await namesIn(place, 'snapshots/')).filter((name) => name.endsWith('blob-keys.part'));
  expect(keys).toEqual([`snapshots/${last.manifest.snapshot}/blob-keys.part`]);
  await withEmpty(root, async (empty) => {
    const { files } = await restore(empty, place, { options: { snapshot: third.manifest.snapshot } });
    expect(files).toMatchObject({ copied: third.manifest.files, damaged: [] });
  });
});

test('what is deleted while a backup copies files stays until it is over', async () => {
  const place = await folderPlace(join(root, 'lease'));
  const { blobs, database } = instance.deps;
  const id = await create({ name: 'Deleted meanwhile' });
  // Its row goes, and the sweeper is to find its bytes.
  const left = await blobs.put(Buffer.from('left'));
  const about = { format: 'png' as const, now: instance.deps.clock.now() };
  await database.transaction().execute((tx) => insertFile(tx, left, about));
  const before = new Set(await namesOf(instance));
  let kept: string[] = [];
  const { manifest } = await backUp(instance, place, {
    onStep: async (step) => {
      if (step !== 'read') return;
      await erase(id);
      await database.deleteFrom('files').where('blob_key', '=', left.key).execute();
      instance.advance(7_200);
      await sweepFiles(instance.deps);
      const named = new Set(await namesOf(instance));
      kept = [...before].filter((key) => !named.has(key));
      expect(kept).toContain(left.key);
      for (const key of kept) await expect(blobs.read(key)).resolves.toBeInstanceOf(Buffer);
      await removeBlobs(instance.deps, kept);
      for (const key of kept) await expect(blobs.read(key)).resolves.toBeInstanceOf(Buffer);
    },
  });
  expect(kept).not.toEqual([]);
  expect([manifest.files, manifest.unreadable]).toEqual([before.size, []]);
  // A process that died leaves its lease, which ends.
  await database
    .insertInto('blob_leases')
    .values({ holder: 'died', ends_at: new Date(0) })
    .execute();
  instance.advance(7_200);
  await sweepFiles(instance.deps);
  for (const key of kept) await expect(blobs.read(key)).rejects.toMatchObject({ code: 'ENOENT' });
});

const namesOf = async ({ deps }: TestInstance) =>
  (await deps.database.selectFrom('files').select('blob_key').execute()).map((row) => row.blob_key);

test('a backup under which the database restarts waits for it, says so, and is whole', async () => {
  const place = await folderPlace(join(root, 'restarted'));
  const printed: string[] = [];
  let restarts = 0;
  const restart = async (step: string) => {
    if (step !== 'begun' || ++restarts > 2) return;
    await instance.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  const print = (text: string) => void printed.push(text);
  const work = () => backUp(instance, place, { onStep: restart });
  const { manifest } = await waitOutOutages(work, { what: 'the backup', print, pause: async () => {} });
  expect([restarts, manifest.files]).toEqual([3, (await readFiles(instance)).size]);
  expect(printed.join(' ')).toMatch(/The database cannot be used: .* the backup then begins anew/);
  expect(await listSnapshots(place)).toEqual([manifest.snapshot]);
});

test('a backup that is killed anywhere is none, or whole; the next one goes on', async () => {
  const place = await folderPlace(join(root, 'killed-backup'));
  const { size } = await readFiles(instance);
  const run = (onStep?: (step: string) => void) => backUp(instance, place, onStep ? { onStep } : {});
  for (const step of ['begun', 'read', 'copied', 'written', 'stored']) {
    await expect(run(dieAt(step))).rejects.toThrow(Killed);
    expect([step, await listSnapshots(place)]).toEqual([step, []]);
  }
  await expect(backUp(instance, place, { onProgress: dieAt('files') })).rejects.toThrow(Killed);
  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place)).rejects.toThrow(/no complete backup/);
  });
  // What was copied before a kill is not copied again.
  expect((await blobsIn(place)).length).toBe(size);
  for (const [index, step] of ['complete', 'recorded'].entries()) {
    instance.advance(1);
    await expect(run(dieAt(step))).rejects.toThrow(Killed);
    expect((await listSnapshots(place)).length).toBe(index + 1);
  }
  instance.advance(1);
  const whole = await run();
  expect([whole.copied, whole.manifest.files]).toEqual([0, size]);
  // The parts of those that were killed are gone.
  const complete = new Set(await listSnapshots(place));
  const folders = (await namesIn(place, 'snapshots/')).map((name) => name.split('/')[1] ?? '');
  expect(new Set(folders)).toEqual(complete);
});

test('a restore that is killed anywhere starts nothing, and the same command completes it', async () => {
  const place = await folderPlace(join(root, 'killed-restore'));
  await backUp(instance, place);
  const work = async (empty: EmptyInstance) => {
    const refused = async () => {
      const { database, close } = openDatabase(empty.testDatabase.options);
      await expect(requireRestored(database)).rejects.toThrow(/did not end. Repeat the same command/);
      await close();
    };
    await expect(restore(empty, place, { onStep: dieAt('fetched') })).rejects.toThrow(Killed);
    for (const step of ['begun', 'keys', 'files']) {
      await expect(restore(empty, place, { onStep: dieAt(step) })).rejects.toThrow(Killed);
      await refused();
    }
    for (const step of ['files', 'rows']) {
      await expect(restore(empty, place, { onProgress: dieAt(step) })).rejects.toThrow(Killed);
      await refused();
    }
    const { database, close } = openDatabase(empty.testDatabase.options);
    // Rows come all at once.
    expect(await database.selectFrom('workflows').select('id').execute()).toEqual([]);
    await close();
    for (const step of ['loaded', 'migrated']) {
      await expect(restore(empty, place, { onStep: dieAt(step) })).rejects.toThrow(Killed);
      await refused();
    }
    expect((await restore(empty, place)).files).toMatchObject({ copied: 0, damaged: [] });
    await refused();
    expect(await completeRestore(empty)).toMatchObject({ problems: [] });
    // Now it is in use.
    await expect(restore(empty, place)).rejects.toThrow(/into an empty instance only/);
  };
  await withEmpty(root, work, { hasTables: false });
});

/** As `paraph verify-backup` finds it. */
async function isFoundWhole(place: BackupDestination): Promise<boolean> {
  const outcome = await readBackupAgain(place).catch((error: unknown) => error as Error);
  if (outcome instanceof Error) return false;
  return outcome.damaged.length === 0;
}

test('a changed byte anywhere in a backup is noticed, and so are others’ keys and passphrases', async () => {
  const path = join(root, 'flipped');
  const place = await folderPlace(path);
  await backUp(instance, place);
  const names = [
    'place.json',
    ...(await namesIn(place, 'snapshots/')),
    ...(await blobsIn(place)).slice(0, 1),
  ];
  expect(names.length).toBe(7);
  await withEmpty(root, async (empty) => {
    for (const name of names) {
      const whole = await readFile(join(path, name));
      const isJson = name.endsWith('.json');
      // In JSON, within the first value that is kept.
      const places = isJson ? [whole.length >> 1] : [0, whole.length >> 1, whole.length - 1];
      for (const at of places) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ 1;
        await writeFile(join(path, name), changed);
        await expect(restore(empty, place), `${name} at ${at}`).rejects.toThrow();
        expect(await isFoundWhole(place), `${name} at ${at}`).toBe(false);
      }
      await writeFile(join(path, name), whole);
    }
    expect(await isFoundWhole(place)).toBe(true);
    const [lost = ''] = names.slice(-1);
    await rename(join(path, lost), join(path, 'lost'));
    expect(await isFoundWhole(place)).toBe(false);
    await rename(join(path, 'lost'), join(path, lost));
    const manifest = names.find((name) => name.endsWith('manifest.json')) ?? '';
    const signed = await readFile(join(path, manifest), 'utf8');
    await writeFile(join(path, manifest), signed.replace('unreadable\\":[]', 'unreadable\\":["a"]'));
    await expect(restore(empty, place)).rejects.toThrow(/manifest.json in .* was changed/);
    await writeFile(join(path, manifest), signed);
    await expect(restore(empty, { ...place, passphrase: 'another passphrase' })).rejects.toThrow(
      /passphrase does not open/,
    );
    await expect(backUp(instance, { ...place, passphrase: 'another passphrase' })).rejects.toThrow(
      /passphrase does not open/,
    );
    // The last of the files was damaged, and the restore goes on where it ended.
    await restore(empty, place);
    expect(await completeRestore(empty)).toMatchObject({ problems: [] });
  });
  const other = await openTestInstance();
  await expect(backUp(other, place)).rejects.toThrow(/of another instance/);
  await other.close();
});

test('encrypted documents stay encrypted, and what was erased is in no backup any more', async () => {
  const keys = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const file = join(root, `${name}.key`);
      await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
      return file;
    }),
  );
  const env = { PARAPH_ENCRYPTION_KEYS: keys[0] ?? '' };
  const place = await folderPlace(join(root, 'encrypted'));
  const encrypted = await forThisTest(openTestInstance({ env, now: instance.deps.clock.now() }));
  const owner = await encrypted.signIn('Owner', 'owner@example.com');
  const { create } = quickSender(() => owner);
  await create({ name: 'Kept' });
  const id = await create({ name: 'Erased' });
  const first = await backUp(encrypted, place);
  for (const name of await blobsIn(place))
    expect((await readFile(join(place.name, name))).includes('The parties agree')).toBe(false);
  await erase(id, owner);
  encrypted.advance(1);
  const second = await backUp(encrypted, place);
  expect([first.manifest.files, second.manifest.files]).toEqual([2, 1]);
  const { snapshot } = first.manifest;
  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place)).rejects.toThrow(/Name it in PARAPH_ENCRYPTION_KEYS/);
    const target = { ...empty, env: { ...empty.env, PARAPH_ENCRYPTION_KEYS: `${keys[1]},${keys[0]}` } };
    const { files } = await restore(target, place, { options: { snapshot } });
    expect(files).toMatchObject({ copied: 1, erased: 1, damaged: [] });
  });
  const restored = await openRestored(place, { env, seals: 0 });
  expect(await readFiles(restored)).toEqual(await readFiles(encrypted));
  await restored.close();
});
