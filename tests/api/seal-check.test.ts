import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { ann, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

test('a file that does not pass the check is not kept; the seal is tried again', async () => {
  let path: string | null = null;
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
  const instance = await openTestInstance({
    storage: { ownOf: 'tests/api/seal-check.test.ts' },
    onSealStep: (step) => {
      if (step === 'raised' && path) flip(path);
    },
  });
  try {
    const sender = await instance.signIn('Sender', 'sender@example.com');
    const envelopeId = await quickSender(() => sender).create({
      steps: [{ type: 'sign', recipients: [ann] }],
    });
    await instance.runJobs();
    await (await followInvitation(instance, ann.email)).sign();
    const { rows } = await instance.deps.pool.query<{ blob_key: string }>(
      'select blob_key from files join documents on files.id = documents.original_file_id',
    );
    path = instance.deps.blobs.placeOf(rows[0]?.blob_key ?? '');
    await instance.runJobs();
    const seal = () => instance.deps.database.selectFrom('seals').selectAll().executeTakeFirstOrThrow();
    expect(await seal()).toMatchObject({ state: 'pending', attempts: 1, file_id: null });
    expect((await seal()).cause).toContain('Our own check');
    flip(path);
    path = null;
    instance.advance(3);
    await instance.runJobs();
    expect(await seal()).toMatchObject({ state: 'sealed' });
    const { envelope } = await quickSender(() => sender).read(envelopeId);
    expect(envelope.status).toBe('signed');
  } finally {
    await instance.close();
  }
});
