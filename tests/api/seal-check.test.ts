import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { forThisTest } from '../support/instance-case.ts';
import { ann, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

test('a file that does not pass the check is not kept; the seal is tried again', async () => {
  let isDamaged = false;
  // The copy on which the document is sealed: the only file that is on its way into the storage.
  const damageCopy = (dir: string) => {
    const [path = '', ...others] = readdirSync(dir).map((name) => join(dir, name));
    expect(others).toEqual([]);
    const bytes = readFileSync(path);
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const instance = await forThisTest(
    openTestInstance({
      storage: { ownOf: 'tests/api/seal-check.test.ts' },
      onSealStep: (step) => {
        if (step === 'raised' && isDamaged) damageCopy(instance.deps.blobs.incomingDir);
      },
    }),
  );
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const envelopeId = await quickSender(() => sender).create({
    steps: [{ type: 'sign', recipients: [ann] }],
  });
  await instance.runJobs();
  await (await followInvitation(instance, ann.email)).sign();
  isDamaged = true;
  await instance.runJobs();
  const seal = () => instance.deps.database.selectFrom('seals').selectAll().executeTakeFirstOrThrow();
  expect(await seal()).toMatchObject({ state: 'pending', attempts: 1, file_id: null });
  expect((await seal()).cause).toContain('Our own check');
  isDamaged = false;
  instance.advance(3);
  await instance.runJobs();
  expect(await seal()).toMatchObject({ state: 'sealed' });
  const { envelope } = await quickSender(() => sender).read(envelopeId);
  expect(envelope.status).toBe('signed');
});
