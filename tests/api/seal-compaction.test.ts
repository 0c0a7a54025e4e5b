import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { copyStoredFile } from '../../server/src/files/store-file.ts';
import {
  type BackupDestination,
  backUp,
  completeRestore,
  folderPlace,
  readBackupAgain,
  restore,
} from '../support/backup.ts';
import { createTestDatabase } from '../support/database.ts';
import { DAY, openTestInstance, type TestInstance } from '../support/instance.ts';
import { expectStatus, folderForThisFile, forThisTest } from '../support/instance-case.ts';
import { killWorker } from '../support/kill-worker.ts';
import { ann, bob, lease, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { storageSettings } from '../support/storage-choice.ts';

const HOUR = 3_600;
const MONTH = 30 * DAY;

const root = await folderForThisFile();

const signIn = (instance: TestInstance) => instance.signIn('Sender', 'sender@example.com');

/** An envelope that one person has signed; answers where its document is downloaded. */
async function signed(instance: TestInstance): Promise<{ id: string; url: string }> {
  const sender = await signIn(instance);
  const { create, read } = quickSender(() => sender);
  const id = await create({ steps: [{ type: 'sign', recipients: [ann] }] });
  const { envelope } = await read(id);
  await instance.runJobs();
  await (await followInvitation(instance, ann.email)).sign();
  await instance.runJobs();
  expect((await read(id)).envelope.status).toBe('signed');
  return { id, url: new URL(envelope.documents[0]?.file.file ?? '').pathname };
}

async function download(instance: TestInstance, url: string, headers: Record<string, string> = {}) {
  return (await signIn(instance)).call({ method: 'GET', url, headers });
}

/** The document that is sealed, and the rows of its files. */
async function rowsOf({ deps: { database } }: TestInstance) {
  const document = await database
    .selectFrom('documents')
    .select(['id', 'original_file_id', 'sealed_file_id'])
    .where('sealed_file_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const fileOf = (id: number | null) =>
    database
      .selectFrom('files')
      .selectAll()
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
  return {
    documentId: document.id,
    original: await fileOf(document.original_file_id),
    sealed: await fileOf(document.sealed_file_id),
  };
}

const updatesOf = async ({ deps }: TestInstance) =>
  (await deps.database.selectFrom('revisions').select(['document_id', 'bytes']).execute()).map(
    ({ document_id: id, bytes }) => [id, bytes === null],
  );

const compact = (instance: TestInstance) => instance.jobs['compact-seals'](0);

async function expectWhole(instance: TestInstance): Promise<void> {
  const { original, sealed } = await rowsOf(instance);
  const bytes = await readFileBytes(instance.deps, original.id);
  expect(bytes.equals(lease)).toBe(true);
  expect((await readFileBytes(instance.deps, sealed.id)).subarray(0, bytes.length).equals(bytes)).toBe(true);
}

/** Restores the first backup and the last one; both have the original. */
async function expectRestored(
  instance: TestInstance,
  { place, env }: { place: BackupDestination; env: Record<string, string> },
): Promise<void> {
  const { documentId, original } = await rowsOf(instance);
  const snapshots: string[] = [];
  for await (const { name } of place.store.list('snapshots/')) snapshots.push(name.split('/')[1] ?? '');
  const [first, last] = [...new Set(snapshots)].sort();
  for (const snapshot of [first, last]) {
    const testDatabase = await createTestDatabase();
    // In a bucket of its own, where there are buckets.
    const target = { ...env, ...storageSettings('unencrypted') };
    const restored = await openTestInstance({
      storage: 'unencrypted',
      env: target,
      testDatabase,
      now: instance.deps.clock.now(),
      prepareDataDir: async (dataDir) => {
        const empty = { dataDir, testDatabase, env: target };
        await restore(empty, place, { options: { snapshot } });
        expect(await completeRestore(empty)).toMatchObject({ problems: [] });
      },
    });
    const rows = await rowsOf(restored);
    expect([rows.documentId, rows.original.part_of === null]).toEqual([documentId, snapshot === first]);
    expect((await readFileBytes(restored.deps, original.id)).equals(lease)).toBe(true);
    await restored.close();
  }
}

describe.each(['as they are', 'encrypted'])('with documents stored %s', (how) => {
  let instance: TestInstance;
  let env: Record<string, string> = {};
  let place: BackupDestination;
  beforeAll(async () => {
    if (how === 'encrypted') {
      const path = join(root, 'documents.key');
      await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600 });
      env = { PARAPH_ENCRYPTION_KEYS: path };
    }
    env = { ...storageSettings('unencrypted'), ...env };
    instance = await openTestInstance({ storage: 'unencrypted', env });
    place = await folderPlace(join(root, how));
  });
  afterAll(() => instance.close());
  /** The same in a process that is killed at a statement. Once is enough: what is killed is the same. */
  const killAt = async (when: 'before' | 'after', statement: string) => {
    const work = { does: 'compact', statement, count: 1, when } as const;
    if (how === 'encrypted') expect(await killWorker(instance, work), statement).toBe('SIGKILL');
  };

  test('a day after the end, the original is a part of the sealed file, and reads as before', async () => {
    const { url } = await signed(instance);
    const sender = await signIn(instance);
    const openId = await quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [bob] }] });
    const before = await rowsOf(instance);
    const sealed = (await download(instance, url)).rawPayload;
    await backUp(instance, place);
    await compact(instance);
    expect((await rowsOf(instance)).original.part_of).toBeNull();

    instance.advance(DAY + 60);
    await killAt('after', 'update "revisions"');
    expect((await rowsOf(instance)).original.part_of).toBeNull();
    await expectWhole(instance);
    await killAt('after', 'commit');
    await compact(instance);
    await expectWhole(instance);
    const { original, documentId } = await rowsOf(instance);
    expect(original).toEqual({ ...before.original, part_of: before.sealed.id });
    expect((await updatesOf(instance)).sort()).toEqual([
      [documentId, true],
      [documentId, true],
      [documentId + 1, false],
    ]);
    // Who has read the row before still finds the bytes.
    expect(await instance.stored.has(original.blob_key)).toBe(true);
    instance.advance(2 * HOUR);
    await killAt('before', 'delete from "replaced_blobs"');
    await compact(instance);
    expect(await instance.stored.has(original.blob_key)).toBe(false);
    expect(await instance.deps.database.selectFrom('replaced_blobs').selectAll().execute()).toEqual([]);
    await expectWhole(instance);

    expect((await download(instance, url)).rawPayload.equals(sealed)).toBe(true);
    const whole = await download(instance, `${url}?version=original`);
    expect(whole.rawPayload.equals(lease)).toBe(true);
    const range = `bytes=${lease.length - 5}-${lease.length + 5}`;
    const end = await download(instance, `${url}?version=original`, { range });
    expect([end.statusCode, end.rawPayload]).toEqual([206, lease.subarray(-5)]);
    const copy = await copyStoredFile(instance.deps, original.id);
    expect((await instance.deps.blobs.read(copy?.key ?? '')).equals(lease)).toBe(true);
    // The other one goes on from revisions that are all there.
    await instance.runJobs();
    expect((await (await followInvitation(instance, bob.email)).sign()).statusCode).toBe(200);
    await instance.runJobs();
    const { envelope } = await quickSender(() => sender).read(openId, await signIn(instance));
    expect(envelope.status).toBe('signed');
    instance.advance(MONTH);
    await instance.jobs['scrub-files'](0);
    await instance.jobs['encrypt-files'](0);
    expect((await rowsOf(instance)).original).toMatchObject({ finding: null, part_of: before.sealed.id });
  });

  test('backups from before and from after are restored with the original', async () => {
    expect((await backUp(instance, place)).manifest.unreadable).toEqual([]);
    expect((await readBackupAgain(place)).damaged).toEqual([]);
    // The keys of both are in the last one.
    if (how === 'encrypted') await expectRestored(instance, { place, env });
  });

  test('what was compacted is erased whole', async () => {
    const { database } = instance.deps;
    const sender = await signIn(instance);
    const rows = await database.selectFrom('workflows').select('envelope_id').execute();
    for (const { envelope_id: id } of rows) {
      expectStatus(await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${id}` }), 204);
    }
    const left = await database.selectFrom('files').selectAll().where('format', '=', 'pdf').execute();
    expect(left).toEqual([]);
    const keys = await database.selectFrom('blob_keys').select('blob_key').execute();
    expect(keys.length).toBeLessThanOrEqual(1);
  });
});

test('a sealed file that is damaged takes the place of nothing', async () => {
  const instance = await forThisTest(openTestInstance());
  await signed(instance);
  const { original, sealed } = await rowsOf(instance);
  await instance.stored.flip(sealed.blob_key, sealed.size - 10);
  instance.advance(DAY + 60);
  await compact(instance);
  instance.advance(2 * HOUR);
  await compact(instance);
  expect((await rowsOf(instance)).original).toEqual(original);
  expect((await readFileBytes(instance.deps, original.id)).equals(lease)).toBe(true);
  expect((await updatesOf(instance)).map(([, isGone]) => isGone)).toEqual([false, false]);
});
