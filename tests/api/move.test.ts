import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDeps } from '../../server/src/app.ts';
import { backupCommand } from '../../server/src/commands/backup.ts';
import { type Command, runCommandLine } from '../../server/src/commands/command-line.ts';
import { moveCommand } from '../../server/src/commands/move.ts';
import { restoreCommand } from '../../server/src/commands/restore.ts';
import { readConfig } from '../../server/src/config.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { backUp, folderPlace, readFiles } from '../support/backup.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { openTestStore } from '../support/object-store.ts';
import { quickSender } from '../support/quick-sender.ts';
import { chooseScratchParent } from '../support/scratch.ts';

let root: string;
let instance: TestInstance;

beforeAll(async () => {
  root = await mkdtemp(join(await chooseScratchParent(), 'paraph-move-'));
  instance = await openTestInstance();
  const sender = await instance.signIn('Sender', 'sender@example.com');
  await quickSender(() => sender).create();
});
afterAll(async () => {
  await instance.close();
  await rm(root, { recursive: true, force: true });
});

/** As an operator runs it, with the settings of the environment. */
async function run(command: Command, args: string[], env: Record<string, string>) {
  for (const [name, value] of Object.entries({ DATABASE_URL: '', ...env })) vi.stubEnv(name, value);
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const code = await runCommandLine([command.name, '--json', ...args], [command], {
    print,
    printError: print,
    readInput: async () => undefined,
  });
  vi.unstubAllEnvs();
  return { code, printed };
}

test('a restored instance of the embedded database is moved to another one and a bucket', async () => {
  const passphrase = 'a passphrase of the backups';
  const passphraseFile = join(root, 'passphrase');
  await writeFile(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const place = await folderPlace(join(root, 'moved'));
  const files = await readFiles(instance);
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
    const config = readConfig({ ...env, ...settings });
    const { deps, close } = await openDeps(config, testDatabase.options, { log: openLog('silent') });
    expect(await readFiles({ deps } as TestInstance)).toEqual(files);
    expect(bucket.objects.size).toBe(files.size);
    await close();
  } finally {
    await bucket.close();
    await testDatabase.drop();
  }
});
