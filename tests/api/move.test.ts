import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Command } from '../../operator/src/command-line.ts';
import { backupCommand } from '../../operator/src/commands/backup.ts';
import { moveCommand } from '../../operator/src/commands/move.ts';
import { restoreCommand } from '../../operator/src/commands/restore.ts';
import { provideDatabase, silentLog } from '../../operator/src/with-database.ts';
import { buildApp, openDeps } from '../../server/src/app.ts';
import { type Config, readConfig } from '../../server/src/config/config.ts';
import type { DatabaseOptions } from '../../server/src/database/database.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { backUp, folderPlace, readFiles } from '../support/backup.ts';
import { checkResponses } from '../support/check-responses.ts';
import { createEmptyDatabase } from '../support/database.ts';
import type { TestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { runOperator } from '../support/operator-case.ts';
import { ann } from '../support/quick-sender.ts';
import { findLink, followLink } from '../support/signer.ts';

const root = await folderForThisFile();
const store = await forThisFile(openTestStore());
const { instance, sender, send } = await openInstanceCase({ env: store.env });
store.now = () => instance.deps.clock.now();
/** Waits for Ann. */
const id = await send(ann);

/** As an operator runs it, with the settings of the environment. */
async function run(command: Command, args: string[], env: Record<string, string>) {
  for (const [name, value] of Object.entries({ DATABASE_URL: '', ...env })) vi.stubEnv(name, value);
  const { code, printed, errors } = await runOperator([command], [command.name, '--json', ...args]);
  vi.unstubAllEnvs();
  return { code, printed: printed + errors };
}

/** The instance as it is now, which answers requests. */
async function open(config: Config, options: DatabaseOptions) {
  const { clock } = instance.deps;
  const { deps, close } = await openDeps(config, options, { log: openLog('silent'), clock });
  const app = buildApp(deps);
  checkResponses(app);
  const opened = { deps, inject: (request: InjectOptions) => app.inject(request) } as TestInstance;
  const end = async () => {
    await app.close();
    await close();
  };
  /** With the session that was begun before. */
  const statusNow = async () => {
    const headers = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await opened.inject({ method: 'GET', url: `/api/v1/quick/envelopes/${id}`, headers });
    return [answer.statusCode, (answer.json() as { status: string }).status];
  };
  return { opened, statusNow, end };
}

test('an instance of an external database and a bucket is restored into the embedded one, and moved back', async () => {
  const passphrase = 'a passphrase of the backups';
  const passphraseFile = join(root, 'passphrase');
  await writeFile(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const place = await folderPlace(join(root, 'moved'));
  let files = await readFiles(instance);
  const link = await findLink(instance, ann.email);
  await backUp(instance, { ...place, passphrase });
  const home = join(root, 'embedded');
  await mkdir(home, { mode: 0o711 });
  await chmod(root, 0o711);
  // A restored document stays encrypted, and so does a moved one.
  const { PARAPH_ENCRYPTION_KEYS: keys } = instance.settings;
  const encryption = keys === undefined ? {} : { PARAPH_ENCRYPTION_KEYS: keys };
  const env = {
    PARAPH_DATA_DIR: join(home, 'data'),
    PARAPH_BASE_URL: 'http://localhost:3000',
    ...encryption,
  };
  const from = ['--from', place.name, '--passphrase-file', passphraseFile];
  const first = await run(restoreCommand, from, env);
  expect(first.code, first.printed).toBe(0);
  const config = readConfig(env);
  const embedded = await provideDatabase(config, silentLog);
  const restored = await open(config, embedded.options);
  try {
    expect(await readFiles(restored.opened)).toEqual(files);
    expect(await restored.statusNow()).toEqual([200, 'started']);
    expect((await (await followLink(restored.opened, link)).sign()).statusCode).toBe(200);
    expect(await restored.statusNow()).toEqual([200, 'approved']);
    files = await readFiles(restored.opened);
  } finally {
    await restored.end();
    await embedded.end();
  }
  const again = await run(restoreCommand, from, env);
  expect(again).toMatchObject({ code: 1, printed: expect.stringMatching(/into an empty instance only/) });

  const bucket = await openTestStore();
  const testDatabase = await createEmptyDatabase();
  try {
    const settings = { DATABASE_URL: testDatabase.connectionString, ...bucket.env, ...encryption };
    const settingsFile = join(root, 'then.env');
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(settingsFile, lines.join(''));
    const moved = await run(moveCommand, ['--settings', settingsFile], env);
    expect(moved.code, moved.printed).toBe(0);
    // One instance does not become two.
    const old = await run(backupCommand, ['--to', join(root, 'old'), ...from.slice(2)], env);
    expect(old).toMatchObject({ code: 1, printed: expect.stringMatching(/was moved to localhost/) });
    const { opened, statusNow, end } = await open(readConfig({ ...env, ...settings }), testDatabase.options);
    expect(await readFiles(opened)).toEqual(files);
    expect(bucket.objects.size).toBe(files.size);
    expect(await statusNow()).toEqual([200, 'approved']);
    await end();
  } finally {
    await bucket.close();
    await testDatabase.drop();
  }
});
