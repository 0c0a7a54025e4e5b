import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, completeRestore, folderPlace, readFiles, restore } from '../support/backup.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { chooseScratchParent } from '../support/scratch.ts';
import { followInvitation, followLink, linkOf } from '../support/signer.ts';

let root: string;
let instance: TestInstance;
let sender: Session;
/** Sealed, and waiting for Bob. */
let sealedId: string;
let openId: string;

beforeAll(async () => {
  root = await mkdtemp(join(await chooseScratchParent(), 'paraph-backup-'));
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
  const { create } = quickSender(() => sender);
  sealedId = await create({ steps: [{ type: 'sign', recipients: [ann] }] });
  await instance.runJobs();
  expect((await (await followInvitation(instance, ann.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  openId = await create({ steps: [{ type: 'sign', recipients: [bob] }] });
});
afterAll(async () => {
  await instance.close();
  await rm(root, { recursive: true, force: true });
});

/** Restores into a new instance, and opens it. */
async function openRestored(
  place: Awaited<ReturnType<typeof folderPlace>>,
  env: Record<string, string> = {},
): Promise<TestInstance> {
  const testDatabase = await createEmptyDatabase();
  return openTestInstance({
    env,
    testDatabase,
    now: instance.deps.clock.now(),
    prepareDataDir: async (dataDir) => {
      const empty = { dataDir, testDatabase, env };
      await restore(empty, place);
      expect(await completeRestore(empty)).toMatchObject({ problems: [], seals: 1 });
    },
  });
}

test('a backup that was made while people work is restored whole', async () => {
  const place = await folderPlace(join(root, 'first'));
  const { read, create } = quickSender(() => sender);
  const files = await readFiles(instance);
  const waiting = await instance.deps.database
    .selectFrom('recipients')
    .select(['id', 'workflow_id'])
    .where('email', '=', bob.email)
    .executeTakeFirstOrThrow();
  const link = await linkOf(instance.deps, { workflowId: waiting.workflow_id, recipientId: waiting.id });
  const { manifest, copied } = await backUp(instance, place, {
    onStep: async (step) => {
      // After the snapshot, before its files are copied.
      if (step === 'read') await create({ name: 'Too late' });
    },
  });
  expect([manifest.files, copied, manifest.unreadable]).toEqual([files.size, files.size, []]);
  const restored = await openRestored(place);
  try {
    expect(await readFiles(restored)).toEqual(files);
    const reader = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await restored.inject({
      method: 'GET',
      url: `/api/v1/quick/envelopes/${sealedId}`,
      headers: reader,
    });
    expect(answer.json()).toEqual((await read(sealedId)).envelope);
    // The job that invites Bob was waiting.
    expect(await restored.runJobs()).toContain('follow-events');
    const guest = await followLink(restored, link);
    expect((await guest.sign()).statusCode).toBe(200);
    await restored.runJobs();
    const signed = await restored.inject({
      method: 'GET',
      url: `/api/v1/quick/envelopes/${openId}`,
      headers: reader,
    });
    expect(signed.json()).toMatchObject({ status: 'signed' });
  } finally {
    await restored.close();
  }
});
