import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCertificatesSince } from '../../server/src/transparency-log/api.ts';
import { hashMigrations, type ReleaseSample } from '../../tools/release/record-sample.ts';
import { projectDir } from '../../tools/runtime.mjs';
import { completeRestore, folderPlace, restore } from '../support/backup.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { multipart, openTestInstance } from '../support/instance.ts';
import type { Envelope } from '../support/quick-sender.ts';
import { followLink } from '../support/signer.ts';
import { storageSettings } from '../support/storage-choice.ts';

const folder = join(projectDir, 'tests', 'releases');
const versions = readdirSync(folder);

test.each(versions)('no migration that %s has run is changed or gone', async (version) => {
  const { migrations } = await readSample(version);
  expect(await hashMigrations()).toMatchObject(migrations);
});

test.each(versions)('what %s backed up goes on with this version', async (version) => {
  const sample = await readSample(version);
  const testDatabase = await createEmptyDatabase();
  const env = storageSettings();
  const instance = await openTestInstance({
    env,
    testDatabase,
    now: new Date(sample.madeAt),
    prepareDataDir: async (dataDir) => {
      const empty = { dataDir, testDatabase, env };
      const destination = { ...(await folderPlace(join(folder, version))), passphrase: sample.passphrase };
      await restore(empty, destination);
      expect(await completeRestore(empty)).toMatchObject({ problems: [], seals: 1 });
    },
  });
  const call = (url: string) =>
    instance.inject({ method: 'GET', url, headers: { 'x-api-key': sample.apiKey } });
  const read = async (id: string) => (await call(`/api/v1/quick/envelopes/${id}`)).json() as Envelope;
  const downloadFirst = async ({ documents: [document] }: Envelope) => {
    const { pathname, search } = new URL(document?.file.file ?? '', 'http://localhost:3000');
    return (await call(pathname + search)).rawPayload;
  };

  // Its certificates were issued without proofs of the log, so none is demanded until its operator says so.
  expect(await readCertificatesSince(instance.deps.database)).toBeNull();
  const signed = await read(sample.signed.id);
  expect(signed.status).toBe('signed');
  expect(
    createHash('sha256')
      .update(await downloadFirst(signed))
      .digest('hex'),
  ).toBe(sample.signed.sha256);

  expect(
    (await (await followLink(instance, `http://localhost:3000${sample.open.link}`)).sign()).statusCode,
  ).toBe(200);
  await instance.runJobs();
  const done = await read(sample.open.id);
  expect(done.status).toBe('signed');
  const parts = multipart([{ name: 'document', value: await downloadFirst(done), fileName: 'lease.pdf' }]);
  const report = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...parts });
  expect(report.json()).toMatchObject({ verdict: { state: 'as-signed' } });
  await instance.close();
});

async function readSample(version: string): Promise<ReleaseSample> {
  return JSON.parse(await readFile(join(folder, version, 'sample.json'), 'utf8')) as ReleaseSample;
}
