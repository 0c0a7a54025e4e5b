import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changePassphraseCommand } from '../../operator/src/commands/change-passphrase.ts';
import { findProblems } from '../../operator/src/doctor/find-problems.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openKeyVault } from '../../server/src/platform/keys/key-vault.ts';
import type { TestDatabase } from '../support/database.ts';
import { folderForThisTest } from '../support/instance-case.ts';
import { databaseForThisTest, runOperator, settingsForThisTest } from '../support/operator-case.ts';
import { startServerProcess } from '../support/server-process.ts';

let folder: string;
let dataDir: string;
let oldFile: string;
let newFile: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await folderForThisTest();
  dataDir = join(folder, 'data');
  oldFile = await passphrase('old', 'correct horse battery staple');
  newFile = await passphrase('new', 'a quite different passphrase');
  // Before anything else: each opening of what it encrypts costs what this says.
  await openVault(oldFile);
  database = await databaseForThisTest();
  settingsForThisTest({ DATABASE_URL: database.connectionString, PARAPH_DATA_DIR: dataDir });
});

async function passphrase(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

const run = (...args: string[]) => runOperator([changePassphraseCommand], args);

const keysDir = () => join(dataDir, 'keys');
const openVault = (passphraseFile: string) =>
  openKeyVault(keysDir(), systemIds, { passphraseFile, cost: { N: 2 ** 7, r: 8, p: 1 } });

describe('the passphrase of the keys', () => {
  it('is changed by a command, which can be repeated', async () => {
    vi.stubEnv('PARAPH_VAULT_PASSPHRASE_FILE', oldFile);
    const before = (await openVault(oldFile)).derive('a', 'b');
    expect(await run('change-passphrase', '--new-file', newFile)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('PARAPH_VAULT_PASSPHRASE_FILE'),
    });
    expect(await run('change-passphrase', '--new-file', newFile, '--json')).toMatchObject({
      code: 0,
      printed: '{"changed":false}',
    });
    expect((await openVault(newFile)).derive('a', 'b').equals(before)).toBe(true);
    vi.stubEnv('PARAPH_VAULT_PASSPHRASE_FILE', '');
    expect(await run('change-passphrase', '--new-file', newFile)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('PARAPH_VAULT_PASSPHRASE_FILE is not set'),
    });
  });

  it('is asked for by the start, which ends with the setting to correct', async () => {
    const settings = { PARAPH_DATA_DIR: dataDir, DATABASE_URL: database.connectionString };
    const server = await startServerProcess({ ...settings, PARAPH_VAULT_PASSPHRASE_FILE: oldFile });
    await server.end();
    expect((await readFile(join(keysDir(), 'root.key'))).includes('PRIVATE KEY')).toBe(false);
    expect((await readFile(join(keysDir(), 'root.cer'))).length).toBeGreaterThan(100);
    await expect(startServerProcess(settings)).rejects.toThrow(/encrypted. Set PARAPH_VAULT_PASSPHRASE_FILE/);
    await expect(startServerProcess({ ...settings, PARAPH_VAULT_PASSPHRASE_FILE: newFile })).rejects.toThrow(
      /PARAPH_VAULT_PASSPHRASE_FILE names does not open/,
    );
    const config = { ...readConfig({}), dataDir, databaseUrl: database.connectionString };
    const keys = async (vaultPassphraseFile: string | null) =>
      (await findProblems({ config: { ...config, vaultPassphraseFile }, clock: systemClock })).find(
        ({ name }) => name === 'keys',
      );
    expect(await keys(oldFile)).toMatchObject({
      state: 'well',
      detail: expect.stringContaining('encrypted with'),
    });
    expect(await keys(newFile)).toMatchObject({ state: 'failed' });
  });
});
